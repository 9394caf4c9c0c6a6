"""Whether a sentence denies more than one thing with one `not`: `did not retire and pit` denies both.

Each thing by itself may be told, so a part that hangs on a denial is not proved by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from director.grounding.english.tokens import Token
from director.language.word_lists import words

_NOT = words("not never n't")
_JOINS = words("and or")
_HELPERS = words("is are was were has have had did does do will would")
_HANGS_ON = words(
    "stop stopped pit pitted box boxed lead led pass passed overtake overtaken retire retired finish finished gain "
    "gained lose lost win won set made taken fallen dropped climbed risen run gone been begun started changed fitted"
)
"""Verbs that no subject needs to stand before: they go on with `has not` or `did not`."""
_CAME_OF_IT = words("losing dropping falling gaining coming rejoining emerging costing taking")
"""What came of a stop or a pass, which was none where it is denied: `did not stop on lap 30, losing 21 s`."""


def denies_several(tokens: Sequence[Token]) -> bool:
    """Whether a verb hangs by `and` or `or` on a denial before it, or what came of something on that it was not."""
    denied = False
    for token, following in zip(tokens, [*(token.word for token in tokens[1:]), ""], strict=True):
        if token.word in _NOT or token.word.endswith("n't"):
            denied = True
        elif token.word in _HELPERS and following not in _NOT:
            denied = False
        elif denied and following in (_HANGS_ON if token.word in _JOINS else _CAME_OF_IT if token.word == "," else ()):
            return True
    return False
