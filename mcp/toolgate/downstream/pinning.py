"""Holds the tools of servers to what they were at first sight: a changed, new or hidden one is quarantined.

The lock file keeps, for each server and the command or address that it is reached by, the tools as they were first
listed. An operator who edits either pins anew. What a server changes by itself is not served until it is approved.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from toolgate.contract import JsonObject
from toolgate.downstream.entries import ServerEntry
from toolgate.downstream.hidden_text import hidden_in
from toolgate.downstream.listed_tools import ListedTool
from toolgate.downstream.pinning_changes import ToolChange, change_of, pinned_parts, shown
from toolgate.errors import InputError
from toolgate.printable import printable
from toolgate.private_files import make_folder, open_file

_log = logging.getLogger("toolgate.pinning")


class PinningError(InputError):
    """A lock file cannot be read or written. The message names it and the remedy."""


class Pinning:
    """A screen of `Servers`: of what a server lists it lets through what is as it was pinned."""

    def __init__(self, path: Path) -> None:
        """PinningError where the lock file is there and cannot be read: what it holds back is not let through."""
        self.path = path
        self.quarantined: dict[str, tuple[ToolChange, ...]] = {}
        """What is held back, by server."""
        self._lock = Lock()
        self._pins = _read(path)
        self._stamp = _stamp(path)

    def __call__(self, entry: ServerEntry, tools: Sequence[ListedTool]) -> Sequence[ListedTool]:
        """The tools that may be served. A server that is seen for the first time is pinned."""
        with self._lock:
            self._stamp = _stamp(self.path)
            self._pins = _read(self.path)  # what has been approved meanwhile counts
            natives = {str(tool.native["name"]): tool.native for tool in tools}
            pin = self._pins.get(entry.name)
            if pin is None or pin["reached_by"] != reached_by(entry):
                event = "pinning.first_sight" if pin is None else "pinning.pinned_anew"
                flagged = [self._flagged(name, native) for name, native in natives.items()]
                changes = [change for change in flagged if change is not None]
                held = {change.tool for change in changes}
                self._pin(entry, {name: pinned_parts(one) for name, one in natives.items() if name not in held})
                _log.info("%s %s %d tools", event, printable(entry.name), len(natives) - len(held))
            else:
                elsewhere = {
                    tool: server for server, one in self._pins.items() if server != entry.name for tool in one["tools"]
                }
                found = (change_of(native, pin["tools"], elsewhere) for native in natives.values())
                changes = [change for change in found if change is not None]
            self._hold(entry.name, changes)
            held = {change.tool for change in changes}
            return [tool for tool in tools if str(tool.native["name"]) not in held]

    def changed(self) -> bool:
        """Whether the lock file has been written by somebody else since it was last read."""
        return _stamp(self.path) != self._stamp

    def approve(self, entry: ServerEntry, natives: Sequence[JsonObject]) -> tuple[ToolChange, ...]:
        """Pins what a server lists now. Returns the tools that this changes; PinningError where it can't be written."""
        with self._lock:
            self._pins = _read(self.path)
            pin = self._pins.get(entry.name)
            known = {} if pin is None else pin["tools"]
            changes = tuple(change for native in natives if (change := change_of(native, known, {})) is not None)
            self._pin(entry, {str(native["name"]): pinned_parts(native) for native in natives})
            self.quarantined.pop(entry.name, None)
            return changes

    def _flagged(self, name: str, native: JsonObject) -> ToolChange | None:
        hidden = hidden_in(native)
        return None if hidden is None else ToolChange(name, f"it hides text: {hidden}")

    def _hold(self, server: str, changes: Sequence[ToolChange]) -> None:
        if changes:
            self.quarantined[server] = tuple(changes)
            said = f"to accept them: director gateway approve {printable(server)}"
            _log.warning("pinning.quarantined %s: %s\n%s", printable(server), said, shown(changes))
        else:
            self.quarantined.pop(server, None)

    def _pin(self, entry: ServerEntry, tools: dict[str, JsonObject]) -> None:
        self._pins[entry.name] = {"reached_by": reached_by(entry), "tools": tools}
        text = json.dumps({"version": 1, "servers": self._pins}, indent=1, sort_keys=True, ensure_ascii=True)
        try:
            make_folder(self.path.parent)
            new = self.path.with_name(f"{self.path.name}.new")
            new.unlink(missing_ok=True)
            with open(open_file(new, os.O_WRONLY | os.O_EXCL), "w", encoding="utf-8") as file:
                file.write(f"{text}\n")
            new.replace(self.path)
            self._stamp = _stamp(self.path)
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise PinningError(f"{self.path.name} can't be written: {why}") from None


def lock_path(config: Path, state: Path) -> Path:
    """`<config>.lock` beside the configuration, or in the folder for state where it cannot be written there."""
    beside = config.with_name(f"{config.name}.lock")
    writable = os.access(beside if beside.exists() else config.parent, os.W_OK)
    if writable:
        return beside
    digest = hashlib.sha256(str(config.resolve()).encode()).hexdigest()[:16]
    return state / "locks" / f"{digest}.lock"


def reached_by(entry: ServerEntry) -> str:
    """What stands for the command or the address of a server: its hash, as either may hold a secret."""
    said: Any = entry.url or list(entry.command)
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def _stamp(path: Path) -> object:
    """What the file looks like. It is never written in place, so that another content is another file."""
    try:
        seen = path.stat()
    except OSError:
        return None
    return seen.st_ino, seen.st_mtime_ns, seen.st_size


def _read(path: Path) -> dict[str, JsonObject]:
    try:
        content = json.loads(path.read_bytes())
        pins = content["servers"]
        for pin in pins.values():
            if not (isinstance(pin["reached_by"], str) and all(isinstance(one, dict) for one in pin["tools"].values())):
                raise TypeError
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise PinningError(f"{path.name} isn't a lock file of tools: repair it, or delete it to pin again") from None
    return dict(pins)
