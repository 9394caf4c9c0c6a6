"""One tree of exceptions: every class derives from it, stands on the page, and has the exit status that the page says."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from unittest.mock import Mock

import pytest

import director.cli
from toolgate.contract import ToolError
from toolgate.errors import DirectorError, InputError, LocalError, UnavailableError

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "errors.md").read_text()
BRANCHES = (InputError, UnavailableError, ToolError, LocalError)


Classes = list[type[BaseException]]


@pytest.fixture(scope="module")
def exceptions() -> Classes:
    """Every exception class that a module of the packages defines, private ones too."""
    found = []
    for top in (ROOT, ROOT / "mcp"):
        for package in ("director", "pitwall", "toolgate"):
            for path in sorted((top / package).rglob("*.py")):
                names = re.findall(r"^class (\w+)", path.read_text(), re.MULTILINE)
                if not names:
                    continue
                module = import_module(".".join(path.relative_to(top).with_suffix("").parts))
                classes = (getattr(module, name, None) for name in names)  # some stand in texts
                found += [one for one in classes if isinstance(one, type) and issubclass(one, BaseException)]
    return found


def test_every_exception_derives_from_one_branch_of_the_tree(exceptions: Classes) -> None:
    assert len(exceptions) > 30
    for one in exceptions:
        branches = [branch for branch in BRANCHES if issubclass(one, branch)]
        assert one is DirectorError or branches, one
        assert len(branches) <= 1 or one.__name__ == "SourceUnavailable", one


def test_every_exception_is_on_the_page_once(exceptions: Classes) -> None:
    listed = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(listed) == sorted(one.__name__ for one in exceptions if not one.__name__.startswith("_"))


def test_the_tree_on_the_page_is_the_tree_of_the_code(exceptions: Classes) -> None:
    drawn = PAGE.split("```text")[1].split("```")[0]
    for one in exceptions:
        if not one.__name__.startswith("_"):
            assert re.search(rf"\b{one.__name__}\b", drawn), one


def test_an_error_that_reaches_the_command_line_is_one_line_and_its_exit_status(
    exceptions: Classes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for kind in (one for one in exceptions if issubclass(one, DirectorError)):
        error = kind.__new__(kind)
        error.args = ("what is wrong",)
        monkeypatch.setattr(director.cli, "_run", Mock(side_effect=error))
        status = director.cli.main(["ask"])
        told = capsys.readouterr()
        assert status == (2 if issubclass(kind, InputError) and not issubclass(kind, UnavailableError) else 1), kind
        assert not told.out, kind
        assert len(told.err.splitlines()) == 1, kind
        assert told.err.startswith("director: "), kind
