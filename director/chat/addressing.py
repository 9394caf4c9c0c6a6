"""Whether a chat message addresses the director, and the question in it."""

from __future__ import annotations

import re
from collections.abc import Iterable

HEAR_ALL = "off"
"""The prefix that stands for none: every message may be a question."""
_CALLED = "director"


class Addressing:
    """A prefix and our names. Without a prefix every message is heard; those that mention us are still told apart."""

    def __init__(self, prefix: str, names: Iterable[str]) -> None:
        self._prefix = "" if prefix.casefold() == HEAR_ALL else prefix
        called = "|".join(re.escape(name.strip().removeprefix("@")) for name in (*names, _CALLED) if name.strip())
        self._called = re.compile(rf"(?:@(?:{called})|{_CALLED}(?=\s*[,:]))(?!\w)[\s,:]*", re.IGNORECASE)

    @property
    def hears_all(self) -> bool:
        """Whether a message need not speak to us to be a question."""
        return not self._prefix

    def spoken(self, text: str) -> str | None:
        """What is said to us: the text without the prefix or the mention; None where it speaks to nobody or others."""
        if (rest := self._after_prefix(text)) is not None:
            return rest
        if self._called.search(text):
            return " ".join(self._called.sub(" ", text).split())
        return None

    def _after_prefix(self, text: str) -> str | None:
        """What follows the prefix, None where the text does not begin with it as a word of its own."""
        prefix = self._prefix
        if not prefix or text[: len(prefix)].casefold() != prefix.casefold():
            return None
        rest = text[len(prefix) :]
        if prefix[-1].isalnum() and rest[:1].isalnum():
            return None
        return rest.lstrip(" ,:").strip()
