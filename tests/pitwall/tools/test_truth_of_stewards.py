"""What the stewards decided, read from race control's own words by plain means, and what the tools make of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from pitwall.relations import table
from pitwall.state import StateCache
from toolgate.contract import JsonObject

Recorded = Callable[[str], StateCache]
Folder = Callable[[str], Path]
CallTool = Callable[..., JsonObject]

RACES = ("2018_azerbaijan_race", "2025_miami_sprint", "2025_australian_gp_converted", "2024_bahrain_gp_converted")
TIMED = ("2024_spanish_quali",)


def words(folder: Path) -> Iterator[str]:
    for line in (folder / "RaceControlMessages.jsonStream").read_text(encoding="utf-8-sig").splitlines():
        told = json.loads(line[12:])["Messages"] if line.strip() else []
        for message in told.values() if isinstance(told, dict) else told:
            yield " ".join(message["Message"].upper().split())


@pytest.mark.parametrize("race", RACES)
def test_penalties_are_those_that_race_control_gave(
    call_tool: CallTool, recorded: Recorded, archive_folder: Folder, race: str
) -> None:
    given: dict[str, int] = {}
    served: set[str] = set()
    for text in words(archive_folder(race)):
        found = re.search(r"(\d+) SECOND TIME PENALTY FOR CAR (\d+)", text)
        if found:
            given[found[2]] = int(found[1])
        if "PENALTY SERVED" in text:
            served |= set(re.findall(r"CAR (\d+)", text))
    cases = [case for case in call_tool(recorded(race), "get_penalties")["cases"] if case["penalised"]]
    assert {case["penalised"]["car"]: case["penalty_s"] for case in cases if case["penalty_s"]} == given
    assert served <= {case["penalised"]["car"] for case in cases if case["served"]}


@pytest.mark.parametrize("session", TIMED)
def test_deleted_laps_are_those_that_race_control_deleted(
    recorded: Recorded, archive_folder: Folder, session: str
) -> None:
    gone: set[tuple[str, float]] = set()
    for text in words(archive_folder(session)):
        found = re.search(r"CAR (\d+) \(\w+\) TIME (?:(\d+):)?(\d+\.\d+) (DELETED|REINSTATED)", text)
        if found:
            lap = (found[1], round(60 * int(found[2] or 0) + float(found[3]), 3))
            (gone.add if found[4] == "DELETED" else gone.discard)(lap)
    assert gone
    rows = [row for row in table(recorded(session).view(), "laps").rows if row["deleted"]]
    ours = {(row["car"], row["time_s"]) for row in rows}
    assert ours <= gone
    # The feed takes a time back as it is deleted, so that not every lap keeps one.
    timed = {(row["car"], row["time_s"]) for row in table(recorded(session).view(), "laps").rows}
    assert ours == gone & timed


def test_who_was_penalised_at_the_flag_loses_positions_in_the_provisional_result_as_officially(
    call_tool: CallTool, recorded: Recorded, shared: Path
) -> None:
    """Of the four of Miami, race control gave one its seconds while the feed ran: the others' came later."""
    truth = yaml.safe_load((shared / "data/truth/f1db/2025_06-miami/sprint-race-results.yml").read_text())
    official = {str(row["driverNumber"]): float(row["timePenalty"]) for row in truth if row["timePenalty"]}
    rows = call_tool(recorded("2025_miami_sprint"), "get_results")["rows"]
    ours = {row["driver"]["car"]: row["penalty_s"] for row in rows if row["penalty_s"]}
    assert ours == {"1": 10}
    assert ours.items() <= official.items()


def test_a_lap_that_was_deleted_is_no_fastest_lap(call_tool: CallTool, recorded: Recorded) -> None:
    """Tsunoda's 1:39.140 of lap 12 in Miami stood until race control deleted it on lap 14."""
    cache = recorded("2025_miami_sprint")
    before = call_tool(cache, "get_fastest_laps", lap=12, at_lap=13)["laps"][0]
    after = call_tool(cache, "get_fastest_laps", lap=12)["laps"]
    assert (before["driver"]["code"], before["time_s"]) == ("TSU", 99.14)
    assert "TSU" not in {lap["driver"]["code"] for lap in after}
    assert call_tool(cache, "get_fastest_laps", since_lap=11)["laps"][0]["driver"]["code"] == "HAM"


def test_open_cases_in_one_state_tell_it_once(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded("2025_miami_sprint"), "get_penalties", show="open")
    assert {case["state"] for case in answer["cases"]} == {"after_session"}
    assert answer["summary"].startswith("To be investigated afterwards: Albon (safety car procedure infringement); ")
    assert answer["summary"].lower().count("to be investigated") == 1
