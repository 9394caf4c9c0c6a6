"""What a query asked for, in words: `clean laps of Hamilton on SOFT, laps 20 to 30`. Every condition is told."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitwall.query import Condition, Question
from pitwall.query.narrows import SLICKS, UNTOLD
from pitwall.state import OUT_STATES
from pitwall.tools.condition_words import BEHIND, NOT_FIRST, ON_THE_LEAD_LAP, TOLD_WHOLE, condition_words
from pitwall.tools.query_nouns import Named, names_of, noun_of, plain
from pitwall.tools.query_values import value_words
from pitwall.tools.words import capital, joined, lap_time_text

_OPS = {
    "is": "is", "is_not": "is not", "in": "is one of", "not_in": "is none of", "less": "is below",
    "at_most": "is at most", "more": "is above", "at_least": "is at least", "contains": "contains", "told": "is told",
    "untold": "is not told",
}  # fmt: skip
_STATUS = {
    "safety_car": "the safety car", "vsc": "the virtual safety car", "red": "the red flag", "yellow": "yellow",
    "green": "green",
}  # fmt: skip
_MOVED = {"more": "that were gained", "less": "that were lost"}
"""Of a lap: what a position of now is held against is the grid."""
_UNITS = ("_s", "_c", "_pct", "_ms", "_kmh")
_SPOKEN = {"class name": "class", "class grid": "start in the class", "class gained": "places gained in the class"}
_SPOKEN["gained"] = "places gained"
GAPS = {"interval_s": "gap to the car ahead", "clear_s": "gap to the car behind", "gap_s": "gap to the leader"}
COUNTS = {
    "more": "more than {}", "at_least": "{} or more", "is": "{}", "less": "fewer than {}", "at_most": "at most {}",
}  # fmt: skip
"""How many rows of each are meant."""
_PACE = {
    ("time_s", "less"): "faster than {}", ("time_s", "more"): "slower than {} at best",
    ("speed_kmh", "more"): "above {}", ("speed_kmh", "less"): "below {} at most",
    ("average_time_s", "less"): "faster than {} on average", ("average_time_s", "more"): "slower than {} on average",
}  # fmt: skip
"""How the best lap, the average and the top speed of each are held to another's."""
_PAIR, _FEW = 2, 5
"""More cars than so many are not named once more."""
_OUT = (("state", "not_in", OUT_STATES),)
_UNSAID = (("deleted", "is", False), *_OUT)
"""What goes without saying: cars are those still in the race, a deleted time is none."""


def heading(question: Question, named: Named, count: int = 2) -> str:
    """The rows that are meant; `count` says whether they are one or several."""
    conditions = [one for one in question.where if one.op != "told" and plain(one) not in _UNSAID]
    if any(one.field.name in BEHIND for one in question.any_of) or gap_of_each(question):
        conditions = [one for one in conditions if plain(one) not in NOT_FIRST]
    noun, conditions = noun_of(question.relation.name, conditions, count, named, bool(question.group_by))
    before = [words for one in conditions if (words := _before(one))]
    after = [one for one in conditions if not _before(one)]
    parts = [" ".join((*before, noun)), *_after(question.relation.name, after, named)]
    if question.any_of:
        parts.append(_either(question.relation.name, question.any_of, named))
    held = {plain(one) for one in question.where}
    rest = [one for one in question.without if plain(one) not in held]
    if (then := _placed_then(question)) is not None:
        parts.append(then)
    elif rest and len(rest) < len(question.without):
        parts.append(f"without {' and '.join(_lacking(one, named) for one in rest)}")
    elif question.without:
        unless = " and ".join(_after(question.relation.name, question.without, named))
        parts.append(f"without any {unless}")
    parts += [
        _having(name, op, value)
        for name, op, value in question.having
        if name != "delta_position" and (name, op, value) != ("count", "at_least", 1)
    ]
    if question.per is not None:
        field, end, number = question.per
        parts.append(f"({end} {number} of each {spoken(field.name)})")
    return " ".join(parts)


def gap_of_each(question: Question) -> str:
    """The gap that is asked of each of some cars, in no order; empty of other questions."""
    value = next((field.name for field in question.select[1:2]), "")
    return value if value in GAPS and question.relation.name == "drivers" and not question.order_by else ""


def _placed_then(question: Question) -> str | None:
    """`of those in the top 5 on lap 9`, of whom none was further back as that lap ended; None where it asks no such."""
    held = {(one.field.name, one.op): one.value for one in question.without}
    if held.keys() != {("lap", "is"), ("position", "more")}:
        return None
    return f"of those in the top {held['position', 'more']} on lap {held['lap', 'is']}"


def _having(name: str, op: str, value: object) -> str:
    """A condition on what is counted of each: `with more than 1 each`."""
    if name == "count" and op in COUNTS:
        return f"with {COUNTS[op].format(value)} each"
    if name in TOLD_WHOLE and (said := condition_words(name, op, value)):
        return said
    return f"where {spoken(name)} {_OPS[op]} {value}"


def held_to_a_time(question: Question, named: Named) -> str:
    """`faster than 1:46.315 on laps among the last 5`: whose best lap, average or top speed is so.

    Empty of other questions.
    """
    if [field.name for field in question.group_by] != ["driver"] or len(question.having) != 1:
        return ""
    name, op, value = question.having[0]
    if (name, op) not in _PACE:
        return ""
    rows, number = heading(question._replace(having=()), named), float(str(value))
    if name == "speed_kmh":
        return f"{_PACE[name, op].format(f'{number:g} km/h')}{rows.removeprefix('speeds')}"
    said = _PACE[name, op].format(lap_time_text(number))
    return said if rows == "laps" else f"{said} on {rows}"


def _either(relation: str, conditions: Sequence[Condition], named: Named) -> str:
    """One of several conditions: `saying PIT EXIT or PIT ENTRY` of messages."""
    if all((one.field.name, one.op) == ("message", "contains") for one in conditions):
        return f"saying {' or '.join(str(one.value) for one in conditions)}"
    usual = [_said(relation, one, named) for one in conditions]
    return " or ".join(usual) if all(usual) else "where " + " or ".join(generic(one, named) for one in conditions)


def complement(question: Question) -> Question:
    """For a question with `without`: the question for the rows of which a car must have none."""
    held = {plain(one) for one in question.where}
    rest = tuple(one for one in question.without if plain(one) not in held)
    kept = tuple(one for one in question.where if one.field.name != "position_now")
    return question._replace(where=(*kept, *rest), without=(), having=())


def _lacking(one: Condition, named: Named) -> str:
    return "an in-lap" if plain(one) == ("in_lap", "is", True) else f"any where {generic(one, named)}"


def _before(one: Condition) -> str:
    """What stands before the noun."""
    if one.field.type != "flag" or one.op != "is":
        return ""
    if one.field.name == "accurate" and one.value:
        return "clean"
    return "deleted" if one.field.name == "deleted" and one.value else ""


def _after(relation: str, conditions: Sequence[Condition], named: Named) -> list[str]:
    """What stands after it, the span of laps last."""
    spans = {one.op: one.value for one in conditions if one.field.name == "lap" and one.op != "is"}
    close = any(one.field.name in ("interval_s", *BEHIND) for one in conditions)
    below_first = relation != "drivers" or any(plain(one) in NOT_FIRST for one in conditions)
    words = []
    number = next((one.value for one in conditions if (one.field.name, one.op) == ("status_number", "is")), None)
    for one in sorted(conditions, key=lambda one: one.field.name not in ("car", "passed_car")):
        if number is not None and one.field.name in ("track_status", "status_number"):
            words += [f"under {_bare_status(one.value)} {number}"] * (one.field.name == "track_status")
            continue
        if one.field.name == "lap" and one.op in ("at_least", "at_most", "less", "more") and len(spans) < 3:
            continue
        if close and plain(one) in (*NOT_FIRST, *ON_THE_LEAD_LAP):
            continue
        led = one.field.name in BEHIND and not below_first  # the leader is among them
        said = "" if led else _said(relation, one, named)
        words.append(said or f"where {generic(one, named)}")
    return [*words, *([_span(spans)] if spans else [])]


def _span(spans: dict[str, object]) -> str:
    first, last = spans.get("at_least"), spans.get("at_most")
    if first is not None and last is not None:
        return f"on laps {first} to {last}"
    ways = {"at_least": "from lap {} on", "at_most": "up to lap {}", "less": "before lap {}", "more": "after lap {}"}
    return " and ".join(ways[op].format(value) for op, value in spans.items() if op in ways)


def _said(relation: str, one: Condition, named: Named) -> str:
    """The usual words for a condition; empty where there are none."""
    name, op, value = one.field.name, one.op, one.value
    if name in ("car", "passed_car"):
        return _whose(relation, one, named)
    if name == "compound_before" and op in ("is", "in"):
        return tyre_words(op, value).replace("on ", "from ", 1)
    if name in ("compound", "compound_before"):
        return tyre_words(op, value)
    if (relation, name) == ("positions", "gained") and value == 0 and op in _MOVED:
        return _MOVED[op]
    if known := condition_words(name, op, value):
        return f"of cars {known}" if name == "position_now" and relation not in ("drivers", "results") else known
    if (name, op) == ("laps_ago", "less"):
        return f"among the last {value}" if relation == "laps" else f"in the last {value} laps"
    if name == "track_status" and op == "latest" and value != "green":
        return f"under the latest {_bare_status(value)}"
    if name == "track_status" and op in ("is", "latest"):
        return f"under {_STATUS.get(str(value), value)}"
    if name == "new" and op in ("is", "is_not"):
        on = "on tyres " if relation == "drivers" else ""
        return f"{'not ' if op == 'is_not' else ''}{on}fitted {'new' if value else 'used'}"
    return ""


def _bare_status(value: object) -> str:
    status = str(value[0] if isinstance(value, list) else value)
    return _STATUS.get(status, status).removeprefix("the ")


def _whose(relation: str, one: Condition, named: Named) -> str:
    """Whose rows they are, or who was passed in them."""
    if one.op == "not_in" or (one.op == "is_not" and relation == "drivers"):
        return f"other than {names_of(one.value, named)}"
    if one.op == "is_not" and one.field.name == "car":
        return f"{'by' if relation == 'overtakes' else 'of'} anyone but {names_of(one.value, named)}"
    if one.op not in ("is", "in"):
        return ""
    by = "on" if one.field.name == "passed_car" else "by" if relation == "overtakes" else "of"
    return f"{by} {names_of(one.value, named)}"


def of_those_named(question: Question, total: int, asked: str, named: Named) -> str:
    """How many of those who are named are meant, where something narrows them: `2 of Ocon, Sainz and Gasly on SOFT`."""
    cars = next((one.value for one in question.where if one.field.name == "car" and one.op == "in"), None)
    narrower = any(one.op != "told" and one.field.name not in ("car", "state") for one in question.where)
    if not (isinstance(cars, list) and len(cars) > _PAIR and narrower):
        return capital(asked)
    names = joined([named(str(car)) for car in cars])
    return f"{total} of {asked.replace(names, f'these {len(cars)} cars') if len(cars) > _FEW else asked}"


def tyre_words(op: str, value: object) -> str:
    """`on SOFT or MEDIUM`, `not on slicks`; empty for other conditions."""
    values = [str(each) for each in value] if isinstance(value, list) else [str(value)]
    if op == "not_in" and len(values) > 1:  # what is told of a compound leaves out those that are not known
        values = [each for each in values if each != UNTOLD]
    if set(SLICKS) <= set(values):
        values = [*(each for each in values if each not in SLICKS), "slicks"]
    which = joined(values, "or")
    return {"is": f"on {which}", "in": f"on {which}", "is_not": f"not on {which}", "not_in": f"not on {which}"}.get(
        op, ""
    )


def generic(condition: Condition, named: Named) -> str:
    """`tyre laps is at least 10`: any condition, in the field's own words."""
    field, op, value = condition
    if field.name == "car" and value is not None:
        value = [named(car) for car in value] if isinstance(value, list) else named(value)
        field = field._replace(name="driver")
    if op in ("told", "untold"):
        return f"{spoken(field.name)} {_OPS[op]}"
    if field.type == "flag" and op in ("is", "is_not"):
        return f"{'' if bool(value) == (op == 'is') else 'not '}{spoken(field.name)}"
    measured = field.unit and isinstance(value, int | float)
    listed = ", ".join(str(each) for each in value) if isinstance(value, list) else value
    listed = value_words(field, value) if measured else listed
    return f"{spoken(field.name)} {_OPS[op]} {listed}"


def spoken(name: str) -> str:
    """A field's name as words, without its unit."""
    bare = next((name.removesuffix(unit) for unit in _UNITS if name.endswith(unit)), name)
    words = re.sub("^avg_", "average_", bare).replace("_", " ")
    return _SPOKEN.get(words) or re.sub(r"\blane$", "time in the lane", words)
