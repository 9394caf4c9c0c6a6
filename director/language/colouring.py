"""What only colours what is said: "officially", "awful", "nooo". A question without it asks the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from director.language.racing import SCOPE
from director.language.tokens import Word
from director.language.word_lists import words

_MANNER = "ly"
_SHORTEST = 6
_DRAWN_OUT = re.compile(r"(.)\1\1")
_MEANING = words(
    """
    assembly butterfly catastrophically daily deliberately early earlier evenly family fairly formerly historically
    hourly illegally initially intentionally italy july lately legally monthly nightly normally only originally
    previously purposely quarterly rally rarely recently regularly repeatedly reply seldomly separately supply
    traditionally typically unfairly unlikely likely usually weekly wrongly yearly annually jointly respectively
    individually collectively partly mainly mostly consecutively increasingly simultaneously automatically
    slowly quickly closely heavily badly poorly safely cheaply evenly highly lowly newly freshly doubly
    lonely lovely friendly ugly silly costly deadly lively orderly cowardly likely holy reply apply imply multiply
    manually remotely secretly personally financially mentally physically medically politically
    """
)
"""These say which, when, how often, or whose fault: what is asked depends on them."""

_PRAISE_AND_BLAME = words(
    """
    absurd amazing appalling astonishing atrocious awesome awful bananas beautiful beloved blistering bonkers boring
    brave brilliant brutal bizarre crappy crazy cruel cursed damned daft dear dire dismal dodgy dramatic dreadful dull
    epic excellent exciting extraordinary fabulous fantastic filthy frantic freaking frigging ghastly glorious gorgeous
    gutsy hectic heroic hilarious hopeless horrendous horrible horrid horrific idiotic immense impressive incredible
    infamous insane intense ludicrous legendary lousy lovely mad magnificent manic marvellous mega mental mighty
    miserable monumental nasty neat nuts outrageous outstanding painful pathetic phenomenal pitiful poor precious
    remarkable ridiculous rotten rubbish sad savage scary sensational shambolic shocking sick silly spectacular stellar
    strange stunning stupid sublime super superb sweet tasty terrible terrific thrilling tragic ugly unbelievable unreal
    decent lonely odd quiet rough solid unlucky weird wicked wild wonderful woeful wretched
    """
)
_OF_DEGREE = words("most more less least how as too so enough")
"""Before or after praise or blame they say how far it goes: "the most brutal stop" is no stop among others."""
_BEING = words("is are was were")
"""Before praise or blame they make a statement of it, which is no part of a question."""
_CHOOSING = words("who whose which what any anyone anybody someone somebody")
"""In a question with these "a crazy start" is one among others; a crazy race is this race."""


def is_colour(word: str) -> bool:
    """Whether a folded word is an adverb of manner that changes nothing of what is asked."""
    return word.endswith(_MANNER) and len(word) >= _SHORTEST and word not in _MEANING


def uncoloured(said: Sequence[Word], is_known: Callable[[str], bool]) -> list[Word]:
    """The words without praise and blame that choose nothing: "this insane race". What begins with them is a cry."""
    chooses = any(word.text in _CHOOSING for word in said)
    texts = ["", *(word.text for word in said), ""]
    return [
        word
        for word, before, after in zip(said, texts, texts[2:], strict=False)
        if word.text not in _PRAISE_AND_BLAME
        or is_known(word.text)
        or not _OF_DEGREE.isdisjoint((before, after))
        or before in _BEING
        or not before
        or (chooses and after not in SCOPE)
    ]


def is_drawn_out(word: str) -> bool:
    """Whether a folded word is drawn out, as "nooo": a letter stands in it three times in a row."""
    return word.isalpha() and _DRAWN_OUT.search(word) is not None
