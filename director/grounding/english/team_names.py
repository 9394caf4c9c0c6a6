"""Names with the team that goes with them: `the two Mercedes of Hamilton and Russell`, `team-mate Leclerc`.

A team that is right says nothing more than the names do; where it is wrong, the words stay and nothing reads them.
"""

from __future__ import annotations

from collections.abc import Sequence

from director.grounding.english.readings import names_first
from director.grounding.english.tokens import Amount, Token
from director.grounding.values import Drivers

_MATES = frozenset(("team-mate", "teammate"))
_ARTICLES = frozenset(("the", "his", "her", "two", "both"))


def with_plain_names(tokens: Sequence[Token], drivers: Drivers, asked: Sequence[Token] = ()) -> list[Token]:
    """The tokens with names alone where their team is said with them and is right."""
    found: list[Token] = []
    tokens = _with_man_of(tokens, drivers, asked)
    index = _of_the_two(tokens, drivers)
    while index < len(tokens):
        token = tokens[index]
        length = _team_of_names(tokens, index, drivers) if "team" in token.means else 0
        if length:
            while found and found[-1].word in _ARTICLES:
                found.pop()
            index += length
            continue
        if _is_own_number(tokens[index : index + 4], found):
            index += 4
            continue
        named = tokens[index + 1] if index + 1 < len(tokens) else Token("")
        own = found[-1].word in ("his", "her", "their", "'s") if found else False
        if token.word in _MATES and not own and _is_mate(named, found, drivers):
            index += 1
            continue
        found.append(token)
        index += 1
    return found


def _with_man_of(tokens: Sequence[Token], drivers: Drivers, asked: Sequence[Token]) -> Sequence[Token]:
    """`the Mercedes man has gone`, at the beginning, as the one of that team whom the calls asked about."""
    said = [token.word for token in tokens[:3]]
    if len(said) < 3 or said[0] != "the" or said[2] not in ("man", "driver") or "team" not in tokens[1].means:
        return tokens
    meant = [one for one in asked if _team(one, drivers) == tokens[1].means["team"]]
    return [meant[0], *tokens[3:]] if len(meant) == 1 else tokens


def _is_own_number(words: Sequence[Token], before: Sequence[Token]) -> bool:
    """Whether these are `in the number 27`, of the car of whom the sentence has named last."""
    said = [token.word for token in words[:3]]
    count = words[3].means.get("count") if len(words) == 4 else None
    who = next((token.means["who"] for token in reversed(before) if "who" in token.means), None)
    own = isinstance(count, Amount) and who == frozenset((f"{count.value:.0f}",))
    return own and said == ["in", "the", "number"]


def _of_the_two(tokens: Sequence[Token], drivers: Drivers) -> int:
    """How many tokens `of the two Mercedes ,` are before one of its drivers; 0 where they are not."""
    said = [token.word for token in tokens[:3]]
    if said not in (["of", "the", "two"], ["of", "the", "pair"]) or len(tokens) < 6 or "team" not in tokens[3].means:
        return 0
    at = 4 + (tokens[4].word == ",")
    return at if _team(tokens[at], drivers) == tokens[3].means["team"] else 0


def _team_of_names(tokens: Sequence[Token], at: int, drivers: Drivers) -> int:
    """How many tokens of `Mercedes of` stand before names whose team it is: one, or both of them."""
    if at + 2 >= len(tokens) or tokens[at + 1].word != "of" or "who" not in tokens[at + 2].means:
        return 0
    names, _ = names_first(tokens[at + 2 :])
    plural = tokens[at - 1].word in ("two", "both") if at else False
    both = names[:2] if plural and len(names) > 1 else names[:1]
    return 2 if all(_team(name, drivers) == tokens[at].means["team"] for name in both) else 0


def _is_mate(named: Token, before: Sequence[Token], drivers: Drivers) -> bool:
    """Whether somebody is the team-mate of whom the sentence began with, or of who was named last."""
    names = [token for token in before if "who" in token.means]
    team = _team(named, drivers)
    return team is not None and any(
        _team(name, drivers) == team and name.means["who"] != named.means["who"] for name in (*names[:1], *names[-1:])
    )


def _team(name: Token, drivers: Drivers) -> object:
    cars = name.means.get("who")
    entry = drivers.get(next(iter(cars))) if isinstance(cars, frozenset) and len(cars) == 1 else None
    return entry.get("team") if entry else None
