"""get_results: the order on the road, what announced penalties make of it, and the official one where it is given."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.cases import cases_of
from pitwall.facts.classification import Placed, provisional, with_seconds
from pitwall.facts.names import named, short_name
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.case_rows import CASE, MOST_CASES, case_row, case_words
from pitwall.tools.drivers_asked import drivers_asked
from pitwall.tools.penalty_words import added_words, penalty_words
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_EXAMPLES: tuple[Example, ...] = (
    asked(
        {"driver": "{driver}"},
        """
        where (is|would) {driver} (be|) with (his|the|a|that) (penalty|penalties) / {driver} with the penalty
        where (does|will|would) {driver} finish with (his|the) penalty / {driver} after penalties
        does {driver} keep (his|the) (position|place) with (his|the) penalty / net position of {driver} with the penalty
        does (his|the) penalty cost {driver} (a place|places|positions|the place)
        how many (places|positions) (does|will|would|did) {driver} lose (with|by|through) (his|the) penalty
        does {driver} have enough gap to cover (his|the) penalty / can {driver} cover his penalty
        where would {driver} (end up|finish|be classified) if (it|the race) (finished|ended|stopped) (like this|now)
        where would {driver} (end up|finish) as (it stands|things stand)
        where would {driver} be without (his|the) penalty / would {driver} lose a place with his penalty
        """,
    )
    + asked(
        {"driver": "{driver}", "added_s": "{n}"},
        """
        where would {driver} (be|finish|end up|come) with {n} (seconds|second) (added|more|of penalty|on top)
        where would {driver} (be|finish|end up) (with|after) a {n} (second|seconds) penalty
        where would a {n} second penalty (put|leave|drop) {driver} / what would {n} seconds cost {driver}
        what would a {n} second penalty (do to|cost|mean for) {driver}
        how many (places|positions) would (a {n} second penalty|{n} seconds) cost {driver}
        how many (places|positions) would {driver} lose with (a {n} second penalty|{n} seconds added)
        """,
    )
    + asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        would {driver} (drop|fall) behind {other} with (his|the) penalty / is {driver} behind {other} with his penalty
        would {driver} lose (the place|the position|his place) to {other} with (his|the) penalty
        who is ahead (with|after) (the|) penalties {driver} or {other}
        how far ahead of {other} must {driver} be for his penalty
        """,
    )
    + asked(
        {"place": "{n}"},
        "who is P{n} (after|with) (the|) penalties / who is {n} (after|with) (the|) penalties",
    )
    + asked(
        {},
        """
    provisional result / provisional results / provisional classification / result with penalties
    what is the result with penalties / order with the penalties added / official result / official results
    official classification / what does the classification look like with penalties / result after penalties
    order corrected for penalties / corrected order / order after penalties / order with penalties (applied|included)
    finishing order (after|with) penalties / what is the order once penalties are applied / net order with penalties
    do the penalties change the order / do penalties change the result / result including penalties
    who won officially / classified result / what is the result once penalties are added
    what is the order with the penalties / does the penalty change the podium
    which time penalties are added to the result / have the penalties been applied to the result
    """,
    )
)


def build_get_results_tool(cache: StateCache) -> ToolSpec:
    """The order on the road, the provisional one as known now, and the official one where it has been given."""
    return race_tool(
        cache,
        _handle,
        name="get_results",
        kinds=RACES,
        description="The result: the order on the road, the provisional one with the announced penalties not yet "
        "served (derived), open cases of the stewards, and the official classification where a file of it was given.",
        arguments={
            "driver": s.driver_argument("the summary tells what penalties make of this driver's position"),
            "other": s.driver_argument("with driver: who of the two is ahead with penalties, and by how much"),
            "added_s": {
                **s.integer(
                    "with driver: the summary tells where so many more seconds would put him; without other",
                    low=1,
                    high=600,
                ),
                "x-phrases": [],
            },
            "place": {**s.integer("the summary tells who is there with penalties", low=1, high=64), "x-phrases": []},
        },
        payload={
            "rows": s.rows(
                s.record(
                    {
                        "position": s.position("provisional: on the road with the announced seconds; derived"),
                        "driver": s.driver(),
                        "road_position": s.position("on the road"),
                        "penalty_s": s.number("announced seconds that have not been served", high=1000),
                        "laps": s.lap_number("laps completed"),
                        "behind_s": s.gap_s("seconds behind the first, penalties included"),
                        "state": s.run_state(),
                        "official_position": s.position("from the file that was given"),
                    }
                )
            ),
            "basis": s.choice("official", "provisional", description="what the summary speaks of"),
            "changed": s.flag("penalties change the order on the road"),
            "open_cases": s.rows(CASE, "what the stewards may still decide", most=MOST_CASES),
            "final": s.flag("the winner has taken the flag"),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    rows = provisional(view)
    official = {row.car: row.position for row in view.official}
    pending = [case for case in cases_of(view) if case.is_open]
    changed = any(row.penalty_s and row.road_position != row.position for row in rows)
    return {
        "summary": _summary(view, given, rows, len(pending)),
        "rows": [_row(view, row, official.get(row.car)) for row in rows[: s.MAX_CARS]],
        "basis": "official" if official else "provisional",
        "changed": changed,
        "open_cases": [case_row(view, case) for case in pending[-MOST_CASES:]],
        "final": view.finished,
        "missing": [
            *(() if official else ("the official classification: the feed has none",)),
            *(() if view.race_control else ("messages of race control, and with them penalties",)),
            *[f"what the stewards decide: {case_words(view, case)}"[:200] for case in pending[:10]],
        ],
    }


def _row(view: RaceView, row: Placed, official: int | None) -> JsonObject:
    return {
        "position": row.position,
        "driver": named(view, row.car),
        "road_position": row.road_position,
        "penalty_s": row.penalty_s,
        "laps": view.car(row.car).laps,
        "behind_s": row.behind_s,
        "state": view.run_state(row.car)[0],
        "official_position": official,
    }


def _summary(view: RaceView, given: JsonObject, rows: Sequence[Placed], pending: int) -> str:
    cars = drivers_asked(view, given)
    if "added_s" in given:
        if len(cars) != 1:
            raise InvalidArgument("added_s is told of one driver: name one", path="/added_s")
        return added_words(view, with_seconds(view, cars[0], given["added_s"]), cars[0], given["added_s"])
    if cars:
        return penalty_words(view, rows, *cars)
    if "place" in given and given["place"] <= len(rows):
        row = rows[given["place"] - 1]
        return f"With announced penalties (derived) {short_name(view, row.car)} is P{row.position}{_added(row)}."
    return _official(view) if view.official else _provisional(view, rows, pending)


def _official(view: RaceView) -> str:
    rows = [f"{row.position} {short_name(view, row.car)}" for row in view.official if row.position is not None]
    return fitting("Official result: ", rows)


def _added(row: Placed) -> str:
    return f" (+{row.penalty_s} s, was {row.road_position})" if row.penalty_s else ""


def _provisional(view: RaceView, rows: Sequence[Placed], pending: int) -> str:
    if not rows:
        return "The feed has placed no car yet."
    start = "Provisional result (derived): " if view.finished else "As it stands with announced penalties (derived): "
    start = start if view.started else "The race has not started: there is no result; the order: "
    said = [f"{row.position} {short_name(view, row.car)}{_added(row)}" for row in rows]
    end = f"; {pending} {'case is' if pending == 1 else 'cases are'} open." if pending else "."
    return fitting(start, said, end=end)
