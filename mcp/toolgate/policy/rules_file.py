"""The rules of agents in a file, read again when it changes. Rules that have a mistake never replace good ones."""

from __future__ import annotations

import json
import logging
import stat
import time
from collections.abc import Callable, Collection
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import NoReturn

from msgspec import Struct, structs

from toolgate.contract import JsonObject
from toolgate.moments import format_utc, utc_now
from toolgate.policy.agent_rules import AgentRules
from toolgate.policy.errors import RulesError, distinct_keys
from toolgate.policy.lint import RulesWarning, lint

LOOK_EVERY_S = 0.2
PLACES = (Path(".mcp-gateway-rules.json"), Path("config", ".mcp-gateway-rules.json"))
"""Where rules are looked for in the working folder, if no setting names them."""

_SETTLED_NS = 1_000_000_000
"""A file that changed less than a second ago may change again without a new time: it is read at every look."""

_log = logging.getLogger("toolgate.policy")

Stamp = tuple[int, int, int]


def find_rules(named: Path | None) -> tuple[Path, ...]:
    """The files of rules that a call must pass, all of them: the one that a setting names, then what lies in the
    working folder. So what lies there narrows other rules, or where there are none the mode; it never replaces them.
    """
    here = next((place for place in PLACES if place.is_file()), None)
    if named is not None and here is not None and named.is_file() and named.samefile(here):
        here = None
    return tuple(path for path in (named, here) if path is not None)


def read_rules(path: Path) -> AgentRules:
    """The rules of a file. RulesError names the file, the path of the mistake and the remedy."""
    return _compiled(path, _bytes(path))


class _State(Struct, frozen=True):
    """All that changes, so that it changes at once."""

    rules: AgentRules
    warnings: tuple[RulesWarning, ...]
    content: bytes
    loaded_at: datetime
    generation: int
    stamp: Stamp | None
    """What the file looked like when it was read; None: look into it again."""
    error: str | None = None


class RulesFile:
    """Rules that follow their file. May be shared by threads; it has none of its own.

    At most every 0.2 s one caller of `current` looks at the file, and reads it if it was changed or replaced.
    """

    def __init__(
        self, path: Path | str, *, servers: Collection[str] = (), clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Reads the file; RulesError says what is wrong with it. `servers` are those that exist, if that is known."""
        self._path = Path(path)
        self._servers = frozenset(servers) or None
        self._clock = clock
        self._lock = Lock()
        stamp = self._stamp()
        content = _bytes(self._path)
        self._state = self._loaded(content, stamp, generation=1)
        self._next_look = clock() + LOOK_EVERY_S

    def current(self) -> AgentRules:
        """The last good rules."""
        if self._clock() >= self._next_look and self._lock.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._next_look = self._clock() + LOOK_EVERY_S
                self._lock.release()
        return self._state.rules

    def look(self) -> None:
        """Looks at the file now, however short ago that was done."""
        self._next_look = 0.0
        self.current()

    def generation(self) -> int:
        """How often good rules have been read."""
        self.current()
        return self._state.generation

    def warnings(self) -> tuple[RulesWarning, ...]:
        """What is odd in the last good rules."""
        return self._state.warnings

    def status(self) -> JsonObject:
        """`{"path", "loaded_at", "generation", "error", "warnings"}`; the error is a newer file's, not in use."""
        self.current()
        state = self._state
        return {
            "path": self._path.name,
            "loaded_at": format_utc(state.loaded_at),
            "generation": state.generation,
            "error": state.error,
            "warnings": len(state.warnings),
        }

    def _look(self) -> None:
        state = self._state
        stamp = self._stamp()
        if stamp is not None and stamp == state.stamp:
            return
        try:
            content = _bytes(self._path)
            if content == state.content:
                self._state = structs.replace(state, stamp=stamp, error=None)
                return
            self._state = self._loaded(content, stamp, state.generation + 1)
            _log.info("rules of agents read again from %s", self._path.name)
        except RulesError as wrong:
            if str(wrong) != state.error:
                _log.error("the old rules of agents stay in use: %s", wrong)
            self._state = structs.replace(state, stamp=stamp, error=str(wrong))

    def _loaded(self, content: bytes, stamp: Stamp | None, generation: int) -> _State:
        rules = _compiled(self._path, content)
        warnings = tuple(lint(rules, self._servers))
        if warnings:
            first = f"{warnings[0].path}: {warnings[0].message}"
            _log.warning("rules of agents %s: warnings: %d, the first %s", self._path.name, len(warnings), first)
        return _State(rules, warnings, content, utc_now(), generation, stamp)

    def _stamp(self) -> Stamp | None:
        try:
            seen = self._path.stat()
        except OSError:
            return None
        settled = time.time_ns() - seen.st_mtime_ns > _SETTLED_NS
        return (seen.st_ctime_ns, seen.st_ino, seen.st_size) if settled else None


def _bytes(path: Path) -> bytes:
    try:
        if stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for, and with it every call
            return path.read_bytes()
        why = "not a regular file"
    except FileNotFoundError:
        raise RulesError("$", f"Gateway rules configuration file not found: {path.name}") from None
    except OSError as error:
        why = error.strerror or type(error).__name__
    raise RulesError("$", f"Gateway rules configuration file cannot be read: {path.name} ({why}); it must be a file")


def _compiled(path: Path, content: bytes) -> AgentRules:
    try:
        rules = json.loads(content, object_pairs_hook=distinct_keys, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise RulesError("$", f"Invalid JSON in gateway rules configuration: {error}", path.name) from None
    try:
        return AgentRules.from_dict(rules)
    except RulesError as wrong:
        raise RulesError(wrong.path, wrong.message, path.name) from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} isn't a JSON number")
