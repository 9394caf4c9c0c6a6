"""What says more than its results is refused by the rule that it breaks, and its neighbour that does not is left."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from director.grounding.english.overstated import RULES, overstated
from director.grounding.english.told_rows import ToldRows
from toolgate.contract import StepResult

ROWS = [json.loads(line) for line in (Path(__file__).parent / "wordings_overstated.jsonl").read_text().splitlines()]


def told(**results: dict[str, Any]) -> ToldRows:
    return ToldRows([StepResult("s1", name, {}, "ok", 0.0, envelope) for name, envelope in results.items()])


def of(name: str, **fields: Any) -> dict[str, Any]:
    return {"driver": {"name": name}, **fields}


def test_each_rule_refuses_some_wording_that_was_accepted_once(results_of: Callable[..., Any]) -> None:
    found = {overstated(row["answer"], ToldRows(results_of(row["source"], row["at"], row["calls"])[0])) for row in ROWS}
    assert {f"it says more than the results do: {why}" for _, _, why in RULES} <= found


LED = told(
    get_lead_changes={"leads": [of("Lando Norris", from_lap=1), of("Max Verstappen", from_lap=44)], "laps_led": []}
)
LED_AGAIN = told(
    get_lead_changes={
        "leads": [of("Lando Norris", from_lap=n) for n in (1,)]
        + [of("Max Verstappen", from_lap=44), of("Lando Norris", from_lap=47)]
    }
)
STOPS = told(
    get_pit_stops={
        "cars": [
            of("Sergio Perez", stops=2, passages=[{"kind": "stop", "lane_s": 24.0}, {"kind": "stop", "lane_s": 26.0}])
        ]
    }
)
THROUGH = told(
    get_pit_stops={
        "cars": [
            of(
                "Lando Norris",
                stops=1,
                passages=[{"kind": "stop", "lane_s": 24.0}, {"kind": "drive_through", "lane_s": 16.0}],
            )
        ]
    }
)
TYRES = told(get_stints={"cars": [of("Kimi Räikkönen", age_laps=29, new=True), of("Lewis Hamilton", age_laps=2)]})
UNMOVED = told(get_position_history={"cars": [of("Lewis Hamilton", gained=0), of("Alex Albon", gained=2)]})
OUT = told(
    get_qualifying={
        "over": True,
        "rows": [
            of("Alex Albon", knocked_out=True, segment=1, best_lap_s=73.1),
            of("Pierre Gasly", knocked_out=True, segment=2, best_lap_s=72.9),
            of("Oscar Piastri", knocked_out=False, segment=3, best_lap_s=None),
        ],
    }
)
ALIKE = told(
    get_pit_stops={
        "cars": [of("Sergio Perez", passages=[{"kind": "stop", "lane_s": 24.2}, {"kind": "stop", "lane_s": 23.8}])]
    }
)
TWO_CALLS = ToldRows(
    [
        StepResult(
            "s1",
            "get_pit_stops",
            {"driver": "LEC"},
            "ok",
            0.0,
            {"cars": [of("Charles Leclerc", passages=[{"kind": "drive_through", "lane_s": 16.0}])]},
        ),
        StepResult(
            "s2",
            "get_pit_stops",
            {"driver": "SAI"},
            "ok",
            0.0,
            {"cars": [of("Carlos Sainz", passages=[{"kind": "stop", "lane_s": 24.0}])]},
        ),
    ]
)
HISTORY = told(
    get_position_history={"laps": [{"lap": 10, "place": 7}, {"lap": 11, "place": 6}, {"lap": 12, "place": 6}]}
)
KEPT = told(get_stints={"stints": [{"change": None}, {"change": "kept"}]})
LANE = told(
    get_standings={
        "rows": [
            of("Lando Norris", state="in_pit"),
            of("Oscar Piastri", state="running"),
            of("Romain Grosjean", state="stopped"),
        ]
    }
)


@pytest.mark.parametrize(
    ("results", "too_much", "as_it_is"),
    [
        (LED, "Norris has been leading since lap 1.", "Verstappen has been leading since lap 44."),
        (LED, "Verstappen has led since lap 40.", "Verstappen has led since lap 44."),
        (LED, "Verstappen led for two laps, then Norris.", "Norris led for 43 laps, then Verstappen."),
        (LED_AGAIN, "Norris led for 47 laps, then Verstappen for two, then Norris.", "Norris has led 47 laps."),
        (STOPS, "Both stops took more than 25 seconds.", "Both stops took more than 23 seconds."),
        (STOPS, "Both stops took less than 25 seconds.", "Both stops took less than 27 seconds."),
        (STOPS, "Both stops took 24 seconds.", "His stops took 24 and 26 seconds."),
        (ALIKE, "Both stops took 25 seconds.", "Both stops took 24 seconds."),
        (TWO_CALLS, "Leclerc has been in the lane once.", "Leclerc has stopped once."),
        (STOPS, "Three stops so far.", "Two stops so far."),
        (THROUGH, "Norris has been in the lane once.", "Norris has stopped once."),
        (TYRES, "Raikkonen is on fresh softs.", "Hamilton is on fresh softs."),
        (UNMOVED, "Hamilton is up to eighth.", "Albon is up to eighth."),
        (OUT, "Albon was knocked out in Q2.", "Albon was knocked out in Q1."),
        (OUT, "Gasly was eliminated in Q1.", "Gasly missed out on Q3."),
        (OUT, "Norris currently leads.", "Norris was fastest."),
        (OUT, "Piastri was tenth quickest.", "Gasly was tenth quickest."),
        (LANE, "Norris has yet to come in.", "Piastri has yet to come in."),
        (LANE, "Piastri has moved up to second.", "Piastri is second."),
        (HISTORY, "Ricciardo climbed to sixth on lap 12.", "Ricciardo climbed to sixth on lap 11."),
        (LANE, "Grosjean is still running.", "Piastri is still running."),
        (KEPT, "Hamilton has used two sets.", "Hamilton has changed to hards."),
        (told(), "Alonso is a minute behind.", "Alonso is more than a minute behind."),
        (told(), "The Ferraris are fifth and sixth, both more than 0.35 off.", "Sainz is sixth, more than 0.35 off."),
    ],
)
def test_what_is_too_much_is_refused_and_its_neighbour_is_not(results: ToldRows, too_much: str, as_it_is: str) -> None:
    assert overstated(too_much, results)
    assert not overstated(as_it_is, results)
    assert not overstated(as_it_is + " " + as_it_is, results)
    assert overstated(f"{as_it_is} {too_much}", results)
