"""Kinds whose modules are imported when a string names them: most starts need none of them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from pitwall.sources.base import Options


def later(opener: str, *, starts: tuple[str, ...] = (), ends: tuple[str, ...] = ()) -> Callable[[str, Options], Any]:
    """A function that opens strings that begin or end so, and gives None for any other.

    `opener` is `module:function` in this package; the module is imported when the first such string is opened.
    """

    def open_named(uri: str, options: Options) -> Any:
        named = uri.casefold()
        if not (named.startswith(starts) or (ends and named.endswith(ends))):
            return None
        module, _, name = opener.partition(":")
        return getattr(import_module(f"pitwall.sources.{module}"), name)(uri, options)

    return open_named
