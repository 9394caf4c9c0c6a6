"""What is said of a field by its name, and what others wrote, in quotation marks with its author."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from director.grounding.evidence import Evidence
from director.grounding.languages import Language
from director.grounding.pointers import MISSING, at
from director.grounding.slots import BadSlot, FilledSlot
from director.grounding.statements import Statement
from director.sanitise import clean_text
from toolgate.contract import StepResult

QUOTE_MAX = 120
Told = tuple[str, list[Evidence]]


def field_clause(
    slots: Mapping[str, FilledSlot], steps: Mapping[str, StepResult], statements: Sequence[Statement], tongue: Language
) -> Told:
    """`books is 12.`: a field as its tool calls it. BadSlot for a text, which is quoted, or no value."""
    slot = slots.get("value")
    if slot is None or slot.operation or isinstance(slot.value, dict | list):
        raise BadSlot("field needs the slot 'value', a pointer to one value")
    if isinstance(slot.value, str):
        return quote_clause(slots, steps, statements, tongue)
    pointer = slot.pointers[0].partition("#")[2]
    names = [part.replace("_", " ") for part in pointer.split("/") if part and not part.isdecimal() and part != "*"]
    value = str(slot.value).lower() if isinstance(slot.value, bool) else f"{slot.value:g}"
    name = " ".join(names) or "value"
    said = str(tongue.words["field"]).format(name=name, value=value.replace(".", tongue.words["decimal"]))
    return f"{said[:1].upper()}{said[1:]}.", [Evidence(value, slot.step, pointer, str(slot.value))]


def quote_clause(
    slots: Mapping[str, FilledSlot], steps: Mapping[str, StepResult], statements: Sequence[Statement], tongue: Language
) -> Told:
    """`race control: "..."`, bounded; a document's with its number, `[R1]`, its source and page in the evidence."""
    slot = slots.get("value")
    if slot is None or not isinstance(slot.value, str) or slot.operation:
        raise BadSlot("quote needs the slot 'value', a pointer to one text")
    step, _, pointer = slot.pointers[0].partition("#")
    row = at(steps[step].envelope, pointer.rpartition("/")[0])
    quoted = clean_text(slot.value, QUOTE_MAX).replace('"', "'")
    said = str(tongue.words["said"]).format(author=_author(row, steps[step]), value=quoted)
    evidence = [Evidence(quoted, step, pointer, slot.value[:QUOTE_MAX])]
    key = "source" if isinstance(row, dict) and "source" in row else "document"
    source = row.get(key) if isinstance(row, dict) else None
    if isinstance(source, str) and source:
        page = row.get("page")
        where = f"{clean_text(source, 80)}, p. {page}" if isinstance(page, int) else clean_text(source, 80)
        evidence.append(Evidence("[R1]", step, f"{pointer.rpartition('/')[0]}/{key}", where))
        said = f"{said} [R1]"
    return said, evidence


def _author(row: Any, step: StepResult) -> str:
    """Who wrote a text: the field beside it, race control, else the tool that had it."""
    beside = row.get("author", row.get("username", MISSING)) if isinstance(row, dict) else MISSING
    if isinstance(beside, str) and beside:
        return clean_text(beside, 40)
    return "race control" if step.name == "get_race_control" else step.name
