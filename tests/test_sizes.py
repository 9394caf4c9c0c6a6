"""A module is one idea and a function fits a screen: at most 300 and 50 lines. Ruff holds complexity to 15 (C901)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted(path for room in ("director", "mcp/pitwall", "mcp/toolgate") for path in (ROOT / room).rglob("*.py"))
MODULE_LINES = 300
FUNCTION_LINES = 50


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_is_one_idea_and_its_functions_fit_a_screen(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= MODULE_LINES
    long = [
        node.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and (node.end_lineno or 0) - node.lineno + 1 > FUNCTION_LINES
    ]
    assert long == []
