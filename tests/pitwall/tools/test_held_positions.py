"""Who had a position when, held to the rows of the laps; and what is told first: a win, passes, margins, knock-outs."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.relations import table
from pitwall.state import StateCache
from tests.rows import each_row
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
BAKU, MELBOURNE, MIAMI = "2018_azerbaijan_race", "2025_australian_gp_converted", "2025_miami_sprint"
SPAIN, SILVERSTONE = "2024_spanish_quali", "2024_british_fp1"


def test_who_had_a_position_is_who_was_there_at_the_line(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(BAKU)
    laps = [dict(row) for row in table(cache.view(), "laps").rows]
    for position in (1, 2, 4, 9):
        told = call_tool(cache, "get_position_history", held=position)["holders"]
        spells = {(each["driver"]["car"], lap) for each in told for lap in range(each["from_lap"], each["to_lap"] + 1)}
        there = {(row["car"], row["lap"]) for row in laps if row["position"] == position}
        assert spells == there
        assert len(told) > 1


@each_row(
    ("given", "said"),
    [
        (
            {"held": 4, "driver": "VER", "at_lap": 30},
            "Verstappen has had P4 since lap 15, after Sainz. P4 at the line, latest first: Verstappen laps 15 to ",
        ),
        ({"held": 4, "driver": "RIC", "at_lap": 30}, "Ricciardo lost P4 on lap 6, to Sainz. "),
        ({"held": 4, "driver": "PER", "at_lap": 30}, "Perez has not been P4 at the end of a lap. "),
        ({"held": 3, "driver": "PER"}, "Perez had P3 from lap 49 on, after Räikkönen. "),
        ({"held": 20, "at_lap": 0}, "Nobody has been P20 at the end of a lap so far."),
    ],
)
def test_of_one_driver_it_is_told_when_and_from_whom(
    call_tool: CallTool, recorded: Recorded, given: JsonObject, said: str
) -> None:
    assert call_tool(recorded(BAKU), "get_position_history", **given)["summary"].startswith(said)


@each_row(
    ("race", "tool", "given", "said"),
    [
        (BAKU, "get_gap", {"driver": "P2", "to": "leader"}, "Hamilton won on the road, 2.460 s ahead of Räikkönen."),
        (BAKU, "get_gap", {"driver": "PER", "other": "HAM"}, "Perez was 4.024 s behind Hamilton, steady over 3 laps."),
        (BAKU, "get_gap", {"driver": "P2", "to": "leader", "at_lap": 20}, "Hamilton is 4.108 s behind Vettel"),
        (
            SILVERSTONE,
            "get_fastest_laps",
            {"top_n": 1},
            "Fastest lap: Norris 1:27.420 on lap 16, 0.134 s ahead of Stroll.",
        ),
        (
            SPAIN,
            "get_incidents",
            {"driver": "MAG"},
            "The feed tells of no incident of Magnussen, knocked out in Q1 (P16",
        ),
        (SPAIN, "get_incidents", {"driver": "HAM"}, "The feed tells of no incident of Hamilton."),
    ],
)
def test_what_was_asked_is_told_first(
    call_tool: CallTool, recorded: Recorded, race: str, tool: str, given: JsonObject, said: str
) -> None:
    told = call_tool(recorded(race), tool, **given)["summary"]
    assert told.startswith(said), told


def test_how_one_got_there_is_told_with_the_passes(call_tool: CallTool, recorded: Recorded) -> None:
    told = call_tool(recorded(MELBOURNE), "explain_driver", driver="PIA", tell="position", at_lap=18)["summary"]
    assert told == "Timing tells no reason. Piastri started P2, is P2 now; passed on track Verstappen lap 17."


def test_who_has_no_position_at_a_moment_is_said_to_have_none(call_tool: CallTool, recorded: Recorded) -> None:
    told = call_tool(recorded(MELBOURNE), "get_position_history", driver="SAI", at_lap=1)["summary"]
    assert told == "Sainz started P10 and had no position then."
