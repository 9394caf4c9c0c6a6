"""What changed between two versions of one JSON Schema (draft 2020-12), classed by the table of rules.

The comparison walks both schemas together, keyword by keyword. A schema is a conjunction of its keywords, so
where each keyword only accepts more, the whole accepts more. Where that argument does not hold, and for every
keyword that is not compared, the difference is breaking: doubt never passes for additive.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from toolgate.compatibility.change_rules import RULE_OF, Change
from toolgate.compatibility.keywords import KEYWORDS, aside_changes, piece, value_changes
from toolgate.compatibility.refs import ANYTHING, NOTHING, as_object, is_aside, json_equal, resolve
from toolgate.compatibility.schema_store import Direction
from toolgate.contract import JsonObject

_COMBINED = ("anyOf", "allOf", "oneOf")
_COMPARED = KEYWORDS | {
    *("properties", "required", "additionalProperties", "items", "prefixItems"),
    *_COMBINED,
}
_WORDS = frozenset({"note_changed", "annotation_changed"})
_PLAIN_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference, at the JSONPath of the value that the schema speaks of, such as `$.pairs[*].gap_s`.

    `before` and `after` are the piece of schema that changed, None where there is none.
    """

    path: str
    kind: str
    change: Change
    before: Any
    after: Any


def compare(old: JsonObject, new: JsonObject, direction: Direction) -> list[Difference]:
    """Every difference between two schemas of an input or an output; none only if they are the same JSON."""
    walk = _Walk(old, new, direction)
    found = list(walk.schemas(old, new, "$"))
    if not found and not json_equal(old, new):
        return [walk.difference("$", "rewritten", None, None)]
    return found


@dataclass(frozen=True, slots=True)
class _Walk:
    """One comparison on its way down. `within` holds the pairs it is inside of: there recursion ends."""

    old_root: JsonObject
    new_root: JsonObject
    direction: Direction
    within: frozenset[tuple[int, int]] = frozenset()

    def schemas(self, old_schema: Any, new_schema: Any, path: str) -> Iterator[Difference]:
        """The differences of two schemas, or parts of schemas, that speak of the value at `path`."""
        pair = (id(old_schema), id(new_schema))
        if pair in self.within:
            return
        walk = replace(self, within=self.within | {pair})
        old = resolve(as_object(old_schema), self.old_root)
        new = resolve(as_object(new_schema), self.new_root)
        for change in aside_changes(old, new):
            yield self.difference(path, *change)
        if old is NOTHING or new is NOTHING:
            if old is not new:
                yield self.difference(path, "opened" if old is NOTHING else "closed", old_schema, new_schema)
            return
        old, new = _wrapped_like(new, old), _wrapped_like(old, new)
        for change in value_changes(old, new):
            yield self.difference(path, *change)
        yield from walk.members(old, new, path)
        yield from walk.items(old, new, path)
        for keyword in _COMBINED:
            yield from walk.combined(keyword, old, new, path)
        yield from walk.others(old, new, path)

    def difference(self, path: str, kind: str, before: Any, after: Any) -> Difference:
        """The difference with the class that the table gives it."""
        return Difference(path, kind, RULE_OF[kind].change(self.direction), before, after)

    def members(self, old: JsonObject, new: JsonObject, path: str) -> Iterator[Difference]:
        """Properties that came, went, changed their name or changed, and all others together."""
        before, after = old.get("properties", {}), new.get("properties", {})
        renamed = self.renamed(old, new)
        for name, schema in before.items():
            here = _member(path, name)
            if name in after:
                yield from self.schemas(schema, after[name], here)
            elif name in renamed:
                yield self.difference(here, "property_renamed", name, renamed[name])
            else:
                yield self.difference(here, "property_removed", schema, None)
        old_rest, new_rest = (schema.get("additionalProperties", ANYTHING) for schema in (old, new))
        for name in [name for name in after if name not in before and name not in renamed.values()]:
            here = _member(path, name)
            yield self.difference(here, _arrival(name, old, new), None, after[name])
            if isinstance(old_rest, dict) and old_rest:  # what the name had to be until now
                yield from self.schemas(old_rest, after[name], here)
        yield from self.requirements(old, new, path)
        yield from self.schemas(old_rest, new_rest, f"{path}.*")

    def renamed(self, old: JsonObject, new: JsonObject) -> dict[str, str]:
        """The properties that went while another came that says the same: old name to new name."""
        before, after = old.get("properties", {}), new.get("properties", {})
        came = [name for name in after if name not in before]
        renamed: dict[str, str] = {}
        for name in [name for name in before if name not in after]:
            required = name in old.get("required", ())
            for other in came:
                alike = required == (other in new.get("required", ())) and all(
                    found.kind in _WORDS for found in self.schemas(before[name], after[other], "$")
                )
                if alike:
                    renamed[name] = other
                    came.remove(other)
                    break
        return renamed

    def requirements(self, old: JsonObject, new: JsonObject, path: str) -> Iterator[Difference]:
        """Properties that stayed and became required or optional."""
        before, after = old.get("properties", {}), new.get("properties", {})
        was, now = old.get("required", []), new.get("required", [])
        for name in now:
            if name not in was and (name in before or name not in after):
                yield self.difference(_member(path, name), "made_required", None, {"required": [name]})
        for name in was:
            if name not in now and (name in after or name not in before):
                yield self.difference(_member(path, name), "made_optional", {"required": [name]}, None)

    def items(self, old: JsonObject, new: JsonObject, path: str) -> Iterator[Difference]:
        """Items index by index, where one side may have only `items` for that index, then all others."""
        before, after = old.get("prefixItems", []), new.get("prefixItems", [])
        old_rest, new_rest = old.get("items", ANYTHING), new.get("items", ANYTHING)
        for index in range(max(len(before), len(after))):
            yield from self.schemas(
                before[index] if index < len(before) else old_rest,
                after[index] if index < len(after) else new_rest,
                f"{path}[{index}]",
            )
        yield from self.schemas(old_rest, new_rest, f"{path}[*]")

    def combined(self, keyword: str, old: JsonObject, new: JsonObject, path: str) -> Iterator[Difference]:
        """The branches of `anyOf`, `allOf` or `oneOf`."""
        before, after = old.get(keyword), new.get(keyword)
        if before is None and after is None:
            return
        if before is None or after is None:
            kind = "condition_added" if before is None else "condition_removed"
            yield self.difference(path, kind, piece(old, keyword), piece(new, keyword))
            return
        found = list(self.branches("condition" if keyword == "allOf" else "alternative", before, after, path))
        if keyword == "oneOf" and any(difference.kind not in _WORDS for difference in found):
            yield self.difference(path, "one_of_changed", piece(old, keyword), piece(new, keyword))
        else:
            yield from found

    def branches(self, name: str, before: list[Any], after: list[Any], path: str) -> Iterator[Difference]:
        """The differences of the branches, each paired with the one that it differs least from."""
        pairs = []
        for i, old in enumerate(before):
            for j, new in enumerate(after):
                found = list(self.schemas(old, new, path))
                breaking = sum(difference.change == "breaking" for difference in found)
                pairs.append((breaking, len(found), i, j, found))
        old_left, new_left = set(range(len(before))), set(range(len(after)))
        for _, _, i, j, found in sorted(pairs, key=lambda pair: pair[:4]):
            if i in old_left and j in new_left:
                old_left.remove(i)
                new_left.remove(j)
                yield from found
        yield from (self.difference(path, f"{name}_removed", before[i], None) for i in sorted(old_left))
        yield from (self.difference(path, f"{name}_added", None, after[j]) for j in sorted(new_left))

    def others(self, old: JsonObject, new: JsonObject, path: str) -> Iterator[Difference]:
        """Keywords that are not compared, where they changed or where what they depend on may have."""
        for keyword in old | new:
            if keyword in _COMPARED or is_aside(keyword):
                continue
            before, after = piece(old, keyword), piece(new, keyword)
            same = json_equal(before, after)
            if keyword.startswith("unevaluated"):  # depends on every keyword beside it
                same = same and json_equal(old, new)
            if '"$' in json.dumps(before):  # a reference, followed nowhere else
                same = same and json_equal(self.old_root, self.new_root)
            if not same:
                yield self.difference(path, "other", before, after)


def _arrival(name: str, old: JsonObject, new: JsonObject) -> str:
    """The kind of a property that came. Where any member was possible, its name may be in use already."""
    if name in new.get("required", ()) and name not in old.get("required", ()):
        return "required_property_added"
    was_free = old.get("additionalProperties", True) in (True, ANYTHING) or "patternProperties" in old
    return "free_name_taken" if was_free else "optional_property_added"


def _wrapped_like(model: JsonObject, schema: JsonObject) -> JsonObject:
    """The schema as an `anyOf` or `allOf` of itself alone, where the model is nothing but that."""
    for keyword in ("anyOf", "allOf"):
        bare = keyword in model and all(other == keyword or is_aside(other) for other in model)
        if bare and keyword not in schema:
            return {keyword: [{name: schema[name] for name in schema if not is_aside(name)}]}
    return schema


def _member(path: str, name: str) -> str:
    return f"{path}.{name}" if _PLAIN_NAME.fullmatch(name) else f"{path}[{json.dumps(name)}]"
