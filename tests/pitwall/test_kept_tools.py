"""The specs that are kept are those of the tools, and are built anew once the code has changed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

import pitwall.tools
from pitwall import kept_tools
from pitwall.effects import Ports
from pitwall.kept_tools import SUFFIX, build_or_recall_tools
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import TOOLS, ToolFile, build_tools
from toolgate.contract import AgentContext, Call, JsonObject, ToolSpec
from toolgate.kept_files import KeptFiles
from toolgate.runner import Runner

ROOT = Path(__file__).parents[2]
CACHE = StateCache().load(open_source("sim:laps=4,cars=4"))
SPECS = {spec.name: spec for spec in build_tools(CACHE)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where the specs are kept already."""
    folder = tmp_path_factory.mktemp("kept")
    build_or_recall_tools(CACHE, Ports(), folder)
    return folder


@pytest.fixture
def unbuilt(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tools that are built rather than recalled."""
    built: list[str] = []
    build = ToolFile.build

    def counted(self: ToolFile, cache: StateCache, ports: Ports) -> ToolSpec:
        built.append(self.name)
        return build(self, cache, ports)

    monkeypatch.setattr(ToolFile, "build", counted)
    return built


def bare(spec: ToolSpec) -> ToolSpec:
    return replace(spec, handler=nothing)


def nothing(arguments: JsonObject, agent: AgentContext, /) -> NoReturn:
    raise AssertionError


@pytest.mark.parametrize("name", [listed.name for listed in TOOLS])
def test_a_recalled_spec_is_the_tools_own(folder: Path, unbuilt: list[str], name: str) -> None:
    recalled = {spec.name: spec for spec in build_or_recall_tools(CACHE, Ports(), folder)}
    assert unbuilt == []
    assert bare(recalled[name]) == bare(SPECS[name])


def test_every_file_of_a_tool_is_listed() -> None:
    files = Path(pitwall.tools.__file__).parent.glob("*.py")
    assert {file.stem for file in files if f"def build_{file.stem}_tool" in file.read_text("utf-8")} == {
        listed.name for listed in TOOLS
    }


async def test_a_recalled_tool_answers_as_the_tool_does(folder: Path, unbuilt: list[str]) -> None:
    runner = Runner(build_or_recall_tools(CACHE, Ports(), folder))
    built = Runner([spec for spec in SPECS.values() if spec.name == "get_standings"])
    for arguments in ({}, {"at_lap": 2}, {"at_lap": "two"}, {"unknown": 1}):
        call = Call("get_standings", arguments)
        outcome, expected = await runner.call(call), await built.call(call)
        assert outcome.envelope | {"generated_at": ""} == expected.envelope | {"generated_at": ""}
    assert unbuilt == ["get_standings"], "built once, and no other"


def test_what_is_damaged_or_of_other_tools_is_built_anew(folder: Path, unbuilt: list[str]) -> None:
    (path,) = folder.glob(f"*{SUFFIX}")
    whole = path.read_bytes()
    for damaged in (b"", whole[:-1], whole[:50] + b"?" + whole[51:]):
        path.write_bytes(damaged)
        specs = build_or_recall_tools(CACHE, Ports(), folder)
        assert [spec.name for spec in specs] == [*SPECS]
        assert len(unbuilt) == len(TOOLS)
        unbuilt.clear()
        assert path.read_bytes() == whole, "what was damaged is mended on disk"


@pytest.mark.parametrize("body", [b"", b"\x90", b"\x91\x90", b"\xc0"])
def test_content_of_another_shape_is_built_anew(
    tmp_path: Path, unbuilt: list[str], monkeypatch: pytest.MonkeyPatch, body: bytes
) -> None:
    monkeypatch.setattr(KeptFiles, "read", lambda *_: body)
    assert len(build_or_recall_tools(CACHE, Ports(), tmp_path)) == len(unbuilt) == len(TOOLS)


def test_without_a_folder_or_its_files_seen_nothing_is_kept(
    tmp_path: Path, unbuilt: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build_or_recall_tools(CACHE, Ports(), None)
    monkeypatch.setattr(kept_tools, "code_version", lambda *_: b"")
    build_or_recall_tools(CACHE, Ports(), tmp_path)
    assert len(unbuilt) == 2 * len(TOOLS)
    assert not any(tmp_path.iterdir())


def test_a_tool_that_was_changed_is_seen_by_the_next_process(tmp_path: Path) -> None:
    for package in ("pitwall", "toolgate"):
        shutil.copytree(ROOT / "mcp" / package, tmp_path / package)
    tool = tmp_path / "pitwall" / "tools" / "get_roster.py"
    before = tool.read_text("utf-8")
    said = []
    for text in (before, before, before.replace('description="', 'description="Changed. ')):
        if text != before:
            tool.write_text(text, "utf-8")
        code = (
            "import sys; from pathlib import Path\n"
            "from pitwall.effects import Ports; from pitwall.state import StateCache\n"
            "from pitwall.kept_tools import build_or_recall_tools\n"
            f"specs = build_or_recall_tools(StateCache(), Ports(), Path({str(tmp_path / 'kept')!r}))\n"
            "roster = next(spec for spec in specs if spec.name == 'get_roster')\n"
            "print('pitwall.tools.get_roster' in sys.modules, roster.description.partition('.')[0] == 'Changed')"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
        said.append(done.stdout.split())
    assert said == [["True", "False"], ["False", "False"], ["True", "True"]]
