"""What policy denies is said, and never left out of a picture in silence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from director.cli import main
from director.cli.opening import open_named
from director.cli.replay.battle import battle_of, replay_view
from director.race import ViewDenied
from director.race.agents import PROGRAM_AGENTS
from director.settings import Settings

Director = Callable[..., tuple[int, str, str]]
SIM = "sim:cars=5,laps=4"
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def director(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Director:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GATEWAY_RULES", str(tmp_path / "rules.json"))
    monkeypatch.setenv("DIRECTOR_AUDIT_PATH", str(tmp_path / "audit.jsonl"))

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        out, err = capfd.readouterr()
        return status, out, err

    return run


def allow(folder: Path, tools: list[str], *agents: str) -> None:
    """Rules by which these agents may call these tools."""
    side = {"allow": {"servers": ["pitwall"], "tools": {"pitwall": tools}}}
    (folder / "rules.json").write_text(json.dumps({"agents": dict.fromkeys(agents, side)}))


def recorded(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "audit.jsonl").read_text().splitlines()]


def test_a_replay_that_is_denied_says_what_and_shows_nothing(director: Director, tmp_path: Path) -> None:
    allow(tmp_path, ["get_standings", "get_race*"], "replay")
    status, out, err = director("replay", SIM)
    assert (status, out) == (1, "")
    assert err.startswith(
        "director: can't show the replay: policy denies 'replay' get_current_battle, get_track_status"
    )
    assert err.endswith("director policy explain replay get_current_battle says why\n")


def test_a_chart_that_is_denied_says_what_and_draws_nothing(director: Director, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    allow(tmp_path, ["*"], "replay")
    status, out, err = director("chart", "positions", SIM, "-o", "x.png")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "can't show the chart: policy denies 'chart' get_position_history" in err
    assert not (tmp_path / "x.png").exists()


def test_an_export_that_is_denied_says_what_and_writes_nothing(director: Director, tmp_path: Path) -> None:
    allow(tmp_path, ["get_*"], "export")
    for output in ((), ("-o", "laps.csv")):
        status, out, err = director("export", "laps", "--source", SIM, *output)
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert "can't show the export: policy denies 'export' query_race" in err
    assert not (tmp_path / "laps.csv").exists()


def test_an_export_is_one_record(director: Director, tmp_path: Path) -> None:
    allow(tmp_path, ["query_race"], "export")
    status, out, err = director("export", "laps", "--source", SIM)
    assert (status, err, out.partition(",")[0]) == (0, "", "car")
    (record,) = recorded(tmp_path)
    assert (record["operation"], record["tool"], record["agent_id"]) == ("view", "export", "export")


def test_a_replay_is_one_record(director: Director, tmp_path: Path) -> None:
    allow(tmp_path, ["*"], "replay")
    status, out, err = director("replay", SIM)
    assert (status, err) == (0, "")
    assert "lap 4/4" in out
    (record,) = recorded(tmp_path)
    assert (record["operation"], record["agent_id"], record["decision"]) == ("view", "replay", "ALLOW")


async def test_rules_that_change_are_asked_again(
    director: Director, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from argparse import Namespace

    allow(tmp_path, ["*"], "replay")
    settings = Settings(gateway_rules=tmp_path / "rules.json", audit_path=tmp_path / "audit.jsonl")
    race = await open_named(Namespace(source=SIM, at=None), settings)
    clock = [0.0]
    rules = race.gate._file
    monkeypatch.setattr(rules, "_clock", lambda: clock[0])
    monkeypatch.setattr(rules, "_next_look", 0.0)
    view = replay_view(race)
    for _ in range(3):
        assert "pairs" in await battle_of(view)
    assert len(recorded(tmp_path)) == 1
    allow(tmp_path, ["get_standings"], "replay")
    clock[0] = 10.0
    with pytest.raises(ViewDenied, match="policy denies 'replay' get_current_battle"):
        await battle_of(view)
    assert [record["decision"] for record in recorded(tmp_path)] == ["ALLOW", "DENY"]


def test_a_question_that_only_a_denied_tool_answers_says_so(director: Director, tmp_path: Path) -> None:
    allow(tmp_path, ["get_weather"], "director")
    status, out, err = director("ask", "who is leading?", "--source", SIM)
    assert (status, out) == (1, "")
    assert err == (
        "director: failed: policy denies 'director' get_standings; "
        "director policy explain director get_standings says why\n"
    )
    assert director("ask", "is Hamilton married?", "--source", SIM)[0] == 3


def test_a_question_under_rules_that_let_nothing_through_says_so(director: Director, tmp_path: Path) -> None:
    allow(tmp_path, ["*"], "fan")
    status, _, err = director("ask", "is Hamilton married?", "--source", SIM)
    assert (status, err) == (
        1,
        "director: failed: policy lets 'director' call no tool; director policy explain director TOOL says why\n",
    )


@pytest.mark.parametrize("place", [".mcp-gateway-rules.json", "config/.mcp-gateway-rules.json"])
def test_rules_in_the_working_folder_narrow_and_never_widen(director: Director, tmp_path: Path, place: str) -> None:
    def allowed(tool: str) -> bool:
        status, out, _ = director("call", tool, "--source", SIM)
        explained, _, _ = director("policy", "explain", "cli", tool)
        assert (explained == 0) == (status == 0), "explain says what the gate does"
        assert status == 0 or json.loads(out)["error"]["type"] == "policy_denied"
        return status == 0

    here = tmp_path / place
    here.parent.mkdir(exist_ok=True)
    allow(tmp_path, ["get_standings", "get_weather"], "cli")
    (tmp_path / "rules.json").replace(here)
    allow(tmp_path, ["get_standings", "get_roster"], "cli")
    assert [allowed(tool) for tool in ("get_standings", "get_weather", "get_roster")] == [True, False, False]
    here.write_text(json.dumps({"agents": {}, "defaults": {"deny_on_missing_agent": False}}))
    assert [allowed(tool) for tool in ("get_standings", "get_weather", "get_roster")] == [True, False, True]
    here.write_text("{")
    assert director("tools")[0] == 2


def test_rules_in_the_working_folder_narrow_the_mode_where_there_are_no_others(
    director: Director, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GATEWAY_RULES")
    allow(tmp_path, ["get_standings", "announce"], "cli")
    (tmp_path / "rules.json").replace(tmp_path / ".mcp-gateway-rules.json")
    assert director("call", "get_standings", "--source", SIM)[0] == 0
    assert director("call", "get_roster", "--source", SIM)[0] == 1
    status, out, _ = director("call", "announce", "text=hello", "--source", SIM)
    assert (status, json.loads(out)["error"]["type"]) == (1, "policy_denied")
    monkeypatch.setenv("DIRECTOR_REQUIRE_POLICY", "true")
    status, _, err = director("tools")
    assert (status, "name them in GATEWAY_RULES" in err) == (2, True)


def test_rules_that_are_named_and_lie_here_are_asked_once(director: Director, tmp_path: Path) -> None:
    allow(tmp_path, ["get_standings"], "cli")
    (tmp_path / ".mcp-gateway-rules.json").symlink_to(tmp_path / "rules.json")
    _, out, _ = director("policy", "explain", "cli", "get_standings")
    assert out.count("counts as") <= 1


def test_the_agents_of_the_program_are_documented() -> None:
    table = (ROOT / "docs" / "policy.md").read_text()
    for agent in PROGRAM_AGENTS:
        assert f"\n| `{agent}` | `" in table
