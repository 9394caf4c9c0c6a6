"""`director mcp-config CLIENT` prints what starts the server, and `--write` keeps the rest of the client's file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from director.cli import main
from director.cli.mcp_config.clients import CLIENTS

ENTRY = {"command": sys.executable, "args": ["-m", "director", "serve", "--source", "sim:laps=2"]}


@pytest.mark.parametrize("client", CLIENTS)
def test_what_is_printed_is_what_is_written(
    client: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    assert main(["mcp-config", client, "--source", "sim:laps=2"]) == 0
    shown = capsys.readouterr()
    printed = json.loads(shown.out)
    ((_, servers),) = printed.items()
    assert {key: servers["pitwall"][key] for key in ENTRY} == ENTRY
    assert str(tmp_path) in shown.err
    assert main(["mcp-config", client, "--source", "sim:laps=2", "--write"]) == 0
    path = Path(capsys.readouterr().out.partition(": pitwall")[0])
    assert path.is_relative_to(tmp_path)
    assert json.loads(path.read_text()) == printed


def test_the_rest_of_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    other = {"command": "other", "env": {"KEY": "ü"}}
    held: dict[str, Any] = {"theme": "dark", "mcpServers": {"other": other, "pitwall": {"command": "old"}}, "last": [1]}
    path.write_text(json.dumps(held))
    path.chmod(0o600)
    for _ in range(2):
        assert main(["mcp-config", "cursor", "--source", "sim:laps=2", "--write", "--file", str(path)]) == 0
    assert json.loads(path.read_text()) == {**held, "mcpServers": {"other": other, "pitwall": ENTRY}}
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["mcp.json"]


@pytest.mark.parametrize("text", ['{"a": 1, // dark\n}', "[]", '{"mcpServers": 5}', "\x00"])
def test_a_file_that_cannot_be_kept_is_left_as_it_is(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(text)
    assert main(["mcp-config", "cursor", "--write", "--file", str(path)]) == 2
    assert path.read_text() == text
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_unknown_client_is_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp-config", "vs-code"]) == 2
    assert "vscode" in capsys.readouterr().err
