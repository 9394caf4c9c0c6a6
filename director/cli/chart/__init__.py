"""`director chart`: the positions, gaps or lap times of a race as a picture."""

from __future__ import annotations

import argparse
import importlib.util
from pathlib import Path

from director.cli.command import ANSWERED, Command, UsageError, add_positional_source
from director.cli.opening import open_named
from director.race import Race
from director.settings import Settings
from pitwall.facts.names import find_car
from pitwall.state import RaceView
from pitwall.state.kinds import KIND_WORDS
from toolgate.contract import InvalidArgument

KINDS = ("positions", "gaps", "pace")
_SUFFIXES = (".png", ".svg")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", metavar="KIND", choices=KINDS, help=f"{', '.join(KINDS)}: what to draw")
    add_positional_source(parser)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, type=Path, help="the picture: .png or .svg")
    parser.add_argument("--drivers", metavar="VER,HAM", help="only these (default: all; for pace the first six)")


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    if arguments.output.suffix.lower() not in _SUFFIXES:
        raise UsageError(f"-o: {arguments.output.name!r} must end in {' or '.join(_SUFFIXES)}")
    if importlib.util.find_spec("matplotlib") is None:
        raise UsageError("charts need matplotlib: pip install 'race-director[chart]'")
    async with await open_named(arguments, settings) as race:
        await _draw(race, arguments)
    print(f"wrote {arguments.output}")
    return ANSWERED


async def _draw(race: Race, arguments: argparse.Namespace) -> None:
    view = race.cache.view()
    if view.timed and view.kind is not None:
        raise UsageError(
            f"a chart shows a race or a sprint, and this is {KIND_WORDS[view.kind]}: name a race as SOURCE"
        )
    chosen = _chosen(view, arguments.drivers)
    from director.cli.chart.chart_data import read_race
    from director.cli.chart.draw import save

    data = await read_race(race)
    if data.lap == 0:
        raise UsageError("--at: nobody has completed a lap yet, so there is nothing to draw: choose a later moment")
    try:
        save(arguments.kind, data, chosen, arguments.output)
    except OSError as error:
        raise UsageError(f"-o: {arguments.output} can't be written: {error.strerror}") from None


def _chosen(view: RaceView, drivers: str | None) -> tuple[str, ...] | None:
    """The cars of `--drivers`, None where it is not given."""
    if drivers is None:
        return None
    names = [name.strip() for name in drivers.split(",") if name.strip()]
    if not names:
        raise UsageError("--drivers: name at least one, as VER,HAM")
    try:
        return tuple(dict.fromkeys(find_car(view, name, path="/drivers") for name in names))
    except InvalidArgument as wrong:
        raise UsageError(f"--drivers: {wrong}") from None


COMMAND = Command(_add_arguments, _run)
