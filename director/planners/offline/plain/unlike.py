"""What shows that a wording does not ask what a question asks, however like they are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from director.language.grammar import QUESTION_WORDS
from director.language.qualifiers import LACKING
from director.language.rewriting.marks import AND_THEN
from director.language.tokens import stem
from director.language.word_lists import words
from director.planners.offline.plain.pieces import SaidPiece

ASKING_WHETHER = words("is are was were has have")
BEING = words("is are was were who anyone anybody someone")
OPPOSITES = tuple(
    tuple(frozenset(map(stem, side.split())) for side in pair.split(" / "))
    for pair in (
        "gain gained win won pick / lose lost drop dropped",
        "oldest / newest freshest youngest",
        "old older / younger newer fresher",
        "fastest quickest / slowest",
        "most / fewest least",
        "longest / shortest",
        "biggest / smallest",
        "lowest worst / highest best",
        "earliest / latest",
    )
)
"""A wording that says the one and never the other does not ask what a question with the other asks."""
DENIED = words("no not never nobody without")
"""Words of a wording that asks for what is not so."""
STILL_TO = "still has to"
"""Who "still has to stop" has not stopped."""
ASKING_WHO = words("who which what anyone anybody")
LACKED = frozenset(map(stem, LACKING))
OWING = frozenset(map(stem, words("have has need needs got")))
"""Who "has to make a stop" lacks it."""
BEGUN_ON = frozenset(map(stem, words("start started starting original first")))
"""Who is still on the tyres he started with has not stopped."""
LEFT = words("retired knocked")
"""Who did not make it to somewhere is asked for by who has left."""
LAPPING = words("has have did who whom")
BESIDE = frozenset(map(stem, words("fight fighting battle battling race racing close closest near nearest level")))
FORETELLING = words("if would will")
"""Words of a wording that foretells."""
SUPPOSING = words("if would will could should might may can now next soon")
"""A question that foretells has one of these where it speaks of what was, too: "would he be ahead after his stop"."""
DONE = words("did was were had after")
WAS = words("did was led")
STANDING = words("leads leading order standings")
"""Who asks for these without a word of supposing asks how things are."""


def is_unlike(pieces: Sequence[SaidPiece], wording: str) -> bool:
    """Whether a wording asks less than the pieces, of another time, of others, or the opposite."""
    unlike = (
        _asks_of_the_first,
        _asks_again,
        _asks_what_was,
        _asks_who_not,
        _asks_who_else,
        _asks_whom_lapped,
        _is_contrary,
    )
    return any(is_so(pieces, wording) for is_so in unlike)


def asks_aside(pieces: Sequence[SaidPiece]) -> bool:
    """Whether somebody is left out ("all but Ferrari") or it is asked who stands there ("who is between them")."""
    what = any(piece.kind == "what" for piece in pieces)
    return any(
        (one.kind == "but" and other.is_value) or (other.kind == "between" and one.kind in BEING and not what)
        for one, other in pairwise(pieces)
    )


def _asks_of_the_first(pieces: Sequence[SaidPiece], wording: str) -> bool:
    """Whether something is asked of the first of the order, and the wording asks who they are: "who of the top ten"."""
    kinds = [piece.kind for piece in pieces]
    at = kinds.index("top") if "top" in kinds else 0
    of_them = at > 0 and "of" in kinds[max(at - 2, 0) : at]
    return of_them and any(ask.startswith("the top") for ask in wording.split(f" {AND_THEN} "))


def _asks_again(pieces: Sequence[SaidPiece], wording: str) -> bool:
    """Whether a second question is joined to the first, and the wording asks one: "where is he and how many stops".

    "And who" at the end asks nothing more, unless the wording asks for a number.
    """
    kinds = [piece.kind for piece in pieces]
    if " and " in wording or (kinds[-2:] == ["and", "who"] and "many" not in wording):
        return False
    asking = QUESTION_WORDS | ASKING_WHETHER
    return any(one.kind == "and" and other.text in asking for one, other in pairwise(pieces[1:]))


def _asks_what_was(pieces: Sequence[SaidPiece], wording: str) -> bool:
    """Whether the question is of what was or is, and the wording foretells: "did he come out ahead after his stop".

    Who leads and who led are two questions as well.
    """
    said, told = {piece.text for piece in pieces}, set(wording.split())
    if ("leads" in said and "led" in told) or ("leads" in told and said & WAS):
        return True
    foretells = not FORETELLING.isdisjoint(wording.split())
    return foretells and SUPPOSING.isdisjoint(said) and not (DONE | STANDING).isdisjoint(said)


def _asks_who_not(pieces: Sequence[SaidPiece], wording: str) -> bool:
    """Whether the question asks who is not so, and the wording who is: "who has not swapped to slicks"."""
    who = next((at for at, piece in enumerate(pieces) if piece.text in ASKING_WHO), len(pieces))
    denied = any(piece.kind == "not" for piece in pieces[who:])
    told, said = set(wording.split()), {piece.text for piece in pieces}
    left = not LEFT.isdisjoint(told) and LEFT.isdisjoint(said)
    return denied and DENIED.isdisjoint(told) and STILL_TO not in wording and not left


def _asks_who_else(pieces: Sequence[SaidPiece], wording: str) -> bool:
    """Whether the question asks for others beside one who is named, and the wording of that one: "who pitted with him".

    Whom somebody fights with is told of that one.
    """
    beside = any(one.kind == "with" and other.is_value for one, other in pairwise(pieces))
    told = set(wording.split())
    return beside and pieces[0].kind in ASKING_WHO and "with" not in told and BESIDE.isdisjoint(map(stem, told))


def _asks_whom_lapped(pieces: Sequence[SaidPiece], wording: str) -> bool:
    """Whether it is asked whom one has lapped, and the wording asks who has been: "has he lapped anyone"."""
    lapped = any(one.is_value and other.text == "lapped" for one, other in pairwise(pieces))
    return lapped and pieces[0].text in LAPPING and "been" in wording.split()


def _is_contrary(pieces: Sequence[SaidPiece], wording: str) -> bool:
    """Whether a question says the opposite of what the wording says, or only the wording asks for what is not so."""
    told = wording.split()
    spoken = {piece.kind for piece in pieces if not piece.is_value}
    owes = any(one.kind in OWING and other.kind == "to" for one, other in pairwise(pieces))
    kept = "on" in spoken and not BEGUN_ON.isdisjoint(spoken)
    if not DENIED.isdisjoint(told) and LACKED.isdisjoint(spoken) and not (owes or kept):
        return True
    stems = set(map(stem, told))
    sides = [pair for one, other in OPPOSITES for pair in ((one, other), (other, one))]
    return any(one & spoken and other & stems and not (one & stems or other & spoken) for one, other in sides)
