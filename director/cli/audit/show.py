"""Tables, bars and colours for people; colours only where a terminal shows them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

from director.cli.terminal_text import clean

Colour = Literal["red", "green", "yellow", "dim"]

_CODES: dict[Colour, str] = {"red": "31", "green": "32", "yellow": "33", "dim": "2"}
_EIGHTHS = " ▏▎▍▌▋▊▉"
_BAR_WIDTH = 24
_VALUE_WIDTH = 60


def colour(text: str, name: Colour) -> str:
    """The text in a colour, where stdout is a terminal and NO_COLOR is not set."""
    return f"\033[{_CODES[name]}m{text}\033[0m" if _coloured() else text


def _coloured() -> bool:
    # Rich knows what a terminal shows, and the wish of NO_COLOR.
    from rich.console import Console

    console = Console()
    return console.is_terminal and not console.no_color


def table(header: Sequence[str], rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset()) -> list[str]:
    """Aligned lines under a header; the columns of `right` are numbers."""
    cells = [[clean(cell) for cell in row] for row in (header, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if number in right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]
    return [colour(lines[0], "dim"), *lines[1:]]


def bar(count: int, most: int) -> str:
    """A bar as long as the count is beside the greatest one."""
    eighths = round(_BAR_WIDTH * 8 * count / most) if most else 0
    whole, rest = divmod(max(eighths, 1 if count else 0), 8)
    return ("█" * whole + _EIGHTHS[rest]).rstrip()


def milliseconds(value: float | None) -> str:
    """`0.042`, `3.10`, `120`."""
    if value is None:
        return ""
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 100 else f"{value:.0f}"


def short(value: object) -> str:
    """Compact JSON, cut to what a line has room for."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= _VALUE_WIDTH else text[: _VALUE_WIDTH - 1] + "…"
