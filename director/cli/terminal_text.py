"""Makes text of a feed safe for a terminal."""

from __future__ import annotations


def clean(text: str) -> str:
    """The text without what a terminal would obey or a picture could not hold."""
    return "".join(character if character.isprintable() else " " for character in text)
