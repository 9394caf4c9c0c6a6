"""docs/notebook.md, cell by cell: each block of code runs, and prints what stands below it."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).resolve().parents[1] / "docs" / "notebook.md"
CELL = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL)


async def run(cell: str, names: dict[str, Any]) -> None:
    """Runs a cell as notebooks do: it may await."""
    code = compile(cell, "docs/notebook.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    running = eval(code, names)  # the project's own page
    if inspect.isawaitable(running):
        await running


async def test_the_page_is_what_a_notebook_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    cells = CELL.findall(PAGE.read_text())
    assert len(cells) >= 8
    names: dict[str, Any] = {}
    for cell, shown in cells:
        await run(cell, names)
        assert capsys.readouterr().out == shown, cell
    assert (tmp_path / "leaders.svg").read_text().lstrip().startswith("<?xml")
