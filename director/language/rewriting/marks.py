"""What stands for names and numbers in what the rewriter hears and says: `D1` is the first driver, `N2` the second
number.
"""

from __future__ import annotations

import re

from msgspec import Struct

STAND_INS = {
    "D": ("hamilton", "leclerc", "norris", "piastri", "alonso"),
    "T": ("ferrari", "mclaren", "williams"),
    "L": ("gtp", "lmp2", "gtd"),
}
"""What is heard in place of the first, the second, ... of a kind; other values are heard as they are."""
OTHERWISE = "somebody"
COUNTED = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")
"""What is heard after a number: which of them it is."""
NUMBER_LETTER = "N"
OWN = "'s"
AND_THEN = ";"
"""Between two plain questions or statements."""
NO_PLAIN = "-"
"""What is said where there is nothing to say in plain words."""
MOST_SAID = 2
"""So many turns before a question are heard."""
_MARK = re.compile(r"[A-Z]\d+")


class SaidBefore(Struct, frozen=True):
    """What a turn asked in plain words, and whom its answer named."""

    plain: str
    named: str = ""


def is_mark(token: str) -> bool:
    """Whether a token stands for a value."""
    return _MARK.fullmatch(token) is not None


def stand_in(said: str, mark: str) -> str:
    """What is heard in place of a value."""
    letter, nth = mark[0], int(mark[1:]) - 1
    if letter == NUMBER_LETTER:
        return f"{said} {COUNTED[nth]}" if nth < len(COUNTED) else said
    if letter not in STAND_INS:
        return said
    names = STAND_INS[letter]
    return names[nth] if nth < len(names) else OTHERWISE
