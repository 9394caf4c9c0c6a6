"""One tree of exceptions: every class derives from it, stands on the page, and has the exit status that the page says."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

import director.cli
from toolgate.contract import ToolError
from toolgate.errors import DirectorError, InputError, LocalError, UnavailableError

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "errors.md").read_text()
BRANCHES = (InputError, UnavailableError, ToolError, LocalError)


def exceptions() -> list[type[BaseException]]:
    """Every exception class that a module of the packages defines, private ones too."""
    found = []
    for top in (ROOT, ROOT / "mcp"):
        for package in ("director", "pitwall", "toolgate"):
            for path in sorted((top / package).rglob("*.py")):
                names = [node.name for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)]
                if not names:
                    continue
                module = import_module(".".join(path.relative_to(top).with_suffix("").parts))
                classes = (getattr(module, name) for name in names)
                found += [one for one in classes if isinstance(one, type) and issubclass(one, BaseException)]
    return found


EXCEPTIONS = exceptions()


def test_every_exception_derives_from_one_branch_of_the_tree() -> None:
    assert len(EXCEPTIONS) > 30
    for one in EXCEPTIONS:
        branches = [branch for branch in BRANCHES if issubclass(one, branch)]
        assert one is DirectorError or branches, one
        assert len(branches) <= 1 or one.__name__ == "SourceUnavailable", one


def test_every_exception_is_on_the_page_once() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(listed) == sorted(one.__name__ for one in EXCEPTIONS if not one.__name__.startswith("_"))


def test_the_tree_on_the_page_is_the_tree_of_the_code() -> None:
    drawn = PAGE.split("```text")[1].split("```")[0]
    for one in EXCEPTIONS:
        if not one.__name__.startswith("_"):
            assert re.search(rf"\b{one.__name__}\b", drawn), one


@pytest.mark.parametrize("kind", [one for one in EXCEPTIONS if issubclass(one, DirectorError)])
def test_an_error_that_reaches_the_command_line_is_one_line_and_its_exit_status(
    kind: type[DirectorError], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(argv: object) -> int:
        error = kind.__new__(kind)
        error.args = ("what is wrong",)
        raise error

    monkeypatch.setattr(director.cli, "_run", fail)
    status = director.cli.main(["ask"])
    told = capsys.readouterr()
    assert status == (2 if issubclass(kind, InputError) and not issubclass(kind, UnavailableError) else 1)
    assert not told.out
    assert len(told.err.splitlines()) == 1
    assert told.err.startswith("director: ")
