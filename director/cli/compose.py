"""Puts a race together: source, cache, tools, gate. The only place where all three packages meet."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter

import pitwall
from director.cli.apart import apart
from director.cli.command import UsageError
from director.cli.gate import build_gate
from director.cli.progress import download_bar
from director.settings import Settings
from pitwall.effects import Ports
from pitwall.effects.file import FileAnnouncer
from pitwall.effects.sqlite import SqliteStore
from pitwall.sources import Options, Patience, Source, SourceError, open_source
from pitwall.sources.base import Report
from pitwall.state import BadMoment, StateCache
from pitwall.tools import build_tools
from toolgate.contract import JsonObject, ToolSpec, qualified
from toolgate.gate import Gate
from toolgate.hooks import Hooks
from toolgate.layers import Layer
from toolgate.runner import Runner
from toolgate.schema_store import SchemaStore, SchemaStoreError, locate, missing

SERVER = "pitwall"


@dataclass(frozen=True, slots=True)
class Race:
    """A race that has been loaded, and the gate to its tools."""

    cache: StateCache
    runner: Runner
    gate: Gate
    load_ms: float


async def load_race(arguments: argparse.Namespace, settings: Settings) -> Race:
    """The race of `--source`, now at `--at`, with a bar while it is fetched. UsageError says what is wrong."""
    started = perf_counter()
    cache, gate = StateCache(), build_gate(settings, SERVER)
    with download_bar() as report:
        source = find_source(arguments, settings, report)
        await apart(partial(fill, cache, source, arguments.at))
    runner = build_runner(cache, settings, gate, source_uri(arguments, settings))
    return Race(cache, runner, gate, (perf_counter() - started) * 1000)


def find_source(arguments: argparse.Namespace, settings: Settings, report: Report | None = None) -> Source:
    """The source of `--source` or of the setting."""
    try:
        return open_source(source_uri(arguments, settings), source_options(settings, report))
    except SourceError as error:
        raise UsageError(f"--source: {error}") from None


def source_uri(arguments: argparse.Namespace, settings: Settings) -> str:
    """The string that names the source."""
    uri: str | None = arguments.source
    return settings.source if uri is None else uri


def source_options(settings: Settings, report: Report | None = None) -> Options:
    """What the settings say to sources."""
    from platformdirs import user_cache_path

    return Options(
        cache_dir=settings.cache_dir or user_cache_path("race-director", appauthor=False),
        patience=Patience(silence_s=settings.fetch_timeout_s),
        report=report,
    )


def fill(cache: StateCache, source: Source, at: str | None) -> None:
    """Loads the whole source, then sets now."""
    try:
        cache.load(source)
        cache.pin(at or "end")
    except SourceError as error:
        raise UsageError(f"--source: {error}") from None
    except BadMoment as error:
        raise UsageError(f"--at: {error}") from None


def build_runner(
    cache: StateCache,
    settings: Settings,
    gate: Gate,
    source: str = "",
    *,
    layers: tuple[Layer, ...] = (),
    hooks: tuple[Hooks, ...] = (),
) -> Runner:
    """The way to the tools of a race. UsageError where the contract of a tool is not installed."""
    specs = build_tools(cache, ports(settings, gate, source))
    try:
        unpromised = missing(specs, schema_store())
    except SchemaStoreError as error:
        raise UsageError(str(error)) from None
    if unpromised:
        raise UsageError(f"no stored schema for {', '.join(unpromised)}: run director schemas export")
    known = {spec.name for spec in specs} | {qualified(SERVER, spec.name) for spec in specs}
    if unknown := sorted(set(settings.tools_allow) - known):
        raise UsageError(f"setting DIRECTOR_TOOLS_ALLOW: no tool {unknown[0]!r}; see director tools")
    return gate.runner(specs, layers, hooks=hooks, output_budget_bytes=settings.output_budget_bytes)


def ports(settings: Settings, gate: Gate, source: str) -> Ports:
    """What tools with an effect write to. Nothing is opened before one of them is called."""
    from platformdirs import user_data_path

    folder = user_data_path("race-director", appauthor=False)
    store = SqliteStore(settings.store_path or folder / "race.sqlite3")
    announcer = FileAnnouncer(settings.announce_path or folder / "announcements.txt")
    return Ports(store, announcer, source=source, gate_status=gate.status)


def schema_store() -> SchemaStore:
    """The stored contract of the race's tools."""
    return SchemaStore(locate(Path(pitwall.__file__).parent))


def catalogue(specs: Iterable[ToolSpec]) -> list[JsonObject]:
    """The tools as planners, validators and `director tools --json` have them: everything but the handler."""
    return [_entry(spec) for spec in specs]


def _entry(spec: ToolSpec) -> JsonObject:
    return {
        "name": spec.name,
        "description": spec.description,
        "input_schema": spec.input_schema,
        "output_schema": spec.output_schema,
        "schema_version": spec.schema_version,
        "tier": str(spec.tier),
        "timeout_ms": spec.timeout_ms,
        "idempotent": spec.idempotent,
        "can_parallel": spec.can_parallel,
        "examples": [list(example) for example in spec.examples],
        "server": spec.server,
    }
