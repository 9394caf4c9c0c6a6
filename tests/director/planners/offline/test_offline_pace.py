"""Questions of pace, last and best laps, sectors against pole, and of what covers the first so many."""

from __future__ import annotations

import asyncio
from pathlib import Path

from director.language.numbers import joined
from director.language.tokens import Word
from director.planners.offline import OfflinePlanner
from director.planners.offline.apart.reworded import reworded
from tests.rows import each_row
from toolgate.contract import Context, JsonObject

HAM: JsonObject = {"driver": "HAM"}
RACE: list[tuple[str, str, JsonObject]] = [
    ("what was the last lap of Hamilton", "get_lap_times", {**HAM, "last_n": 1}),
    ("is Hamilton faster than Vettel on the last lap", "get_lap_times", {**HAM, "other": "VET", "last_n": 1}),
    ("how much slower is Hamilton than Vettel", "get_lap_times", {**HAM, "other": "VET"}),
    ("is Hamilton's last lap his best", "get_fastest_laps", {**HAM, "tell": "last"}),
    ("who set a personal best on the last lap", "get_fastest_laps", {"tell": "last"}),
    ("how many times has the fastest lap changed hands", "get_fastest_laps", {"tell": "history"}),
    ("who has the better fastest lap Hamilton or Vettel", "get_fastest_laps", {**HAM, "other": "VET"}),
    ("how old were the tyres when Hamilton set his best lap", "get_fastest_laps", {**HAM, "tell": "tyres"}),
    ("what was Hamilton's best lap and was that the quickest of all", "get_fastest_laps", HAM),
    ("how many laps has Hamilton done", "get_driver", {**HAM, "tell": "laps"}),
    ("who is lapping faster than Hamilton", "get_pace", {**HAM, "tell": "faster"}),
    ("who is the most consistent", "get_pace", {"tell": "consistency"}),
    ("is Hamilton getting slower", "get_pace", {**HAM, "tell": "trend"}),
    ("how much faster is Hamilton since his stop", "get_pace", {**HAM, "tell": "stint"}),
    ("sectors of the last lap of Hamilton", "get_sector_times", {**HAM, "last_lap": True}),
    ("how far is Hamilton off his ideal lap", "get_sector_times", {**HAM, "ideal": True, "lost": True}),
    ("was the fastest lap set by the winner", "get_fastest_laps", {"tell": "holder"}),
    ("is the car with the fastest lap in the points", "get_fastest_laps", {"tell": "holder"}),
    ("who's quickest right now", "get_pace", {}),
    ("which Ferrari has the better fastest lap", "get_fastest_laps", {"driver": "VET", "other": "RAI"}),
    ("how tight is the top 4", "get_gap", {"driver": "P4", "to": "leader"}),
]
TIMED: list[tuple[str, str, JsonObject]] = [
    ("how much time did Hamilton find on his last run", "get_runs", {**HAM, "show": "gain"}),
    ("who improved on the last run", "get_runs", {"show": "gain"}),
    ("is anyone improving", "get_runs", {"show": "gain"}),
    ("who has improved", "get_runs", {"show": "gain"}),
    ("who has done the longest run", "get_runs", {"show": "longest"}),
    ("how many laps was the longest run of Hamilton", "get_runs", {**HAM, "show": "longest"}),
    ("has Hamilton gone faster on soft", "get_fastest_laps", {**HAM, "tell": "compounds", "compound": "soft"}),
    ("who set the last time", "get_fastest_laps", {"tell": "latest"}),
    ("who is on a flying lap", "get_on_track", {"tell": "laps"}),
    ("is Hamilton on a flying lap", "get_on_track", HAM),
    ("gap between P1 and P4", "get_gap", {"driver": "P4", "to": "leader"}),
    ("where does Hamilton lose time to pole", "get_sector_times", {**HAM, "other": "leader"}),
]
QUALIFYING: list[tuple[str, str, JsonObject]] = [
    ("did Hamilton outqualify Vettel", "get_runs", {**HAM, "other": "VET", "show": "duel"}),
    ("who is the first car out", "get_qualifying", {"tell": "line"}),
    ("how many cars go out in q2", "get_qualifying", {"tell": "line", "segment": 2}),
    ("who has not been out in q2", "get_qualifying", {"tell": "untimed", "segment": 2}),
    ("all laps of Hamilton in q2", "get_lap_times", {**HAM, "segment": "q2"}),
    ("did Hamilton get a time on the board in q3", "get_qualifying", {**HAM, "segment": 3}),
    ("who just missed q3 and by how much", "get_qualifying", {"tell": "cut"}),
    ("where would Hamilton be with his deleted lap", "get_qualifying", {**HAM, "tell": "deleted"}),
    ("was Hamilton fastest in every segment", "get_qualifying", {"tell": "times"}),
    ("is the track getting faster", "get_qualifying", {"tell": "times"}),
    ("who is on the 5th row", "get_qualifying", {"top_n": 10}),
    ("how many teams are in q3", "get_teams", {"tell": "through", "segment": "q3"}),
    ("which teams made it into q2", "get_teams", {"tell": "through", "segment": "q2"}),
]


@each_row(
    "kind, question, tool, arguments",
    [
        *(("race", *row) for row in RACE),
        *((kind, *row) for row in TIMED for kind in ("practice", "qualifying")),
        *(("qualifying", *row) for row in QUALIFYING),
    ],
)
def test_pace_and_best_laps_are_asked_of_their_tools(
    drivers: list[JsonObject],
    race_catalogue: list[JsonObject],
    learnt: Path,
    kind: str,
    question: str,
    tool: str,
    arguments: JsonObject,
) -> None:
    context = Context("Formula 1, 2018 Azerbaijan", {"driver": drivers}, session_kind=kind)
    plan = asyncio.run(OfflinePlanner(folder=learnt).plan(question, race_catalogue, context))
    assert [(step.name, dict(step.arguments)) for step in plan.steps] == [(tool, arguments)], plan.rationale


@each_row(
    "question, meant",
    [
        ("what covers the top 10?", "how far is P10 behind the leader"),
        ("how close are the top 3", "how far is P3 behind the leader"),
        ("what covers 3rd to 6th", "gap between P3 and P6"),
        ("gap between P1 and P4 in q2", "gap between P1 and P4 in q2"),
        ("what was his best lap, was that the quickest of the sprint?", "what was his best lap"),
    ],
)
def test_what_covers_many_is_the_gap_of_the_last_of_them(question: str, meant: str) -> None:
    assert reworded(question) == meant


@each_row(
    "said, read",
    [
        ("within a tenth of pole", "within 0.1 seconds of pole"),
        ("two tenths of a second", "0.2 seconds"),
        ("three hundredths", "0.03 seconds"),
        ("who is tenth", "who is tenth"),
        ("the tenth lap", "the tenth lap"),
    ],
)
def test_parts_of_a_second_are_numbers(said: str, read: str) -> None:
    assert " ".join(word.text for word in joined([Word(word, word) for word in said.split()])) == read
