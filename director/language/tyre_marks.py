"""The colours of the tyres of a Grand Prix told as their compounds: "the red walled tyre"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import structs

from director.language.tokens import Word
from director.language.word_lists import words

COMPOUNDS = {"red": "softs", "yellow": "mediums", "white": "hards", "green": "intermediates", "blue": "wets"}
SINCE = 2019
"""Before, a colour was another compound in every year."""
MARKED = words("walled sidewall sidewalled striped banded marked")
"""After a colour they say that a tyre's mark is meant."""
PLURAL = words("reds whites")
"""A colour of several is a tyre's: nothing else of a race is; "yellows" are flags."""
ON = words("on onto to fitted took take")

OF_TYRES = words("tyre tyres tire tires rubber compound")
_YEAR = re.compile(r"\b20\d\d\b")


def as_marked(said: Sequence[Word], session: str) -> list[Word]:
    """The words with a mark's colour as its compound, where the line about the session tells which that is."""
    year = _YEAR.search(session)
    if year is None or int(year[0]) < SINCE or "grand prix" not in session.casefold():
        return list(said)
    told: list[Word] = []
    for word in said:
        colour = COMPOUNDS.get(told[-1].text) if told else None
        if colour and word.text in MARKED:
            told[-1] = structs.replace(told[-1], text=colour)
            continue
        if colour and word.text in OF_TYRES:
            told[-1] = structs.replace(told[-1], text=colour)
        elif word.text in PLURAL and _are_put_on(told):
            word = structs.replace(word, text=COMPOUNDS[word.text[:-1]])
        told.append(word)
    return told


def _are_put_on(told: Sequence[Word]) -> bool:
    """Whether the words before say that somebody is on tyres: "on", "back to the"."""
    before = [word.text for word in told[-2:] if word.text != "the"]
    return bool(before) and before[-1] in ON
