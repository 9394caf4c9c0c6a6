"""Of what lap a statement can be told: `on lap 30 he has stopped once` says that it was on that lap."""

from __future__ import annotations

from collections.abc import Sequence

from director.grounding.english.tokens import Token
from director.grounding.meanings import READ_MEANINGS
from director.language.word_lists import words

_ADDS_UP = words(
    "stop_count total_stops gained lost moved overtake_count lead_change_count laps_led penalised faster_pace "
    "clean_pace average_lap slower_average recent_average"
)
"""What has come together until now, or is of many laps."""


def is_of_one_lap(says: str, tokens: Sequence[Token]) -> bool:
    """Whether a clause, told with a lap, is of what was done on that lap, not of what is so when it is over.

    `0.4 s faster than Vettel on lap 36` is said of that lap; `his best lap is 0.4 s faster` is so by then.
    """
    if says == "slower_best_lap":
        return all(token.word != "best" for token in tokens)
    return "lap" in READ_MEANINGS[says].roles or says in _ADDS_UP
