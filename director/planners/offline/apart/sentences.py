"""What is typed in several sentences, each of them in other words."""

from __future__ import annotations

import re
from collections.abc import Callable

_END = re.compile(r"(?<=[.!?…])\s+")
_SIGNS = ".!?… "


def in_each_sentence(question: str, say: Callable[[str], str]) -> str:
    """The question as `say` puts it; where it leaves the whole as it is, with each sentence as `say` puts that."""
    sentences = _END.split(question.strip())
    if (whole := say(question)) != question or len(sentences) == 1:
        return whole
    return " ".join(_said(sentence, say) for sentence in sentences)


def _said(sentence: str, say: Callable[[str], str]) -> str:
    """One sentence with the signs that end it."""
    told = say(sentence)
    return sentence if told == sentence else f"{told}{sentence[len(sentence.rstrip(_SIGNS)) :]}"
