"""The command line as a user types it: results on stdout, one line of complaint on stderr, exit codes that mean something."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from director.cli import COMMANDS, main
from director.cli.call import typed
from toolgate.contract import ToolSpec
from toolgate.schema import Schema

Director = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def director(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Director:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        out, err = capfd.readouterr()
        return status, out, err

    return run


@pytest.fixture(scope="session")
def baku(archive_folder: Callable[[str], Path]) -> str:
    return str(archive_folder("2018_azerbaijan_race"))


def test_the_closest_battle_of_a_real_race(director: Director, baku: str) -> None:
    status, out, err = director("ask", "Who is in the closest battle?", "--source", baku, "--at", "lap:20")
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    for words in ("Stroll", "Perez", "1.068 s"):
        assert words in out
    assert len(out) <= 201


def test_ask_as_json_is_one_object_with_its_evidence(director: Director, simulated_folder: Path) -> None:
    source = ["--source", str(simulated_folder), "--at", "lap:20"]
    status, out, _ = director("ask", "Who is in the closest battle?", *source, "--json")
    body = json.loads(out)
    assert (status, body["status"], body["planner"]) == (0, "answered", "offline")
    (step,) = body["steps"]
    assert step["name"] == "get_current_battle"
    pair = step["envelope"]["pairs"][0]
    assert f"{pair['gap_s']:.3f} s" in body["answer"]
    called = json.loads(director("call", "get_current_battle", *source)[1])
    assert pair == called["pairs"][0]
    assert body["as_of"]["lap"] == 20


def test_silence_has_a_reason_and_its_own_status(director: Director) -> None:
    status, out, err = director("ask", "is Hamilton married?")
    assert (status, out) == (3, "")
    assert err.startswith("director: silent: ")
    status, out, _ = director("ask", "is Hamilton married?", "--json")
    assert status == 3
    assert json.loads(out)["status"] == "silent"


def test_a_failure_has_its_own_status(director: Director) -> None:
    status, out, _ = director("call", "get_driver", '{"driver": "nobody at all"}')
    assert status == 1
    assert json.loads(out)["error"]["type"] == "validation_error"
    assert director("call", "get_roster", "--server", "pitwall")[0] == 0
    status, out, _ = director("call", "get_roster", "--server", "pitwal")
    assert (status, json.loads(out)["error"]["details"]) == (1, {"candidates": ["pitwall"]})
    status, out, _ = director("call", "no_such_tool")
    assert (status, json.loads(out)["error"]["type"]) == (1, "tool_not_found")


def test_explain_shows_how_the_answer_came_about(director: Director) -> None:
    status, out, _ = director("ask", "who is leading?", "--at", "lap:5", "--explain")
    assert status == 0
    labels = [line.split()[0] for line in out.splitlines()]
    assert labels[0] == "question"
    assert {"planner", "plan", "call", "took", "answer"} <= set(labels)


def test_call_prints_the_envelope(director: Director) -> None:
    status, out, _ = director("call", "get_standings", '{"top_n": 3}', "--source", "sim:seed=3,cars=5,laps=4")
    body = json.loads(out)
    assert (status, len(body["rows"]), body["schema_version"]) == (0, 3, 1)
    assert director("call", "get_roster")[0] == 0


@pytest.mark.parametrize(
    ("tool", "words", "json_text"),
    [
        ("get_standings", ["top_n=3"], '{"top_n": 3}'),
        ("get_driver", ["driver=1"], '{"driver": "1"}'),
        ("get_standings", ["top_n=3", "at_lap=2"], '{"top_n": 3, "at_lap": 2}'),
        ("get_standings", ["at_time=00:05:00"], '{"at_time": "00:05:00"}'),
        ("get_gap", ["driver=1", "other=leader"], '{"driver": "1", "other": "leader"}'),
        ("get_standings", ["top_n=three"], '{"top_n": "three"}'),
        ("get_standings", ["top_n="], '{"top_n": ""}'),
        ("get_standings", ["nonsense=3"], '{"nonsense": "3"}'),
    ],
)
def test_arguments_as_words_are_what_the_tool_takes(
    director: Director, tool: str, words: list[str], json_text: str
) -> None:
    def called(*arguments: str) -> tuple[int, dict[str, Any]]:
        status, out, err = director("call", tool, *arguments, "--source", "sim:cars=5,laps=4")
        assert err == ""
        body: dict[str, Any] = json.loads(out)
        return status, {name: body[name] for name in body if name != "generated_at"}

    assert called(*words) == called(json_text)


@given(st.sampled_from(("integer", "number", "boolean", "string", "array", "object")), st.text(max_size=12))
@example("integer", "1.0")
@example("integer", "true")
@example("string", "1")
@example("array", "VER,HAM")
def test_a_word_is_of_the_type_that_the_schema_names_or_stays_a_text(kind: str, text: str) -> None:
    def nothing(arguments: Any, agent: Any) -> dict[str, Any]:
        return {}

    schema = {"type": "object", "properties": {"x": {"type": kind}}}
    value = typed({"x": text}, ToolSpec("t", "", schema, {}, nothing))["x"]
    assert value == text if isinstance(value, str) else Schema({"type": kind}).mistake(value) is None


def test_tools_and_validate_fit_together(director: Director, tmp_path: Path) -> None:
    _, out, _ = director("tools", "--json")
    (tmp_path / "tools.json").write_text(out)
    entries = json.loads(out)
    assert {
        "name",
        "description",
        "input_schema",
        "output_schema",
        "schema_version",
        "tier",
        "examples",
        "server",
    } <= set(entries[0])
    assert {"x-claims", "x-phrases"} <= {word for word in out.split('"') if word.startswith("x-")}
    plan = {"plan": [{"id": "s1", "name": "get_current_battle", "arguments": {"top_n_pairs": 999, "nonsense": 1}}]}
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    status, out, _ = director("validate", "--catalogue", "tools.json", "--plan", "plan.json")
    verdict = json.loads(out)
    assert status == 0
    assert verdict["accepted"]["plan"][0]["arguments"] == {"top_n_pairs": 20}
    assert len(verdict["repaired"]) == 2
    large = [{"id": "s1", "name": "get_current_battle", "arguments": json.dumps({"top_n_pairs": 10**18})}]
    (tmp_path / "plan.json").write_text(json.dumps({"plan": large}))
    status, out, _ = director("validate", "--catalogue", "tools.json", "--plan", "plan.json")
    assert (status, json.loads(out)["repaired"][-1]["from"]) == (0, 10**18)
    _, table, _ = director("tools")
    assert all(entry["name"] in table for entry in entries)


def test_validate_takes_tools_alone(director: Director, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text('{"plan": []}')
    for entry in ({"name": "t"}, {"name": 1, "input_schema": {}}, {"name": "t", "input_schema": {}, "server": ["x"]}):
        (tmp_path / "tools.json").write_text(json.dumps([entry]))
        status, out, err = director("validate", "--catalogue", "tools.json", "--plan", "plan.json")
        assert (status, out) == (2, "")
        assert "--catalogue must hold a list of tools" in err


def test_schemas_check_is_clean(director: Director) -> None:
    status, out, err = director("schemas", "check")
    assert (status, err) == (0, "")
    assert all(line.startswith("ok") for line in out.splitlines())


WRONG = [
    (["ask", "x", "--source", "/no/such/folder"], "director: source: there is no folder"),
    (["ask", "x", "--source", "."], "isn't an F1 archive"),
    (["ask", "x", "--source", "gopher://host"], "no source"),
    (["ask", "x", "--source", "sim:cars=99"], "cars must be a whole number from 2 to 64"),
    (["ask", "x", "--source", "sim:wings=2"], "sim: has no 'wings'"),
    (["ask", "x", "--source", ""], "source: "),
    (["ask", "x", "--at", "lap:99"], "lap 99 hasn't been completed yet: choose a lap from 0 to 30"),
    (["ask", "x", "--at", "yesterday"], "isn't a valid moment: try lap:30"),
    (["ask", "x", "--at", "23:00:00"], "after the last message"),
    (["ask", "x", "--planner", "oracle"], "--planner: there is no planner 'oracle': choose from auto, offline"),
    (["ask"], "QUESTION"),
    (["call", "get_gap", "{not json"], "ARGUMENTS isn't JSON"),
    (["call", "get_gap", "[1]"], "ARGUMENTS must be a JSON object"),
    (["call", "get_gap", "HAM"], "ARGUMENTS: 'HAM' isn't key=value: write driver=VER"),
    (["call"], "director: TOOL is missing; see director call --help"),
    (["schemas"], "director: ACTION is missing: choose from check, export; see director schemas --help"),
    (["chart"], "director: KIND and -o/--output are missing; see director chart --help"),
    (["chart", "-o", "x.svg"], "director: KIND is missing: choose from positions, gaps, pace;"),
    (["policy"], "director: ACTION is missing: choose from "),
    (["audit"], "director: VIEW is missing: choose from verify, "),
    (["call", "get_gap", "driver=HAM", "VER"], "ARGUMENTS: 'VER' isn't key=value: write driver=VER"),
    (["call", "get_gap", "driver=HAM", "driver=VER"], "ARGUMENTS: 'driver' is given twice"),
    (["call", "get_gap", "=HAM"], "ARGUMENTS: '=HAM' isn't key=value"),
    (["validate", "--catalogue", "nowhere.json", "--plan", "nowhere.json"], "can't read nowhere.json: No such file"),
    (["schemas", "burn"], "ACTION: there is no 'burn': choose from check, export"),
    (["serve", "--speed", "0"], "--speed: '0' isn't a valid speed (more than 0, at most 10000)"),
    (["answers", "-n", "x"], "-n: 'x' isn't a valid whole number"),
    (["serve", "--speed", "2", "--at", "lap:3"], "give only one of them"),
    (["serve", "--source", "/no/such/folder"], "director: source: there is no folder"),
    (["aks", "who leads?"], "there is no command 'aks': did you mean 'ask'?"),
    (["xyzzy"], "there is no command 'xyzzy'; director --help lists them"),
    (["ask", "x", "--sorce", "sim:"], "there is no option '--sorce': did you mean '--source'?"),
    (["ask", "x", "--xyzzy=1"], "there is no option '--xyzzy'; see director ask --help"),
    (["ask", "x", "y"], "'y' is an argument too many: put the question in quotes"),
    (["audit", "verfy"], "director: VIEW: there is no 'verfy': did you mean 'verify'?\n"),
    (["audit", "tail", "--folow"], "there is no option '--folow': did you mean '--follow'?"),
    (["serve", "--transport", "htp"], "--transport: there is no 'htp': did you mean 'http'?"),
    (["--settings", "nowhere.env", "tools"], "--settings: there is no file 'nowhere.env'"),
    (["tools", "--settings", "nowhere.env"], "--settings: there is no file 'nowhere.env'"),
    (["tools", "--settings"], "--settings: expected one argument"),
    (["completion", "tcsh"], "SHELL: there is no 'tcsh'"),
]


@pytest.mark.parametrize(("arguments", "complaint"), WRONG, ids=lambda value: " ".join(value)[:40])
def test_wrong_usage_is_one_line_that_says_what_to_do(director: Director, arguments: list[str], complaint: str) -> None:
    status, out, err = director(*arguments)
    assert (status, out) == (2, "")
    assert complaint in err
    assert err.startswith("director: ")
    assert err.count("\n") == 1


def test_arguments_of_a_tool_may_follow_an_option(director: Director) -> None:
    status, out, err = director("call", "get_gap", "driver=P3", "--at", "5", "to=leader")
    told = json.loads(out)
    assert (status, err, told["as_of"]["lap"]) == (0, "", 5)
    assert told["gap_basis"] == "leader_gaps"  # so `to` was heard: the gap to the car ahead is the feed's interval


def test_a_wrong_setting_stops_every_command(director: Director, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIRECTOR_MAX_STEPS", "0")
    for command in COMMANDS:
        arguments = {"ask": ["x"], "audit": ["verify"], "call": ["get_roster"], "chart": ["pace", "-o", "x.png"], "completion": ["bash"], "policy": ["lint"], "eval": ["x"], "export": ["laps"], "ingest": ["x"], "watch": ["x://y", "--ask", "z"], "mcp-config": ["zed"], "new": ["server", "x"], "record": ["-o", "x"], "schemas": ["check"], "sessions": ["2018"],
                     "validate": ["--catalogue", "a", "--plan", "b"]}.get(command.name, [])  # fmt: skip
        status, out, err = director(command.name, *arguments)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "DIRECTOR_MAX_STEPS" in err


def test_the_allowlist_of_the_settings_holds(director: Director, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIRECTOR_TOOLS_ALLOW", "get_roster")
    assert director("call", "get_roster")[0] == 0
    status, out, _ = director("call", "get_standings")
    assert (status, json.loads(out)["error"]["type"]) == (1, "policy_denied")
    assert [entry["name"] for entry in json.loads(director("tools", "--json")[1])] == ["get_roster"]
    monkeypatch.setenv("DIRECTOR_TOOLS_ALLOW", "get_rooster")
    assert "no tool 'get_rooster'" in director("tools")[2]


def test_corrupt_lines_are_said_on_stderr_and_in_missing(director: Director, tmp_path: Path) -> None:
    line = '00:00:01.000{"Lines":{"1":{"Position":"1"}}}\r\n'
    (tmp_path / "TimingData.jsonStream").write_text(line + "nonsense\r\n" + line[:20])
    status, out, err = director("call", "get_standings", "{}", "--source", str(tmp_path))
    assert status == 0
    assert "TimingData: 2 corrupt lines" in err
    body = json.loads(out)
    assert body["rows"][0]["driver"]["car"] == "1"
    assert any("2 corrupt lines of TimingData" in missing for missing in body["missing"])


HEAVY = (
    "fastmcp",
    "mcp",
    "anthropic",
    "google.genai",
    "jsonschema",
    "rich",
    "httpx2",
    "tenacity",
    "onnxruntime",
    "numpy",
)


def test_ask_imports_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys; from director.cli import main; status = main(['ask', 'who is leading?', '--source', 'sim:cars=3,laps=2']);"
        f"print([name for name in {HEAVY!r} if name in sys.modules]); sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_question_imports_the_tools_that_it_calls(tmp_path: Path) -> None:
    code = (
        "import sys; from director.cli import main; main(['ask', 'who is leading?', '--source', 'sim:cars=3,laps=2']);"
        "tools = [name for name in sys.modules if name.startswith('pitwall.tools.get_')]; print(sorted(tools))"
    )
    environment = {**os.environ, "DIRECTOR_CACHE_DIR": str(tmp_path)}
    for imported in (30, 3):  # all of them where nothing was kept; then what is called, and what that is made of
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        tools = json.loads(done.stdout.splitlines()[-1].replace("'", '"'))
        assert "pitwall.tools.get_standings" in tools
        assert (len(tools) > imported) == (imported == 30), tools


def test_nothing_asked_shows_what_can_be(director: Director) -> None:
    status, out, err = director()
    assert (status, err) == (0, "")
    for command in COMMANDS:
        assert f"\n    {command.name} " in out
    assert director("--settings", "x.env")[:2] == (0, out)


def test_a_settings_file_that_is_named_is_read(director: Director, tmp_path: Path) -> None:
    (tmp_path / "own.env").write_text("DIRECTOR_TOOLS_ALLOW=get_roster\n")
    for arguments in (("--settings", "own.env", "tools", "--json"), ("tools", "--json", "--settings=own.env")):
        status, out, err = director(*arguments)
        assert (status, err, [entry["name"] for entry in json.loads(out)]) == (0, "", ["get_roster"])


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], []])
def test_version_and_help_import_no_command(arguments: list[str]) -> None:
    code = (
        f"import sys; sys.argv = ['director', *{arguments!r}]; from director.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "ours = [name for name in sys.modules if name.split('.')[0] in ('director', 'pitwall', 'toolgate')]\n"
        "print(*sorted(ours), 'asyncio' in sys.modules, sep=',')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    modules = ("director", "director.__main__", "director.cli", "director.cli.command", "director.cli.commands")
    rest = ("director.cli.parser", "director.defaults", "toolgate", "toolgate.errors", "toolgate.nearest", "False")
    assert done.stdout.splitlines()[-1] == ",".join((*modules, *rest))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_can_complete_commands_and_options(director: Director, shell: str) -> None:
    status, out, err = director("completion", shell)
    assert (status, err) == (0, "")
    for word in ("completion", "audit", "verify", "transport", "settings"):
        assert word in out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=out, text=True, check=True)


def test_version() -> None:
    done = subprocess.run([sys.executable, "-m", "director", "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "director 0.1.0\n")


def test_a_reader_that_goes_away_is_no_error() -> None:
    line = f"{sys.executable} -m director tools --json | head -c 10"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {line}"], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


def test_a_race_is_recorded_and_asked_again(director: Director, tmp_path: Path) -> None:
    uri = "sim:seed=7,cars=6,laps=8"
    status, out, err = director("record", uri, "-o", "kept/race")
    assert (status, err.count("\n")) == (0, 1)
    assert re.fullmatch(r"wrote kept/race: [0-9]+ lines of 10 topics\n", out)
    assert "left out" in err
    question = ("ask", "who is leading?", "--at", "lap:6", "--source")
    assert director(*question, "kept/race") == director(*question, uri)
    # An archive is recorded as a simulated race is.
    assert director("record", "kept/race", "-o", "again")[0] == 0
    assert (tmp_path / "again/TimingData.jsonStream").read_bytes() == (
        tmp_path / "kept/race/TimingData.jsonStream"
    ).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("sim:", "-o", "there"), "-o: 'there' exists already: name a new folder"),
        (("nowhere", "-o", "new"), "there is no folder 'nowhere'"),
        (("sim:laps=2", "-o", "there/file/new"), "can't be written: "),
        (("sim:",), "-o"),
    ],
)
def test_what_cannot_be_recorded_says_so_in_one_line(
    director: Director, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").write_text("mine")
    status, out, err = director("record", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err
    assert not (tmp_path / "new").exists()


def test_only_admitted_calls_count_after_a_restart(
    director: Director, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command is a process of its own for the gate: what it counts, it has from the audit log."""
    rules = tmp_path / "rules.json"
    monkeypatch.setenv("GATEWAY_RULES", str(rules))
    monkeypatch.setenv("GATEWAY_DEFAULT_AGENT", "ann")
    monkeypatch.setenv("DIRECTOR_AUDIT_PATH", str(tmp_path / "audit.jsonl"))

    def call(tool: str, arguments: str = "{}", calls_per_day: int = 2) -> str:
        allow = {"servers": ["pitwall"], "tools": {"pitwall": ["get_roster", "get_gap"]}}
        agent = {"allow": allow, "limits": {"calls_per_day": calls_per_day}}
        rules.write_text(json.dumps({"agents": {"ann": agent}}))
        envelope = json.loads(director("call", tool, arguments, "--source", "sim:laps=2,cars=4")[1])
        error: str = envelope.get("error", {}).get("type", "ok")
        return error

    refused = [call("get_standings"), call("get_roster", '{"driver": 7}'), call("nothing")]
    assert refused == ["policy_denied", "validation_error", "tool_not_found"]
    assert [call("get_roster"), call("get_roster"), call("get_roster")] == ["ok", "ok", "rate_limited"]
    # One more is allowed: so the refused ones were not counted, and those before the restarts were.
    assert [call("get_roster", calls_per_day=3), call("get_roster", calls_per_day=3)] == ["ok", "rate_limited"]
