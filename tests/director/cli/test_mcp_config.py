"""`director mcp-config CLIENT` prints what starts the server, and `--write` keeps the rest of the client's file."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from director.cli import main
from director.cli.mcp_config.clients import CLIENTS
from director.cli.mcp_config.jsonc import plain, with_member

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


COMMENTED = """// my settings, do not touch
{
\t"theme": "dark", // at night
\t/* servers
\t   of mine */
\t"mcpServers": {
\t\t"other": {"command": "other", "args": ["//no comment", "a,}"]}, // keep
\t\t// "old": {}
\t},
\t"last": [1, 2,], // and this
}
"""


@pytest.mark.parametrize("client", ["cursor", "gemini-cli"])
def test_comments_stay_where_they_were(client: str, tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(COMMENTED)
    for _ in range(2):
        assert main(["mcp-config", client, "--source", "sim:laps=2", "--write", "--file", str(path)]) == 0
    entry = json.dumps(ENTRY, indent=2).replace("\n", "\n\t\t")
    before, after = COMMENTED.split("\t},\n")
    assert path.read_text() == f'{before}\t\t"pitwall": {entry}\n\t}},\n{after}'


def test_comments_that_the_client_cannot_read_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(COMMENTED)
    assert main(["mcp-config", "claude-desktop", "--write", "--file", str(path)]) == 2
    assert path.read_text() == COMMENTED


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize(
    "text", ["", "{}", "{ }", '{"a": 1}', '{"a": 1}\r\n', '\ufeff{"a": {"b": 2}}', '{\n    "a": [1]\n}']
)
def test_what_stood_there_stands_there_still(client: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_bytes(text.encode())
    assert main(["mcp-config", client, "--source", "sim:laps=2", "--write", "--file", str(path)]) == 0
    written = path.read_bytes().decode()
    held = json.loads(text.removeprefix("\ufeff") or "{}")
    entry = {**CLIENTS[client].extra, **ENTRY}
    assert json.loads(written.removeprefix("\ufeff")) == {**held, CLIENTS[client].key: {"pitwall": entry}}
    assert written.startswith("\ufeff") is text.startswith("\ufeff")


KEYS = st.sampled_from(["a", "mcpServers", "pitwall", "ü//", 'q"'])
VALUES = st.recursive(
    st.none() | st.integers() | st.sampled_from(["x", "/* no */", 'a"b', "}"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
)
NOISE = st.sampled_from(["", " ", "\n\t", " // note }\n", "/* , { */"])


@given(st.dictionaries(KEYS, VALUES), st.sampled_from([None, 1, 2]), st.data())
@settings(max_examples=50)
def test_whatever_stands_there_the_member_is_added_and_nothing_else(
    held: dict[str, Any], indent: int | None, data: st.DataObject
) -> None:
    if not isinstance(held.get("mcpServers", {}), dict):
        held.pop("mcpServers")
    tokens = re.split(r'("(?:[^"\\]|\\.)*"|[{}\[\],:])', json.dumps(held, indent=indent))
    text = "".join(token + data.draw(NOISE) for token in tokens)
    assert json.loads(plain(text)) == held
    added = with_member(text, "mcpServers", "pitwall", {"command": "x"})
    servers = {**held.get("mcpServers", {}), "pitwall": {"command": "x"}}
    assert json.loads(plain(added)) == {**held, "mcpServers": servers}
    assert Counter(re.findall(r"// note }|/\* , { \*/", added)) >= Counter(
        re.findall(r"// note }|/\* , { \*/", text if "pitwall" not in held.get("mcpServers", {}) else "")
    )


@pytest.mark.parametrize("text", ['{"a": 1, /* dark\n}', "[]", '{"mcpServers": 5}', "\x00", "{a: 1}", '{"a": 1,,}'])
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
