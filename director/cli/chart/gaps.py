"""Gaps to the first car, lap by lap."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from director.cli.chart.canvas import FAINT, MEDIUM, lap_axis, note, shade, sheet
from director.cli.chart.car_lines import End, end_labels, looks, mark_stop, out_labels, plot
from director.cli.chart.chart_data import CarLine, ChartData

_SHOWN = 0.98
"""The share of all gaps that the chart makes room for, where the largest are far beyond it."""
_NEAR = 1.4
_NAMED = 8


def draw_gaps(data: ChartData, cars: Sequence[CarLine]) -> Figure:
    """How far each car crossed the line behind the first car over it on the same lap; the leader is at the top."""
    figure, axes = sheet(data, "gap to the leader")
    trails = {car.car: trail(car, data.lap) for car in cars}
    running = [trails[car.car][-1][1] for car in cars if trails[car.car] and not car.out]
    # Who is lapped crosses the line only after the race was resumed: that gap is the length of the red flag.
    red = [period for period in data.periods if period.kind == "red flag"]
    raced = [
        gap
        for points in trails.values()
        for lap, gap in points
        if not any(period.start <= lap <= period.end for period in red)
    ]
    limit = room(raced, running)
    first = min((lap for points in trails.values() for lap, _ in points), default=1)
    lap_axis(axes, first, max(data.lap, first + 1))
    axes.set_ylim(limit, -0.02 * limit)
    axes.set_ylabel("seconds behind the first car, at the line", color=FAINT, fontsize=MEDIUM)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"+{value:g} s" if value else "leader"))
    shade(axes, data.periods, first, data.lap)
    styled = looks(data)
    ends: list[End] = []
    outs: list[End] = []
    for car in cars:
        look, points = styled[car.car], trails[car.car]
        if not points:
            continue
        plot(axes, car, look, [lap for lap, _ in points], [gap for _, gap in points], len(cars))
        for lap, gap in points:
            if lap in car.stops and gap <= limit:
                mark_stop(axes, look, lap, gap)
        (outs if car.out else ends).append(End(car, look, *points[-1]))
    end_labels(axes, ends)
    out_labels(axes, [end for end in outs if end.y <= limit])
    beyond = sorted(car.code for car in cars if any(gap > limit for _, gap in trails[car.car]))
    who = ", ".join(beyond) if len(beyond) <= _NAMED else f"{len(beyond)} cars"
    cut = f"   leave the picture beyond {limit:.0f} s: {who}" if beyond else ""
    note(figure, f"circle: pit stop   cross: out   dashes: team mate{cut}")
    return figure


def trail(car: CarLine, last: int) -> list[tuple[int, float]]:
    """The car's gap in seconds at the end of each of its laps and, until it has completed lap `last`, the feed's gap of
    now.
    """
    points = [(point.lap, point.gap_s) for point in car.points]
    if not car.out and car.gap_s is not None and (not points or points[-1][0] < last):
        points.append((last, car.gap_s))
    return points


def room(gaps: Sequence[float], now: Sequence[float]) -> float:
    """The largest gap to show, in seconds: those of now, unless a car far behind would flatten all the rest."""
    if not gaps:
        return 1.0
    usual = sorted(gaps)[min(int(len(gaps) * _SHOWN), len(gaps) - 1)]
    wanted = max(gaps) if max(gaps) <= _NEAR * usual else max(usual, min(max(now, default=0.0), 2 * usual))
    return max(wanted, 1.0) * 1.06
