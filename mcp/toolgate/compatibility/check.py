"""Holds the schemas of the code to the stored ones, and stores what the code may promise anew.

Within a version only additive changes are allowed. A new version lists, in its schemas' `x-deprecated` and
`x-migration`, what it takes away from the version before and what it changes: `{"<JSONPath>": "<note>"}`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from toolgate.compatibility.change_rules import RULE_OF
from toolgate.compatibility.diff import Difference, compare
from toolgate.compatibility.schema_store import (
    DIRECTIONS,
    Direction,
    SchemaStore,
    SchemaStoreError,
    StoredSchemas,
    as_stored,
)
from toolgate.contract import JsonObject, ToolSpec

EXPORT = "run director schemas export"

Severity = Literal["ok", "note", "error"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What the check has to say of a tool, or of one direction of it."""

    tool: str
    direction: Direction | None
    severity: Severity
    message: str
    difference: Difference | None = None


def check(specs: Collection[ToolSpec], store: SchemaStore) -> list[Finding]:
    """Everything found, tool by tool: `note` for what can be exported, `error` for what must be mended.

    Raises SchemaStoreError when a stored file is damaged.
    """
    findings: list[Finding] = []
    for spec in specs:
        code = as_stored(spec)
        findings += _against_same(code, store)
        findings += _against_others(code, store)
    known = {spec.name for spec in specs}
    findings += [
        Finding(tool, None, "error", "stored, but the code has no tool of this name")
        for tool in store.tools()
        if tool not in known
    ]
    return findings


def export(specs: Iterable[ToolSpec], store: SchemaStore) -> list[Path]:
    """Stores new versions and additive changes; the files that changed.

    Raises SchemaStoreError, with nothing written, when one change breaks a stored version or lacks its note.
    """
    specs = tuple(specs)
    refused: list[Finding] = []
    for spec in specs:
        code = as_stored(spec)
        refused += _against_others(code, store)
        if store.load(code.tool, code.version) is not None:
            refused += _against_same(code, store)
    errors = [finding for finding in refused if finding.severity == "error"]
    if errors:
        raise SchemaStoreError("nothing exported:\n" + render(errors))
    return [path for spec in specs for path in store.write(spec)]


def render(findings: Iterable[Finding]) -> str:
    """The findings as aligned lines: severity, tool, direction, message."""
    rows = [(found.severity, found.tool, found.direction or "-", found.message) for found in findings]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]) for row in rows
    )


def _against_same(code: StoredSchemas, store: SchemaStore) -> Iterator[Finding]:
    """The code against what is stored under its own version."""
    stored = store.load(code.tool, code.version)
    if stored is None:
        yield Finding(code.tool, None, "error", f"v{code.version} is not yet stored: {EXPORT}")
        return
    for direction in DIRECTIONS:
        differences = compare(stored.of(direction), code.of(direction), direction)
        if not differences:
            yield Finding(code.tool, direction, "ok", f"v{code.version} is what is stored")
        for difference in differences:
            yield _same_version(code, direction, difference)


def _same_version(code: StoredSchemas, direction: Direction, difference: Difference) -> Finding:
    if difference.change == "breaking":
        message = f"{_said(difference)}: breaking without a new schema_version"
        return Finding(code.tool, direction, "error", message, difference)
    message = f"{_said(difference)}: additive, not yet stored: {EXPORT}"
    return Finding(code.tool, direction, "note", message, difference)


def _against_others(code: StoredSchemas, store: SchemaStore) -> Iterator[Finding]:
    """The code against other stored versions: none is newer, and the one before is accounted for."""
    newer = [version for version in store.versions(code.tool) if version > code.version]
    if newer:
        message = f"v{newer[-1]} is stored, but the code says schema_version {code.version}"
        yield Finding(code.tool, None, "error", message)
    if code.version == 1:
        return
    before = store.load(code.tool, code.version - 1)
    if before is None:
        message = f"v{code.version - 1} is not stored: what v{code.version} changes is unknown"
        yield Finding(code.tool, None, "error", message)
        return
    is_new = code.version not in store.versions(code.tool)
    for direction in DIRECTIONS:
        schema = code.of(direction)
        for difference in compare(before.of(direction), schema, direction):
            if difference.path == "$.schema_version":
                continue  # the number itself: it changes with every version
            missing = _missing_note(difference, schema)
            said = f"{_said(difference)} since v{before.version}"
            if missing:
                yield Finding(code.tool, direction, "error", f"{said}: {missing}", difference)
            elif is_new:
                yield Finding(code.tool, direction, "note", f"{said}: {difference.change}", difference)


def _said(difference: Difference) -> str:
    """The difference in one line, with as much of what changed as fits."""
    before, after = (
        "-" if piece is None else json.dumps(piece, ensure_ascii=False)[:60]
        for piece in (difference.before, difference.after)
    )
    return f"{difference.path} {difference.kind} ({before} -> {after})"


def _missing_note(difference: Difference, schema: JsonObject) -> str:
    """What the schema fails to say of a difference to the version before, empty when nothing is missing."""
    keyword = RULE_OF[difference.kind].note
    if keyword is None or difference.change == "additive":
        return ""
    notes = schema.get(keyword)
    explained = [path for path, note in notes.items() if note] if isinstance(notes, dict) else []
    if difference.path in explained:
        return ""
    if keyword == "x-migration" and any(_is_inside(difference.path, path) for path in explained):
        return ""
    return f'say so in "{keyword}": {{"{difference.path}": "..."}}'


def _is_inside(path: str, outer: str) -> bool:
    """Whether a path leads to a part of a field that another path names. The root is no field."""
    return outer != "$" and path.startswith((f"{outer}.", f"{outer}["))
