"""In what order a sentence tells things: one after another that was before it, a name of which the rest speaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from director.grounding.english.readings import JOINS
from director.grounding.english.tokens import Amount, Token
from director.language.word_lists import words

_GOES_ON_OTHERWISE = [[",", word] for word in ("and", "but", "while", "so", "then", "plus", "though")]
_LATER = frozenset(("then", "later", "afterwards", "subsequently"))
_HAPPENED = words(
    "stop stops stopped pit pits pitted led leads lead took passed overtook retired out rose fell dropped climbed "
    "began started ended came ran"
)
_OF_THE_RACE = words("leads lead leading won wins")
_LAST = frozenset(("retired", "out"))
"""After this nobody does anything more."""


def is_out_of_order(tokens: Sequence[Token]) -> bool:
    """Whether `then` stands between events of which the second was on an earlier lap, or after the end of a race."""
    said = [token.word for token in tokens]
    if _HAPPENED.isdisjoint(said):
        return False
    for at in (index for index, word in enumerate(said) if word in _LATER and index):
        before, after = _laps(tokens[:at]), _laps(tokens[at + 1 :])
        if before and after and min(after) < max(before):
            return True
        names = {token.means["who"] for token in tokens[:at] if "who" in token.means}
        others = {token.means["who"] for token in tokens[at + 1 :] if "who" in token.means} - names
        if not _LAST.isdisjoint(said[:at]) and not others and not (_HAPPENED - _LAST).isdisjoint(said[at + 1 :]):
            return True
    return False


def _laps(tokens: Sequence[Token]) -> list[float]:
    return [lap.value for token in tokens if isinstance(lap := token.means.get("lap"), Amount)]


def is_left_for_later(segment: tuple[Token, ...], rest: tuple[Token, ...]) -> bool:
    """Whether a segment is a name alone, of which the rest speaks: `Hamilton, 4.1 s behind, is on softs`.

    Not where another name is next: of `Bottas and Hamilton have stopped` both have to be true.
    """
    if len(segment) != 1 or "who" not in segment[0].means or not rest or rest[0].word == "and":
        return False
    if [token.word for token in rest[:2]] in _GOES_ON_OTHERWISE:
        return False  # `a collision with Stroll, and has not served it` says nothing of Stroll
    after = next((token for token in rest if token.word not in JOINS), None)
    return after is not None and "who" not in after.means


def is_of_other_rank(tokens: Sequence[Token], ranks: Mapping[int, str]) -> bool:
    """`has the fastest lap, with Vettel 0.4 s back in second`: whether that is not the rank of his best lap."""
    words = [token.word for token in tokens]
    if not ranks or not _OF_THE_RACE.isdisjoint(words):
        return False
    for at in range(len(tokens) - 4):
        who, gap, place = tokens[at].means.get("who"), tokens[at + 1].means, tokens[at + 4].means.get("position")
        if not isinstance(who, frozenset) or "seconds" not in gap or not isinstance(place, Amount):
            continue
        is_of_laps = not {("fastest", "lap"), ("quickest", "lap")}.isdisjoint(pairwise(words[:at]))
        if is_of_laps and words[at + 3] == "in" and ranks.get(int(place.value)) not in who:
            return True
    return False
