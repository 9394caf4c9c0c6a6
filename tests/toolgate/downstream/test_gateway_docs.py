"""What docs/gateway.md and docs/wire.md show is as it is there: configurations can be read, commands and frames do what they say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import orjson
import pytest
from pydantic import BaseModel

from director.cli import main
from tests.toolgate.sdk.sdk_tools import server
from toolgate.contract import Tier
from toolgate.downstream.configuration import read_config
from toolgate.sdk import AgentContext, tool
from toolgate.serving.wire_frames import answered

DOCS = Path(__file__).resolve().parents[3] / "docs"
GATEWAY, WIRE = ((DOCS / name).read_text() for name in ("gateway.md", "wire.md"))
ENV = {"TOKEN": "t", "DOCS_KEY": "k"}


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def test_the_configuration_of_the_page_says_what_the_table_says(tmp_path: Path) -> None:
    path = tmp_path / ".mcp.json"
    path.write_text(blocks(GATEWAY, "json")[1])
    time, docs = read_config(path, ENV).usable().servers
    assert time.command == ("mcp-server-time", "--local-timezone", "Etc/UTC")
    assert (time.env, time.cwd, time.timeout_ms, time.isolate) == ({"TOKEN": "t"}, "/srv", 5000, True)
    assert time.allow_tools is not None
    assert time.allow_tools.patterns == ("get_*", "convert_time")
    assert time.tiers == (("*", Tier.READ_ONLY),)
    assert (docs.url, docs.headers, docs.oauth) == ("https://docs.example/mcp", {"X-Api-Key": "k"}, True)
    assert (docs.timeout_ms, docs.isolate) == (30_000, True)
    text = re.sub(r"\$\{DOCS_KEY\}", "${DOCS_KYE}", path.read_text())
    path.write_text(text)
    assert [issue.code for issue in read_config(path, ENV).issues] == ["unset_variable"]


def test_the_toml_of_the_page_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "director.toml"
    path.write_text(blocks(GATEWAY, "toml")[0].replace('command = ["pass", "show", "github"]', 'env = "GH_TOKEN"'))
    (github,) = read_config(path, {"GH_TOKEN": "secret"}).usable().servers
    assert github.command == ("npx", "-y", "@modelcontextprotocol/server-github")
    assert github.env == {"GITHUB_TOKEN": "secret"}
    assert github.allow_tools is not None
    assert github.allow_tools.patterns == ("get_*",)


def test_the_first_commands_of_the_page_say_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = blocks(GATEWAY, "text")[0]
    for told in shown.split("$ director ")[1:-1]:  # the last one serves
        command, _, answer = told.partition("\n")
        assert main(command.split()) == 0
        out, err = capsys.readouterr()
        said = [line for line in (err + out).splitlines() if not line.startswith("WARNING ")]
        assert sorted(said) == sorted(answer.splitlines())


class Asked(BaseModel):
    driver: str


class Told(BaseModel):
    request: str
    model: str | None


@tool(name="get_gap")
def get_gap(request: Asked, agent: AgentContext) -> Told:
    return Told(request=agent.request_id, model=agent.model)


async def test_frames_are_answered_as_the_page_shows() -> None:
    service = server(get_gap).service()
    lines = blocks(WIRE, "text")[0].splitlines()
    assert len(lines) == 4
    for asked, told in zip(lines[::2], lines[1::2], strict=True):
        answer: Any = orjson.loads(await answered(service.rest(), asked.encode(), service.identity.over_stdio))
        shown = json.loads(re.sub(r"\{\.\.\.\}", "{}", told.replace("[...]", "[]")))
        assert answer.keys() == shown.keys()
        assert answer["body"].keys() == shown["body"].keys()
        assert (answer["id"], answer["status"]) == (shown["id"], shown["status"])
        if "result" in shown["body"]:
            assert answer["body"]["request_id"] == answer["body"]["result"]["request"] == shown["body"]["request_id"]
            assert answer["body"]["result"]["model"] == "m"
