"""What bears on the answer to a query beside its rows."""

from __future__ import annotations

from pitwall.facts.names import names_in_words, short_name
from pitwall.facts.passages import only_through
from pitwall.facts.passing import passes
from pitwall.facts.periods import PERIOD_NAMES, neutralised, track_periods
from pitwall.facts.tyres import first_set
from pitwall.query import QueryResult, Question, answer
from pitwall.query.narrows import SLICKS
from pitwall.state import OUT_STATES, RaceView
from pitwall.tools.query_heading import heading
from pitwall.tools.since_line_words import fresh_passes, since_line_words
from pitwall.tools.words import fitting, joined, lap_time_text

_REMARK_CHARS = 120
_FEW_LAPS = 3
_MANY_LAPS = 10_000
_OF_CASES = ("driver", "penalty", "state", "lap")
_OF_A_STATUS = frozenset({"track_status", "status_number"})
_SPANS = ("safety_car", "vsc", "red")
_NARROWER = frozenset({"lap", "laps_ago", "status_number", "stint"})
"""Fields that leave one span, or may."""


def remark(view: RaceView, question: Question, found: QueryResult) -> str:
    """`; safety car now: the field closes up`: the first that bears on the answer; empty where nothing does."""
    remarks = (
        _closed_up, _only_through, _started_on, _lapped_on_the_road, _compounds_not_driven, _since_the_line,
        _averages_apart, _next_drivers, _not_there_yet, _decided,
    )  # fmt: skip
    return next((f"; {said}" for each in remarks if (said := each(view, question, found))), "")


def _closed_up(view: RaceView, question: Question, found: QueryResult) -> str:
    """What closes the field up, where it is asked who comes nearer to the leader."""
    kind = None if view.finished else neutralised(view)
    asks = [name for name, _ in question.order_by] == ["delta_gap_s"]
    return f"{PERIOD_NAMES[kind][0]} now: the field closes up" if kind and asks and found.rows else ""


def _only_through(view: RaceView, question: Question, found: QueryResult) -> str:
    """Who has had an in-lap under the one safety car or flag that is asked about, and made no stop of it."""
    of_stops = question.relation.name == "stops" and all(one.field.name in _OF_A_STATUS for one in question.where)
    asked = question.where if of_stops else question.without
    status = {one.op: one.value for one in asked if one.field.name == "track_status"}
    number = next((one.value for one in asked if one.field.name == "status_number"), None)
    only = status.get("in")
    kind = status.get("latest") or (
        status.get("is") or (only[0] if isinstance(only, list) else None) if number else None
    )
    those = [each for each in track_periods(view) if each.kind == kind]
    chosen = those[-1:] if number is None else those[number - 1 : number] if isinstance(number, int) else []
    last = next(iter(chosen), None)
    if last is None or not (of_stops or any(one.field.name == "in_lap" for one in question.without)):
        return ""
    names = [short_name(view, car) for car in only_through(view, last.start, last.end)]
    return f"only through the lane: {joined(names)}" if names else ""


def _started_on(view: RaceView, question: Question, found: QueryResult) -> str:
    """Who started on the compound that stops are asked for: the car that never stopped for it, or each of all cars."""
    held = {one.field.name: str(one.value) for one in question.where if one.op == "is"}
    if question.relation.name == "stops" and held.keys() == {"compound"} and _is_plain(question):
        started = [short_name(view, car) for car in view.order if _started_on_it(view, car, held["compound"])]
        return fitting(f"started on {held['compound']}: ", started, end="", limit=_REMARK_CHARS) if started else ""
    if question.relation.name != "stops" or found.rows or not held.keys() >= {"car", "compound"}:
        return ""
    on = _started_on_it(view, held["car"], held["compound"])
    return f"{short_name(view, held['car'])} started on {held['compound']}" if on else ""


def _is_plain(question: Question) -> bool:
    """Whether rows are asked for on one condition, in no order."""
    more = question.any_of or question.without or question.group_by or question.aggregate or question.order_by
    return len(question.where) == 1 and not more


def _started_on_it(view: RaceView, car: str, compound: str) -> bool:
    first = first_set(view, car)
    return first is not None and first.compound == compound


def _lapped_on_the_road(view: RaceView, question: Question, found: QueryResult) -> str:
    """That the order tells of no lapped cars ahead, which there may be on the road."""
    fields = {one.field.name: one.op for one in question.where}
    ahead = fields.get("laps_down") == "at_least" and fields.get("position_now") == "less"
    return "this is the order, where lapped cars are on the road is not told" if ahead and not found.rows else ""


def _compounds_not_driven(view: RaceView, question: Question, found: QueryResult) -> str:
    """The compounds that were to be compared and have no such lap; of slicks any one is enough."""
    if not found.rows or [field.name for field in question.group_by] != ["compound"]:
        return ""
    values = next((one.value for one in question.where if (one.field.name, one.op) == ("compound", "in")), None)
    asked = [str(each) for each in values] if isinstance(values, list) else []
    driven, any_slicks = {str(row.get("compound")) for row in found.rows}, set(SLICKS) <= {*asked}
    lacking = [each for each in asked if each not in driven and not (any_slicks and each in SLICKS)]
    lacking += ["slicks"] if any_slicks and driven.isdisjoint(SLICKS) else []
    return f"no such lap on {joined(lacking, 'or')}" if lacking else ""


def _averages_apart(view: RaceView, question: Question, found: QueryResult) -> str:
    """By how much the one of two drivers was quicker on average."""
    averages = [one.name for one in question.aggregate if one.op == "avg" and one.field and one.field.name == "time_s"]
    of_drivers = [field.name for field in question.group_by] == ["driver"]
    if not averages or not of_drivers or len(found.rows) != 2 or found.rows_total != 2:
        return ""
    quick, slow = sorted(found.rows, key=lambda row: row[averages[0]])
    lead = slow[averages[0]] - quick[averages[0]]
    name = names_in_words(view).get(quick["driver"], quick["driver"])
    return f"{name} {lead:.3f} s a lap quicker" if lead >= 0.0005 else ""


def _next_drivers(view: RaceView, question: Question, found: QueryResult) -> str:
    """The best laps of as many others, where one driver has driven several of the few fastest laps."""
    by_time = question.relation.name == "laps" and [*question.order_by] == [("time_s", False)]
    named = [row.get("driver") for row in found.rows]
    if not by_time or question.group_by or not len(set(named)) < len(named) <= _FEW_LAPS or None in named:
        return ""
    best, said = dict[str, float](), names_in_words(view)
    for row in answer(view, question._replace(limit=_MANY_LAPS)).rows:
        best.setdefault(row["driver"], row["time_s"])
    others = [f"{said.get(name, name)} {lap_time_text(best[name])}" for name in best if name != named[0]]
    return fitting("the next drivers' best: ", others[: len(named) - 1], end="") if others else ""


def _since_the_line(view: RaceView, question: Question, found: QueryResult) -> str:
    """Who has come past since the line, where overtakes on track until now are asked for."""
    held = {one.field.name: (one.op, one.value) for one in question.where}
    until_now = held.get("lap", ("at_least", 0))[0] in ("at_least", "more")
    of_cars = [held.get(name, ("is", None)) for name in ("car", "passed_car")]
    known = {"how", "lap", "car", "passed_car"}.issuperset(held) and {op for op, _ in of_cars} == {"is"}
    if question.relation.name != "overtakes" or held.get("how") != ("is", "track") or not (until_now and known):
        return ""
    mine, theirs = (value for _, value in of_cars)
    return since_line_words(view, fresh_passes(view, passes(view), mine, theirs))


def _not_there_yet(view: RaceView, question: Question, found: QueryResult) -> str:
    """`now cars on SOFT: Bottas`: whom it holds for but that they have yet to finish, where nobody has."""
    done = next((one for one in question.where if (one.field.name, one.value) == ("state", "finished")), None)
    if done is None or view.finished or found.rows or question.aggregate or len(question.where) == 1:
        return ""
    racing = done._replace(op="not_in", value=[*OUT_STATES])
    rest = question._replace(where=(racing, *(one for one in question.where if one is not done)))
    said = names_in_words(view)
    names = [said.get(row["driver"], row["driver"]) for row in answer(view, rest).rows if "driver" in row]
    start = f"now {heading(rest, lambda name: said.get(name, name))}: "
    return fitting(start, names, end="", limit=_REMARK_CHARS) if names else ""


def _decided(view: RaceView, question: Question, found: QueryResult) -> str:
    """`decided: Bottas 5 SECOND TIME PENALTY (lap 12)`: what became of the cases, where none is open any more."""
    still = next((one for one in question.where if (one.field.name, one.value) == ("open", True)), None)
    if still is None or found.rows or question.aggregate or len(question.where) == 1:
        return ""
    rest = question._replace(
        where=tuple(one for one in question.where if one is not still),
        select=tuple(field for field in question.relation.fields if field.name in _OF_CASES),
    )
    said = names_in_words(view)
    ends = ((row, row["penalty"] or row["state"].replace("_", " ")) for row in answer(view, rest).rows)
    cases = [f"{said.get(row['driver'], row['driver'])} {end} (lap {row['lap']})" for row, end in ends]
    return fitting("decided: ", cases, end="", limit=_REMARK_CHARS) if cases else ""


def told_together(view: RaceView, question: Question) -> Question:
    """The question as it is worded: with how many safety cars or red flags there have been, where it is of all."""
    kind = next((one.value for one in question.where if (one.field.name, one.op) == ("track_status", "is")), None)
    if kind not in _SPANS or _NARROWER.intersection(one.field.name for one in question.where):
        return question
    several = sum(period.kind == kind for period in track_periods(view))
    if several < 2:
        return question
    words = f"the {several} {PERIOD_NAMES[kind][1]}"
    where, without = (
        tuple(one._replace(value=words) if one.value == kind else one for one in conditions)
        for conditions in (question.where, question.without)
    )
    return question._replace(where=where, without=without)
