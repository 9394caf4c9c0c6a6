"""Opens the race that the command line names, and says what is wrong with what was typed."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from director.cli.command import UsageError
from director.cli.progress import download_bar
from director.models.base import ModelError
from director.race import Askable, Race, load_race, open_servers, start_backend
from director.settings import Settings
from pitwall.championship import StandingsError
from pitwall.results import ResultsError
from pitwall.sources import RecordingError, SourceError, SourceUnavailable
from pitwall.state import BadMoment


@contextmanager
def as_usage() -> Iterator[None]:
    """Names the option that is wrong in the message of an error. Without a model's key or package it is a setting."""
    try:
        yield
    except SourceUnavailable:
        raise
    except RecordingError as error:
        raise UsageError(f"--record: {error}") from None
    except SourceError as error:
        raise UsageError(f"source: {error}") from None
    except BadMoment as error:
        raise UsageError(f"--at: {error}") from None
    except StandingsError as error:
        raise UsageError(f"--standings: {error}") from None
    except ResultsError as error:
        raise UsageError(f"--results: {error}") from None
    except ModelError as error:
        raise UsageError(str(error)) from None


def with_race_options(arguments: argparse.Namespace, settings: Settings) -> Settings:
    """The settings, with what `--results`, `--standings`, `--record` and `--delay` say."""
    given, changed = vars(arguments), dict[str, Any]()  # not every command has all of them
    if given.get("results") is not None:
        changed["results"] = Path(given["results"]).expanduser()
    if given.get("standings") is not None:
        changed["standings"] = Path(given["standings"]).expanduser()
    if given.get("record") is not None:
        changed["feed_record"] = Path(given["record"]).expanduser()
    if given.get("delay") is not None:
        changed["feed_delay_s"] = given["delay"]
    return replace(settings, **changed) if changed else settings


async def open_named(arguments: argparse.Namespace, settings: Settings, *, moves: bool = False) -> Race:
    """The race of `--source`, now at `--at`, with a bar while it is fetched. `moves`: now is set anew later on."""
    settings = with_race_options(arguments, settings)
    with as_usage(), download_bar() as report:
        return await load_race(settings, arguments.source, arguments.at, report=report, moves=moves)


def servers_config(arguments: argparse.Namespace, settings: Settings) -> Path | None:
    """The configuration of servers of `--config` or GATEWAY_MCP_CONFIG: no other is looked for."""
    return arguments.config or settings.gateway_config


async def open_without_race(arguments: argparse.Namespace, settings: Settings) -> Askable:
    """The tools of the configured servers alone, to be asked. UsageError where none are, or where a race is named."""
    for option in ("source", "at", "record", "delay"):
        if getattr(arguments, option) is not None:
            raise UsageError(f"--{option} is about a race and --no-race says that there is none: leave one of them out")
    config = servers_config(arguments, settings)
    if config is None:
        raise UsageError("--no-race leaves the tools of other servers: name these with --config")
    chosen = replace(settings, planner=arguments.planner or settings.planner)
    with as_usage():
        asked, backend = await asyncio.gather(open_servers(chosen, config), start_backend(chosen))
    asked.plans_with(backend)
    return asked


async def open_asked(
    arguments: argparse.Namespace, settings: Settings, *, moves: bool = False, config: Path | None = None
) -> Race:
    """Opens the race to be asked: the package of `--planner`'s model is imported while the race is loaded.

    With the tools of the servers of `config` beside the race's.
    """
    settings = with_race_options(arguments, settings)
    chosen = replace(settings, planner=arguments.planner or settings.planner)
    with as_usage(), download_bar() as report:
        opening = load_race(chosen, arguments.source, arguments.at, report=report, moves=moves, config=config)
        race, backend = await asyncio.gather(opening, start_backend(chosen))
    race.plans_with(backend)
    return race
