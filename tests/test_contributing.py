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

from tests.examples import MORE

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
RECIPES = dict(re.findall(r"^### (.+?)\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL))
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COPIED = (".ci", "director", "mcp", "docs", "tests", "benchmarks")
LEFT = shutil.ignore_patterns(".*_cache", "*.pyc.*")  # the latter are being written


THAT_MATTER = (
    "tests/contract",
    "tests/director/reasoning",
    "tests/director/test_settings.py",
    "tests/pitwall/sources/test_source_strings.py",
    "tests/pitwall/tools/test_asked.py",
    "tests/test_docs.py",
    "tests/test_limits.py",
    "tests/test_project.py",
    "tests/toolgate/policy/test_policy_gate.py",
    "tests/toolgate/test_runner.py",
)
"""Tests that look at all tools, sources, planners, policies, layers or commands, so that a new one could break them."""


def copy_of_checkout(folder: Path) -> Path:
    """A copy of what a clone has, but for its history and environment, with what is compiled of it."""
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT)
    for file in ROOT.iterdir():
        if file.is_file() and file.name != "settings.env":
            shutil.copy(file, folder)
    return folder


def test_every_kind_of_part_has_a_recipe() -> None:
    assert [*RECIPES] == ["A tool", "A source", "A planner", "A policy", "A layer", "A command"]


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_works_and_touches_what_it_names(name: str, tmp_path: Path) -> None:
    checkout = copy_of_checkout(tmp_path)
    before = digests(checkout)
    named = set(re.findall(r"`((?:docs|director|mcp)/[\w./]+)`", BLOCK.sub("", RECIPES[name])))
    named |= follow(name, checkout)
    after = digests(checkout)
    assert {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)} == named


@pytest.mark.skipif(MORE == 1, reason="lint, types and tests of a whole copy: make recipes")
@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_what_the_recipes_make_passes_every_check(tmp_path: Path) -> None:
    """All of them after one another in one copy, since the checks take long."""
    checkout = copy_of_checkout(tmp_path)
    if (known := ROOT / ".mypy_cache").is_dir():  # or mypy reads every library anew
        shutil.copytree(known, checkout / known.name)
    for name in RECIPES:
        follow(name, checkout, only="schemas export")
    run(f"make check BIN={Path(sys.executable).parent}", checkout)
    # Outputs of one race are enough here: the tests themselves look at all.
    run(f".venv/bin/python -m pytest -q -n 0 -k 'not test_real_outputs or hours' {' '.join(THAT_MATTER)}", checkout)


def follow(name: str, checkout: Path, only: str = "") -> set[str]:
    """Makes the files, changes the lines and runs the commands of a recipe, or those that have a word in them.

    Gives the files that it makes and changes.
    """
    touched = set()
    for language, path, text in BLOCK.findall(RECIPES[name]):
        if language == "sh":
            for command in text.splitlines():
                if only in command:
                    run(command, checkout)
            continue
        touched.add(path)
        file = checkout / path
        if language == "diff":
            assert file.is_file(), f"CONTRIBUTING.md, {name}: {path} is not there any more: name the file that is"
            file.write_text(changed(file.read_text(), text, f"CONTRIBUTING.md, {name}: {path}"))
        else:
            assert not file.exists(), f"CONTRIBUTING.md, {name}: {path} is there already: choose another name"
            file.write_text(text)
    return touched


def changed(text: str, diff: str, where: str) -> str:
    """A text with the lines of a diff put in and taken out. Its other lines must be there, once each, in their order."""
    lines, at = text.splitlines(), 0
    for step in diff.splitlines():
        sign, line = step[:1], step[1:]
        if sign == "+":
            lines.insert(at, line)
            at += 1
            continue
        found = [index for index, known in enumerate(lines) if index >= at and known == line]
        assert len(found) == 1, f"{where} has this line {len(found)} times, in this order: {line!r}"
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
    environment = {**os.environ, "PYTHONPATH": path, "PYTEST_ADDOPTS": "-p no:cacheprovider"}
    done = subprocess.run(line, shell=True, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-2000:]}"


def digests(folder: Path) -> dict[str, str]:
    """Every file by its path, without what programs leave behind."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and not {"__pycache__", ".hypothesis"} & {*path.parts}
    }
