"""Several sessions at once: each has a name, the first is the one that is meant where nobody names one."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from msgspec import Struct

from director.settings import Settings
from pitwall.sources import SourceError
from pitwall.state import StateCache
from toolgate.contract import AgentContext, Call, JsonObject, Outcome, RunCall, ToolSpec

ARGUMENT = "session"
MOST_SESSIONS = 8
_NAMED = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9_-]{0,15})=(?P<uri>.+)", re.DOTALL)
_SPOKEN_CHARS = 3
"""A shorter name is not heard in a question, where it may be any word, unless `session` is said before it."""
_BEFORE = r"(?:(?:in|at|of|from|for|during|on) )?(?:the )?"


class NamedSource(Struct, frozen=True):
    """What one `--source` says: a session's name, empty where there is only one, and what names the race."""

    name: str
    uri: str


class OpenSession(Struct, frozen=True):
    """A session that is open beside others."""

    name: str
    uri: str
    cache: StateCache


def read_sources(given: str | Sequence[str] | None, default: str) -> tuple[NamedSource, ...]:
    """The sessions of `--source`, the default one first. SourceError where several have no names of their own."""
    texts = [given] if isinstance(given, str) else list(given or [default])
    found = [_read(text, alone=len(texts) == 1) for text in texts]
    if len(found) == 1:
        return tuple(found)
    if len(found) > MOST_SESSIONS:
        raise SourceError(f"{len(found)} sessions are too many: name at most {MOST_SESSIONS}")
    if unnamed := next((one.uri for one in found if not one.name), ""):
        raise SourceError(f"several sessions need names: write --source race={unnamed[:100]}")
    names = [one.name.casefold() for one in found]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise SourceError(f"two sessions are called {twice!r}: give each a name of its own")
    return tuple(found)


def _read(text: str, *, alone: bool) -> NamedSource:
    found = _NAMED.fullmatch(text)
    if found is None or (alone and os.path.exists(text)):
        return NamedSource("", text)
    return NamedSource("" if alone else found["name"], found["uri"])


def check_recording(settings: Settings, sessions: int) -> None:
    """SourceError where several sessions would be recorded into one file."""
    if sessions > 1 and settings.feed_record is not None:
        raise SourceError("one file keeps one session: name a single source to record")


def with_sessions(tools: Mapping[str, Sequence[ToolSpec]]) -> tuple[ToolSpec, ...]:
    """The tools of all sessions as one set: each takes the name of a session, and without one means the first."""
    names = tuple(tools)
    by_tool: dict[str, dict[str, ToolSpec]] = {}
    for session, specs in tools.items():
        for spec in specs:
            by_tool.setdefault(spec.name, {})[session] = spec
    return tuple(_of_all(specs, names) for specs in by_tool.values())


def _of_all(specs: Mapping[str, ToolSpec], names: Sequence[str]) -> ToolSpec:
    first = specs[names[0]]

    def handler(arguments: JsonObject, agent: AgentContext, /) -> JsonObject:
        session = arguments.get(ARGUMENT, names[0])
        rest = {name: value for name, value in arguments.items() if name != ARGUMENT}
        payload: JsonObject = specs[session].handler(rest, agent)
        return payload

    properties = {**first.input_schema["properties"], ARGUMENT: argument(names)}
    return replace(first, input_schema={**first.input_schema, "properties": properties}, handler=handler)


def argument(names: Sequence[str]) -> JsonObject:
    """The argument that names a session."""
    return {
        "type": "string",
        "pattern": f"^({'|'.join(map(re.escape, names))})$",
        "maxLength": max(map(len, names)),
        "description": f"which session: {', '.join(names)} (default: {names[0]})",
    }


class Named(Struct, frozen=True):
    """The session that a question names, None where it names none or several, and the question without the name."""

    session: str | None
    question: str


class SessionNames:
    """Finds the names of sessions in questions: `who leads in monza`, `monza: who leads`, `who leads in session a`."""

    def __init__(self, names: Iterable[str]) -> None:
        self._patterns: Mapping[str, re.Pattern[str]] = MappingProxyType({name: _pattern(name) for name in names})

    def find(self, question: str) -> Named:
        """Which session a question is about."""
        said = [name for name, pattern in self._patterns.items() if pattern.search(question)]
        if len(said) != 1:
            return Named(None, question)
        rest = " ".join(self._patterns[said[0]].sub(" ", question).split())
        return Named(said[0], re.sub(r"\s+(?=[?.!,])", "", rest).strip(" ,"))


def _pattern(name: str) -> re.Pattern[str]:
    word = re.escape(name)
    ways = [rf"^\s*{word}:", rf"\b{_BEFORE}session {word}\b"]
    if len(name) >= _SPOKEN_CHARS:
        ways.append(rf"\b(?:in|at|of|from|for|during|on) (?:the )?{word}\b(?!['’])")
    return re.compile("|".join(ways), re.IGNORECASE)


def asked_of(session: str) -> Callable[[RunCall], RunCall]:
    """Calls are about that session, unless they name another one."""

    def through(call: RunCall) -> RunCall:
        async def run(one: Call) -> Outcome:
            return await call(replace(one, arguments={ARGUMENT: session, **one.arguments}))

        return run

    return through


def told_of(session: str, text: str, longest: int) -> str:
    """`monza: Norris leads.` An answer that has no room for the name goes without it."""
    named = f"{session}: {text}"
    return named if text and len(named) <= longest else text
