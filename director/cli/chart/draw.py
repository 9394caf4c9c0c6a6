"""Which chart is drawn of which cars."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from matplotlib import rc_context
from matplotlib.figure import Figure

from director.cli.chart.chart_data import CarLine, ChartData
from director.cli.chart.gaps import draw_gaps
from director.cli.chart.pace import draw_pace
from director.cli.chart.positions import draw_positions

Draw = Callable[[ChartData, Sequence[CarLine]], Figure]

DRAWERS: Mapping[str, Draw] = MappingProxyType({"positions": draw_positions, "gaps": draw_gaps, "pace": draw_pace})
_READABLE = MappingProxyType({"pace": 6})
"""How many cars a chart is readable with where nobody chose them."""


def draw(kind: str, data: ChartData, chosen: Sequence[str] | None = None) -> Figure:
    """The chart of these cars; without a choice of all, or of the first ones where all could not be read."""
    if chosen is None:
        cars = data.cars[: _READABLE.get(kind)]
    else:
        cars = tuple(car for car in data.cars if car.car in chosen)
    return DRAWERS[kind](data, cars)


def save(kind: str, data: ChartData, chosen: Sequence[str] | None, output: Path) -> None:
    """Draws and writes a .png or .svg; the same race gives the same file. OSError where it cannot be written."""
    metadata = {"Date": None} if output.suffix.lower() == ".svg" else None
    # Words stay words in an SVG, its ids do not change, and a dollar sign from a feed is a dollar sign.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "race-director", "text.parse_math": False}):
        draw(kind, data, chosen).savefig(output, metadata=metadata)
