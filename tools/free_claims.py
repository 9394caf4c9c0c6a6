"""A free sentence as the rewriter hears it, and what the rewriter says as tokens: names and numbers stay the sentence's
own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from director.grounding.english.tokens import Amount, NamesInText, Token, tokens_of
from director.grounding.meanings import Kind
from director.language.rewriting.marks import AND_THEN, is_mark, stand_in
from director.language.word_lists import words

NOT_COUNTED = words("no a an single first")
"""Words that are numbers too, and need not be told in plain words."""
_THE_ONE = words("the that this which wrong right only other better worse faster slower quicker")
_ONE_OF = words("of to who that which in from being where")
_SECTOR = "sector"
_UNITS = {"time": "seconds", "duration": "seconds", "speed": "m/s", "count": ""}
"""How the unit of a kind is heard where it is not called as the kind is."""
_NOBODY = NamesInText({}, ())
Marks = Mapping[str, Token]
"""The token that each mark stands for."""


def heard(tokens: Sequence[Token]) -> tuple[str, dict[str, Token]]:
    """The sentence with stand-ins for its names and a letter after each of its numbers, and what stands for each."""
    marks: dict[str, Token] = {}
    known: dict[tuple[str, object], str] = {}
    said: list[str] = []
    for at, token in enumerate(tokens):
        letter, identity, text = _value(token)
        if not letter or _counts_nothing(tokens, at):
            said.append(token.word or token.text.lower())
            continue
        if (letter, identity) not in known:
            nth = 1 + sum(mark[0] == letter for mark in marks)
            known[letter, identity] = f"{letter}{nth}"
            marks[f"{letter}{nth}"] = token
        said.append(stand_in(text, known[letter, identity]))
    return " ".join(said), marks


def told(said: Sequence[str], marks: Marks) -> Iterator[list[Token]]:
    """The tokens of each plain statement among the words of several; none of a word that no sentence has."""
    statement: list[Token] = []
    for word in (*said, AND_THEN):
        if word == AND_THEN:
            yield statement
            statement = []
        elif word in marks:
            statement.append(marks[word])
        else:
            statement += (not is_mark(word) and tokens_of(word, _NOBODY)) or ()


def left_out(marks: Marks, said: Sequence[str]) -> list[Token]:
    """The names and numbers of a sentence that its plain statements do not tell."""
    return [token for mark, token in marks.items() if mark not in said and token.word not in NOT_COUNTED]


def _counts_nothing(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token is `one` of `the one who` and the like, or part of the name of a sector."""
    before, after = tokens[at - 1].word if at else "", tokens[at + 1].word if at + 1 < len(tokens) else ""
    return (tokens[at].word == "one" and (after in _ONE_OF or before in _THE_ONE)) or before == _SECTOR


def _value(token: Token) -> tuple[str, object, str]:
    """The letter of a token's mark, what tells it from others, and how it is heard; no letter of a word."""
    means = token.means
    if "who" in means:
        return "D", means["who"], token.text.lower()
    if "compound" in means:
        return "K", means["compound"], str(means["compound"]).lower()
    if "team" in means:
        return "T", means["team"], token.text.lower()
    kind, amount = next(((kind, amount) for kind, amount in means.items() if isinstance(amount, Amount)), ("", None))
    if amount is None:
        return "", "", ""
    return "N", (amount, *means), token.word or _amount_text(kind, amount, means)


def _amount_text(kind: str, amount: Amount, means: Mapping[Kind, object]) -> str:
    number = f"{amount.value:g}"
    if kind == "lap":
        return f"lap {number}"
    if kind == "position":
        return f"p{number}"
    if kind in ("time", "duration") and amount.value >= 60:
        return f"{amount.value // 60:.0f}:{amount.value % 60:06.3f}"
    return number if {"count", "kmh"} <= means.keys() else f"{number} {_UNITS.get(kind, kind)}".strip()
