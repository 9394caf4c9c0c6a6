"""Lap times, lap by lap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from director.cli.chart.canvas import FAINT, MEDIUM, lap_axis, note, shade, sheet
from director.cli.chart.car_lines import End, end_labels, looks, plot
from director.cli.chart.chart_data import CarLine, ChartData

_SHOWN = 0.97
"""The share of the laps at racing speed that the chart makes room for, unless they are slower than usual by _SLOW."""
_SLOW = 1.12


def draw_pace(data: ChartData, cars: Sequence[CarLine]) -> Figure:
    """Every lap time the feed has told. Slow laps leave the picture at the top, and a note counts them."""
    figure, axes = sheet(data, "lap times")
    times = [point.lap_s for car in cars for point in car.points if point.lap_s is not None]
    low, limit = span(list(raced(data, cars)) or times)
    lap_axis(axes, 1, max(data.lap, 2))
    axes.set_ylim(low, limit)
    axes.set_ylabel("lap time, minutes:seconds", color=FAINT, fontsize=MEDIUM)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: minutes(value)))
    shade(axes, data.periods, 1, data.lap)
    styled, ends = looks(data), []
    for car in cars:
        told = [(point.lap, point.lap_s) for point in car.points if point.lap_s is not None]
        if told:
            plot(axes, car, styled[car.car], [lap for lap, _ in told], [seconds for _, seconds in told], len(cars))
            ends.append(End(car, styled[car.car], *told[-1]))
    end_labels(axes, ends)
    slow = sum(seconds > limit for seconds in times)
    who = f"{len(cars)} of {len(data.cars)} cars, dashes: team mate"
    cut = f"{slow} laps slower than {minutes(limit)} (start, pit stops, safety car) leave the picture at the top"
    note(figure, f"{who}   {cut}")
    return figure


def raced(data: ChartData, cars: Sequence[CarLine]) -> Iterator[float]:
    """Lap times at racing speed: not the first lap, none into or out of the pits, none with the race neutralised."""
    for car in cars:
        slow = {1, *car.stops, *(lap + 1 for lap in car.stops)}
        for point in car.points:
            neutral = any(period.start < point.lap and period.end > point.lap - 1 for period in data.periods)
            if point.lap_s is not None and point.lap not in slow and not neutral:
                yield point.lap_s


def span(times: Sequence[float]) -> tuple[float, float]:
    """The lap times to show, in seconds: from just under the best to the slowest but a few."""
    if not times:
        return 0.0, 1.0
    ordered = sorted(times)
    best, slow = ordered[0], min(ordered[min(int(len(ordered) * _SHOWN), len(ordered) - 1)], median(ordered) * _SLOW)
    room = max(slow - best, best * 0.01)
    return best - 0.05 * room, slow + 0.1 * room


def minutes(seconds: float) -> str:
    """`1:45.1`."""
    tenths = round(seconds * 10)
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"
