"""Builds the source, tools and runner of a race from the settings. The only module where all three packages meet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pitwall
from director.race.sessions import OpenSession, with_sessions
from director.settings import Settings, SettingsError
from pitwall.championship import read_standings
from pitwall.corpus.sqlite import SqliteCorpus
from pitwall.effects import Ports
from pitwall.effects.chat_sqlite import SqliteChat
from pitwall.effects.file import FileAnnouncer
from pitwall.effects.history_sqlite import SqliteHistory
from pitwall.effects.sqlite import SqliteStore
from pitwall.kept_tools import build_or_recall_tools
from pitwall.results import read_results
from pitwall.sources import Feed, FetchLimits, Options, Source, open_feed, open_source
from pitwall.sources.base import Report
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.compatibility.schema_store import SchemaStore, SchemaStoreError, locate, missing
from toolgate.contract import JsonObject, ToolSpec, qualified
from toolgate.gate import Gate
from toolgate.hooks import Hooks
from toolgate.layers import Layer
from toolgate.runner import Runner

if TYPE_CHECKING:
    from director.plugins import LoadedPlugins
    from pitwall.snapshots import SnapshotKeeper

SERVER = "pitwall"


def find_source(uri: str, settings: Settings, report: Report | None = None) -> Source:
    """The source that a URI names. SourceError where it names none."""
    options = source_options(settings, report)
    if settings.plugins:
        from director.plugins import opened

        for kind in _plugins(settings).sources:
            if (source := opened(kind, uri, options)) is not None:
                return source
    return open_source(uri, options)


def _plugins(settings: Settings) -> LoadedPlugins:
    """The plugins that the settings name."""
    from director.plugins import named_plugins

    return named_plugins(settings.plugins)


def find_feed(uri: str, settings: Settings) -> Feed | None:
    """The live feed that a URI names, None where it names a race that is over. SourceError where it may not be used."""
    return open_feed(uri, source_options(settings))


def source_options(settings: Settings, report: Report | None = None) -> Options:
    """The options of sources."""
    return Options(
        cache_dir=cache_folder(settings),
        limits=FetchLimits(silence_s=settings.fetch_timeout_s, total_s=settings.fetch_total_s),
        report=report,
        f1_token=settings.f1_token.get_secret_value(),
        nats=settings.nats,
        largest_bytes=settings.fetch_max_bytes,
    )


def fill(cache: StateCache, source: Source, at: str | None, *, moves: bool = False) -> None:
    """Loads the source, then sets now. SourceError or BadMoment say what is wrong.

    Nothing is read that lies after now, unless now `moves` later on.
    """
    cache.load(source, None if moves else at)
    cache.pin(at or "end")


def build_runner(
    cache: StateCache,
    settings: Settings,
    gate: Gate,
    source: str = "",
    *,
    beside: Collection[str] = (),
    layers: tuple[Layer, ...] = (),
    hooks: tuple[Hooks, ...] = (),
    more: Iterable[ToolSpec] = (),
    offered: Iterable[str] = (),
    sessions: Sequence[OpenSession] = (),
    all_imported: bool = False,
) -> Runner:
    """The runner of a race's tools, and of `more`. A list of allowed tools may name what else is `offered` too, and
    `server:tool` of the servers `beside` it, whose tools come later. `sessions` are those that are open together, the
    race first. `all_imported`: the first call of a tool does not import it, as it otherwise may.

    SchemaStoreError where the contract of a tool is not installed, SettingsError where a setting names no tool,
    ResultsError where the file of official results, or of standings, holds none.
    """
    if settings.results is not None:
        cache.official = read_results(settings.results)
    if settings.standings is not None:
        cache.standings = read_standings(settings.standings)
    build = build_tools if all_imported else partial(build_or_recall_tools, folder=cache_folder(settings) / "tools")
    specs = build(cache, ports(settings, gate, source))
    if len(sessions) > 1:
        others = {one.name: build(one.cache, ports(settings, gate, one.uri)) for one in sessions[1:]}
        specs = with_sessions({sessions[0].name: specs, **others})
    specs = (*specs, *more)
    if unpromised := missing(specs, schema_store()):
        raise SchemaStoreError(f"no stored schema for {', '.join(unpromised)}: run director schemas export")
    if settings.plugins:
        specs = (*specs, *_plugins(settings).tools(cache, {spec.name for spec in specs}))
    names = {*(spec.name for spec in specs), *offered}
    known = names | {qualified(SERVER, name) for name in names}
    foreign = {tool for tool in settings.tools_allow if tool.partition(":")[0] in beside}
    if unknown := sorted(set(settings.tools_allow) - known - foreign):
        raise SettingsError(f"setting DIRECTOR_TOOLS_ALLOW: no tool {unknown[0]!r}; see director tools")
    return gate.runner(specs, layers, hooks=hooks, output_budget_bytes=settings.output_budget_bytes)


def cache_folder(settings: Settings) -> Path:
    """The folder for what can be fetched or computed again."""
    from platformdirs import user_cache_path

    return settings.cache_dir or user_cache_path("race-director", appauthor=False)


def corpus(settings: Settings) -> SqliteCorpus:
    """The documents that have been handed in. Nothing is opened before somebody searches or hands in."""
    from platformdirs import user_data_path

    folder = user_data_path("race-director", appauthor=False)
    return SqliteCorpus(settings.corpus_path or folder / "corpus.sqlite3")


def ports(settings: Settings, gate: Gate, source: str) -> Ports:
    """The ports of tools with an effect. Nothing is opened before one of them is called."""
    from platformdirs import user_data_path

    folder = user_data_path("race-director", appauthor=False)
    store = SqliteStore(store_path(settings))
    announcer = FileAnnouncer(settings.announce_path or folder / "announcements.txt")
    return Ports(
        store,
        announcer,
        corpus(settings),
        chat_store(settings),
        SqliteHistory(store_path(settings)),
        source=source,
        gate_status=gate.status,
    )


def store_path(settings: Settings) -> Path:
    """The file of pins, notes, the chat and snapshots."""
    from platformdirs import user_data_path

    return settings.store_path or user_data_path("race-director", appauthor=False) / "race.sqlite3"


def chat_store(settings: Settings) -> SqliteChat:
    """The store of chat messages. Its file is opened with the first message that is kept or asked for."""
    return SqliteChat(store_path(settings), most=settings.chat_keep, days=settings.chat_keep_days)


def snapshot_keeper(cache: StateCache, settings: Settings, source: str) -> SnapshotKeeper:
    """Keeps how a race that is followed or served goes."""
    from pitwall.snapshots import SnapshotKeeper

    return SnapshotKeeper(cache, SqliteHistory(store_path(settings)), source)


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
