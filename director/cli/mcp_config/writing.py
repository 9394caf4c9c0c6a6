"""Adds a server to a client's file and keeps the rest of it. A file that cannot be read is left as it is."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from director.cli.command import FaultError, UsageError
from director.cli.mcp_config.jsonc import has_comments, plain, with_member
from toolgate.contract import JsonObject

_PASTE = "paste what is printed without --write"
_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


def read_text(path: Path) -> str:
    """What the file holds, line ends and byte order mark as they are; empty without a file. UsageError: unreadable."""
    try:
        return path.read_bytes().decode()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise UsageError(f"can't read {path} ({error.strerror}): {_PASTE}") from None
    except ValueError:
        raise UsageError(f"{path} isn't text in UTF-8: {_PASTE}") from None


def merged(text: str, key: str, name: str, entry: JsonObject, path: Path, *, comments: bool) -> str:
    """The text with the server in it, in the place of an older one of that name. UsageError where it is no such file.

    `comments`: the client reads JSON with comments and last commas.
    """
    mark, text = (_MARK, text[1:]) if text.startswith(_MARK) else ("", text)
    if not text.strip():
        return mark + json.dumps({key: {name: entry}}, indent=2, ensure_ascii=False) + "\n"
    if has_comments(text) and not comments:
        raise UsageError(f"{path} isn't plain JSON (comments?): {_PASTE}")
    try:
        held: Any = json.loads(plain(text))
    except ValueError:
        raise UsageError(f"{path} isn't JSON: {_PASTE}") from None
    if not isinstance(held, dict):
        raise UsageError(f"{path} doesn't hold an object: {_PASTE}")
    servers = held.get(key, {})
    if not isinstance(servers, dict):
        raise UsageError(f"{path}: {key} isn't an object: repair it first")
    return mark + with_member(text, key, name, entry)


def write_settings(path: Path, text: str) -> None:
    """Writes the file whole or not at all. FaultError where that cannot be."""
    target = path.resolve() if path.is_symlink() else path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("wb", dir=target.parent, prefix=".mcp-", delete=False) as new:
            new.write(text.encode())
        if target.exists():
            os.chmod(new.name, target.stat().st_mode)
        os.replace(new.name, target)
    except OSError as error:
        raise FaultError(f"{path} can't be written: {error.strerror or error}") from None
