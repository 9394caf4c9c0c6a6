"""A row of an answer in words, and rows in fewer words where not all of them have room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitwall.query import Question
from pitwall.relations import Field
from pitwall.tools.query_heading import spoken
from pitwall.tools.query_values import POSITIONS, value_words
from pitwall.tools.words import count_text, laps_text

_BRIEF = (
    "driver", "passed", "how", "lap", "sector", "trap", "time_s", "speed_kmh", "lane_s", "status", "state", "compound",
    "position", "gap_s", "air_c", "track_c", "rain", "message",
)  # fmt: skip
_BARE = (
    "driver", "state", "status", "message", "how", "code", "team", "compound", "penalty", "reason", "class_name",
    *POSITIONS,
)  # fmt: skip
_SHOWN = ("less", "at_most", "more", "at_least")
"""Where a field is held against a number, how much it is belongs to the answer."""
_ROWS = {"stops": "stop", "passages": "passage", "stints": "stint", "drivers": "car", "sectors": "sector"}
"""What a row is called where rows are counted beside an average; elsewhere it is of a lap."""
_UNSAID = {"derived": (False,), "laps_down": (0,)}
"""Values that go without saying."""
_EXTREMES = {"best_position": "best", "worst_position": "worst"}
GAINED = ["first_position", "last_position", "delta_position"]
_FEW = 4
"""So many of one compound are named beside their number."""


def row_words(question: Question, columns: list[Field], row: dict[str, Any]) -> str:
    """`Vettel 33 laps (SUPERSOFT)`: the name, what it is ordered by, and the rest in parentheses."""
    names = [field.name for field in columns]
    if names[-3:] == GAINED:
        first, last, delta = (int(row[name]) for name in GAINED)
        moved = f"{abs(delta)} {'up' if delta < 0 else 'down'}" if delta else "no change"
        return f"{row[names[0]]} P{first} to P{last} ({moved})"
    pinned = {one.field.name for one in question.where if one.op == "is"} - {"car"}
    of_cars = {"car", "driver"} & {field.name for field in question.group_by}
    if of_cars and (question.relation.name == "stints" or question.without):
        pinned |= {"count", "compounds"}
    who = next(
        (field for field in columns if field.name == "driver" and columns[0].name in ("car", "code")), columns[0]
    )
    columns = [who, *(field for field in _brief(question, columns)[1:] if field.name not in pinned)]
    known = {field.name: field for field in columns}
    subject = columns[0]
    ranked = [name for name, _ in question.order_by]
    main = [name for name in (*ranked, "count") if name in known and known[name] != subject]
    whose = bool(question.group_by) or subject.type == "text"
    if whose and not main and not ranked and len(columns) > 1 and columns[1].unit and row[columns[1].name] is not None:
        main = [columns[1].name]
    told = _value(subject, row[subject.name])
    if "passed" in known and subject.name == "driver":
        told = f"{told} past {_value(known['passed'], row['passed'])}"
    if "driver" in known and subject.name == "passed":
        told = f"{_value(known['driver'], row['driver'])} past {told}"
        columns = [field for field in columns if field.name != "driver"]
    if main[:1] == ["tyre_laps"]:
        sets = f" {row['compound']}" if row.get("compound") else ""
        return f"{told}{sets} {value_words(known['tyre_laps'], row['tyre_laps'])} old"
    parts = [told, *(value_words(known[name], row[name]) for name in main[:1])]
    rest = [
        _labelled(question.relation.name, field, row[field.name])
        for field in columns[1:]
        if field.name not in main[:1]
        and field.name != "passed"
        and row[field.name] not in (None, *_UNSAID.get(field.name, ()))
    ]
    return " ".join(parts) + (f" ({', '.join(rest)})" if rest else "")


def _labelled(relation: str, field: Field, value: Any) -> str:
    if field.name == "derived":
        return "derived"
    if field.name == "stops":
        return count_text(int(value), "stop")
    if field.name == "grid":
        return f"grid P{value}"
    if field.name == "laps_down":
        return f"{count_text(int(value), 'lap')} down"
    if field.name == "laps_ago":
        return f"{count_text(int(value), 'lap')} ago"
    if field.name == "new":
        return "new set" if value else "used set"
    if field.name == "status_number":
        return f"period {value}"
    if field.name == "reached":
        return f"last in Q{value}"
    if field.name in _EXTREMES:
        return f"{_EXTREMES[field.name]} {_value(field, value)}"
    if field.name == "gained":
        return f"{abs(int(value))} {'up' if value > 0 else 'down'}" if value else "no change"
    if field.name == "rows":
        return count_text(int(value), _ROWS.get(relation, "lap"))
    return _value(field, value) if field.name in _BARE else f"{spoken(field.name)} {value_words(field, value)}"


def _value(field: Field, value: Any) -> str:
    words = value_words(field, value)
    return words if field.name in _BARE or field.name in ("passed",) else f"{spoken(field.name)} {words}"


def _brief(question: Question, columns: list[Field]) -> list[Field]:
    """Few enough to be read: who, what it is ordered by, and what else tells the rows apart."""
    if len(columns) <= 6:
        return columns
    known = {field.name: field for field in columns}
    asked = (one.field.name for one in question.where if one.op in _SHOWN)
    wanted = [*_BRIEF[:1], *(name for name, _ in question.order_by), *asked, *_BRIEF[1:]]
    return [known[name] for name in dict.fromkeys(wanted) if name in known][:4] or columns[:4]


def short_rows(
    question: Question, columns: Sequence[Field], rows: Sequence[dict[str, Any]], *, briefly: bool = False
) -> list[str]:
    """Stops by who made them, with their laps or `briefly` without, laps by who drove them, tyres by compound, what is
    the same of all once, averages of as many laps; none where rows are ranked, counted or of others.
    """
    names = [field.name for field in columns]
    if names[0] == "driver" and names[1:2] == ["average_time_s"] and names[2:] == ["rows"]:
        return _averages_of_as_many(columns[1], rows)
    if question.order_by or question.group_by or question.aggregate or "driver" not in names:
        return []
    if question.relation.name == "stops" and "position_now" not in names:
        made: dict[str, list[str]] = {}
        for row in rows:
            made.setdefault(_number_or_name(str(row["driver"])), []).append(str(row.get("lap") or "-"))
        if "lap" in names and not briefly:
            told = [f"{driver} ({', '.join(laps)})" for driver, laps in made.items()]
            return [told[0].replace("(", "(lap ", 1), *told[1:]]
        return [f"{driver} {len(laps)}x" if len(laps) > 1 else driver for driver, laps in made.items()]
    if question.relation.name == "laps" and "time_s" in names:
        return _times_of_each(next(field for field in columns if field.name == "time_s"), rows)
    if sorted(names) == ["compound", "driver", "tyre_laps"] and all(row["tyre_laps"] is not None for row in rows):
        return ages_by_compound(rows)
    if sorted(names) != ["compound", "driver"]:
        return _same_of_all(question, columns, rows)
    on: dict[str, list[str]] = {}
    for row in rows:
        on.setdefault(str(row["compound"]), []).append(str(row["driver"]))
    if len(on) == 1:
        ((compound, drivers),) = on.items()
        return [f"all on {compound}" if briefly else f"{', '.join(drivers)} (all {compound})"]
    return split_by_compound(on)


def stops_by_lap(question: Question, rows: Sequence[dict[str, Any]]) -> list[str]:
    """`lap 9 Hulkenberg, Stroll`, `10 Zhou`: who stopped on each lap, of stops in the order of time."""
    ordered = [*question.order_by] == [("session_time_s", False)]
    if question.relation.name != "stops" or not ordered or any(row.get("lap") is None for row in rows):
        return []
    made: dict[int, list[str]] = {}
    for row in rows:
        made.setdefault(int(row["lap"]), []).append(_number_or_name(str(row["driver"])))
    told = [f"{lap} {', '.join(drivers)}" for lap, drivers in made.items()]
    return [f"lap {told[0]}", *told[1:]]


def split_by_compound(on: Mapping[str, Sequence[str]]) -> list[str]:
    """`SOFT 2 (Norris, Bottas)`, `MEDIUM 17`: how many are on each, the rarest first."""
    return [
        f"{compound} {len(drivers)}{_named(drivers)}"
        for compound, drivers in sorted(on.items(), key=lambda one: len(one[1]))
    ]


def ages_by_compound(rows: Sequence[dict[str, Any]]) -> list[str]:
    """`SOFT (Hamilton 18 laps old, Bottas 17)`, `HARD (Sainz 16)`."""
    on: dict[str, list[str]] = {}
    for row in rows:
        age = row["tyre_laps"] if on else f"{laps_text(row['tyre_laps'])} old"
        on.setdefault(str(row["compound"]), []).append(f"{row['driver']} {age}")
    return [f"{compound} ({', '.join(ages)})" for compound, ages in on.items()]


def _averages_of_as_many(average: Field, rows: Sequence[dict[str, Any]]) -> list[str]:
    """`Norris 1:35.4`, `Piastri 1:35.9 (5 laps each)`; none where they are of more laps and of fewer."""
    told = [f"{row['driver']} {value_words(average, row[average.name])}" for row in rows]
    laps = {int(row["rows"]) for row in rows}
    return [*told[:-1], f"{told[-1]} ({count_text(laps.pop(), 'lap')} each)"] if len(laps) == 1 else []


def _same_of_all(question: Question, columns: Sequence[Field], rows: Sequence[dict[str, Any]]) -> list[str]:
    """`Norris, Piastri (all soft)`, of several rows that differ in who it is alone."""
    names = [str(row["driver"]) for row in rows]
    rests = {row_words(question, [*columns], row).removeprefix(name) for row, name in zip(rows, names, strict=True)}
    rest = rests.pop() if len(rests) == 1 and len(names) > 1 else ""
    return [*names[:-1], f"{names[-1]}{rest.replace('(', '(all ', 1)}"] if rest.startswith(" (") else []


def _times_of_each(time: Field, rows: Sequence[dict[str, Any]]) -> list[str]:
    """`Hamilton 37 from 1:45.412 to 3:01.941`: of several drivers how many laps, and between which times."""
    times: dict[str, list[float]] = {}
    for row in rows:
        times.setdefault(str(row["driver"]), []).append(row["time_s"])
    told = {driver: [one for one in of if one is not None] for driver, of in times.items()}
    if len(told) < 2 or not all(told.values()):
        return []
    return [
        f"{driver} {len(of)} from {value_words(time, min(of))} to {value_words(time, max(of))}"
        for driver, of in told.items()
    ]


def _number_or_name(driver: str) -> str:
    """`#93` for `#93 van der Zande`, `Norris` for `Norris`."""
    return driver.split(maxsplit=1)[0] if driver.startswith("#") else driver


def _named(drivers: Sequence[str]) -> str:
    return f" ({', '.join(drivers)})" if len(drivers) <= _FEW else ""
