"""The one matcher of allowlists, for tools and addresses of resources: `*`, a `*` at one end, or the text itself."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from urllib.parse import unquote

from msgspec import Struct

from toolgate.policy.patterns import NamePattern, pattern

_UNQUOTED = 3
"""How often an address is decoded to see what it may become behind us."""


class AllowedNames(Struct, frozen=True):
    """Patterns in the order of the file. An empty list allows nothing."""

    patterns: tuple[str, ...] = ()

    def index(self, name: str) -> int | None:
        """Which pattern stands for the name: the first."""
        return next((i for i, text in enumerate(self.patterns) if pattern_of(text).matches(name)), None)


@lru_cache(4096)
def pattern_of(text: str) -> NamePattern:
    """The compiled pattern. ValueError says what is wrong with it."""
    return pattern(text, refused="")


def address_mistake(uri: str) -> str:
    """Why an address cannot be trusted to mean what it says; `` for a plain one.

    What stands behind us may decode it, once or twice, and then walk up: `..`, encoded or in other letters, a backslash
    or an encoded separator is refused, wherever it stands.
    """
    if not uri or not uri.isprintable() or uri != uri.strip():
        return "it is empty, or holds what cannot be printed"
    text = uri
    for _ in range(_UNQUOTED):
        decoded = unquote(text)
        if decoded.count("/") != uri.count("/") or "\\" in decoded or not decoded.isprintable():
            return "it hides a separator in an encoding"
        plain = unicodedata.normalize("NFKC", decoded).replace("\\", "/")
        if plain.count("/") != uri.count("/") or {"..", "."} & set(plain.partition("?")[0].split("/")):
            return "it goes up a folder"
        if decoded == text:
            return ""
        text = decoded
    return "it is encoded several times over"
