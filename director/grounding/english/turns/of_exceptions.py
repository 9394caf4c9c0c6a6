"""Turns of who is left out of a group, and of who they are: `nobody in the top ten has stopped except A and B`."""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import NAME, NUMBERS, Turn

_ONE = rf"{NAME}(?: {NAME})?"
_NAMES = rf"{_ONE}(?:(?:, {_ONE})*,? and {_ONE})?"
_TOP = r"(?:in|of|among|inside) the (?P<top>top [\w-]+)"
_NOBODY = r"(?:nobody|no one|no (?:other )?(?:driver|car|runner)|none)(?: else)?"
_BUT = r"(?:(?:apart|aside) from|except(?:ing)?(?: for)?|other than|besides|bar|save(?: for)?|but(?: for)?|"
_BUT += r"with the exceptions? of)"
_DID = r"(?P<verb>has|have|is|are) (?:yet )?(?P<did>(?!not\b|yet\b|no\b)[^,;.]+?)(?: yet| so far)?"
_ENDS = r"(?=\.?$)"
_VERBS = {"has": ("has", "have"), "have": ("has", "have"), "is": ("is", "are"), "are": ("is", "are")}
_KINDS = r"(?:drivers?|cars?|men|man|runners?|people)"


def _verb(said: str, names: str) -> str:
    return _VERBS[said.lower()][" and " in names]


def _only_of_the_top(match: re.Match[str]) -> str:
    """`nobody in the top ten has stopped except A and B` as `of the top ten, only A and B have stopped`."""
    return f"of the {match['top']}, only {match['names']} {_verb(match['verb'], match['names'])} {match['did']}"


def _the_ones(match: re.Match[str]) -> str:
    """`A, B and C are the ones on softs` as `only A, B and C are on softs`; where a count is told, it is theirs."""
    names, many = match["names"], (match["many"] or "").lower()
    count = len(re.split(r",? and |, ", names))
    if many and (NUMBERS.index(many) + 1 if many in NUMBERS else int(many)) != count:
        return match[0]
    did = match["did"]
    if re.match(r"(?:yet|still) to (?:stop|pit)\b", did):
        return f"only {names} {'have' if count > 1 else 'has'} not stopped{re.sub(r'^.*?(?:stop|pit)', '', did)}"
    if done := re.match(r"to have ", did):
        return f"only {names} {'have' if count > 1 else 'has'} {did[done.end() :]}"
    own = re.match(r"(?:(?:who|that) )?(?:(has|have|is|are) )?", did)
    verb = own[1] if own and own[1] else "is"
    return f"only {names} {_verb(verb, names)} {did[own.end() if own else 0 :]}"


TURNS_OF_EXCEPTIONS: tuple[tuple[str, Turn], ...] = (
    (rf"^{_NOBODY} {_TOP} {_DID},? {_BUT} (?P<names>{_NAMES}){_ENDS}", _only_of_the_top),
    (rf"^{_NOBODY} {_TOP},? {_BUT} (?P<names>{_NAMES}),? {_DID}{_ENDS}", _only_of_the_top),
    (rf"^{_BUT} (?P<names>{_NAMES}),? {_NOBODY} {_TOP} {_DID}{_ENDS}", _only_of_the_top),
    (
        rf"^(?P<names>{_NAMES}) (?:are|is) the (?:only )?(?:(?P<many>{'|'.join(NUMBERS)}|\d+)(?: {_KINDS})?|ones?) "
        r"(?P<did>on (?:the )?[a-z]+(?: tyres)?|(?:yet|still) to (?:stop|pit)|to have (?:stopped|pitted|retired)|"
        rf"(?:who|that) (?:has|have|is|are) (?!not\b)[^;,.]+?)(?: so far| yet| at the moment| now)?{_ENDS}",
        _the_ones,
    ),
)
"""Who is left out of a group of which nobody has done something, and who those are who have."""
