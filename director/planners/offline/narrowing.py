"""Words that stand where they narrow whom or what a question is about: "of the local drivers", "in traffic".

A reading that says nothing of such a word answers another question: all of them, or the whole of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from director.language.grammar import FUNCTION, LIGHT, QUESTION_WORDS
from director.language.qualifiers import RANK
from director.language.racing import ANYBODY, SCOPE, SUPPORTING
from director.language.word_lists import words

PLACING = words(
    """
    of among amongst in within inside with without on at by over behind outside under during amid beyond across through
    against for per leads leading led lead
    """
)
"""What follows one of these may narrow what is asked before it; who leads something leads that alone."""
ENDING = PLACING | QUESTION_WORDS | words("is are was were has have had did does do can will and or but than to from")
TOLD_BY_NAME = words("for")
"""Before people who are no part of the race these say for whom it is asked: "for the engineers"."""
WHOSE = ANYBODY | words("team teams ones man men woman women")
"""Of whom a word before one of these tells more: "the fastest local driver"."""
NARROWS_ANYTHING = words("home local hometown native rest constructors championship title")
"""No wording that says so in another sense ("came home") asks for these."""
ADDS_NOTHING = words(
    """
    front road board hand point line side bit course whole screen screens tower graphic graphics head tail box top
    sheet sheets table list page end stage phase display leaderboard classification standings order field pack grid race
    present now current total all fact short detail full words seconds secs sec time lap laps place places position
    positions rank moment live latest official real actual very single names name number numbers clock terms general
    timing trackside play work charge moving minute second hour date sum best most
    way dance charge show proceedings row compound tyre tyres tire tires rubber
    """
)
"""Words that tell no more there: "on the board", "at the front", "on the road"."""


def narrowing(said: Sequence[str]) -> Iterator[int]:
    """Where words narrow a question. `said` are its folded words, empty for names, numbers and what is no word."""
    placed = ""
    for at, word in enumerate(said):
        if not word or word in ENDING:
            placed = word if word in PLACING else ""
        elif _says_little(word):
            continue
        elif (placed and placed not in TOLD_BY_NAME) or _tells_whose(said, at):
            yield at


def _says_little(word: str) -> bool:
    if word in NARROWS_ANYTHING:
        return False
    return word in FUNCTION or word in LIGHT or word in SCOPE or word in WHOSE or word in ADDS_NOTHING


def _tells_whose(said: Sequence[str], at: int) -> bool:
    """Whether a word stands right before those of whom it tells more; one that ranks them is what is asked."""
    following = said[at + 1] if at + 1 < len(said) else ""
    return following in WHOSE and said[at] not in RANK and said[at] not in SUPPORTING
