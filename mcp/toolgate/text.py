"""Text of somebody else's, made fit for a message or a log: on one line, printable, in valid Unicode."""

from __future__ import annotations

NAME_MAX = 100


def printable(text: str) -> str:
    """The text with escapes for what would break a line or command a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shown(name: object) -> str:
    """A name as messages show it, cut; what is no text is named by its type."""
    return printable(name[:NAME_MAX]) if isinstance(name, str) else f"<{type(name).__name__}>"
