"""Talk beside a question: what the asker says of himself or of where he sits, and asks nothing."""

from __future__ import annotations

from itertools import pairwise

from director.language.grammar import ASKERS, AUXILIARIES, QUESTION_WORDS
from director.language.late_patterns import compile_later
from director.language.qualifiers import QUALIFIERS
from director.language.word_lists import words
from director.planners.offline.filling import is_topic
from director.planners.offline.items import CLOCK, NUMBER, ORDINAL
from director.planners.offline.reading import CLAUSE_THRESHOLD, THRESHOLD, Reading
from director.planners.offline.several_asks import Read

_BREAK = compile_later(r"[,.;!?:\n]+(?:\s+|$)|\s+[-–—]+\s+")
_WORD = compile_later(r"[a-z]+(?:'[a-z]+)?")
_OF_THE_ASKER = ASKERS | words("im i'm i've ive i'll i'd we're we've myself need needs want wants trying")
_NARROWS = words(
    """
    if unless except only than when while since until till after before during once apart besides without excluding
    ignoring ignore forget including given assuming among of which who whose whom mean meant counting discounting
    skip leaving leave
    """
)
_PLACED = words("in on at under over for with from by of to into against behind ahead inside outside within through")


def without_asides(question: str, read: Read) -> str | None:
    """The one clause that asks, where all others are talk; None where there is no talk, or more that asks.

    Who or what is named, a number and whatever narrows is no talk: it changes the answer.
    """
    texts = [text for text in _BREAK.split(question) if text.strip()]
    asking = [text for text in texts if not _is_talk(text, read(text, {}))]
    if len(texts) < 2 or len(asking) != 1:
        return None
    rest = read(asking[0], {})
    asks_itself = rest.stands_alone() and not rest.beyond()
    beside = [text for text in texts if text is not asking[0]]
    by_asker = all(_OF_THE_ASKER.intersection(_WORD.findall(text.lower())) for text in beside)
    return asking[0] if asks_itself and (by_asker or _says_of_what(rest)) else None


def _is_talk(text: str, reading: Reading) -> bool:
    """Whether a clause says something of the asker or of where he sits, and nothing of what is asked."""
    said = _WORD.findall(text.lower())
    if not said or said[0] in QUESTION_WORDS | AUXILIARIES | _PLACED or not _NARROWS.isdisjoint(said):
        return False
    if any(item.firm or {NUMBER, ORDINAL, CLOCK} & item.readings.keys() for item in reading.items):
        return False
    if reading.asks() or reading.sure(CLAUSE_THRESHOLD):
        return False
    strange = any(not item.known for item in reading.items)
    if not _OF_THE_ASKER.isdisjoint(said):
        return strange or not reading.sure(THRESHOLD)
    if not strange or not QUALIFIERS.isdisjoint(said):
        return False
    return said[0].endswith("ing") or any(two in AUXILIARIES or one.endswith("'s") for one, two in pairwise(said))


def _says_of_what(reading: Reading) -> bool:
    """Whether the clause that asks says what it is about: a name, or two words of a topic."""
    return any(item.firm for item in reading.items) or sum(map(is_topic, reading.items)) > 1
