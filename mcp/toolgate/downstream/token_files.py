"""Tokens of OAuth, kept in one file that only its owner can read."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, SupportsFloat

from toolgate.contract import JsonObject
from toolgate.private_files import make_folder, open_file

NAME = "tokens.json"


class TokenFiles:
    """A store as FastMCP's client of OAuth wants one: values by collection and key, some of which expire."""

    def __init__(self, folder: Path) -> None:
        """The folder is made when the first token is kept."""
        self._path = folder / NAME

    async def get(self, key: str, *, collection: str | None = None) -> JsonObject | None:
        """The value; None where there is none, or it has expired."""
        return (await self.ttl(key, collection=collection))[0]

    async def ttl(self, key: str, *, collection: str | None = None) -> tuple[JsonObject | None, float | None]:
        """The value, and for how many seconds it holds; None for ever. Both are None where there is none."""
        kept = self._read().get(_name(key, collection))
        if not isinstance(kept, dict):
            return None, None
        until = kept.get("until")
        left = None if until is None else until - time.time()
        return (None, None) if left is not None and left <= 0 else (kept.get("value"), left)

    async def put(
        self, key: str, value: Mapping[str, Any], *, collection: str | None = None, ttl: SupportsFloat | None = None
    ) -> None:
        """Keeps a value for `ttl` seconds; without one, for ever."""
        until = None if ttl is None else time.time() + float(ttl)
        self._write({**self._read(), _name(key, collection): {"value": dict(value), "until": until}})

    async def delete(self, key: str, *, collection: str | None = None) -> bool:
        """Removes a value. Returns whether there was one."""
        kept = self._read()
        found = kept.pop(_name(key, collection), None) is not None
        if found:
            self._write(kept)
        return found

    async def get_many(self, keys: Sequence[str], *, collection: str | None = None) -> list[JsonObject | None]:
        """The values of several keys."""
        return [await self.get(key, collection=collection) for key in keys]

    async def ttl_many(
        self, keys: Sequence[str], *, collection: str | None = None
    ) -> list[tuple[JsonObject | None, float | None]]:
        """The values of several keys, each with its time."""
        return [await self.ttl(key, collection=collection) for key in keys]

    async def put_many(
        self,
        keys: Sequence[str],
        values: Sequence[Mapping[str, Any]],
        *,
        collection: str | None = None,
        ttl: SupportsFloat | None = None,
    ) -> None:
        """Keeps several values."""
        for key, value in zip(keys, values, strict=True):
            await self.put(key, value, collection=collection, ttl=ttl)

    async def delete_many(self, keys: Sequence[str], *, collection: str | None = None) -> int:
        """Removes several values. Returns how many there were."""
        return sum([await self.delete(key, collection=collection) for key in keys])

    def _read(self) -> JsonObject:
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _write(self, kept: JsonObject) -> None:
        """Writes a new file and puts it in the place of the old one, so that no reader ever sees half of it."""
        make_folder(self._path.parent)
        new = self._path.with_suffix(".new")
        new.unlink(missing_ok=True)
        with open(open_file(new, os.O_WRONLY | os.O_EXCL), "w", encoding="utf-8") as file:
            json.dump(kept, file)
        new.replace(self._path)


def _name(key: str, collection: str | None) -> str:
    return f"{collection or ''}\n{key}"
