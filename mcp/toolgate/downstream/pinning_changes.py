"""What pinning compares: the parts of a tool that a client trusts, and how a change of them reads."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence

from msgspec import Struct

from toolgate.contract import JsonObject
from toolgate.printable import printable

PARTS = ("name", "title", "description", "inputSchema", "outputSchema", "annotations")
"""The fields of a tool that are pinned."""
LINES_MAX = 40


class ToolChange(Struct, frozen=True):
    """One tool that a server lists otherwise than it was pinned."""

    tool: str
    why: str
    diff: tuple[str, ...] = ()


def pinned_parts(native: JsonObject) -> JsonObject:
    """The parts of a tool that are pinned."""
    return {part: native[part] for part in PARTS if part in native}


def change_of(native: JsonObject, pinned: Mapping[str, JsonObject], elsewhere: Mapping[str, str]) -> ToolChange | None:
    """How a tool differs from what is pinned of its server; None where it does not.

    `elsewhere` has the tools pinned of other servers by name, each with its server: a new tool of such a name would
    shadow it.
    """
    name, parts = str(native.get("name")), pinned_parts(native)
    known = pinned.get(name)
    if known == parts:
        return None
    if known is not None:
        changed = [part for part in PARTS if known.get(part) != parts.get(part)]
        return ToolChange(name, f"its {', '.join(changed)} changed", _diff(known, parts))
    if name in elsewhere:
        return ToolChange(name, f"it is new, and {printable(elsewhere[name])} has one of that name", _diff({}, parts))
    before = next((old for old, one in pinned.items() if {**one, "name": name} == parts), None)
    why = "it is new" if before is None else f"it was called {printable(before)}"
    return ToolChange(name, why, _diff({} if before is None else pinned[before], parts))


def shown(changes: Sequence[ToolChange]) -> str:
    """The changes as a person reads them."""
    return "\n".join(line for each in changes for line in (f"{printable(each.tool)}: {each.why}", *each.diff))


def _diff(before: JsonObject, after: JsonObject) -> tuple[str, ...]:
    """Lines of `- old` and `+ new`; what is not to be seen is written out."""
    lines = difflib.unified_diff(_lines(before), _lines(after), lineterm="", n=1)
    found = [f"  {line}" for line in lines if not line.startswith(("---", "+++", "@@"))]
    more = len(found) - LINES_MAX
    return (*found[:LINES_MAX], f"  … {more} lines more") if more > 0 else tuple(found)


def _lines(parts: JsonObject) -> list[str]:
    """One line for each value, by its path, in ASCII: two letters that look alike are two."""
    return [] if not parts else json.dumps(parts, indent=1, sort_keys=True, ensure_ascii=True).splitlines()
