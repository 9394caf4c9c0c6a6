"""A module is one idea and a function fits a screen: at most 300 and 50 lines. Ruff holds complexity to 15 (C901)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted(path for room in ("director", "mcp/pitwall", "mcp/toolgate") for path in (ROOT / room).rglob("*.py"))
MODULE_LINES = 300
FUNCTION_LINES = 50


def test_a_module_is_one_idea_and_its_functions_fit_a_screen() -> None:
    assert len(MODULES) > 500
    assert [each for path in MODULES for each in too_long(path)] == []


def too_long(path: Path) -> list[str]:
    """The module, where it has too many lines, and its functions that have."""
    text, name = path.read_text(), str(path.relative_to(ROOT))
    functions = [
        f"{name}: {node.name}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and (node.end_lineno or 0) - node.lineno + 1 > FUNCTION_LINES
    ]
    return [name, *functions] if len(text.splitlines()) > MODULE_LINES else functions


def test_what_is_too_long_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    for lines, said in ((300, []), (301, ["a.py"])):
        (tmp_path / "a.py").write_text("\n" * lines)
        assert too_long(tmp_path / "a.py") == said
    for lines, said in ((50, []), (51, ["a.py: f"])):
        (tmp_path / "a.py").write_text("async def f():\n" + "    pass\n" * (lines - 1))
        assert too_long(tmp_path / "a.py") == said
