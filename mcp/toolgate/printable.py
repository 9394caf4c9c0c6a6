"""Makes untrusted text safe for a message or a log: one line, printable, valid Unicode."""

from __future__ import annotations

NAME_MAX = 100

_LINE_ENDS = "\x0b\x0c\x1c\x1d\x1e\x7f\u2028\u2029" + "".join(map(chr, range(0x80, 0xA0)))
_DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
_SPELLED = {ord(char): char.encode("unicode_escape").decode() for char in _LINE_ENDS + _DIRECTIONS}


def spelled(text: str) -> str:
    """The text with escapes for what a reader may take for the end of a line, and what turns the text round."""
    return text if text.isascii() and text.isprintable() else text.translate(_SPELLED)


def printable(text: str) -> str:
    """The text with escapes for what would break a line or command a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shown(name: object) -> str:
    """A name as messages show it, cut; what is no text is named by its type."""
    return printable(name[:NAME_MAX]) if isinstance(name, str) else f"<{type(name).__name__}>"
