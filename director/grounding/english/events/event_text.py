"""Tokens of a clause as a line of signs, on which patterns of words, names and amounts are matched from any token on.

A word stands as it is, a name as `@3`, an amount as `#3:lap:` with its kinds, `twice` as `%3`, a compound or a team as
`&3`: 3 is the token. A pattern names the kind of amount: `{lap}`, `{count}`, `{seconds}`, a second one of it `{lap2}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any

from msgspec import Struct

from director.grounding.english.tokens import Amount, Token

_SLOT = re.compile(r"\{([a-z]+)(\d?)\}")
_KINDS = {"often": "count"}
_OFTEN = frozenset(("once", "twice", "thrice"))
_AS_WORDS = frozenset(("no", "wet"))
_ARTICLES = frozenset(("the", "a", "an"))


class SignLine(Struct, frozen=True):
    """Tokens with the line of their signs, and where in it each begins."""

    tokens: Sequence[Token]
    text: str
    begins: Sequence[int]

    def words(self, start: int = 0) -> list[str]:
        """The signs from a token on."""
        return self.text[self.begins[start] :].split() if start < len(self.tokens) else []


def line_of(tokens: Sequence[Token]) -> SignLine:
    """The tokens as a line, without articles."""
    kept = [token for token in tokens if token.word not in _ARTICLES or token.means]
    begins, text = [], ""
    for index, token in enumerate(kept):
        begins.append(len(text))
        no_one = token.word == "one" and index and kept[index - 1].word == "no"
        text += "one " if no_one else f"{_sign(token, index)} "
    return SignLine(kept, text, [*begins, len(text)])


def part_of(line: SignLine, start: int, end: int) -> SignLine:
    """The tokens from one to another as a line of their own."""
    return line_of(line.tokens[start:end])


def _sign(token: Token, index: int) -> str:
    if "who" in token.means:
        return f"@{index}"
    if token.word in _OFTEN:
        return f"%{index}"
    if token.word in _AS_WORDS:
        return token.word
    kinds = [kind for kind, value in token.means.items() if isinstance(value, Amount)]
    if kinds:
        return f"#{index}:{':'.join(kinds)}:"
    return f"&{index}" if token.means else token.word


def read(pattern: str, line: SignLine, start: int) -> tuple[Mapping[str, Any], int] | None:
    """What the amounts of a pattern are and where the tokens go on, where it stands at this token; else None."""
    match = _compiled(pattern).match(line.text, line.begins[start])
    if match is None:
        return None
    said: dict[str, Any] = {}
    for name, sign in match.groupdict().items():
        if sign is None:
            continue
        means = line.tokens[int(sign[1:].partition(":")[0])].means
        role = name.partition("__")[0]  # a role may stand in several branches of a pattern
        kind = _KINDS.get(role, role.rstrip("0123456789"))
        if kind not in means:
            return None
        said[role] = means[kind]  # type: ignore[index]
    return said, start + match[0].count(" ")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    numbers = count()

    def slot(match: re.Match[str]) -> str:
        sign = {"who": r"@\d+", "compound": r"&\d+", "team": r"&\d+", "often": r"%\d+"}.get(
            match[1], rf"#\d+:(?:\w+:)*{match[1]}:(?:\w+:)*"
        )
        return rf"(?P<{match[1]}{match[2]}__{next(numbers)}>{sign})"

    # Each word or group ends with its blank, so that a pattern ends where a token does.
    return re.compile(_SLOT.sub(slot, _spaced(pattern)))


def _spaced(pattern: str) -> str:
    """`a (b|c d) [e]` as an expression in which every word has a blank behind it."""
    found = ""
    for word in re.findall(r"\{\w+\}|[\w'-]+|,|[()\[\]|]", pattern):
        found += {"(": "(?:", ")": ")", "[": "(?:", "]": ")?", "|": "|"}.get(word, f"{word} ")
    return found
