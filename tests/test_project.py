"""The project as a whole: its layout, and that its README tells the truth."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import mcp
import pytest

from director.cli.parser import make_parser, parse
from director.cli.serve import COMMAND as SERVE

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
GUIDE = (ROOT / "docs" / "guide.md").read_text()
SOURCES = [path for folder in ("director", "mcp", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")]


def test_the_mcp_folder_does_not_shadow_the_sdk() -> None:
    assert not (ROOT / "mcp" / "__init__.py").exists()
    assert not list((ROOT / "mcp").glob("*.py"))
    assert "site-packages" in Path(mcp.__file__).parts


def test_packages_are_typed() -> None:
    for package in ("director", "mcp/pitwall", "mcp/toolgate"):
        assert (ROOT / package / "py.typed").is_file()


def test_every_command_of_the_readme_exists() -> None:
    shown = set(re.findall(r"(?:bin/|`)director ([a-z-]+)", README))
    assert shown >= {"ask", "call", "tools", "validate", "schemas", "serve"}
    usage = make_parser(()).format_help()
    assert all(re.search(rf"^\s+{command}\s", usage, re.MULTILINE) for command in shown)


def test_every_command_line_of_readme_and_guide_parses() -> None:
    import shlex

    # With settings before it, perhaps, and a comment after it.
    lines = [
        line for line in f"{README}\n{GUIDE}".splitlines() if re.match(r"([A-Z_]+=\S+ )*\.venv/bin/director ", line)
    ]
    assert len(lines) >= 20
    for line in lines:
        words = shlex.split(line, comments=True)
        given = words[words.index(".venv/bin/director") + 1 :]
        assert parse(given) is not None


@pytest.mark.parametrize("key", ["mcpServers", "servers"])
def test_the_ide_snippets_of_the_readme_are_json_and_start_a_server(key: str) -> None:
    (snippet,) = [
        json.loads(text) for text in re.findall(r"```json\n(.*?)```", README, re.DOTALL) if f'"{key}"' in text
    ]
    entry = snippet[key]["pitwall"]
    assert entry["command"] == ".venv/bin/director"
    arguments = parse(entry["args"])
    assert arguments is not None
    assert arguments.command is SERVE


def test_the_project_speaks_of_itself_alone() -> None:
    here = str(ROOT.parent)
    for path in [*SOURCES, *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.toml")]:
        text = path.read_text()
        if len(here) > 1:
            assert f"{here}/" not in text, path


def test_every_decision_is_listed_by_its_number_and_title() -> None:
    listed = (ROOT / "docs/decisions/README.md").read_text()
    for path in (ROOT / "docs/decisions").glob("[0-9]*.md"):
        title = path.read_text().splitlines()[0]
        assert re.match(rf"# {path.name[:4]} \w|# {path.name[:4]} `", title), (
            f"{path.name} begins with: # {path.name[:4]} ..."
        )
        assert f"| [{path.name[:4]}]({path.name}) | {title[7:]} |" in listed


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 150


def test_the_licence_ships_and_is_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert (project["license"], project["license-files"]) == ("Apache-2.0", ["LICENSE", "NOTICE"])
    licence = (ROOT / "LICENSE").read_text()
    assert "Version 2.0, January 2004" in licence
    assert "END OF TERMS AND CONDITIONS" in licence


CI_LINES = (ROOT / ".ci" / "run").read_text().splitlines()


def test_what_needs_node_runs_beside_the_tests_and_must_pass() -> None:
    folders = re.findall(r"^CLIENTS := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[0].split()
    runs = 'TEST_CLIENTS="$outside/clients" make clients'
    assert CI_LINES.index(runs) > CI_LINES.index('eval "$tests"')
    assert "export TEST_CLIENTS" not in "".join(CI_LINES)
    needing = [path for path in (ROOT / "tests").rglob("test_*.py") if "\nfrom tests.node import" in path.read_text()]
    assert len(needing) >= 3
    for path in needing:
        assert any(path.is_relative_to(ROOT / folder) for folder in folders), path


@pytest.mark.parametrize("target", ["check", "test"])
def test_one_command_checks_and_one_tests(target: str) -> None:
    text = (ROOT / "Makefile").read_text()
    recipe = text.partition(f"\n{target}:\n")[2].partition("\n\n")[0]
    wanted = {"check": ("ruff check", "ruff format --check", "mypy", "lint-imports"), "test": ("pytest", "-n auto")}
    assert all(word in recipe for word in wanted[target])
    assert {"make check", "make recipes"} <= set(CI_LINES)
