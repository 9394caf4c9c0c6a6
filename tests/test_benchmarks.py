"""Benchmarks are run now and then, and by hand: what they take from the packages must still be there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from tests.rows import each_row

FOLDER = Path(__file__).resolve().parents[1] / "benchmarks"
OURS = ("director", "pitwall", "toolgate")


def taken(code: str) -> Iterator[tuple[str, str]]:
    """Modules of ours and the names taken of each, in a program and in those that it holds as text for other processes."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in OURS:
            yield from ((node.module, each.name) for each in node.names)
        elif isinstance(node, ast.Import):
            yield from ((each.name, "__name__") for each in node.names if each.name.split(".")[0] in OURS)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "import " in node.value:
            try:
                yield from taken(node.value)
            except SyntaxError:
                continue  # words, or a part of a program


def there(module: str, name: str) -> bool:
    return hasattr(import_module(module), name) or find_spec(f"{module}.{name}") is not None


def test_programs_within_programs_are_read() -> None:
    code = 'A = """\nfrom pitwall.state import StateCache, Nowhere\n"""\nimport toolgate.gate\n"""Some import words."""'
    assert [*taken(code)] == [
        ("toolgate.gate", "__name__"), ("pitwall.state", "StateCache"), ("pitwall.state", "Nowhere")
    ]  # fmt: skip
    assert [there(*each) for each in taken(code)] == [True, True, False]


@each_row("path", sorted(FOLDER.glob("*.py")))
def test_what_a_benchmark_takes_is_there(path: Path) -> None:
    assert [each for each in taken(path.read_text()) if not there(*each)] == []
