"""Who is meant by `neither A nor B`, and by `of the top five, only A and B`: what is denied is said of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from director.grounding.english.readings import names_first
from director.grounding.english.tokens import Amount, Token

_VERBS = frozenset(("is", "has", "are", "have", "was", "were", "had", "did", "does"))
_EVERY = frozenset(
    ("all", "each", "both", "every", "any", "whole", "entire", "no", "none", "nobody", "everybody", "everyone",
     "anybody", "anyone", "most", "half", "nothing", "everything", "one", "rest", "others")
)  # fmt: skip
_OF_WHAT = frozenset(
    ("of", "the", "them", "these", "those", "other", "field", "grid", "driver", "drivers", "car", "cars", "runner",
     "runners", "not", "almost", "nearly", "in", "race", "track", "on", "top", "leading")
)  # fmt: skip
_NOT = Token("not", word="not")
_INFINITIVES = {
    "made": "make", "got": "get", "finished": "finish", "completed": "complete", "set": "set", "reached": "reach",
    "stopped": "stop", "pitted": "pit", "scored": "score", "survived": "survive", "took": "take", "led": "lead",
}  # fmt: skip

_EACH = frozenset(("each", "both", "apiece", "all", "every"))
_LED = frozenset(("led", "lead", "front"))


def plainly(tokens: Sequence[Token]) -> list[Token]:
    """`the leading five` as `the top five`, `Hamilton alone has` as `only Hamilton has`, `no one` as `nobody`."""
    found = list(tokens)
    for index, (token, after) in enumerate(zip(tokens, (*tokens, Token(""))[1:], strict=True)):
        of_sectors = [one.word for one in tokens[index + 2 : index + 3]] in (["sectors"], ["rows"])
        is_top = token.word in ("leading", "first", "front") and "count" in after.means and not of_sectors
        if is_top and index and tokens[index - 1].word == "the":
            found[index] = Token(token.text, word="top")
        if (
            token.word in ("leading", "front")
            and after.word in ("pair", "duo")
            and index
            and tokens[index - 1].word == "the"
        ):
            found[index : index + 2] = Token(token.text, "top"), Token(after.text, "two", {"count": Amount(2.0)})
        if token.word in ("everybody", "everyone") and after.word == "else" and index:
            return [*found[:index], Token("rest", word="rest"), *found[index + 2 :]]
    words = [token.word for token in found]
    if "neither" in words and "nor" in words:
        found = [token for token in found if token.text.lower() != "a"]  # `neither gained nor lost a place`
        words = [token.word for token in found]
    if words[:2] == ["no", "one"]:
        return [Token("nobody", word="nobody"), *found[2:]]
    if "alone" in words[:-1]:
        at = words.index("alone")
        start = at
        while start and ("who" in found[start - 1].means or words[start - 1] == "and"):
            start -= 1
        if start < at and words[at + 1] in _VERBS:
            return [*found[:start], Token("only", word="only"), *found[start:at], *found[at + 1 :]]
    return found


def of_those_going(tokens: Sequence[Token], gone: Collection[object]) -> list[Token]:
    """`of those still going, only Perez has not stopped` as `only Perez has not stopped`, where he is not out."""
    named = [token.means["who"] for token in tokens if "who" in token.means]
    is_so = [token.word for token in tokens[:5]] == ["of", "those", "still", "going", "only"]
    return list(tokens[4:] if is_so and named and not any(who in gone for who in named) else tokens)


def excepted(tokens: Sequence[Token]) -> list[Token]:
    """`no driver but Hamilton`, `each of them but Hamilton`: a `but` that leaves somebody out joins no clauses."""
    found, start = list(tokens), 0
    for index, token in enumerate(tokens):
        said = {each.word for each in tokens[start:index]}
        if token.word == "but" and said & _EVERY and said <= _EVERY | _OF_WHAT:
            found[index] = Token("except", word="except")
        start = index + 1 if token.word == "," else start
    return found


def both_asked(tokens: Sequence[Token], asked: Sequence[Token]) -> list[Token]:
    """`both have stopped`, `neither has`: of the two whom the calls asked about, where nobody is named before."""
    words = [token.word for token in tokens[:3]]
    if words[1:3] == ["of", "them"]:
        tokens, words = [tokens[0], *tokens[3:]], [words[0], *[token.word for token in tokens[3:5]]]
    who = next((index for index, token in enumerate(tokens) if "who" in token.means), len(tokens))
    if len(asked) != 2 or not words or words[0] not in ("both", "neither") or who < 3:
        return list(tokens)
    if "team" in tokens[1].means or words[1] in ("of", "the", "drivers", "cars"):
        return list(tokens)
    names = [asked[0], Token("and", word="and"), asked[1]]
    if words[0] == "both":
        return [*names, *tokens[1:]]
    return [*names, tokens[1], _NOT, *tokens[2:]] if words[1] in _VERBS else list(tokens)


def neither(tokens: Sequence[Token]) -> list[Token]:
    """`neither A nor B has stopped` as `A and B have not stopped`."""
    found = list(tokens)
    if not found or found[0].word != "neither":
        return found
    verb = next((at for at, token in enumerate(found) if token.word in _VERBS or token.word in _INFINITIVES), 0)
    between = [token.word for token in found[1:verb] if "who" not in token.means]
    if not verb or between != ["nor"]:
        return found
    joined = [Token("and", word="and") if token.word == "nor" else token for token in found[1:verb]]
    if found[verb].word in _INFINITIVES:
        did = Token("did", word="did")
        return [*joined, did, _NOT, Token(found[verb].text, _INFINITIVES[found[verb].word]), *found[verb + 1 :]]
    return [*joined, found[verb], _NOT, *found[verb + 1 :]]


def is_each_and_together(tokens: Sequence[Token]) -> bool:
    """`each led 21 laps between them`, `both combined`: what is said of each and of all together."""
    words = [token.word for token in tokens]
    ends = [at for at, word in enumerate(words) if word == "combined" or words[at : at + 2] == ["between", "them"]]
    return any(not _EACH.isdisjoint(words[:at]) and not _LED.isdisjoint(words[:at]) for at in ends)


def of_the_top(tokens: Sequence[Token], positions: Mapping[int, str]) -> tuple[list[Token], frozenset[str]]:
    """`of the top five, only ...` without the group, and the cars of that group; without a group, the tokens and no
    cars.
    """
    words = [token.word for token in tokens]
    if words[1:4] == ["of", "the", "top"] and "count" in tokens[0].means and len(tokens) > 5:
        cars = _first(tokens[4].means.get("count"), positions)  # `three of the top eight have stopped`
        return ([tokens[0], Token("cars", word="cars"), *tokens[5:]], cars) if cars else (list(tokens), cars)
    for index in range(len(words) - 2):
        if words[index : index + 2] not in (["the", "top"], ["in", "top"]) or "only" not in words:
            continue
        begins = index - (index > 0 and words[index - 1] in ("of", "in", "among"))
        count = tokens[index + 2].means.get("count")
        cars = _first(count, positions)
        if not cars or (begins and index + 3 != len(words)):
            return list(tokens), frozenset()
        rest = [*tokens[:begins], *tokens[index + 3 :]]
        return rest[1:] if rest[0].word == "," else rest, cars
    return list(tokens), frozenset()


def _first(count: object, positions: Mapping[int, str]) -> frozenset[str]:
    if not isinstance(count, Amount) or count.bound:
        return frozenset()
    cars = [positions.get(place, "") for place in range(1, int(count.value) + 1)]
    return frozenset(cars) if all(cars) else frozenset()


def denied(predicate: Sequence[Token]) -> tuple[Token, ...]:
    """The contrary of a predicate: `has not stopped` of `has stopped`, and the reverse; empty where it has no verb."""
    words = [token.word for token in predicate]
    if "not" in words:
        at = words.index("not")
        return (*predicate[:at], *predicate[at + 1 :])
    return (*predicate[:1], _NOT, *predicate[1:]) if words[:1] and words[0] in _VERBS else ()


def only_of(tokens: tuple[Token, ...]) -> tuple[list[Token], tuple[Token, ...]]:
    """The names, and the rest, of `only A and B have stopped`; both empty where the tokens do not begin with `only`."""
    return names_first(tokens[1:]) if tokens and tokens[0].word == "only" else ([], ())
