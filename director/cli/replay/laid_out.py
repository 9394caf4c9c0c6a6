"""Parts of the screen that are laid out once for what they show: most of a frame is what the frame before was."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment

_MOST_PARTS = 512
"""How many parts are kept: those of some frames of the largest field."""


class LaidOut:
    """What `make` gives for these values, laid out once for each size of the room that it is drawn in."""

    def __init__(self, make: Callable[..., RenderableType], *values: Hashable) -> None:
        self._make = make
        self._values = values

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from _segments(console, options.max_width, options.height, self._make, self._values)


@lru_cache(_MOST_PARTS)
def _segments(
    console: Console,
    width: int,
    height: int | None,
    make: Callable[..., RenderableType],
    values: tuple[Hashable, ...],
) -> tuple[Segment, ...]:
    options = console.options.update_dimensions(width, height) if height else console.options.update_width(width)
    lines = console.render_lines(make(*values), options.update(height=height), pad=False)
    return tuple(part for line in lines for part in (*Segment.simplify(line), Segment.line()))
