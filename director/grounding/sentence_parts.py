"""A sentence taken apart into sentences that together say all that it does, each proved by whatever reading knows it.

Readings know clauses; a writer hangs more on one: a second verb, where somebody is, his tyres, `finishing third`. Each
of these becomes a sentence of whom it is said. Every word stands in one of the parts but for what joins them and for
words that say nothing, so the parts never say less. What a count, a denial or a moment reaches over is left whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from director.grounding.english_tokens import Amount, Token
from director.grounding.hung_parts import hung_on, only_of_the_top, without_stop
from director.grounding.part_words import (
    AUXILIARIES,
    JOINS,
    MOMENTS,
    OF_NOW,
    OF_THEN,
    REACHES_OVER,
    Apart,
    Sentence,
    as_said,
    finite_of,
    has_moment,
    has_verb,
    is_counted,
    named_of,
    noun_of,
    subject_of,
)
from director.language.word_lists import words

_NOW_ALONE = words("is are has have now")
"""What is told in these is of now, whatever moment was told of before."""
_RELATIVE = words("who whose which")
_WHO_FIRST = words("it there he she they his their no nobody none neither both all only")
_IDLE = words("actually indeed simply duly")


def of_cars(tokens: Sequence[Token]) -> list[Token]:
    """`the #7 has stopped, and its best lap is ...`: a car that is called by its number has `his` best lap."""
    numbered = any("who" in token.means and token.text[-1:].isdigit() for token in tokens) or any(
        "who" in token.means and token.text.lower().startswith(("the ", "car ", "#")) for token in tokens
    )
    its = Token("his", "his")
    return [its if numbered and token.word == "its" else token for token in tokens]


def ways_apart(tokens: Sentence) -> Iterator[Apart]:
    """Each way to take one thing out of a sentence: the parts, all of which have to hold."""
    yield from _idle(tokens)
    yield from _joined(tokens)
    yield from without_stop(tokens)
    yield from only_of_the_top(tokens)
    if not any(token.word in REACHES_OVER for token in tokens) and not is_counted(tokens):
        yield from hung_on(tokens)


def _joined(tokens: Sentence) -> Iterator[Apart]:
    """Two sentences of one: what is joined by a comma or `and`, the second with the subject of the first."""
    if not tokens or tokens[0].word in MOMENTS or "lap" in tokens[0].means:
        return  # its moment is that of both
    for at in range(2, len(tokens) - 1):
        if tokens[at].word not in JOINS and tokens[at].word != ",":
            continue
        left, right = tokens[:at], tokens[at + 1 :]
        if left[-1].word in JOINS or left[-1].word == ",":
            continue
        while right and (right[0].word in JOINS or right[0].word == ","):
            right = right[1:]
        if len(right) < 2:
            continue
        of_both = has_moment(right) and not (has_moment(left) or has_verb(right) or right[0].word in _RELATIVE)
        then = has_moment(left) and not has_moment(right) and _NOW_ALONE.isdisjoint(token.word for token in right)
        list_goes_on = (
            tokens[at].word == "and" and "who" in right[:1][0].means and not _is_told(right) if right else True
        )
        if of_both or then or list_goes_on:
            continue
        if _is_open_gap(right):
            continue  # `on Hamilton's tail, 8.8 s back`: to whom it is only the whole tells
        for whole in _with_subject(left, right):
            yield left, whole


def _with_subject(left: Sentence, right: Sentence) -> Iterator[Sentence]:
    """What stands right of a join as a sentence of its own."""
    if right[0].word in ("who", "whose") and left and "who" in left[-1].means:
        yield (left[-1], *(as_said("'s") if right[0].word == "whose" else ()), *right[1:])
        return
    if right[0].word == "which":  # of what was named last, `the third safety car, which came out on lap 47`
        start = next((at for at in range(len(left) - 2, 0, -1) if left[at].word in ("the", "a", "an")), 0)
        if start and "race" in (left[-1].word, left[start + 1].word):
            start = next((at for at in range(start - 1, 0, -1) if left[at].word in ("the", "a", "an")), start)
        if start:
            yield (*as_said("the"), *left[start + 1 :], *right[1:])
        return
    if "who" in right[0].means or "team" in right[0].means or right[0].word in _WHO_FIRST or noun_of(right):
        yield right
        return
    noun = subject_of(left)
    if not noun:
        return
    yield (*noun, *finite_of(right))
    if right[0].word not in AUXILIARIES and not right[0].word.endswith(("ed", "ing")):
        yield (*noun, Token("is", "is"), *right)


def _is_told(tokens: Sentence) -> bool:
    """Whether a verb is there: `ahead of Vettel and Bottas in third` says where Bottas is of nobody else."""
    said = {token.word for token in tokens}
    return bool(said & (AUXILIARIES | OF_NOW | OF_THEN)) or any(word.endswith("ed") for word in said)


def _is_open_gap(tokens: Sentence) -> bool:
    """Whether seconds are said that may be a gap, but not between whom."""
    seconds = any("seconds" in token.means and ":" not in token.text and "count" not in token.means for token in tokens)
    return seconds and len(named_of(tokens)) < 2 and tokens[0].word not in _WHO_FIRST


def _idle(tokens: Sentence) -> Iterator[Apart]:
    """Without a word that says nothing: `just set`, `This safety car`, `over his last five laps`, `no ... either`."""
    found: list[Token] = []
    for index, token in enumerate(tokens):
        after = tokens[index + 1] if index + 1 < len(tokens) else Token("")
        amount = any(isinstance(value, Amount) for value in after.means.values())
        own_last = token.word in ("his", "its", "their", "her") and after.word in ("last", "past", "previous")
        this = token.word in ("this", "current", "present") and after.word in ("safety", "virtual", "red", "yellow")
        denied = token.word == "either" and index + 1 == len(tokens) and tokens[0].word == "no"
        of_those = token.word == "those" and index and tokens[index - 1].word == "of" and after.word == "in"
        if own_last or this or denied or of_those or (token.word in _IDLE and not amount):
            found += [Token("the", "the")] if this and not index else []
        elif token.word == "had" and after.word in ("done", "completed", "managed", "covered"):
            continue
        else:
            found.append(token)
    if found and found != list(tokens):
        yield (tuple(found),)
