"""How word lists are written in this package: one text, split."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text, each once."""
    return frozenset(text.split())


def phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """Phrases divided by `/` or by lines, each as its words."""
    return tuple(tuple(phrase.split()) for line in text.splitlines() for phrase in line.split("/") if phrase.strip())
