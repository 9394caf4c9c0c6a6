"""Questions of practice and qualifying by runs, teams and laps that are missing, and of where the cars are."""

from __future__ import annotations

import asyncio
from pathlib import Path

from director.planners.base import Turn
from director.planners.offline import OfflinePlanner
from tests.rows import each_row
from toolgate.contract import Context, JsonObject, Plan, Step

TEAMS = [{"name": name} for name in ("Ferrari", "Mercedes", "Red Bull Racing")]
RUNS: list[tuple[str, str, JsonObject]] = [
    ("why did Perez lose his lap", "explain_laps", {"tell": "time", "driver": "PER"}),
    ("how come Perez has no time", "explain_laps", {"tell": "time", "driver": "PER"}),
    ("was Perez's time deleted and why", "explain_laps", {"tell": "time", "driver": "PER"}),
    ("when was Hamilton's best lap set", "get_best_lap_history", {"tell": "set", "driver": "HAM"}),
    ("lap times deleted: who and how many", "query_race",
     {"from": "deletions", "group_by": ["driver"], "order_by": [{"field": "count", "down": True}]}),
    ("is Hamilton faster than the car ahead", "get_gap", {"to": "ahead", "driver": "HAM"}),
    ("how much does Hamilton need to beat Vettel", "get_gap", {"driver": "HAM", "other": "VET"}),
    ("who was in the incident at turn 2", "get_incidents", {"turn": 2}),
    ("why only 5 laps for Gasly", "explain_laps", {"tell": "laps", "driver": "GAS"}),
    ("why has Gasly only done 5 laps", "explain_laps", {"tell": "laps", "driver": "GAS"}),
    ("who's fastest after the first runs", "get_runs", {"show": "initial"}),
    ("order after the first runs, just the top 3", "get_runs", {"show": "initial", "top_n": 3}),
    ("did Hamilton improve just now", "get_runs", {"show": "gain", "driver": "HAM"}),
    ("has Hamilton gone faster", "get_runs", {"show": "gain", "driver": "HAM"}),
    ("what tyre is Perez on for the long run", "get_runs", {"show": "long", "driver": "PER"}),
    ("average of Perez's long run on the softs", "get_runs", {"show": "long", "driver": "PER", "compound": "soft"}),
    ("who's top now and on which tyre", "get_runs", {"show": "best"}),
    ("gap between Hamilton and Vettel after the first runs", "get_runs",
     {"show": "initial", "driver": "HAM", "other": "VET"}),
    ("in which sector did Hamilton beat Vettel on the final laps", "get_sector_times",
     {"run": "final", "driver": "HAM", "other": "VET"}),
    ("who was quicker through the last sector on the final run, Hamilton or Vettel", "get_sector_times",
     {"run": "final", "sector": 3, "driver": "HAM", "other": "VET"}),
    ("Mercedes or Ferrari quicker so far?", "get_teams", {"team": "Mercedes", "other": "Ferrari"}),
    ("best Ferrari right now", "get_teams", {"team": "Ferrari"}),
    ("which team is quickest", "get_teams", {"tell": "best"}),
    ("which team mates were closest", "get_teammate", {"order": "closest"}),
    ("anyone still on track or are they all back in the garage?", "get_on_track", {}),
    ("are they still running", "get_on_track", {}),
    ("who's in the pits", "get_on_track", {"tell": "pits"}),
    ("can they get into the pits right now?", "get_pit_lane", {}),
    ("is the pit exit open", "get_pit_lane", {}),
    ("Hamilton's lap got deleted, why?", "explain_laps", {"tell": "time", "driver": "HAM"}),
    ("did Ferrari lose both", "get_teams", {"tell": "out", "team": "Ferrari"}),
    ("where was Hamilton quicker than Vettel on the final run", "get_sector_times",
     {"run": "final", "driver": "HAM", "other": "VET"}),
    ("what's Hamilton's average on the long run", "get_runs", {"show": "long", "driver": "HAM"}),
    ("who's quickest and what are they on", "get_runs", {"show": "best"}),
    ("why can't they pit", "get_pit_lane", {}),
    ("did Vettel beat Hamilton on the first run", "get_runs", {"show": "initial", "driver": "VET", "other": "HAM"}),
    ("has Ferrari beaten Mercedes", "get_teams", {"team": "Ferrari", "other": "Mercedes"}),
    ("are Ferrari fastest", "get_teams", {"tell": "rank", "team": "Ferrari"}),
    ("which tyres did Hamilton use for his first run", "get_runs", {"show": "initial", "driver": "HAM"}),
    ("how much did Hamilton gain?", "get_runs", {"show": "gain", "driver": "HAM"}),
    ("whos got the best long run pace", "get_runs", {"show": "long"}),
    ("is Vettel staying in the garage", "get_on_track", {"driver": "VET"}),
    ("why is Hamilton so far down", "explain_laps", {"tell": "position", "driver": "HAM"}),
    ("who's coming out for a second run", "get_on_track", {}),
    ("was there any penalty for Sirotkin blocking Stroll", "get_incidents", {"driver": "SIR", "other": "STR"}),
]  # fmt: skip
"""The same in practice and in qualifying."""


def _context(drivers: list[JsonObject], kind: str) -> Context:
    return Context("Formula 1, 2018 Azerbaijan", {"driver": drivers, "team": TEAMS}, session_kind=kind)


@each_row("question, tool, arguments", RUNS)
def test_runs_teams_and_missing_laps_are_asked_of_their_tools(
    drivers: list[JsonObject],
    race_catalogue: list[JsonObject],
    learnt: Path,
    question: str,
    tool: str,
    arguments: JsonObject,
) -> None:
    for kind in ("practice", "qualifying"):
        plan = _planned(question, race_catalogue, _context(drivers, kind), learnt)
        assert [(step.name, dict(step.arguments)) for step in plan.steps] == [(tool, arguments)], (kind, plan.rationale)


@each_row(
    "question",
    [
        "best time by anyone not on hards",
        "who's quickest not on the hards",
        "quickest lap on anything other than the hard",
        "fastest on anything but the hards",
    ],
)
def test_a_compound_is_left_out_of_a_ranking(
    drivers: list[JsonObject], race_catalogue: list[JsonObject], learnt: Path, question: str
) -> None:
    (step,) = _planned(question, race_catalogue, _context(drivers, "practice"), learnt).steps
    assert {"field": "compound", "op": "not_in", "value": ["HARD", "UNKNOWN"]} in step.arguments["where"]


def test_compounds_are_not_compared_by_laps_that_warm_and_cool(
    drivers: list[JsonObject], race_catalogue: list[JsonObject], learnt: Path
) -> None:
    question = "who's fastest on softs or mediums"
    assert not _planned(question, race_catalogue, _context(drivers, "practice"), learnt).steps


def test_whoever_was_told_by_a_best_lap_has_its_tyres_asked(
    drivers: list[JsonObject], race_catalogue: list[JsonObject], learnt: Path
) -> None:
    context = _context(drivers, "practice")
    first = Turn(
        "who just went top", Plan((Step("s1", "get_standings", {"place": 1}),)), "Bottas is fastest with 1:27.4."
    )
    plan = _planned("what tyre was that on?", race_catalogue, context, learnt, (first,))
    assert [(step.name, dict(step.arguments)) for step in plan.steps] == [
        ("get_runs", {"show": "best", "driver": "BOT"})
    ]


def test_the_other_one_of_a_team_is_asked_for_after_the_better_one(
    drivers: list[JsonObject], race_catalogue: list[JsonObject], learnt: Path
) -> None:
    context = _context(drivers, "practice")
    told = "Ferrari: Vettel 1:28.660 (P10), Raikkonen 1:29.633 (P15)."
    first = Turn("best Ferrari right now?", Plan((Step("s1", "get_teams", {"team": "Ferrari"}),)), told)
    plan = _planned("and where's the other one", race_catalogue, context, learnt, (first,))
    assert [(step.name, dict(step.arguments)) for step in plan.steps] == [("get_driver", {"driver": "RAI"})]


def _planned(
    question: str, catalogue: list[JsonObject], context: Context, learnt: Path, memory: tuple[Turn, ...] = ()
) -> Plan:
    return asyncio.run(OfflinePlanner(folder=learnt).plan(question, catalogue, context, memory))


def test_a_sector_is_asked_of_the_segment_that_is_named(
    drivers: list[JsonObject], race_catalogue: list[JsonObject], learnt: Path
) -> None:
    question = "who set the fastest first sector in q3"
    plan = _planned(question, race_catalogue, _context(drivers, "qualifying"), learnt)
    assert [(step.name, dict(step.arguments)) for step in plan.steps] == [
        ("get_sector_times", {"sector": 1, "segment": "q3"})
    ]
