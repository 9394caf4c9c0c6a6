"""The one table that says what a change of a schema means to those who rely on it.

`docs/schema-changes.md` prints the same table; a test holds the two equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolgate.compatibility.schema_store import Direction

Change = Literal["additive", "breaking"]
Note = Literal["x-deprecated", "x-migration"]


@dataclass(frozen=True, slots=True)
class DiffRule:
    """One kind of difference: its class in an input, its class in an output, and why.

    `note` is the top-level annotation in which a new version explains the difference where it breaks.
    """

    kind: str
    input: Change
    output: Change
    note: Note | None
    why: str

    def change(self, direction: Direction) -> Change:
        """The class of the difference in one direction."""
        return self.input if direction == "input" else self.output


_ADDS: Change = "additive"
_BREAKS: Change = "breaking"
_OLD: Note = "x-deprecated"
_NEW: Note = "x-migration"

RULES: tuple[DiffRule, ...] = (
    DiffRule("optional_property_added", _ADDS, _ADDS, None, "callers need not send it, readers may skip it"),
    DiffRule("free_name_taken", _BREAKS, _ADDS, _NEW, "the object was open: callers may use that name already"),
    DiffRule("required_property_added", _BREAKS, _BREAKS, None, "callers must send it, old answers lack it"),
    DiffRule("property_removed", _BREAKS, _BREAKS, _OLD, "someone sends it or reads it"),
    DiffRule("property_renamed", _BREAKS, _BREAKS, _OLD, "someone sends or reads the old name"),
    DiffRule("made_required", _BREAKS, _ADDS, None, "callers may leave it out, readers lose nothing"),
    DiffRule("made_optional", _ADDS, _BREAKS, _NEW, "callers may go on sending it, readers count on it"),
    DiffRule("type_widened", _ADDS, _BREAKS, _NEW, "readers meet a type that they do not know"),
    DiffRule("type_narrowed", _BREAKS, _ADDS, _NEW, "callers may send a type that is no longer taken"),
    DiffRule("type_changed", _BREAKS, _BREAKS, _NEW, "neither type contains the other"),
    DiffRule("enum_value_added", _ADDS, _BREAKS, _NEW, "readers meet a value that they do not know"),
    DiffRule("enum_value_removed", _BREAKS, _ADDS, _NEW, "callers may send that value"),
    DiffRule("value_list_added", _BREAKS, _ADDS, _NEW, "any value was possible until now (enum, const)"),
    DiffRule("value_list_removed", _ADDS, _BREAKS, _NEW, "any value is possible from now on (enum, const)"),
    DiffRule("bound_tightened", _BREAKS, _ADDS, _NEW, "callers may send what is now out of bounds"),
    DiffRule("bound_loosened", _ADDS, _BREAKS, _NEW, "readers meet values outside the bounds they know"),
    DiffRule("bound_changed", _BREAKS, _BREAKS, _NEW, "neither pattern, format or multiple contains the other"),
    DiffRule("default_changed", _BREAKS, _BREAKS, _NEW, "leaving it out means something else (or is now defined)"),
    DiffRule("closed", _BREAKS, _ADDS, _NEW, "nothing may stand where something could"),
    DiffRule("opened", _ADDS, _BREAKS, _NEW, "something may stand where nothing could"),
    DiffRule("alternative_added", _ADDS, _BREAKS, _NEW, "readers meet a shape that they do not know (anyOf)"),
    DiffRule("alternative_removed", _BREAKS, _ADDS, _NEW, "callers may send that shape (anyOf)"),
    DiffRule("one_of_changed", _BREAKS, _BREAKS, _NEW, "exactly one branch may match: one disturbs another (oneOf)"),
    DiffRule("condition_added", _BREAKS, _ADDS, _NEW, "callers may not meet it (allOf; a first anyOf or oneOf)"),
    DiffRule("condition_removed", _ADDS, _BREAKS, _NEW, "readers rely on it (allOf; the whole anyOf or oneOf)"),
    DiffRule("note_changed", _ADDS, _ADDS, None, "titles, descriptions, examples and the like decide nothing"),
    DiffRule("annotation_changed", _ADDS, _ADDS, None, "x-... keywords decide nothing"),
    DiffRule("rewritten", _ADDS, _ADDS, None, "the same promise, written in another way"),
    DiffRule("other", _BREAKS, _BREAKS, _NEW, "a keyword that is not compared: it may mean anything"),
)

RULE_OF: dict[str, DiffRule] = {rule.kind: rule for rule in RULES}
