"""Every exchange is kept, and played back for ever."""

from __future__ import annotations

import asyncio
import json
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from director.models import make_model
from director.models.base import Message, Model, ModelError, ModelReply, Request, Usage
from director.models.options import CircuitOptions, ModelOptions, ProviderOptions, RequestLimits, Role
from director.models.recorded import RecordingModel, ReplayModel, request_hash


def lines_of(file: Path) -> list[str]:
    return file.read_text().splitlines()


KEY = "sk-secret-0123456789"
PLAN = {"plan": [{"name": "get_gap"}], "größe": "ü"}
ASKED = Request("plan", "You plan. Lap 20 of 51.", (Message("user", "how far is VER behind?"),), {"type": "object"})


def options(url: str, record: Path | None = None, **more: Any) -> ModelOptions:
    provider = ProviderOptions(
        plan=Role("claude-haiku-5-5"),
        answer=Role("claude-haiku-5-5"),
        key=KEY,
        base_url=url,
        limits=RequestLimits(attempts=1),
    )
    return ModelOptions(providers={"claude": provider, "gemini": replace(provider, key="")}, record=record, **more)


async def ask(model: Model, request: Request = ASKED) -> ModelReply:
    try:
        return await model.complete(request, 30.0)
    finally:
        await model.aclose()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "exchanges.jsonl"


async def test_an_exchange_is_kept_and_played_back(model_server: Callable[..., Any], file: Path) -> None:
    server = model_server("claude").says(PLAN, tokens=(1000, 200))
    reply = await ask(make_model("claude", options(server.url, file)))
    (line,) = lines_of(file)
    kept = json.loads(line)
    assert kept["provider"] == "claude"
    assert kept["hash"] == request_hash(ASKED)
    assert kept["request"]["messages"] == [{"role": "user", "text": "how far is VER behind?"}]
    assert kept["reply"]["data"] == PLAN
    assert kept["reply"]["model"] == "claude-haiku-5-5"
    assert kept["reply"]["usage"]["input_tokens"] == 1000
    assert kept["duration_ms"] > 0
    assert KEY not in line
    server.stop()
    played = make_model(f"replay:{file}", options(""))
    assert played.name == "replay"
    assert await ask(played) == reply


def test_a_file_is_for_its_owner_alone(file: Path) -> None:
    RecordingModel(Says({}), file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_a_fault_is_kept_and_played_back(model_server: Callable[..., Any], file: Path) -> None:
    server = model_server("claude").fails(529)
    with pytest.raises(ModelError) as kept:
        await ask(make_model("claude", options(server.url, file)))
    with pytest.raises(ModelError) as played:
        await ask(ReplayModel(file))
    assert (played.value.fault, str(played.value)) == ("overloaded", str(kept.value))


async def test_what_was_never_asked_is_not_kept(model_server: Callable[..., Any], file: Path) -> None:
    server = model_server("claude").fails(529)
    model = make_model("claude", options(server.url, file, circuit=CircuitOptions(failures=1)))
    for expected in ("overloaded", "circuit_open"):
        with pytest.raises(ModelError) as error:
            await model.complete(ASKED, 30.0)
        assert error.value.fault == expected
    await model.aclose()
    assert len(lines_of(file)) == 1


async def test_a_caller_that_goes_away_leaves_no_line(model_server: Callable[..., Any], file: Path) -> None:
    server = model_server("claude").hangs()
    model = make_model("claude", options(server.url, file))
    asking = asyncio.create_task(model.complete(ASKED, 120.0))
    assert await asyncio.to_thread(server.was_asked.wait, 120)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await model.aclose()
    assert lines_of(file) == []


class Says:
    """A model that says one thing."""

    name = "says"

    def __init__(self, data: dict[str, Any]) -> None:
        self.reply = ModelReply(data, "m", Usage(1, 2, 0, 0.5), "r")

    async def complete(self, request: Request, timeout_s: float) -> ModelReply:
        return self.reply

    async def aclose(self) -> None:
        """Nothing is open."""


async def test_a_request_that_is_not_held_fails_and_says_how_to_record_it(file: Path) -> None:
    await ask(RecordingModel(Says({}), file))
    with pytest.raises(ModelError) as error:
        await ask(ReplayModel(file), replace(ASKED, messages=(Message("user", "who\nleads? " + "x" * 200),)))
    assert error.value.fault == "not_recorded"
    assert "exchanges.jsonl holds no plan for 'who leads?" in str(error.value)
    assert "DIRECTOR_RECORD=exchanges.jsonl" in str(error.value)
    assert str(file.parent) not in str(error.value)
    for other in (
        replace(ASKED, purpose="answer"),
        replace(ASKED, schema={"type": "object", "properties": {}}),
        replace(ASKED, messages=(Message("user", "who leads?"), *ASKED.messages)),
    ):
        with pytest.raises(ModelError):
            await ask(ReplayModel(file), other)


async def test_the_system_prompt_may_differ_but_its_own_exchange_comes_first(file: Path) -> None:
    other = replace(ASKED, system="You plan. Lap 30 of 51.")
    await ask(RecordingModel(Says({"lap": 20}), file))
    assert (await ask(ReplayModel(file), other)).data == {"lap": 20}
    await ask(RecordingModel(Says({"lap": 30}), file), other)
    assert (await ask(ReplayModel(file), other)).data == {"lap": 30}
    assert (await ask(ReplayModel(file), ASKED)).data == {"lap": 20}
    assert (await ask(ReplayModel(file), replace(ASKED, system="Lap 40."))).data == {"lap": 30}


async def test_text_that_is_no_unicode_breaks_nothing(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    broken = replace(ASKED, messages=(Message("user", "who \udcff leads?"),))
    assert (await ask(RecordingModel(Says({"n": 1}), file), broken)).data == {"n": 1}
    assert "can't record to exchanges.jsonl: a text isn't valid Unicode" in caplog.text
    with pytest.raises(ModelError, match="holds no plan"):
        await ask(ReplayModel(file), broken)


async def test_the_last_recording_counts(file: Path) -> None:
    for number in range(3):
        await ask(RecordingModel(Says({"n": number}), file))
    assert (await ask(ReplayModel(file))).data == {"n": 2}


@pytest.mark.parametrize(
    "broken",
    [
        lambda line: line[:-20],
        lambda line: "",
        lambda line: "[]",
        lambda line: line.replace('"plan"', '"scheme"', 1),
        lambda line: line.replace('"format":1', '"format":2'),
        lambda line: json.dumps({**json.loads(line), "reply": None}),
        lambda line: json.dumps({**json.loads(line), "reply": {"data": []}}),
    ],
)
def test_a_corrupt_line_is_named_by_its_number(file: Path, broken: Callable[[str], str]) -> None:
    asyncio.run(ask(RecordingModel(Says({}), file)))
    (line,) = lines_of(file)
    file.write_text(f"{line}\n{broken(line)}\n{line}\n")
    with pytest.raises(ModelError, match=r"^can't replay exchanges.jsonl: line 2 isn't an exchange with a model$"):
        ReplayModel(file)


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"^can't replay nowhere.jsonl: No such file or directory$"):
        make_model(f"replay:{tmp_path / 'nowhere.jsonl'}", options(""))
    with pytest.raises(ModelError, match=r"^can't record to .*: Is a directory$"):
        make_model("claude", options("", tmp_path))


def test_several_processes_may_share_a_file(file: Path) -> None:
    code = """
import asyncio, sys
from pathlib import Path
from director.models.base import Message, ModelReply, Request
from director.models.recorded import RecordingModel

class Says:
    name = "says"
    async def complete(self, request, timeout_s):
        return ModelReply({"of": sys.argv[2], "filler": "x" * 200_000}, "m")

async def main():
    model = RecordingModel(Says(), Path(sys.argv[1]))
    for number in range(20):
        await model.complete(Request("plan", "", (Message("user", f"{sys.argv[2]} {number}"),), {}), 1.0)

asyncio.run(main())
"""
    running = [subprocess.Popen([sys.executable, "-c", code, str(file), name]) for name in ("a", "b", "c")]
    assert [process.wait(240) for process in running] == [0, 0, 0]
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(lines) == 60
    assert {line["request"]["messages"][0]["text"] for line in lines} == {
        f"{name} {number}" for name in "abc" for number in range(20)
    }
    ReplayModel(file)
