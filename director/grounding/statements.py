"""What the results of a plan say: every claim that their tools declare, made of the fields that it names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from director.grounding.asked_rows import cars_of, filled, is_all_rows, is_exactly, is_given
from director.grounding.meanings import MEANINGS, READ_MEANINGS, Kind, Meaning
from director.grounding.pointers import MISSING, cell, column, rows
from toolgate.contract import Context, JsonObject, StepResult

_MOMENTS = ("at_lap", "at_time", "at_segment")
_AGO = "minutes_ago"
_NEEDED = ("subject", "object", "value", "lap", "start")
_PARTS = (*_NEEDED, "end", "over", "since", "total", "reason", "age", "position", "nth", "compound")
_ASIDE = ("nth", "over")
ROWS_MOST = 400
"""How many statements one declaration makes of one result at most."""


class StatementPart(Struct, frozen=True):
    """One part of a statement: what it is, and the field that says so. `value` of somebody is the car's number."""

    value: Any
    kind: Kind
    pointer: str = ""


class Statement(Struct, frozen=True):
    """One claim with its parts, as one step of the plan has it."""

    says: str
    step: str
    parts: Mapping[str, StatementPart]
    moment: str = ""
    """The moment that the step asked for, as `lap 10`; empty where it asked for now."""
    event: bool = False
    table: bool = False
    """Whether it is one of a row each, about all of them: only such rows can be ranked and counted."""
    doubt: bool = False
    """Whether the tool says that a row may have more."""
    every: bool = False
    """Whether it is told of all of whom it is true, whatever the call asked for."""

    def value(self, role: str) -> Any:
        """The value of a part; None where the statement lacks that part."""
        part = self.parts.get(role)
        return part.value if part else None

    def about(self, unsaid: Collection[str] = _ASIDE) -> tuple[tuple[str, str], ...]:
        """What tells this statement from others of its claim: its parts but those that may be left unsaid, its ordinal
        (`nth`) and the laps it spans (`over`) where nothing else is named.
        """
        return tuple(sorted((role, str(part.value)) for role, part in self.parts.items() if role not in unsaid))


def who_is(value: Any) -> str | None:
    """Whom a value names: the number of the car, else the name. None where it is nobody."""
    if isinstance(value, dict):
        value = next((value[key] for key in ("car", "code", "name") if value.get(key)), None)
    return value if isinstance(value, str) else None


def statements_of(
    steps: Sequence[StepResult], context: Context, meanings: Mapping[str, Meaning] = MEANINGS
) -> list[Statement]:
    """Everything of these meanings that the results say, in their order."""
    found: list[Statement] = []
    for step in steps:
        for declared in context.claims.get(step.name, ()) if step.status == "ok" else ():
            if declared.get("says") in meanings and "column" not in declared and is_given(declared, step.arguments):
                cars = cars_of(context.vocabularies) if "given" in declared else {}
                found += (with_cars(one, cars) for one in _declared(declared, step))
    return found


def with_cars(statement: Statement, cars: Mapping[str, str]) -> Statement:
    """The statement with the cars of those whom its rows call by their names."""
    named = {
        role: replace(part, value=cars[part.value])
        for role, part in statement.parts.items()
        if part.kind == "who" and part.value in cars
    }
    return replace(statement, parts={**statement.parts, **named}) if named else statement


def moment_of(step: StepResult) -> str:
    """`lap 10`, `01:02:03`, `q2`: the moment that a step asked for, where it asked for one."""
    named = [(key, step.arguments[key]) for key in _MOMENTS if step.arguments.get(key) is not None]
    if step.arguments.get(_AGO) is not None:
        named.append((_AGO, str((step.envelope.get("as_of") or {}).get("session_time", ""))[:8]))
    return " ".join(f"lap {value}" if key == "at_lap" else str(value) for key, value in named)


def _declared(declared: JsonObject, step: StepResult) -> Iterator[Statement]:
    output = filled(step.envelope, step.arguments) if "filled" in declared else step.envelope
    if any(step.arguments.get(name) not in (None, []) for name in declared.get("unless", ())):
        return
    if "exactly" in declared and not is_exactly(declared["exactly"], step.arguments):
        return
    patterns = {role: declared[role] for role in _PARTS if isinstance(declared.get(role), str)}
    where = declared.get("where", {})
    widest = max((*patterns.values(), *where), key=lambda pattern: pattern.count("*"), default="")
    made: list[Statement] = []
    whole = _is_whole(declared, step, widest)
    missing = output.get("missing") or ()
    if "untold" in declared and any(declared["untold"] in str(line) for line in missing):
        return
    doubt = any(declared["doubt"] in str(line) for line in missing) if "doubt" in declared else False
    for indices in list(rows(output, widest))[:ROWS_MOST]:
        if len({str(cell(output, pattern, indices)[1]) for pattern in declared.get("same", ())}) > 1:
            continue
        if all(_is(cell(output, pattern, indices)[1], wanted) for pattern, wanted in where.items()):
            parts = _parts(declared, patterns, output, indices, step.arguments)
            then = _own_moment(declared, output, indices)
            if parts is None:
                whole = whole and not _is_undecided(declared, output, indices)
            else:
                made.append(Statement(declared["says"], step.id, parts, then or moment_of(step), "event" in declared))
    for statement in made:
        yield Statement(
            statement.says,
            statement.step,
            statement.parts,
            statement.moment,
            statement.event,
            "*" in widest and whole,
            doubt,
            every=bool(declared.get("every")) or ("filled" in declared and whole),
        )


def _parts(
    declared: JsonObject,
    patterns: Mapping[str, str],
    output: JsonObject,
    indices: tuple[int, ...],
    arguments: Mapping[str, Any],
) -> dict[str, StatementPart] | None:
    """The parts of one statement; None where one that it needs is null, or not of its sign."""
    meaning = READ_MEANINGS[declared["says"]]
    parts: dict[str, StatementPart] = {}
    for role, kind in meaning.roles.items():
        written = declared.get(role)
        if isinstance(written, dict) and "before" in written:
            pointer, value = cell(output, written["before"], (*indices[:-1], indices[-1] - 1))
            if _typed(value, kind) is None:
                return None
            parts[role] = StatementPart(_typed(value, kind), kind, pointer)
            continue
        if isinstance(written, dict):
            asked = arguments.get(written["asked"], written["else"]) if "asked" in written else None
            if (worked_out := asked or _over_list(written, output)) is not None:
                parts[role] = StatementPart(worked_out, kind)
            continue
        pointer, value = cell(output, patterns[role], indices) if role in patterns else ("", None)
        value = _typed(value, kind)
        if role == "value" and value is not None and (sign := declared.get("sign")):
            value = abs(value) if value * sign > 0 else None
        if value is not None:
            parts[role] = StatementPart(value, kind, pointer)
        elif role in patterns and (role not in meaning.open or role in _NEEDED[:3]):
            return None
    return parts


def _own_moment(declared: JsonObject, output: JsonObject, indices: tuple[int, ...]) -> str:
    """`lap 10`, where the rows of an output are of a lap each."""
    lap = cell(output, declared["moment"], indices)[1] if "moment" in declared else None
    return f"lap {lap}" if isinstance(lap, int) and not isinstance(lap, bool) else ""


def _is_undecided(declared: JsonObject, output: JsonObject, indices: tuple[int, ...]) -> bool:
    """Whether a row has its subject but not its value: who is first then is open."""
    pattern = declared.get("value")
    return isinstance(pattern, str) and cell(output, pattern, indices)[1] in (None, MISSING)


def _is_whole(declared: JsonObject, step: StepResult, widest: str) -> bool:
    """Whether the rows are all there are: the call did not limit them, and nothing was cut."""
    if any(step.arguments.get(name) not in (None, []) for name in declared.get("partial", ())):
        return False
    if "filled" in declared and not is_all_rows(declared, step):
        return False
    if "truncated" in step.envelope or declared.get("all") is False:
        return False
    if "all" in declared:
        return bool(cell(step.envelope, declared["all"], ())[1] == len(list(rows(step.envelope, widest))))
    return True


def _over_list(written: Mapping[str, str], output: JsonObject) -> int | None:
    """`min`, `max`, `span` or `count` of a list's numbers; `ago`: how long before now its first is."""
    (name, pattern), *_ = written.items()
    numbers = [each for each in column(output, pattern) if isinstance(each, int) and not isinstance(each, bool)]
    if not numbers:
        return None
    lap = (output.get("as_of") or {}).get("lap")
    ago = lap - min(numbers) if isinstance(lap, int) else None
    span = max(numbers) - min(numbers)
    return {"min": min(numbers), "max": max(numbers), "span": span, "count": span + 1, "ago": ago}.get(name)


def _typed(value: Any, kind: Kind) -> Any:
    """The value as its kind has it; None for null and for what is not of the kind."""
    if value is None or value is MISSING or isinstance(value, bool):
        return None
    if kind == "who":
        return who_is(value)
    if kind in ("text", "compound", "team"):
        return value if isinstance(value, str) and value else None
    return value if isinstance(value, int | float) else None


def _is(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, list) and wanted:
        return any(_is(value, one) for one in wanted)
    return bool(type(value) is type(wanted) and value == wanted)
