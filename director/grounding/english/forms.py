"""Forms of saying one thing: `has been closing` as `is closing`, `the only one to have stopped` as `only ... has`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from director.grounding.english.tokens import Amount, Token
from director.grounding.meanings import Kind

_ONES = frozenset(("one", "ones", "driver", "drivers", "car", "cars", "man", "men", "runner", "runners"))
_IS = frozenset(("is", "are", "was", "were"))
_HAS = frozenset(("has", "have"))
_WHO = frozenset(("who", "that", "which"))
_COMPARED = frozenset(("faster", "quicker", "slower", "older", "fresher", "younger"))
_FINITE = {
    "finishing": "finished", "winning": "won", "gaining": "gained", "making": "made", "setting": "set",
    "passing": "passed", "climbing": "climbed", "dropping": "dropped", "stopping": "stopped", "pitting": "stopped",
    "completing": "completed", "going": "went", "coming": "came", "moving": "moved", "rising": "rose",
    "falling": "fell",
}  # fmt: skip
"""What a clause without a subject can begin with: `out in Q2, finishing eleventh`."""
_SLIGHTLY = frozenset(("slightly", "marginally", "fractionally"))
_TOUCH = frozenset(("touch", "bit", "little", "shade", "fraction", "tad", "hair"))
_A_LITTLE: Mapping[Kind, Amount] = {"seconds": Amount(0.15, 0.3)}
"""What `slightly faster` may be: three tenths at most."""
_JUDGING = frozenset(("comfortable", "healthy", "handy", "solid", "slim", "slender", "narrow", "long", "commanding"))
_JUDGED = frozenset(("lead", "gap", "advantage", "margin", "cushion", "train"))
_LIKELY = frozenset(("probably", "likely", "most", "currently"))
_FORETELLS = frozenset(("would", "should", "will"))
_LEADS_TO_MOMENT = frozenset(("back", "earlier", "already"))


def in_plain_form(tokens: Sequence[Token], asked: Sequence[Token], now: object = None) -> list[Token]:
    """The tokens, each form in its plainer wording where it has one.

    `asked` are the people that the calls ask about, `now` is the number of completed laps.
    """
    tokens = _of_the_top_some(tokens)
    return _of_the_two(_only(_of_all_laps(_going_on(tokens), now)), asked)


def _of_the_top_some(tokens: Sequence[Token]) -> list[Token]:
    """`three of the top eight have stopped` as `of the top eight, three drivers have stopped`."""
    words = [token.word for token in tokens[:5]]
    if len(tokens) < 7 or words[1:4] != ["of", "the", "top"] or "count" not in tokens[0].means:
        return list(tokens)
    return [*tokens[1:5], Token(",", ","), tokens[0], Token("drivers", "drivers"), *tokens[5:]]


def _of_all_laps(tokens: Sequence[Token], now: object) -> list[Token]:
    """`54 of the 57 laps` as `54 laps`, where so many are done; `a single lap` as one lap."""
    found: list[Token] = []
    index = 0
    while index < len(tokens):
        count = tokens[index].means.get("count")
        words = [each.word for each in tokens[index + 1 : index + 3]]
        laps = [each.means.get("laps") for each in tokens[index + 3 : index + 4]]
        of_all = words == ["of", "the"] and isinstance(now, int) and laps == [Amount(float(now))]
        plain = [each.means.get("laps") for each in tokens[index + 2 : index + 3]]
        if words[:1] == ["of"] and isinstance(now, int) and plain == [Amount(float(now))] and isinstance(count, Amount):
            found.append(Token(tokens[index].text, means={"laps": count}))
            index += 3
            continue
        if of_all and isinstance(count, Amount):
            found.append(Token(tokens[index].text, means={"laps": count}))
            index += 4
        elif tokens[index].word == "single" and words[:1] == ["lap"] and found[-1:] and found[-1].word == "every":
            index += 1
        elif tokens[index].word == "single" and words[:1] == ["lap"]:
            found.append(Token("lap", means={"laps": Amount(1.0)}))
            index += 2
        else:
            found.append(tokens[index])
            index += 1
    return found


def _going_on(tokens: Sequence[Token]) -> list[Token]:
    """`has been closing` as `is closing`, `back on lap 10` as `on lap 10`."""
    found: list[Token] = []
    index, last = 0, len(tokens) - 1
    while index < len(tokens):
        token, after = tokens[index], [each.word for each in tokens[index + 1 : index + 3]]
        if token.word in _HAS and len(after) == 2 and after[0] == "been" and after[1].endswith("ing"):
            found.append(Token("is", "is"))
            index += 2
            continue
        if (
            token.word in _LEADS_TO_MOMENT
            and after[:1] in (["on"], ["in"])
            and "lap" in tokens[min(index + 2, last)].means
        ):
            index += 1
            continue
        if token.word in ("only", "just") and after[:1] == ["by"] and "who" not in tokens[min(index + 2, last)].means:
            index += 1
            continue
        if token.word in ("only", "just") and after[:1] and after[0] in _SLIGHTLY:
            index += 1
            continue
        if token.word == "as" and after == ["things", "stand"]:
            index += 3
            continue
        if token.word == "another" and "seconds" in tokens[min(index + 1, len(tokens) - 1)].means:
            token = Token(token.text, "further")
        if token.word in _JUDGING and after[:1] and after[0] in _JUDGED:
            index += 1
            continue
        if token.word in _LIKELY and found and found[-1].word in _FORETELLS:
            index += 1
            continue
        if token.word in _TOUCH and found and found[-1].word == "a" and after[:1] and after[0] in _COMPARED:
            found[-1] = Token(token.text, means=_A_LITTLE)
            index += 1
            continue
        if token.word in _SLIGHTLY and after[:1] and after[0] in _COMPARED:
            token = Token(token.text, means=_A_LITTLE)
        if token.word in _FINITE and index and tokens[index - 1].word == "," and after[:1] != ["by"]:
            token = Token(token.text, _FINITE[token.word])
        if not (token.word == "full" and "compound" in tokens[min(index + 1, len(tokens) - 1)].means):
            found.append(token)
        index += 1
    return found


def _only(tokens: Sequence[Token]) -> list[Token]:
    """`A is the only one to have stopped`, `the only driver on softs is A` as `only A has`, `only A is on softs`."""
    words = [token.word for token in tokens]
    only = next((at for at in range(2, len(words) - 2) if words[at] == "only" and words[at - 2] in _IS), 0)
    if not only or words[only - 1] != "the" or not all(_is_name(token) for token in tokens[: only - 2]):
        return list(tokens)
    start = only + 1
    count = tokens[start].means.get("count")
    if isinstance(count, Amount) and words[start + 1] != "of":
        if count.bound or count.value != len({token.means["who"] for token in tokens[:only] if "who" in token.means}):
            return list(tokens)
        start += 1
    start += words[start] in _ONES
    among = (
        3 if words[start : start + 2] in (["of", "the"], ["in", "the"]) and "count" in tokens[start + 2].means else 0
    )
    if words[start : start + 3] in (["of", "the", "top"], ["in", "the", "top"]):
        among = 4
    group, rest = tokens[start : start + among], list(tokens[start + among :])
    predicate = _predicate(rest)
    if not predicate:
        return list(tokens)
    top = [Token("top", "top")] if among == 3 else []
    beyond = [*([Token("of", "of")] if group else []), *group[1:2], *top, *group[2:]]
    return [*beyond, *([Token(",", ",")] if group else []), Token("only", "only"), *tokens[: only - 2], *predicate]


def _is_name(token: Token) -> bool:
    return "who" in token.means or token.word in (",", "and")


def _predicate(rest: Sequence[Token]) -> list[Token]:
    """What is said of the only ones, with its verb: `to have stopped`, `who has stopped`, `with a stop`, `on softs`."""
    words = [token.word for token in rest[:4]]
    not_ = [Token("not", "not")] if words[:2] == ["not", "to"] else []
    after = list(rest[len(not_) :])
    words = [token.word for token in after[:2]]
    if words[:1] == ["to"] and words[1:] in (["have"], ["be"]):
        return [Token(words[1], "has" if words[1] == "have" else "is"), *not_, *after[2:]]
    if words[:1] == ["to"] and not not_:
        return after[1:]
    if words[:1] and words[0] in _WHO and not not_:
        return after[1:]
    if words[:1] == ["with"]:
        return [Token("has", "has"), *after[1:]]
    if words[:1] == ["retirement"]:
        return [Token("is", "is"), Token("out", "out"), *after[1:]]
    return [Token("is", "is"), *after] if words[:1] in (["on"], ["in"], ["out"]) else []


def _of_the_two(tokens: Sequence[Token], asked: Sequence[Token]) -> list[Token]:
    """`Hamilton is the faster of the two`: faster than the other whom the calls ask about."""
    words = [token.word for token in tokens]
    at = next((at for at in range(len(words) - 3) if words[at] in _COMPARED and words[at + 1] == "of"), 0)
    who = next((token.means["who"] for token in tokens[:at] if "who" in token.means), None)
    others = [one for one in asked if one.means["who"] != who]
    two = at and words[at + 2 : at + 3] == ["the"] and words[at + 3 : at + 4] in (["two"], ["pair"])
    if not two or len(asked) != 2 or len(others) != 1:
        return list(tokens)
    return [*tokens[: at + 1], Token("than", "than"), others[0], *tokens[at + 4 :]]
