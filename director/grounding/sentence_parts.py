"""A sentence taken apart into sentences that together say all that it does, each proved by whatever reading knows it.

Readings know clauses; a writer hangs more on one: a second verb, where somebody is, his tyres, `finishing third`. Each of
these becomes a sentence of whom it is said. Every word stands in one of the parts but for what joins them and for
words that say nothing, so the parts never say less. What a count, a denial or a moment reaches over is left whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from director.grounding.english_readings import names_first
from director.grounding.english_tokens import Amount, Token
from director.language.word_lists import words

Sentence = tuple[Token, ...]
Apart = tuple[Sentence, ...]
_JOINS = words("and but while whereas though although")
_RELATIVE = words("who whose which")
_AUXILIARIES = words("is are was were has have had")
_REACHES_OVER = words(
    "no not nobody none neither nor never only every each any most half few fewer fewest least without except both "
    "if unless when until before because since or either sole alone another also"
)
"""What may be said of more than the words next to it: beside these nothing is taken out."""
_MOMENTS = words("on in at after by since from over during with for until before when as of")
_WHO_FIRST = words("it there he she they his their no nobody none neither both all only")
_MEASURED = words("humidity wind gap track air temperature")
_NOW = words("is leads runs sits lies heads are holds trails follows")
_THEN = words("was were had started began finished won took set stopped pitted came would will")
_FINITE: Mapping[str, str] = {
    "finishing": "finished", "winning": "won", "gaining": "gained", "losing": "lost", "making": "made",
    "setting": "set", "passing": "passed", "overtaking": "passed", "climbing": "climbed", "dropping": "dropped",
    "falling": "fell", "rising": "rose", "moving": "moved", "stopping": "stopped", "pitting": "pitted",
    "starting": "started", "leading": "led", "completing": "completed", "taking": "took", "trailing": "trails",
    "running": "runs", "sitting": "sits", "lying": "lies", "holding": "holds", "averaging": "averaged",
    "lapping": "lapped", "scoring": "scored", "serving": "served", "retiring": "retired", "recovering": "recovered",
    "slipping": "slipped", "having": "has", "being": "is", "closing": "is closing", "catching": "is catching",
}  # fmt: skip
_INFINITIVES = {"finish": "finished", "win": "won", "lead": "leads", "run": "runs", "sit": "sits", "be": "is",
                "take": "took", "lie": "lies", "end": "ended"}  # fmt: skip
_IDLE = words("actually indeed simply duly")
_TITLES: Mapping[str, str] = {
    "polesitter": "started on pole", "pole-sitter": "started on pole", "poleman": "started on pole",
    "leader": "leads", "race-leader": "leads",
}  # fmt: skip


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
    yield from _without_stop(tokens)
    yield from _only_of_the_top(tokens)
    if not any(token.word in _REACHES_OVER for token in tokens) and not _is_counted(tokens):
        for rule in _RULES:
            yield from rule(tokens)


def _said(text: str) -> Sentence:
    return tuple(Token(word, word) for word in text.split())


def _joined(tokens: Sentence) -> Iterator[Apart]:
    """Two sentences of one: what is joined by a comma or `and`, the second with the subject of the first."""
    if not tokens or tokens[0].word in _MOMENTS or "lap" in tokens[0].means:
        return  # its moment is that of both
    for at in range(2, len(tokens) - 1):
        if tokens[at].word not in _JOINS and tokens[at].word != ",":
            continue
        left, right = tokens[:at], tokens[at + 1 :]
        if left[-1].word in _JOINS or left[-1].word == ",":
            continue
        while right and (right[0].word in _JOINS or right[0].word == ","):
            right = right[1:]
        of_both = _has_moment(right) and not (_has_moment(left) or _has_verb(right) or right[0].word in _RELATIVE)
        if len(right) < 2 or of_both:
            continue
        if _is_open_gap(right):
            continue  # `on Hamilton's tail, 8.8 s back`: to whom it is only the whole tells
        for whole in _with_subject(left, right):
            yield left, whole


def _with_subject(left: Sentence, right: Sentence) -> Iterator[Sentence]:
    """What stands right of a join as a sentence of its own."""
    if right[0].word in ("who", "whose") and left and "who" in left[-1].means:
        yield (left[-1], *(_said("'s") if right[0].word == "whose" else ()), *right[1:])
        return
    if right[0].word == "which":  # of what was named last, `the third safety car, which came out on lap 47`
        start = next((at for at in range(len(left) - 2, 0, -1) if left[at].word in ("the", "a", "an")), 0)
        if start and "race" in (left[-1].word, left[start + 1].word):
            start = next((at for at in range(start - 1, 0, -1) if left[at].word in ("the", "a", "an")), start)
        if start:
            yield (*_said("the"), *left[start + 1 :], *right[1:])
        return
    if "who" in right[0].means or "team" in right[0].means or right[0].word in _WHO_FIRST or _noun(right):
        yield right
        return
    noun = _subject(left)
    if not noun:
        return
    yield (*noun, *_finite(right))
    if right[0].word not in _AUXILIARIES and not right[0].word.endswith(("ed", "ing")):
        yield (*noun, Token("is", "is"), *right)


def _finite(right: Sentence) -> Sentence:
    """`finishing third` as `finished third`."""
    start = 1 if right[0].word == "each" else 0
    verb = right[start].word if start < len(right) else ""
    return (*_said(_FINITE[verb]), *right[start + 1 :]) if verb in _FINITE else right


def _subject(left: Sentence) -> Sentence:
    """Whom or what a clause is about: the names that it begins with, or what stands before its verb."""
    names, rest = names_first(left)
    if names and rest and rest[0].word != "'s":
        return left[: len(left) - len(rest)]
    noun = _noun(left)
    return () if any(token.word in _REACHES_OVER for token in noun) or _is_counted(noun) else noun


def _noun(tokens: Sentence) -> Sentence:
    """The words before an auxiliary that a sentence begins with, `the top four`, `this safety car`."""
    for at, token in enumerate(tokens[:6]):
        if token.word in _AUXILIARIES:
            return tokens[:at]
        if token.word in _JOINS or token.word == "," or token.word in _MOMENTS - {"of"}:
            return ()
    return ()


def _is_counted(tokens: Sentence) -> bool:
    """Whether a sentence begins with how many it is about: what is hung on it may be so of others."""
    return bool(tokens) and "count" in tokens[0].means


def _is_open_gap(tokens: Sentence) -> bool:
    """Whether seconds are said that may be a gap, but not between whom."""
    seconds = any("seconds" in token.means and ":" not in token.text and "count" not in token.means for token in tokens)
    return seconds and len(_who(tokens)) < 2 and tokens[0].word not in _WHO_FIRST


def _has_moment(tokens: Sentence) -> bool:
    return any("lap" in token.means or token.word == "ago" for token in tokens)


def _has_verb(tokens: Sentence) -> bool:
    return any(token.word in _AUXILIARIES or token.word.endswith("ed") for token in tokens[:4])


def _who(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if "who" in token.means]


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


def _position_of_other(tokens: Sentence) -> Iterator[Apart]:
    """`19 s ahead of Hamilton in third`: who is named last is third."""
    for at in range(2, len(tokens) - 1):
        who, place = tokens[at - 1], tokens[at + 1]
        if tokens[at].word == "in" and "who" in who.means and "position" in place.means and len(_who(tokens[:at])) > 1:
            if at + 2 == len(tokens) or tokens[at + 2].word in _JOINS | {","}:
                yield (*tokens[:at], *tokens[at + 2 :]), (who, *_said("is"), place)


def _tyres(tokens: Sentence) -> Iterator[Apart]:
    """`leads by 11 s on supersofts that are 39 laps old`: the one who is named is on these tyres."""
    named = _who(tokens)
    told = {token.word for token in tokens}
    if len({token.means["who"] for token in named}) != 1 or told & _THEN or not told & _NOW or _has_moment(tokens):
        return
    for at in range(2, len(tokens) - 1):
        if tokens[at].word != "on" or "compound" not in tokens[at + 1].means or tokens[at - 1].word in _AUXILIARIES:
            continue
        rest = tokens[at + 2 :]
        whom = named[0]
        on_these = (whom, *_said("is on"), tokens[at + 1])
        if not rest:
            yield tokens[:at], on_these
        elif rest[0].word in ("that", "which") and len(rest) > 2:
            yield tokens[:at], on_these, (whom, *_said("'s tyres"), *rest[1:])


def _participle(tokens: Sentence) -> Iterator[Apart]:
    """`gained ten places to finish sixth`, `finished third after starting ninth`: each verb is said of the subject."""
    subject = _subject(tokens)
    for at in range(len(subject) + 2, len(tokens) - 1) if subject else ():
        if tokens[at].word == "to" and tokens[at + 1].word in _INFINITIVES and at + 2 < len(tokens):
            yield tokens[:at], (*subject, *_said(_INFINITIVES[tokens[at + 1].word]), *tokens[at + 2 :])
        elif tokens[at].word == "after" and tokens[at + 1].word == "starting":
            yield tokens[:at], (*subject, *_finite(tokens[at + 1 :]))


def _title(tokens: Sentence) -> Iterator[Apart]:
    """`Polesitter Antonelli finished tenth`: he was on pole."""
    start = 1 if tokens[0].word in ("race", "the") else 0
    if len(tokens) > start + 2 and tokens[start].word in _TITLES and "who" in tokens[start + 1].means:
        yield tokens[start + 1 :], (tokens[start + 1], *_said(_TITLES[tokens[start].word]))


def _own_car(tokens: Sentence) -> Iterator[Apart]:
    """`Grosjean leads in the #63`: the car is his."""
    for at in range(1, len(tokens) - 1):
        before, rest = _who(tokens[:at]), tokens[at + 1 :]
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
        yield tokens[:end], (*subject, *_said("is"), tokens[-1])


def _after_laps(tokens: Sentence) -> Iterator[Apart]:
    """`Nasr leads after 30 laps, 2 s clear of Campbell`: it is said first, as of a sentence that begins with it."""
    for at in range(2, len(tokens) - 1):
        ends = at + 2 == len(tokens) or tokens[at + 2].word == ","
        if tokens[at].word == "after" and "laps" in tokens[at + 1].means and ends and tokens[at - 1].word in _NOW:
            yield ((*tokens[at : at + 2], Token(",", ","), *tokens[:at], *tokens[at + 2 :]),)


def _from_grid(tokens: Sentence) -> Iterator[Apart]:
    """`Norris won from third on the grid`: he started third."""
    subject, said = _subject(tokens), [token.word for token in tokens]
    for at in range(len(subject) + 1, len(tokens) - 1) if subject else ():
        of_grid = said[at + 2 : at + 5] == ["on", "the", "grid"]
        if said[at] == "from" and (said[at + 1] == "pole" or ("position" in tokens[at + 1].means and of_grid)):
            start = (*_said("started"), *(_said("on") if said[at + 1] == "pole" else ()), tokens[at + 1])
            yield (*tokens[:at], *tokens[at + 2 + 3 * of_grid :]), (*subject, *start)


def _without_stop(tokens: Sentence) -> Iterator[Apart]:
    """`has moved up to second without stopping`: he has not stopped."""
    subject = _subject(tokens)
    for at in range(len(subject) + 1, len(tokens) - 1) if subject else ():
        said = " ".join(token.word for token in tokens[at:])
        if said in ("without stopping", "without pitting", "without a stop", "without a pit stop", "without making a stop"):
            if _REACHES_OVER.isdisjoint(token.word for token in tokens[:at]):
                yield tokens[:at], (*subject, *_said("has not stopped"))


def _only_of_the_top(tokens: Sentence) -> Iterator[Apart]:
    """`Of the top six, Bottas and Perez have not stopped`: they, and none but they."""
    words_of = [token.word for token in tokens[:4]]
    if words_of[:3] in (["of", "the", "top"], ["of", "the", "leading"]) and len(tokens) > 6 and tokens[4].word == ",":
        if "who" in tokens[5].means:
            yield ((*tokens[:5], Token("only", "only"), *tokens[5:]),)


def _fight(tokens: Sentence) -> Iterator[Apart]:
    """`4 s behind Ricciardo in the fight for fifth`: the two fight for it."""
    named = _who(tokens)
    said = [token.word for token in tokens]
    for at in range(2, len(tokens) - 3):
        noun = at + 1 + (said[at + 1] == "the")
        if said[at] == "in" and said[noun] in ("fight", "battle", "scrap", "duel") and len(named) == 2:
            if said[noun + 1 : noun + 2] == ["for"] and "position" in tokens[-1].means and noun + 3 == len(tokens):
                yield tokens[:at], (named[0], *_said("and"), named[1], *_said("are fighting for"), tokens[-1])


_RULES: Sequence[Callable[[Sentence], Iterator[Apart]]] = (
    _position_of_other, _tyres, _participle, _title, _own_car, _ends_at, _fight, _after_laps, _from_grid,
)  # fmt: skip
