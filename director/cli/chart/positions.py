"""Positions lap by lap."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from director.cli.chart.canvas import label, lap_axis, note, shade, sheet
from director.cli.chart.car_lines import Look, label_size, looks, mark_out, mark_stop, plot
from director.cli.chart.chart_data import CarLine, ChartData


def draw_positions(data: ChartData, cars: Sequence[CarLine]) -> Figure:
    """Every car's position at the end of each of its laps, from the grid on, labelled at both ends."""
    figure, axes = sheet(data, "positions lap by lap")
    lowest = max((position for car in cars for _, position in trail(car, data.lap)), default=1)
    lap_axis(axes, 0, data.lap)
    axes.set_ylim(lowest + 0.6, 0.4)
    axes.set_yticks(range(1, lowest + 1))
    axes.set_ylabel("position", color=axes.xaxis.label.get_color(), fontsize=axes.xaxis.label.get_fontsize())
    axes.tick_params(axis="y", pad=46, labelright=True, labelleft=True, labelsize=label_size(lowest))
    axes.grid(visible=False, axis="y")
    shade(axes, data.periods, 0, data.lap)
    styled = looks(data)
    for car in cars:
        _draw_car(axes, car, styled[car.car], data.lap, len(cars), label_size(lowest))
    note(figure, "circle: pit stop   cross: out   dashes: team mate   shaded: safety car or red flag")
    return figure


def trail(car: CarLine, last: int) -> list[tuple[int, int]]:
    """The car's position by lap: on the grid as lap 0, at the end of each of its laps, and now where it still runs."""
    positions = {0: car.grid, **{point.lap: point.position for point in car.points}}
    if not car.out:
        positions.setdefault(last, car.position)
    return [(lap, position) for lap, position in positions.items() if position is not None]


def _draw_car(axes: Axes, car: CarLine, look: Look, last: int, cars: int, size: float) -> None:
    points = trail(car, last)
    if not points:
        return
    plot(axes, car, look, [lap for lap, _ in points], [position for _, position in points], cars)
    positions, pad = dict(points), 0.008 * last
    for lap in car.stops:
        if lap in positions:
            mark_stop(axes, look, lap, positions[lap])
    if 0 in positions:
        label(axes, -pad, positions[0], car.code, look.colour, "left", size)
    lap, position = points[-1]
    if car.out:
        mark_out(axes, look, lap, position)
        if lap > 0:
            label(axes, lap, position - 0.2, car.code, look.colour, "above", size)
    else:
        label(axes, lap + pad, position, car.code, look.colour, "right", size)
