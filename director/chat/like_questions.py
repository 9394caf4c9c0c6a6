"""Which questions are the same one. Two that differ in a word or a number never are."""

from __future__ import annotations

from director.language.back_references import points_back, spelt_out


def like_key(question: str, username: str) -> tuple[str, ...]:
    """The same key for questions that one answer serves: equal words in equal order, courtesy left out.

    A question that points back has a key of its asker's own.
    """
    spelt = spelt_out(question)
    return ("@", username, *spelt) if points_back(question) else spelt
