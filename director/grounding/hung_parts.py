"""What a writer hangs on a clause: where somebody is, his tyres; each as a sentence of whom it is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from director.grounding.english_tokens import Token
from director.grounding.part_words import (
    AUXILIARIES,
    JOINS,
    OF_NOW,
    OF_THEN,
    REACHES_OVER,
    Apart,
    Sentence,
    as_said,
    finite_of,
    has_moment,
    named_of,
    subject_of,
)
from director.language.word_lists import words

_LAPS_AND_STOPS = words("lap laps best fastest quickest time stop stops pole 's his stint")
_MEASURED = words("humidity wind gap track air temperature")
_INFINITIVES = {"finish": "finished", "win": "won", "lead": "leads", "run": "runs", "sit": "sits", "be": "is",
                "take": "took", "lie": "lies", "end": "ended"}  # fmt: skip
_TITLES: Mapping[str, str] = {
    "polesitter": "started on pole", "pole-sitter": "started on pole", "poleman": "started on pole",
    "leader": "leads", "race-leader": "leads",
}  # fmt: skip


def _is_of_now(tokens: Sentence) -> bool:
    """Whether a sentence tells how things are."""
    told = {token.word for token in tokens}
    return bool(told & OF_NOW) and not told & OF_THEN and not has_moment(tokens)


def _position_of_other(tokens: Sentence) -> Iterator[Apart]:
    """`19 s ahead of Hamilton in third`: who is named last is third."""
    if not _is_of_now(tokens):
        return
    for at in range(2, len(tokens) - 1):
        who, place = tokens[at - 1], tokens[at + 1]
        if (
            tokens[at].word == "in"
            and "who" in who.means
            and "position" in place.means
            and len(named_of(tokens[:at])) > 1
        ) and (at + 2 == len(tokens) or tokens[at + 2].word in JOINS | {","}):
            yield (*tokens[:at], *tokens[at + 2 :]), (who, *as_said("is"), place)


def _tyres(tokens: Sentence) -> Iterator[Apart]:
    """`leads by 11 s on supersofts that are 39 laps old`: the one who is named is on these tyres."""
    named = named_of(tokens)
    told = {token.word for token in tokens}
    if len({token.means["who"] for token in named}) != 1 or not _is_of_now(tokens) or told & _LAPS_AND_STOPS:
        return
    for at in range(2, len(tokens) - 1):
        if tokens[at].word != "on" or "compound" not in tokens[at + 1].means or tokens[at - 1].word in AUXILIARIES:
            continue
        rest = tokens[at + 2 :]
        whom = named[0]
        on_these = (whom, *as_said("is on"), tokens[at + 1])
        if not rest:
            yield tokens[:at], on_these
        elif rest[0].word in ("that", "which") and len(rest) > 2:
            yield tokens[:at], on_these, (whom, *as_said("'s tyres"), *rest[1:])


def _participle(tokens: Sentence) -> Iterator[Apart]:
    """`gained ten places to finish sixth`, `finished third after starting ninth`: each verb is said of the subject."""
    subject = subject_of(tokens)
    for at in range(len(subject) + 2, len(tokens) - 1) if subject else ():
        if tokens[at].word == "to" and tokens[at + 1].word in _INFINITIVES and at + 2 < len(tokens):
            yield tokens[:at], (*subject, *as_said(_INFINITIVES[tokens[at + 1].word]), *tokens[at + 2 :])
        elif tokens[at].word == "after" and tokens[at + 1].word == "starting":
            yield tokens[:at], (*subject, *finite_of(tokens[at + 1 :]))


def _title(tokens: Sentence) -> Iterator[Apart]:
    """`Polesitter Antonelli finished tenth`: he was on pole."""
    start = 1 if tokens[0].word in ("race", "the") else 0
    if len(tokens) > start + 2 and tokens[start].word in _TITLES and "who" in tokens[start + 1].means:
        yield tokens[start + 1 :], (tokens[start + 1], *as_said(_TITLES[tokens[start].word]))


def _own_car(tokens: Sentence) -> Iterator[Apart]:
    """`Grosjean leads in the #63`: the car is his."""
    for at in range(1, len(tokens) - 1):
        before, rest = named_of(tokens[:at]), tokens[at + 1 :]
        start = 1 if rest[0].word == "the" else 0
        if tokens[at].word in ("in", ",") and before and len(rest) > start and "who" in rest[start].means:
            if rest[start].means["who"] == before[-1].means["who"]:
                yield ((*tokens[:at], *rest[start + 1 :]),)


def _ends_at(tokens: Sentence) -> Iterator[Apart]:
    """`Humidity has gone up seven points, to 75 percent`: that is what it is."""
    if len(tokens) < 5 or tokens[-2].word != "to" or not tokens[-1].means.keys() & {"percent", "degrees", "speed"}:
        return
    noun = [token for token in tokens[:3] if token.word in _MEASURED]
    end = -3 if tokens[-3].word == "," else -2
    if noun and noun[0].word != "gap":
        subject = tokens[: tokens.index(noun[-1]) + 1]
        yield tokens[:end], (*subject, *as_said("is"), tokens[-1])


def _after_laps(tokens: Sentence) -> Iterator[Apart]:
    """`Nasr leads after 30 laps, 2 s clear of Campbell`: it is said first, as of a sentence that begins with it."""
    for at in range(2, len(tokens) - 1):
        ends = at + 2 == len(tokens) or tokens[at + 2].word == ","
        if tokens[at].word == "after" and "laps" in tokens[at + 1].means and ends and tokens[at - 1].word in OF_NOW:
            yield ((*tokens[at : at + 2], Token(",", ","), *tokens[:at], *tokens[at + 2 :]),)


def _from_grid(tokens: Sentence) -> Iterator[Apart]:
    """`Norris won from third on the grid`: he started third."""
    subject, said = subject_of(tokens), [token.word for token in tokens]
    for at in range(len(subject) + 1, len(tokens) - 1) if subject else ():
        of_grid = said[at + 2 : at + 5] == ["on", "the", "grid"]
        if said[at] == "from" and (said[at + 1] == "pole" or ("position" in tokens[at + 1].means and of_grid)):
            start = (*as_said("started"), *(as_said("on") if said[at + 1] == "pole" else ()), tokens[at + 1])
            yield (*tokens[:at], *tokens[at + 2 + 3 * of_grid :]), (*subject, *start)


def without_stop(tokens: Sentence) -> Iterator[Apart]:
    """`has moved up to second without stopping`: he has not stopped."""
    subject = subject_of(tokens)
    for at in range(len(subject) + 1, len(tokens) - 1) if subject else ():
        said = " ".join(token.word for token in tokens[at:])
        if said in (
            "without stopping",
            "without pitting",
            "without a stop",
            "without a pit stop",
            "without making a stop",
        ) and REACHES_OVER.isdisjoint(token.word for token in tokens[:at]):
            yield tokens[:at], (*subject, *as_said("has not stopped"))


def only_of_the_top(tokens: Sentence) -> Iterator[Apart]:
    """`Of the top six, Bottas and Perez have not stopped`: they, and none but they."""
    words_of = [token.word for token in tokens[:4]]
    if words_of[:3] in (["of", "the", "top"], ["of", "the", "leading"]) and len(tokens) > 6 and tokens[4].word == ",":
        if "who" in tokens[5].means:
            yield ((*tokens[:5], Token("only", "only"), *tokens[5:]),)


def _fight(tokens: Sentence) -> Iterator[Apart]:
    """`4 s behind Ricciardo in the fight for fifth`: the two fight for it."""
    named = named_of(tokens)
    said = [token.word for token in tokens]
    for at in range(2, len(tokens) - 3):
        noun = at + 1 + (said[at + 1] == "the")
        if said[at] == "in" and said[noun] in ("fight", "battle", "scrap", "duel") and len(named) == 2:
            if said[noun + 1 : noun + 2] == ["for"] and "position" in tokens[-1].means and noun + 3 == len(tokens):
                yield tokens[:at], (named[0], *as_said("and"), named[1], *as_said("are fighting for"), tokens[-1])


_RULES: Sequence[Callable[[Sentence], Iterator[Apart]]] = (
    _position_of_other, _tyres, _participle, _title, _own_car, _ends_at, _fight, _after_laps, _from_grid,
)  # fmt: skip


def hung_on(tokens: Sentence) -> Iterator[Apart]:
    """Each way to take what is hung on a clause out of it."""
    for rule in _RULES:
        yield from rule(tokens)
