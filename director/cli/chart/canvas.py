"""The sheet every chart is drawn on: full HD, dark, with a title that says which race and which moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from director.cli.chart.chart_data import ChartData, Neutralisation, PeriodKind
from director.cli.chart.spread import spread

BACKGROUND = "#10141b"
INK = "#eef1f6"
FAINT = "#8c96a8"
GRID = "#2a3140"
SMALL, MEDIUM, LARGE = 12, 14, 24

_SIZE_INCHES, _DPI = (16, 9), 120
_LEFT = 0.085
Side = Literal["left", "right", "above"]
_NAME_WIDTH = 0.034
"""The width of a span's name, as a share of the width of the axes."""
_ALIGNED: Mapping[Side, tuple[str, str]] = MappingProxyType(
    {"left": ("right", "center"), "right": ("left", "center"), "above": ("center", "bottom")}
)
_PERIODS: dict[PeriodKind, tuple[str, str]] = {
    "safety car": ("#f5c518", "SC"),
    "virtual safety car": ("#f5c518", "VSC"),
    "red flag": ("#ff3b30", "RED"),
}


def sheet(data: ChartData, what: str) -> tuple[Figure, Axes]:
    """A figure with its title, and axes with laps along the bottom."""
    figure = Figure(figsize=_SIZE_INCHES, dpi=_DPI, facecolor=BACKGROUND)
    axes = figure.add_axes((_LEFT, 0.115, 0.83, 0.735), facecolor=BACKGROUND)
    title = f"{data.title}: {what}" if data.title else what.capitalize()
    figure.text(_LEFT, 0.95, title, color=INK, fontsize=LARGE, fontweight="bold", va="center")
    figure.text(_LEFT, 0.905, data.moment, color=FAINT, fontsize=MEDIUM, va="center")
    axes.set_xlabel("lap", color=FAINT, fontsize=MEDIUM)
    axes.tick_params(colors=FAINT, labelsize=SMALL, length=0, pad=6)
    axes.grid(visible=True, color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return figure, axes


def lap_axis(axes: Axes, first: int, last: int) -> None:
    """Laps from the first to the last one, which has its tick even where the others do not reach it."""
    axes.set_xlim(first, last)
    ticks = [tick for tick in MaxNLocator(nbins=16, integer=True).tick_values(first, last) if first <= tick <= last]
    apart = ticks[1] - ticks[0] if len(ticks) > 1 else 1
    axes.set_xticks([*(tick for tick in ticks if last - tick >= apart / 2), last])


def shade(axes: Axes, periods: Sequence[Neutralisation], first: float, last: float) -> None:
    """The spans in which nobody raced, with their names at the top, moved apart where they would overlap."""
    cut = [period._replace(start=max(period.start, first), end=min(period.end, last)) for period in periods]
    shown = [period for period in cut if period.start < period.end]
    apart = (last - first) * min(_NAME_WIDTH, 1 / max(len(shown), 1))
    places = spread([(period.start + period.end) / 2 for period in shown], apart, first, last)
    for period, place in zip(shown, places, strict=True):
        colour, name = _PERIODS[period.kind]
        axes.axvspan(
            period.start, period.end, color=colour, alpha=0.13, linewidth=0, zorder=0.5, gid=f"period-{name}"
        )  # fmt: skip
        axes.text(
            place, 1.012, name, color=colour, fontsize=SMALL, fontweight="bold", ha="center", va="bottom",
            transform=axes.get_xaxis_transform(),
        )  # fmt: skip


def label(axes: Axes, x: float, y: float, text: str, colour: str, side: Side, size: float = SMALL) -> None:
    """A code beside a point or above it, set off from the lines behind it."""
    across, up = _ALIGNED[side]
    ground = {"facecolor": BACKGROUND, "alpha": 0.75, "linewidth": 0, "pad": 0.8}
    axes.text(
        x, y, text, color=colour, fontsize=size, fontweight="bold", va=up, ha=across, bbox=ground, zorder=6,
        clip_on=False,
    )  # fmt: skip


def note(figure: Figure, text: str) -> None:
    """A line at the foot of the sheet."""
    figure.text(_LEFT, 0.028, text, color=FAINT, fontsize=SMALL, va="center")
