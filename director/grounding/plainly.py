"""What a free sentence states in plain words, as the rewriter says it, where that is all that the sentence says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from director.grounding.english_tokens import Token
from director.grounding.free_claims import heard, left_out, told
from director.language.rewriting.marks import NO_PLAIN
from director.language.rewriting.rewriter import STATES
from director.language.rewriting.shipped import shipped
from director.language.word_lists import words

SURE = 0.5
"""So likely what a sentence states must be."""
MUST_BE_TOLD = (
    (words("not never no none nobody neither nor without nothing yet"), words("not no nobody none without nothing 0")),
    (
        words("only alone sole solely all every everyone everybody each entire whole"),
        words("only all every each alone"),
    ),
    (words("will would could should may might if likely"), words("will would predicted expected risk could if")),
    (words("because due why reason thanks"), words("reason because for")),
)
"""Where a sentence has one of the first words, what it states must have one of the others."""


def all_hold(tokens: Sequence[Token], holds: Callable[[Sequence[Token]], bool]) -> bool:
    """Whether what the tokens of a sentence state in plain words holds, each statement by itself."""
    statements = stated(tokens)
    return bool(statements) and all(map(holds, statements))


def stated(tokens: Sequence[Token]) -> list[list[Token]]:
    """The plain statements of a sentence; none where the rewriter is not sure, or where they leave something out."""
    sentence, marks = heard(tokens)
    likeliest = shipped()[0].rewritings(sentence, (), marks, STATES)[0]
    said = likeliest.tokens
    if NO_PLAIN in said or likeliest.likely < SURE or left_out(marks, said):
        return []
    has, tells = {token.word for token in tokens}, frozenset(said)
    if any(not has.isdisjoint(one) and tells.isdisjoint(other) for one, other in MUST_BE_TOLD):
        return []
    return [statement for statement in told(said, marks) if statement]
