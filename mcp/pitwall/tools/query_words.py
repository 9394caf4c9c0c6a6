"""What was asked of a relation and what was found, in one true sentence for any question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pitwall.query import QueryResult, Question
from pitwall.query.halves import HALF_FIELDS, half_distance
from pitwall.tools.query_heading import GAPS, gap_of_each, heading, held_to_a_time, of_those_named, spoken
from pitwall.tools.query_nothing import none_of_these, nothing, of_teams
from pitwall.tools.query_nouns import Named
from pitwall.tools.query_rows import GAINED, row_words, short_rows, stops_by_lap
from pitwall.tools.query_values import value_words
from pitwall.tools.words import capital, count_text, fitting, joined, lap_span_text, laps_text
from toolgate.contract import SUMMARY_MAX_CHARS

_OPS = {
    "avg": "average", "min": "least", "max": "most", "sum": "total", "first": "first", "last": "last",
    "delta": "change of", "every": "always", "any": "ever", "distinct": "different",
}  # fmt: skip
_MEASURED = ("interval_s", "speed_kmh")
_SPELLS = {"safety_car": "safety car", "vsc": "virtual safety car", "red": "red flag", "yellow": "yellow flag"}


def question_words(question: Question, named: Named) -> str:
    """`pit stops under the safety car`."""
    return heading(question, named)


def compares_positions(question: Question) -> bool:
    """Whether it asks what positions were gained or lost over laps."""
    return [field.name for field in question.columns][-3:] == GAINED


def asks_who_lost(question: Question) -> bool:
    """Whether it asks for positions lost, or for all that moved."""
    return compares_positions(question) and _moved(question) != "gained"


def summary_words(
    question: Question, found: QueryResult, named: Named, out: Sequence[str] = (), remark: str = ""
) -> str:
    """The answer, or why there is none.

    `out`: cars that dropped out on the way, which it is not about. `remark`: what else bears on it.
    """
    if not found.carried:
        return f"The feed does not tell of {question.relation.name}."
    unsure = f" ({found.undecided} more may be meant: the feed does not tell)" if found.undecided else ""
    unsure += remark
    if not found.rows and question.relation.name == "drivers" and (untold := _only_untold(question)):
        return f"The feed does not tell {untold} of any {heading(question, named, 1)}."[:200]
    if not found.rows and _names_cars(question):
        return f"{none_of_these(question, named)}."[:200]
    if compares_positions(question) and found.matching:
        unsure += f" (not counting who dropped out: {joined([named(car) for car in out])})" if out else ""
        if not found.rows:
            return f"Nobody {_moved(question)} positions over {heading(question, named)}{unsure}."[:200]
    if found.carried and not found.rows and _asks_who_closes(question):
        return f"Nobody has come nearer to the leader{_over_laps(question)}{unsure}."
    if not found.matching or not found.rows:
        return f"{nothing(question, found, named)}{unsure}."[:200]
    if question.without and out and not compares_positions(question):
        gone = [named(car) for car in out]
        if found.rows_total == len(found.rows) and {row.get("driver") for row in found.rows} <= {*gone}:
            return fitting(f"{capital(heading(question, named, 2))}: no car still going; already out: ", gone)
        unsure += f" (already out: {joined(gone)})"
    if question.aggregate and not question.group_by:
        return _aggregated(question, found, named, f"{unsure}.")
    if question.relation.name == "statuses" and "began" in [field.name for field in found.columns]:
        named_once = any((one.field.name, one.op) == ("status", "is") for one in question.where)
        spells = [_spell(row, named_once) for row in found.rows]
        return fitting(f"{capital(heading(question, named, len(spells)))}: ", spells, separator="; ", end=f"{unsure}.")
    if [field.name for field in found.columns] == HALF_FIELDS:
        return half_distance(found.rows[0])
    rows = list(_as_many_as_fit(row_words(question, found.columns, row) for row in found.rows))
    start = _start(question, found, named)
    if start == joined([str(row.get("driver")) for row in found.rows]):
        return fitting("", rows, separator=", ", end=f"{unsure}.", of=len(found.rows))
    apart = "; " if any("," in row for row in rows) else ", "
    # Who asks for the first of an order wants no count of the others; else what is left out is counted.
    of = len(found.rows) if question.order_by and not question.having else found.rows_total
    told = fitting(f"{start}: ", rows, separator=apart, end=f"{unsure}.", of=of)
    if told.endswith(f" more{unsure}.") and found.rows_total == len(found.rows):
        return _in_short(question, found, start, unsure) or told
    return told


def _in_short(question: Question, found: QueryResult, start: str, unsure: str) -> str:
    """All rows in fewer words; empty where they have no room so either, but for stops, of which some laps are told."""
    if by_lap := stops_by_lap(question, found.rows):
        return fitting(f"{start}: ", by_lap, separator="; ", end=f"{unsure}.", part="lap")
    for briefly in (False, True):
        short = short_rows(question, found.columns, found.rows, briefly=briefly)
        told = fitting(f"{start}: ", short, end=f"{unsure}.") if short else ""
        if short and all(one in told for one in short):
            return told
    return ""


def _as_many_as_fit(rows: Iterable[str]) -> Iterator[str]:
    """Rows from the first on, at least as many as a summary holds."""
    length = 0
    for row in rows:
        yield row
        length += len(row)
        if length > SUMMARY_MAX_CHARS:
            return


def _only_untold(question: Question) -> str:
    """The field that must be told, where nothing else but who is meant is asked of cars."""
    if question.having:
        return ""
    told = [one.field.name for one in question.where if one.op == "told"]
    rest = {one.field.name for one in question.where if one.op != "told"} - {"state", "car", "class_name", "team"}
    return spoken(told[0]) if told and not rest else ""


def _start(question: Question, found: QueryResult, named: Named) -> str:
    """What the rows are, how many there are, and in which order they stand."""
    total, asked = _counted(question, found), heading(question, named)
    if (start := _special(question, asked)) is not None:
        return start
    if not question.order_by:
        return _unordered(question, total, asked, named)
    if than := held_to_a_time(question, named):
        return f"{count_text(total, 'driver')} {than}"
    name, down = question.order_by[0]
    if compares_positions(question):
        return f"Positions {_moved(question)}, {asked}"
    if name == "session_time_s":
        return f"{capital(asked)}, {'latest' if down else 'earliest'} first"
    if name in ("time_s", "lane_s"):
        of = "of " if asked.startswith("laps ") and asked[5:6].isdigit() else ""
        return f"{'Slowest' if down else 'Fastest'} {of}{asked}"
    if name == "gap_s":
        return f"{capital(asked)} by gap to the leader, {'largest' if down else 'smallest'} first"
    if name in _MEASURED:
        return f"{capital(asked)}, {'highest' if down else 'lowest'} first"
    if name == "position_now":
        return f"{capital(asked)}, {'lowest' if down else 'highest'} placed first"
    if name == "grid":
        return f"{capital(asked)} by grid, {'furthest back' if down else 'furthest up'} first"
    if name == "tyre_laps":
        return f"{capital(asked)} by tyre age, {'oldest' if down else 'newest'} first"
    if name.startswith("average_"):
        what = spoken(name.removeprefix("average_"))
        return f"Average {what} of {asked}, {'slowest' if down else 'quickest'} first"
    measure = "number" if name == "count" else spoken(name)
    return f"{capital(asked)} by {measure}, {'most' if down else 'least'} first"


def _counted(question: Question, found: QueryResult) -> int:
    """How many are told: the rows; in cases of the stewards the cars, of which one may be in several."""
    penalties = any(one.field.name == "penalised" for one in question.where)
    if question.relation.name != "penalties" or penalties or question.group_by or len(found.rows) < found.rows_total:
        return found.rows_total
    return len({str(row.get("driver")) for row in found.rows})


def _special(question: Question, asked: str) -> str | None:
    """How a question of its own kind begins; None: as all others do."""
    grouped = [field.name for field in question.group_by]
    if question.relation.name == "distance":
        return "Of the race"
    if grouped == ["driver"] and [*question.having] == [("best_position", "more", 1)]:
        return "Have led no lap at the line, by their best position there"
    if (ago := _so_many_laps_ago(question)) is not None:
        return f"{laps_text(ago)} ago"
    ordered = [name for name, _ in question.order_by]
    if _asks_who_closes(question):
        return f"Gap to the leader{_over_laps(question)}, of those who have come nearer"
    if grouped == ["team"] and ordered == ["position_now"]:
        return "Teams by their best placed cars"
    if grouped == ["team"] and question.relation.name == "drivers" and (summed := _teams_by_sum(question)):
        return summed
    if question.relation.name == "segments" and ordered:
        if ordered == ["segment"]:
            return "The last segment with a time"
        return f"{capital(asked)}, {'slowest' if question.order_by[0][1] else 'quickest'} first"
    if question.relation.name == "laps" and ordered == ["gap_s"] and asked == "laps in P2":
        end = "largest" if question.order_by[0][1] else "smallest"
        return f"Gaps of the second to the leader at the line, {end} first"
    if question.relation.name == "drivers" and ordered in (["interval_s"], ["clear_s"]):
        which = GAPS[ordered[0]].replace("gap", "Gaps")
        return f"{which}, {'largest' if question.order_by[0][1] else 'smallest'} first"
    if grouped == ["passed"]:
        return f"Times overtaken{asked.removeprefix('overtakes')}{', most first' if question.order_by else ''}"
    return of_teams(question, asked) if grouped == ["team"] and question.having else None


def _so_many_laps_ago(question: Question) -> int | None:
    """How many, of a question for the lap that the leader was on then."""
    asked = {(one.field.name, one.op): one.value for one in question.where}
    of_leader = asked.keys() == {("position_now", "is"), ("laps_ago", "is")} and asked["position_now", "is"] == 1
    return int(str(asked["laps_ago", "is"])) if of_leader and question.relation.name == "laps" else None


def _teams_by_sum(question: Question) -> str | None:
    """`Teams by places gained of their cars still going, most first`; None where that is no sum of their cars."""
    sums = [one.name for one in question.aggregate if one.op == "sum"]
    if not question.order_by or question.order_by[0][0] not in sums:
        return None
    going = " still going" if any(one.field.name == "state" for one in question.where) else ""
    name, down = question.order_by[0]
    return f"Teams by {spoken(name)} of their cars{going}, {'most' if down else 'least'} first"


def _asks_who_closes(question: Question) -> bool:
    return [name for name, _ in question.order_by] == ["delta_gap_s"]


def _over_laps(question: Question) -> str:
    """` over the last 5 laps`"""
    laps = next((one.value for one in question.where if (one.field.name, one.op) == ("laps_ago", "less")), None)
    return f" over the last {laps} laps" if laps is not None else ""


def _unordered(question: Question, total: int, asked: str, named: Named) -> str:
    """What rows in no order are, and how many."""
    if _tells_all_rows(question):
        return capital(asked)
    if [field.name for field in question.group_by] == ["driver"]:
        return f"{total} {'driver' if total == 1 else 'drivers'} with {asked}{_of_what(question)}"
    if question.group_by:  # groups are counted, not what is in them
        return f"{capital(asked)} by {joined([spoken(field.name) for field in question.group_by])}"
    if _pins_one(question):
        return capital(heading(question, named, total))
    if not _names_cars(question):
        return f"{total} {heading(question, named, total)}{_which_gap(question)}"
    return of_those_named(question, total, asked, named)


def _which_gap(question: Question) -> str:
    """`, gap to the leader`: what the value of each car is, where that is a gap."""
    value = gap_of_each(question)
    return f", {GAPS[value]}" if value else ""


def _tells_all_rows(question: Question) -> bool:
    """Whether it sums up the rows of each who is named: how many, between which laps, from best to worst."""
    named = any(one.field.name == "car" for one in question.where)
    return named and bool(question.group_by) and len(question.aggregate) > 1


def _of_what(question: Question) -> str:
    """`, average time`: what the one value of each group is."""
    fields = [(one.op, one.field) for one in question.aggregate]
    if len(fields) != 1 or fields[0][1] is None or fields[0][0] in ("count", "distinct"):
        return ""
    return f", {_OPS[fields[0][0]]} {spoken(fields[0][1].name)}"


def _moved(question: Question) -> str:
    lost = any(name == "delta_position" and op in ("more", "at_least") for name, op, _ in question.having)
    gained = any(name == "delta_position" and op in ("less", "at_most") for name, op, _ in question.having)
    return "lost" if lost else "gained" if gained else "gained or lost"


def _names_cars(question: Question) -> bool:
    named = any(one.field.name == "car" and one.op in ("is", "in") for one in question.where)
    return question.relation.name == "drivers" and named


def _pins_one(question: Question) -> bool:
    """Whether the conditions leave one car and one row of it to ask for."""
    pinned = {one.field.name for one in question.where if one.op == "is"}
    return "car" in pinned and ("stint" in pinned or question.relation.name == "drivers")


def _aggregated(question: Question, found: QueryResult, named: Named, end: str) -> str:
    """One row of values."""
    row, columns = found.rows[0], found.columns
    names = [field.name for field in columns]
    if names == ["count"]:
        return f"{row['count']} {heading(question, named, int(row['count']))}{end}"
    if len(names) == 2 and names[0].startswith("average_") and names[1] == "rows":
        measure = spoken(names[0].removeprefix("average_"))
        count = int(row["rows"])
        value = value_words(columns[0], row[names[0]])
        what = value if value.endswith(f" {measure}") else f"{measure} {value}"
        return f"Average {what} over {count} {heading(question, named, count)}{end}"[:200]
    said = [f"{spoken(field.name)} {value_words(field, row[field.name])}" for field in columns]
    return fitting(f"{capital(heading(question, named))} ({found.matching}): ", said, end=end)


def _spell(row: dict[str, Any], named_once: bool) -> str:
    """`safety car laps 40 to 47`, without its kind where that was named before; `00:22:13 to 00:27:58` where no laps
    are counted.
    """
    kind = "" if named_once else f"{_SPELLS.get(row['status'], row['status'])} "
    if not row["lap"] and not row["to_lap"]:
        began, ended = (str(row[name] or "")[:8] for name in ("began", "ended"))
        return f"{kind}since {began}, not over" if row["going"] else f"{kind}{began} to {ended}"
    if row["going"]:
        return f"{kind}since lap {row['lap']}, not over"
    return kind + lap_span_text(row["lap"], row["to_lap"])
