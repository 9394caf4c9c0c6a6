"""A team's best car by its driver: `McLaren's best car`, `the leading Ferrari`, where the results tell which it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from director.grounding.english.tokens import Token
from director.grounding.statements import Statement, StatementPart
from director.grounding.values import Drivers
from director.language.word_lists import words

_BEST = words("best leading lead top first best-placed better-placed highest-placed top-placed front better highest")
_CARS = words("car driver man runner")
_OF_SOMETHING = words("lap laps time times sector effort result stop average pace speed stint tyres gap penalty")
_TOLD = ("best_of_team", "leads_team")
_OF_A_GAP = words(
    "is are was were behind ahead of adrift clear down up on off back from lead leads trail trails by the"
)
"""What may stand with two teams in `McLaren are 4.5 s behind Mercedes`: it is said of their best cars."""


def best_cars(statements: Mapping[str, Sequence[Statement]], drivers: Drivers) -> dict[object, str]:
    """The best car of each team of which the results tell one."""
    found: dict[object, set[str]] = {}
    for one in (each for says in _TOLD for each in statements.get(says, ()) if not each.moment):
        car = one.value("subject")
        found.setdefault(drivers[car].get("team") if car in drivers else None, set()).add(car)
    return {team: cars.pop() for team, cars in found.items() if team is not None and len(cars) == 1}


def first_of_teams(statements: Sequence[Statement], drivers: Drivers) -> list[Statement]:
    """Who is the first, and the second, of each team in an order that a result tells from its first place on, without
    a gap.
    """
    orders: dict[str, list[Statement]] = {}
    for one in statements:
        if one.says == "has_position" and not one.moment:
            orders.setdefault(one.step, []).append(one)
    found: list[Statement] = []
    for order in orders.values():
        order.sort(key=lambda one: one.value("value"))
        if len(order) < 2 or [one.value("value") for one in order] != list(range(1, len(order) + 1)):
            continue
        of_each: dict[object, list[Statement]] = {}
        for one in order:
            of_each.setdefault(drivers.get(one.value("subject"), {}).get("team"), []).append(one)
        found += [
            Statement(says, one.step, {"subject": one.parts["subject"], "value": StatementPart(team, "team")})
            for team, rows in of_each.items()
            for says, one in zip(("leads_team", "second_of_team"), rows, strict=False)
            if isinstance(team, str) and team
        ]
    return found


def with_best_of_team(tokens: Sequence[Token], best: Mapping[object, str]) -> list[Token]:
    """The tokens with whoever drives a team's best car in its place; behind his own name it is left out."""
    found: list[Token] = []
    index = 0
    while index < len(tokens):
        length, team = _best_of(tokens, index)
        if not length or team not in best:
            found.append(tokens[index])
            index += 1
            continue
        named = Token(best[team], means={"who": frozenset((best[team],))})
        if found and found[-1].word == "the":
            found.pop()
        index += length
        after = tokens[index].word if index < len(tokens) else ","
        is_his = len(found) > 1 and found[-1].word == "," and found[-2].means.get("who") == named.means["who"]
        if is_his and after == ",":
            found.pop()
            index += 1
        else:
            found.append(named)
    return found


def with_best_of_teams(
    tokens: Sequence[Token], best: Mapping[object, str], statements: Mapping[str, Sequence[Statement]]
) -> list[Token]:
    """`McLaren are 4.5 s behind Mercedes`, of their best cars, where a result is of the gap between these two."""
    teams = [token.means["team"] for token in tokens if "team" in token.means]
    cars = {best.get(team) for team in teams}
    others = [token for token in tokens if "team" not in token.means]
    is_gap = sum("seconds" in token.means for token in others) == 1
    plain = all("seconds" in token.means or token.word in _OF_A_GAP for token in others)
    known = cars <= {one.value("subject") for one in statements.get("best_of_team", ())}
    if len(teams) != 2 or len(cars) != 2 or not (is_gap and plain and known):
        return list(tokens)
    return [
        Token(best[team], means={"who": frozenset((best[team],))}) if team is not None else token
        for token in tokens
        for team in (token.means.get("team"),)
    ]


def _best_of(tokens: Sequence[Token], at: int) -> tuple[int, object]:
    """How many tokens name the best car of a team, and the team; 0 where they do not."""
    said = [token.word for token in tokens[at : at + 5]]
    said += [""] * (5 - len(said))
    team = tokens[at].means.get("team")
    if team is not None and said[1] == "'s" and said[2] in _BEST:
        if said[3] in _CARS:
            return 4, team
        return (3, team) if said[2] == "best" and said[3] not in _OF_SOMETHING else (0, None)
    after = tokens[at + 1].means.get("team") if at + 1 < len(tokens) else None
    is_other = said[2] == "'s" or said[2] in _OF_SOMETHING
    if after is not None and said[0] in _BEST and at and tokens[at - 1].word == "the" and not is_other:
        return 2 + (said[2] in _CARS), after
    return 0, None
