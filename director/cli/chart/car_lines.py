"""The lines of cars: their colour is the team's, their dashes tell team mates apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from matplotlib.axes import Axes

from director.cli.chart.canvas import BACKGROUND, SMALL, label
from director.cli.chart.chart_data import CarLine, ChartData
from director.cli.chart.colours import NO_TEAM, team_colours
from director.cli.chart.spread import spread

_DASHES: tuple[Any, ...] = ("solid", (0, (3.2, 1.4)), (0, (1, 1.2)), (0, (6, 1.5, 1, 1.5)))
_MANY = 30
_LINE_HEIGHT = 0.031
"""The height of a label, as a share of the height of the axes."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a car's line is drawn."""

    colour: str
    dashes: Any


def looks(data: ChartData) -> Mapping[str, Look]:
    """A look for every car of the race, whichever of them are drawn."""
    colours = team_colours(data.teams)
    mates: dict[str, count[int]] = {}
    styled = {}
    for car in sorted(data.cars, key=lambda item: (len(item.car), item.car)):
        rank = next(mates.setdefault(car.team, count())) if car.team else 0
        styled[car.car] = Look(colours.get(car.team, NO_TEAM), _DASHES[rank % len(_DASHES)])
    return styled


def plot(axes: Axes, car: CarLine, look: Look, xs: Sequence[float], ys: Sequence[float], cars: int) -> None:
    """Draws the line of one of `cars` cars, thinner where they are many."""
    width = 2.3 if cars <= _MANY else 1.2
    axes.plot(
        xs, ys, color=look.colour, linestyle=look.dashes, linewidth=width, solid_joinstyle="round", zorder=3,
        gid=f"car-{car.code}",
    )  # fmt: skip


def mark_stop(axes: Axes, look: Look, x: float, y: float) -> None:
    """Draws the mark of a pit stop."""
    axes.plot(
        [x], [y], "o", markersize=6.5, color=BACKGROUND, markeredgecolor=look.colour, markeredgewidth=1.8, zorder=4
    )


def mark_out(axes: Axes, look: Look, x: float, y: float) -> None:
    """Draws a cross where a car went out."""
    axes.plot([x], [y], "x", markersize=8, color=look.colour, markeredgewidth=2.4, zorder=5, clip_on=False)


@dataclass(frozen=True, slots=True)
class End:
    """The end of a car's line."""

    car: CarLine
    look: Look
    x: float
    y: float


def end_labels(axes: Axes, ends: Sequence[End]) -> None:
    """Codes beside the axes, moved apart where they would overlap and tied to the ends of their lines."""
    low, high = sorted(axes.get_ylim())
    first, last = axes.get_xlim()
    size, apart = label_size(len(ends)), (high - low) * min(_LINE_HEIGHT, 1 / max(len(ends), 1))
    step = (last - first) * 0.006
    kept = [min(max(end.y, low), high) for end in ends]
    for end, y, place in zip(ends, kept, spread(kept, apart, low, high), strict=True):
        tie = ([end.x, last, last + 2.2 * step], [y, y, place])
        axes.plot(*tie, color=end.look.colour, linewidth=0.9, alpha=0.7, clip_on=False, zorder=2)
        label(axes, last + 2.6 * step, place, end.car.code, end.look.colour, "right", size)


def out_labels(axes: Axes, outs: Sequence[End]) -> None:
    """Crosses where cars went out, with their codes; those of one lap are moved apart."""
    low, high = sorted(axes.get_ylim())
    first, last = axes.get_xlim()
    by_lap: dict[float, list[End]] = {}
    for end in outs:
        by_lap.setdefault(end.x, []).append(end)
    for x, together in by_lap.items():
        places = spread([end.y for end in together], (high - low) * _LINE_HEIGHT, low, high)
        for end, place in zip(together, places, strict=True):
            mark_out(axes, end.look, x, end.y)
            label(axes, x + (last - first) * 0.011, place, end.car.code, end.look.colour, "right")


def label_size(lines: int) -> float:
    """The size at which so many labels fit above each other, in points."""
    return min(SMALL, SMALL / (lines * _LINE_HEIGHT)) if lines else SMALL
