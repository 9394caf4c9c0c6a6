"""Who must still stop, held to the stints."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.facts.names import short_name
from pitwall.relations import table
from pitwall.state import OUT_STATES, StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]


def test_who_has_used_one_compound_must_still_stop(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2018_azerbaijan_race")
    for lap, few in ((5, 20), (30, 10)):
        view = cache.view(f"lap:{lap}")
        used: dict[object, set[object]] = {}
        for row in table(view, "stints").rows:
            used.setdefault(row["car"], set()).add(row["compound"])
        going = [car for car in view.order if view.run_state(car)[0] not in OUT_STATES]
        owing = [short_name(view, car) for car in going if len(used[car]) == 1]
        told = str(call_tool(cache, "get_net_order", owing=True, at_lap=lap)["summary"])
        assert told.startswith(f"{len(owing)} must still stop (one compound so far): {owing[0]}")
        assert 0 < len(owing) < few


def test_whether_one_driver_must_stop_again(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2018_azerbaijan_race")
    late = call_tool(cache, "get_pit_stops", tell="plan", driver="BOT", at_lap=42)["summary"]
    assert str(late).endswith("1 stop: lap 40 (20.2 s in the lane); owes no stop (two compounds used).")
    early = call_tool(cache, "get_pit_stops", tell="plan", driver="BOT", at_lap=30)["summary"]
    assert str(early).endswith("; must still stop (one compound so far).")


def test_a_sprint_asks_for_no_stop(call_tool: CallTool, recorded: Recorded) -> None:
    told = call_tool(recorded("2025_miami_sprint"), "get_net_order", owing=True, at_lap=10)["summary"]
    assert told == "Nobody is known to owe a stop: a sprint requires none."


def test_the_last_stop_is_told_where_the_last_in_the_lane_only_drove_through(
    call_tool: CallTool, recorded: Recorded
) -> None:
    told = call_tool(recorded("2018_azerbaijan_race"), "get_pit_stops", last=1, at_lap=45)
    assert told["summary"] == "Last in the pit lane: Ericsson lap 39, only through the lane; Alonso lap 40."
    assert len(told["cars"]) == 2
    three = call_tool(recorded("2018_azerbaijan_race"), "get_pit_stops", last=3, at_lap=45)["summary"]
    assert str(three).count("Alonso") == 1
    stopped_last = call_tool(recorded("2018_azerbaijan_race"), "get_pit_stops", last=1, at_lap=25)
    assert "only through" not in stopped_last["summary"]
    assert len(stopped_last["cars"]) == 1
