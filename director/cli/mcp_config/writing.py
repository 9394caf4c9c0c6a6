"""Adds a server to a client's file and keeps the rest of it. A file that cannot be read is left as it is."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from director.cli.command import FaultError, UsageError
from toolgate.contract import JsonObject


def read_settings(path: Path) -> JsonObject:
    """What the file holds; nothing where there is none. UsageError where it is not JSON, as one with comments."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read ({error}): paste what is printed without --write") from None
    if not text.strip():
        return {}
    try:
        held: Any = json.loads(text)
    except ValueError:
        raise UsageError(f"{path} is not plain JSON (comments?): paste what is printed without --write") from None
    if not isinstance(held, dict):
        raise UsageError(f"{path} holds no object: paste what is printed without --write")
    return held


def merged(held: JsonObject, key: str, name: str, entry: JsonObject, path: Path) -> JsonObject:
    """The same with the server in it, in the place of an older one of that name."""
    servers = held.get(key, {})
    if not isinstance(servers, dict):
        raise UsageError(f"{path}: {key} is no object: mend it first")
    return {**held, key: {**servers, name: entry}}


def write_settings(path: Path, held: JsonObject) -> None:
    """Writes the file whole or not at all. FaultError where that cannot be."""
    target = path.resolve() if path.is_symlink() else path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=target.parent, prefix=".mcp-", delete=False, encoding="utf-8") as new:
            new.write(json.dumps(held, indent=2, ensure_ascii=False) + "\n")
        if target.exists():
            os.chmod(new.name, target.stat().st_mode)
        os.replace(new.name, target)
    except OSError as error:
        raise FaultError(f"{path} cannot be written: {error.strerror or error}") from None
