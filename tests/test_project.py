"""The project as a whole: its layout, its layers, its types, and that its README tells the truth."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import mcp
import pytest

from director.cli.parser import make_parser, parse
from director.cli.serve import COMMAND as SERVE

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
SOURCES = [path for folder in ("director", "mcp", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")]


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_mcp_folder_does_not_shadow_the_sdk() -> None:
    assert not (ROOT / "mcp" / "__init__.py").exists()
    assert not list((ROOT / "mcp").glob("*.py"))
    assert "site-packages" in Path(mcp.__file__).parts


def test_imports_point_down_only() -> None:
    done = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.timeout(1800)
def test_types() -> None:
    done = run("mypy")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("command", [("ruff", "check"), ("ruff", "format", "--check")], ids=" ".join)
def test_lint(command: tuple[str, ...]) -> None:
    done = run(*command, ".")
    assert done.returncode == 0, done.stdout[-3000:]


def test_packages_are_typed() -> None:
    for package in ("director", "mcp/pitwall", "mcp/toolgate"):
        assert (ROOT / package / "py.typed").is_file()


def test_every_command_of_the_readme_exists() -> None:
    shown = set(re.findall(r"(?:bin/|`)director ([a-z]+)", README))
    assert shown >= {"ask", "call", "tools", "validate", "schemas", "serve"}
    usage = make_parser(()).format_help()
    assert all(re.search(rf"^\s+{command}\s", usage, re.MULTILINE) for command in shown)


def test_every_command_line_of_the_readme_parses() -> None:
    import shlex

    # With settings before it, perhaps, and a comment after it.
    lines = [line for line in README.splitlines() if re.match(r"([A-Z_]+=\S+ )*\.venv/bin/director ", line)]
    assert len(lines) >= 10
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


def test_every_decision_is_listed() -> None:
    listed = (ROOT / "docs/decisions/README.md").read_text()
    for path in (ROOT / "docs/decisions").glob("[0-9]*.md"):
        assert f"]({path.name})" in listed
