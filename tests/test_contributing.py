"""CONTRIBUTING.md: every recipe is followed to the letter in a copy of the checkout, and touches what it names."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
RECIPES = dict(re.findall(r"^### (.+?)\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL))
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COPIED = ("director", "mcp", "docs", "tests", "benchmarks")
LEFT = shutil.ignore_patterns("__pycache__", ".*_cache")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what a clone has, but for its history and environment."""
    copy = tmp_path / "checkout"
    for name in COPIED:
        shutil.copytree(ROOT / name, copy / name, ignore=LEFT)
    for file in ROOT.iterdir():
        if file.is_file() and file.name != "settings.env":
            shutil.copy(file, copy)
    return copy


def test_every_kind_of_part_has_a_recipe() -> None:
    assert [*RECIPES] == ["A tool", "A source", "A planner", "A policy", "A layer", "A command"]


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_works_and_touches_what_it_names(name: str, checkout: Path) -> None:
    before = digests(checkout)
    named = set(re.findall(r"`((?:docs|director|mcp)/[\w./]+)`", BLOCK.sub("", RECIPES[name])))
    for language, path, text in BLOCK.findall(RECIPES[name]):
        if language == "sh":
            for command in text.splitlines():
                run(command, checkout)
            continue
        named.add(path)
        file = checkout / path
        if language == "diff":
            file.write_text(changed(file.read_text(), text))
        else:
            assert not file.exists()
            file.write_text(text)
            lint(file, checkout)
    after = digests(checkout)
    assert {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)} == named


def changed(text: str, diff: str) -> str:
    """A text with the lines of a diff put in and taken out. Its other lines must be there, once each, in their order."""
    lines, at = text.splitlines(), 0
    for step in diff.splitlines():
        sign, line = step[:1], step[1:]
        if sign == "+":
            lines.insert(at, line)
            at += 1
            continue
        found = [index for index, known in enumerate(lines) if index >= at and known == line]
        assert len(found) == 1, f"{line!r} is there {len(found)} times"
        at = found[0]
        if sign == "-":
            del lines[at]
        else:
            at += 1
    return "\n".join(lines) + "\n"


def run(command: str, checkout: Path) -> None:
    """A command of a recipe, with the tools of this environment on the code of the copy."""
    line = re.sub(r"^\.venv/bin/director\b", f"{sys.executable} -m director", command)
    line = re.sub(r"^\.venv/bin/python\b", sys.executable, line)
    path = os.pathsep.join((str(checkout / "mcp"), str(checkout)))
    environment = {
        **os.environ,
        "PYTHONPATH": path,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_ADDOPTS": "-p no:cacheprovider",
    }
    done = subprocess.run(line, shell=True, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-2000:]}"


def lint(file: Path, checkout: Path) -> None:
    for arguments in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *arguments, "--no-cache", str(file)]
        done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def digests(folder: Path) -> dict[str, str]:
    """Every file by its path, without what programs leave behind."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and not {"__pycache__", ".hypothesis"} & {*path.parts}
    }
