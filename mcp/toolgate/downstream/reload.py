"""Follows the configuration: what has changed is changed, server by server, while everything else goes on.

Each edit is validated first. What is wrong with one entry keeps that server as it was and holds back no other; what is
wrong with the file as a whole keeps everything.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Literal

from msgspec import Struct

from toolgate.contract import JsonObject
from toolgate.downstream.child_process import ServerUnavailable
from toolgate.downstream.entries import GatewayConfig, Issue, ServerEntry
from toolgate.downstream.pinning import PinningError
from toolgate.downstream.servers import Servers
from toolgate.moments import format_utc, utc_now
from toolgate.printable import printable

_log = logging.getLogger("toolgate.reload")

LOOK_EVERY_S = 0.1
_SETTLED_NS = 1_000_000_000
"""A file that changed less than a second ago may change again without a new time: it is read at every look."""
_KEPT_EVENTS = 50

EventName = Literal[
    "reload.started",
    "reload.mcp_allowlist",
    "reload.mcp_respawn",
    "reload.mcp_respawn_failed",
    "reload.mcp_added",
    "reload.mcp_dropped_from_config",
    "reload.succeeded",
    "reload.failed",
    "reload.skipped",
]


class ReloadEvent(Struct, frozen=True):
    """One thing that a reload did, or could not do."""

    name: EventName
    at: datetime
    server: str = ""
    message: str = ""


class Reload:
    """Reads the configuration again when its file changes, or when it is told to."""

    def __init__(
        self,
        path: Path,
        read: Callable[[], GatewayConfig],
        servers: Servers,
        *,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        """`read` gives the configuration as it stands in the file now, with what is wrong with it."""
        self._path = path
        self._read = read
        self._servers = servers
        self._clock = clock
        self._content = self._bytes()
        self._stamp: object = None
        self._going = asyncio.Lock()
        self._errors: dict[str, str] = {}
        self._at: datetime | None = None
        self.events: deque[ReloadEvent] = deque(maxlen=_KEPT_EVENTS)

    async def watch(self) -> None:
        """Looks at the file until it is cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            self.screen_again()
            stamp = self._seen()
            if stamp is None or stamp != self._stamp:
                content = self._bytes()
                self._stamp = stamp
                if content != self._content:
                    await self.apply()

    def screen_again(self) -> None:
        """Takes over what has been approved. A lock file that cannot be read holds everything as it was."""
        try:
            self._servers.screen_again()
        except PinningError as error:
            if str(error) != self._errors.get("lock"):
                _log.error("%s", error)
            self._errors["lock"] = str(error)
        else:
            self._errors.pop("lock", None)

    async def apply(self) -> None:
        """Reads the configuration and takes over what has changed, one caller at a time."""
        async with self._going:
            self.screen_again()
            self._tell("reload.started")
            self._content = self._bytes()
            config = await asyncio.to_thread(self._read)  # a secret's command may take its time
            broken, whole = _sorted(config)
            self._errors = {name: _first(issues) for name, issues in broken.items()}
            if whole:
                self._errors["$"] = _first(whole)
                self._tell("reload.failed", message=self._errors["$"])
                return
            changed = await self._take(config, broken)
            self._at = self._clock()
            if self._errors:
                self._tell("reload.failed", message="; ".join(self._errors.values()))
            else:
                self._tell("reload.succeeded" if changed else "reload.skipped")

    def status(self) -> JsonObject:
        """`{"loaded_at", "errors": {server or $: message}, "events"}`; errors are of an edit that is not in use."""
        return {
            "loaded_at": None if self._at is None else format_utc(self._at),
            "errors": dict(self._errors),
            "events": [
                {"event": e.name, "at": format_utc(e.at), "server": e.server, "message": e.message} for e in self.events
            ],
        }

    async def _take(self, config: GatewayConfig, broken: Mapping[str, list[Issue]]) -> bool:
        """Changes what has changed; whether there was anything."""
        wanted = {entry.name: entry for entry in config.servers}
        known = {name: server.entry for name, server in self._servers.all.items()}
        for name in known.keys() - wanted.keys():
            self._servers.drop(name)
            self._tell("reload.mcp_dropped_from_config", name)
        work = []
        for name, entry in wanted.items():
            if name in broken:
                continue
            if name not in known or entry.process != known[name].process:
                work.append(self._start(entry, added=name not in known))
            elif entry != known[name]:
                self._servers.configure(entry)
                self._tell("reload.mcp_allowlist", name)
        changed = bool(work) or known != {name: server.entry for name, server in self._servers.all.items()}
        await asyncio.gather(*work)  # beside each other: one that hangs holds back no other
        self._servers.order(list(wanted))
        return changed

    async def _start(self, entry: ServerEntry, *, added: bool) -> None:
        try:
            await self._servers.respawn(entry)
        except ServerUnavailable as error:
            self._errors[entry.name] = str(error)
            self._tell("reload.mcp_respawn_failed", entry.name, error.why)
        else:
            self._tell("reload.mcp_added" if added else "reload.mcp_respawn", entry.name)

    def _tell(self, name: EventName, server: str = "", message: str = "") -> None:
        self.events.append(ReloadEvent(name, self._clock(), server, message))
        level = logging.ERROR if "failed" in name else logging.INFO
        _log.log(level, "%s %s %s", name, printable(server), printable(message))

    def _seen(self) -> object:
        """What the file looks like; None where it must be read to know."""
        try:
            seen = self._path.stat()
        except OSError:
            return None
        now_ns = self._clock().timestamp() * 1e9
        settled = now_ns - seen.st_mtime_ns > _SETTLED_NS
        return (seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino, seen.st_size) if settled else None

    def _bytes(self) -> bytes | None:
        try:
            return self._path.read_bytes()
        except OSError:
            return None


def _sorted(config: GatewayConfig) -> tuple[dict[str, list[Issue]], list[Issue]]:
    """The issues of single servers, by name, and those of the file as a whole."""
    broken: dict[str, list[Issue]] = {}
    whole = []
    for issue in config.issues:
        owner = next((e.name for e in config.servers if _inside(issue.path, e.path)), None)
        if owner is None or issue.code == "duplicate_mcp_server":
            whole.append(issue)
        else:
            broken.setdefault(owner, []).append(issue)
    return broken, whole


def _inside(path: str, entry: str) -> bool:
    return path == entry or path.startswith((f"{entry}.", f"{entry}["))


def _first(issues: list[Issue]) -> str:
    return f"{issues[0].path}: {issues[0].message}"
