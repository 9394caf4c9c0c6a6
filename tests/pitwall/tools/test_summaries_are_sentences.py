"""Every summary reads as a sentence, whatever it is asked of whom and at which moment of which kind of session."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from tests.examples import MORE
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
SLIPS = re.compile(
    r"\. \.|\.\.|  | ,|\bNone\b|\bnan\b|: [.;]|;\s*\.|\(\)|, \.| and \.|\bP0\b|PNone"
    r"|\b1 (laps|stops|cars|messages|points|trains)\b|(?<!\d)0\.0 s (behind|ahead)"
)
"""What no sentence has: ends without a beginning, values that are none, one of several."""
SESSIONS = (
    "2018_azerbaijan_race", "2025_miami_sprint", "2024_spanish_quali", "2024_british_fp1",
    "sim:classes=3,cars=20,laps=12", "sim:kind=sprint_qualifying,cars=10",
)  # fmt: skip


@pytest.mark.parametrize("session", SESSIONS)
def test_a_summary_is_a_sentence(recorded: Recorded, call_tool: CallTool, session: str) -> None:
    cache = StateCache().load(open_source(session)) if session.startswith("sim:") else recorded(session)
    view, rng = cache.view(), random.Random(7)
    cars = list(view.order)
    for spec in build_tools(cache):
        properties, needs = spec.input_schema["properties"], set(spec.input_schema["required"])
        if not needs <= {"driver", "other"} or "at_lap" not in properties:
            continue
        for _ in range(3 * MORE):
            given: dict[str, Any] = {name: rng.choice(cars) for name in needs}
            if "driver" in properties and not needs and rng.random() < 0.6:
                given["driver"] = rng.choice(cars)
            if "other" in given:
                given["other"] = rng.choice([car for car in cars if car != given["driver"]])
            for name, schema in properties.items():
                if "enum" in schema and rng.random() < 0.4:
                    given[name] = rng.choice(schema["enum"])
            given |= (
                {"at_time": f"00:{rng.randint(5, 59):02d}:00"} if view.timed else {"at_lap": rng.randint(0, view.lap)}
            )
            told = call_tool(cache, spec.name, **given)
            if "error" in told:
                assert told["error"]["type"] == "validation_error", (spec.name, given, told)
                continue
            said = told["summary"]
            assert not SLIPS.search(said), (spec.name, given, said)
            assert said[0].isupper() or said[0].isdigit() or said[0] == "#" or said.split()[0] in ("van", "de"), (
                spec.name,
                given,
                said,
            )
            assert said.endswith((".", "…", "?")) or spec.name == "get_race_control", (spec.name, given, said)


def test_a_train_of_the_whole_field_is_told(recorded: Recorded, call_tool: CallTool) -> None:
    """Behind the safety car at Baku all eighteen follow each other."""
    told = call_tool(recorded("2018_azerbaijan_race"), "get_trains", at_lap=5)
    assert told["trains"][0]["length"] == 18
    assert told["summary"].endswith(": P1 Vettel - Hamilton - Bottas - Ricciardo - Verstappen - Sainz - 12 more cars.")


def test_where_there_is_little_room_the_last_laps_are_still_told(call_tool: CallTool, shared: Any) -> None:
    """Of a car that is out the sentence says that first."""
    cache = StateCache().load(open_source(str(shared / "data/endurance/2025_watkins_glen_6h_laps.csv")))
    told = call_tool(cache, "explain_driver", driver="11")["summary"]
    assert told.startswith(
        "#11 Jensen seems to be out (derived: no lap since) after 29 laps. Timing tells no reason. #11 Jensen"
    )
    assert "last lap" in told
    # What a car did under another driver is told of the car.
    assert "30 overtakes on track by #11 Jensen " in call_tool(cache, "get_overtakes", driver="11")["summary"]
    assert call_tool(cache, "get_pit_stops", driver="11")["summary"].startswith("#11 Jensen has made 5 stops: ")
    assert call_tool(cache, "get_incidents", driver="11")["summary"].startswith("#11 Jensen seems to be out")
