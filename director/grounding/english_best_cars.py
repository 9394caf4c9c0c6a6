"""The best placed car of a team, as the driver in it: `McLaren's best car`, `the leading Mercedes`.

Where the calls compare two teams, and nothing else was asked, a team alone is its best car too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from director.grounding.english_tokens import Token
from director.grounding.statements import Statement
from director.grounding.values import Drivers
from director.language.word_lists import words
from toolgate.contract import StepResult

_BEST = frozenset(("best", "lead", "leading", "first", "top", "highest"))
_CARS = frozenset(("car", "driver", "man"))
_ENDS = words(", and is was by in with while but who which at on ahead behind adrift")
"""Before these, or at the end, `McLaren's best` is a car."""
_GAPS = words("is_behind is_behind_laps on_tail")
_PLURAL = frozenset(("are", "have"))
BestCars = Mapping[str, Token]


def best_cars(statements: Mapping[str, Sequence[Statement]], drivers: Drivers) -> BestCars:
    """Whoever of each team is ahead by position; of a team of which only one car is compared, that one."""
    places = {one.value("subject"): one.value("value") for one in statements.get("has_position", ()) if not one.moment}
    named = {one.value(role) for one in statements.get("is_behind", ()) for role in ("subject", "object")}
    teams: dict[str, set[str]] = {}
    for car, entry in drivers.items():
        if car == entry.get("car") and entry.get("team"):
            teams.setdefault(str(entry["team"]), set()).add(car)
    found = {}
    for team, cars in teams.items():
        only = cars & named if not places else set()
        if cars <= places.keys():
            only = {min(cars, key=lambda one: places[one])}
        if len(only) == 1:
            found[team] = Token(team, means={"who": frozenset(only)})
    return found


def are_of_two_teams(steps: Sequence[StepResult], said: Collection[str]) -> bool:
    """Whether every call compares two teams, and the results tell of nothing but a gap."""
    return bool(steps) and all({"team", "other"} <= step.arguments.keys() for step in steps) and _GAPS.issuperset(said)


def with_best_cars(tokens: Sequence[Token], best: BestCars, *, alone: bool) -> list[Token]:
    """The tokens with drivers for the best cars of their teams; with `alone` for the teams themselves too."""
    found: list[Token] = []
    index = 0
    while index < len(tokens):
        team = str(tokens[index].means.get("team") or "")
        after = [token.word for token in tokens[index + 1 : index + 5]]
        if team not in best:
            found.append(tokens[index])
            index += 1
            continue
        length = _own_best(after)
        if not length and found and found[-1].word in _BEST | {"placed"}:
            length = 1 + (after[:1] in (["car"], ["driver"]))
            while found and found[-1].word in _BEST | {"placed", "the", ","}:
                found.pop()
        rest = tokens[index + 1 + (after[:1] == ["'s"]) :]
        if not length and alone and not (rest and "who" in rest[0].means) and not _is_of_both(tokens, index, team):
            length = 1 + (after[:1] == ["'s"] and [*after, ","][1] in _ENDS)
        found.append(best[team] if length else tokens[index])
        index += length or 1
    if alone and found and len(found) > 1 and found[1].word in _PLURAL:
        found[1] = Token(found[1].text, {"are": "is", "have": "has"}[found[1].word], found[1].means)
    return found


def _is_of_both(tokens: Sequence[Token], index: int, team: str) -> bool:
    """Whether a team is named by its cars, `both McLarens`, `McLaren's second car`."""
    text, before = tokens[index].text, tokens[index - 1].word if index else ""
    plural = text.lower().endswith("s") and not team.lower().startswith(text.lower())
    return plural or before in ("both", "two", "second", "other", "all", "neither", "each")


def _own_best(after: Sequence[str]) -> int:
    """How many tokens `McLaren's best placed car` are, from the team on; 0 where they are not."""
    if after[:1] != ["'s"] or after[1:2] == [] or after[1] not in _BEST:
        return 0
    length = 3 + (after[2:3] == ["placed"])
    noun = after[length - 1] if len(after) >= length else ","
    return length + 1 if noun in _CARS else length if noun in _ENDS else 0
