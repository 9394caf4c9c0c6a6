"""Which questions are the same one. Two that differ in a word or a number never are."""

from __future__ import annotations

from director.language.back_references import points_back, spelt_out


def like_key(question: str, username: str) -> tuple[str, ...]:
    """Equal for questions that one answer serves: the same words in the same order, but for courtesy.

    A question that points back is like another of the same person only.
    """
    spelt = spelt_out(question)
    return ("@", username, *spelt) if points_back(question) else spelt
