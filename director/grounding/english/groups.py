"""Several people named at once: `both Ferraris`, `the Mercedes pair`, `everybody in the top three`, as their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from director.grounding.english.readings import HIM
from director.grounding.english.tokens import Amount, Token
from director.grounding.values import Drivers

_PAIR = frozenset(("pair", "duo", "drivers", "cars", "boys"))
_EVERY = frozenset(("everybody", "everyone", "all", "each"))
_PLURAL = frozenset(("are", "have", "both", "run", "sit", "were", "lie"))
_NOBODY = frozenset(("nobody", "none"))
_OF_THEM = frozenset(("none", "neither", "all", "both", "each"))
_VERBS = frozenset(("has", "have", "is", "are"))
_NEXT_TO = (("ahead", "of"), ("in", "front", "of"), ("behind",))
_AND = Token("and", word="and")


def with_groups(
    tokens: Sequence[Token], drivers: Drivers, positions: Mapping[int, str], ranks: Mapping[int, str]
) -> list[Token]:
    """The tokens with each group as the names of those in it; `positions` are the cars by where they stand now,
    `ranks` by their best laps.
    """
    found: list[Token] = []
    rest = _fastest(tokens, drivers, ranks)
    while rest:
        if length := _listed_again(found, rest):
            rest = rest[length:]
            continue
        if them := _of_them(found, rest):
            found, rest = them
            continue
        if rest[0].word in _NOBODY:
            rest = _all_not(rest)
        length, cars = _group(rest, drivers, positions, is_pair=bool(found) and found[-1].word == "between")
        if not cars:
            length, cars = _two_next_to(found, rest, positions)
        if cars:
            names = [Token(str(drivers[car].get("name") or car), means={"who": frozenset((car,))}) for car in cars]
            found += [*chain.from_iterable((name, _AND) for name in names)][:-1]
            if _is_listing(rest[length:]) and not _listed_again(found, rest[length:]):
                found.append(Token("others", word="others"))  # the names that follow are not those of the group
        else:
            length = 1
            found.append(_as_position(rest[0]) if found and found[-1].word == "top" else rest[0])
        rest = rest[length:]
    return found


def _fastest(tokens: Sequence[Token], drivers: Drivers, ranks: Mapping[int, str]) -> list[Token]:
    """`the three fastest drivers set their best on lap 13`, where the ranks of all three are told, as their names."""
    words = [token.word for token in tokens[:7]]
    count = tokens[1].means.get("count") if len(tokens) > 5 else None
    named = words[:1] == ["the"] and words[2:3] in (["fastest"], ["quickest"]) and words[3:4] in (["drivers"], ["men"])
    after = 4 + (words[4:5] in (["all"], ["both"]))
    if not isinstance(count, Amount) or count.bound or not named or words[after : after + 1] != ["set"]:
        return list(tokens)
    cars = [ranks.get(rank, "") for rank in range(1, int(count.value) + 1)]
    if len(cars) < 2 or not all(cars) or (words[4:5] == ["both"] and len(cars) != 2):
        return list(tokens)
    names = [Token(str(drivers[car].get("name") or car), means={"who": frozenset((car,))}) for car in cars]
    return [*chain.from_iterable((name, _AND) for name in names)][:-1] + list(tokens[4:])


def _listed_again(found: Sequence[Token], rest: Sequence[Token]) -> int:
    """How many tokens list the names of a group again, `the top three, Vettel, Hamilton and Bottas,`; 0 for none."""
    if rest[0].word != "," or not found or "who" not in found[-1].means:
        return 0
    length = 1
    while length < len(rest) and ("who" in rest[length].means or rest[length].word in (",", "and")):
        length += 1
    again = {token.means["who"] for token in rest[1:length] if "who" in token.means}
    group = [token.means["who"] for token in found if "who" in token.means]
    return length if len(again) > 1 and again == set(group) and len(group) == len(again) else 0


def _is_listing(tokens: Sequence[Token]) -> bool:
    """Whether names follow that are to be those of the group: `, Vettel, Hamilton and Bottas,`."""
    return (
        [token.word for token in tokens[:1]] == [","]
        and len(tokens) > 2
        and all("who" in token.means or token.word in (",", "and") for token in tokens[:4])
    )


def _of_them(found: list[Token], rest: list[Token]) -> tuple[list[Token], list[Token]] | None:
    """`none of them has stopped`, `all of them are on softs`: of everybody who was named before."""
    words = [token.word for token in rest[:3]]
    if (
        words[0] in ("neither", "both")
        and words[1:2]
        and words[1] in _VERBS
        and found
        and found[-1].word in ("and", "but")
    ):
        rest = [rest[0], Token("of", word="of"), Token("them", word="them"), *rest[1:]]  # `and neither has stopped`
        words = [token.word for token in rest[:3]]
    if words[1:] not in (["of", "them"], ["of", "those"], ["of", "these"]) or words[0] not in _OF_THEM:
        return None
    cars = list(dict.fromkeys(token.means["who"] for token in found if "who" in token.means))
    after = rest[3:]
    if len(cars) < 2 or (words[0] in ("both", "neither") and len(cars) != 2):
        return None
    if words[0] in ("none", "neither"):
        if not after or after[0].word not in _VERBS:
            return None
        after = [after[0], Token("not", word="not"), *after[1:]]
    names = [Token("they", means={"who": car}) for car in cars]
    return [*found, *chain.from_iterable((name, _AND) for name in names)][:-1], after


def _all_not(tokens: list[Token]) -> list[Token]:
    """`nobody in the top five has stopped`: all in the top five have not."""
    verb = next((index for index, token in enumerate(tokens) if token.word in _VERBS), 0)
    if not verb or "top" not in [token.word for token in tokens[:verb]]:
        return tokens
    return [Token("all", word="all"), *tokens[1 : verb + 1], Token("not", word="not"), *tokens[verb + 1 :]]


def _group(
    tokens: Sequence[Token], drivers: Drivers, positions: Mapping[int, str], *, is_pair: bool
) -> tuple[int, Sequence[str]]:
    """How many tokens name a group, and the cars in it; none where they name no group."""
    if [token.word for token in tokens[:2]] == ["the", "two"]:
        length, cars = _group(tokens[1:], drivers, positions, is_pair=is_pair)
        return (length + 1, cars) if cars else (1, ())
    words = [token.word for token in tokens[:7]]
    both = words[0] in ("both", "two")
    after = 1 + (words[1:2] == ["the"]) if both else int(words[0] == "the")
    team = tokens[after].means.get("team") if after < len(tokens) else None
    if team is not None:
        named = words[after + 1 : after + 2] and words[after + 1] in _PAIR
        places = {car: place for place, car in positions.items()}
        of_team = {str(entry["car"]) for entry in drivers.values() if entry.get("team") == team}
        cars = sorted(of_team, key=lambda car: (places.get(car, len(drivers)), car))
        plural = words[0] == "the" and (
            is_pair or not _PLURAL.isdisjoint(words[2:3]) or _is_plural(tokens[after], drivers)
        )
        placed = any("position" in token.means for token in tokens[2:4]) and "one" not in words[2:4]
        plural = plural or (not after and not _PLURAL.isdisjoint(words[1:2]) and placed)
        return (after + 1 + bool(named), cars) if (both or named or plural) and len(cars) > 1 else (1, ())
    every = not _EVERY.isdisjoint(words[4:5]) and not _PLURAL.isdisjoint(words[3:4])
    if words[:2] == ["the", "top"] and (
        every or (words[3:4] == [","] and any("who" in one.means for one in tokens[4:5]))
    ):
        return _group([Token("all", word="all"), *tokens[1:]], drivers, positions, is_pair=False)
    if words[:3] in (["the", "whole", "top"], ["the", "entire", "top"]):
        return _group(
            [Token("all", word="all"), Token("of", word="of"), *tokens[2:]], drivers, positions, is_pair=False
        )
    if words[0] in _EVERY:
        rest = [word for word in words[1:] if word not in ("of", "in", "the")]
        skipped = next((index for index, word in enumerate(words) if word == "top"), 0)
        count = tokens[skipped + 1].means.get("count") if rest[:1] == ["top"] and skipped + 1 < len(tokens) else None
        if isinstance(count, Amount):
            cars = [positions.get(place, "") for place in range(1, int(count.value) + 1)]
            return (skipped + 2, cars) if all(cars) else (1, ())
    return 1, ()


def _two_next_to(
    found: Sequence[Token], rest: Sequence[Token], positions: Mapping[int, str]
) -> tuple[int, Sequence[str]]:
    """`both cars ahead of Sainz are`, `the two cars behind him have`: how many tokens name them, and who they are.

    There are not both of them where more than two are ahead; `him` is the only one who was named before.
    """
    words = [token.word for token in rest[:8]]
    both = words[:1] == ["both"]
    start = 1 + (words[1:2] == ["the"]) if both else 2
    if not (both or words[:2] == ["the", "two"]) or words[start : start + 1] not in (["cars"], ["drivers"]):
        return 1, ()
    way = next((way for way in _NEXT_TO if tuple(words[start + 1 :][: len(way)]) == way), ())
    at = start + 1 + len(way)
    is_now = words[at + 1 : at + 2] and words[at + 1] in _VERBS and not any("lap" in one.means for one in found[:2])
    if not way or not is_now:
        return 1, ()
    named = {token.means["who"] for token in found if "who" in token.means}
    whom = next(iter(named)) if rest[at].word in HIM and len(named) == 1 else rest[at].means.get("who")
    place = next((place for place, car in positions.items() if whom == frozenset((car,))), 0)
    if not place or (both and (place != 3 or way == ("behind",))):
        return 1, ()
    cars = [positions.get(place + step, "") for step in ((1, 2) if way == ("behind",) else (-2, -1))]
    return (at + 1, cars) if all(cars) else (1, ())


def _is_plural(team: Token, drivers: Drivers) -> bool:
    """Whether a team is named as its cars are, `Ferraris`; `Mercedes` may be one."""
    names = {str(entry.get("team") or "").lower() for entry in drivers.values()}
    one = team.text.lower().removesuffix("s")
    return team.text.lower().endswith("s") and any(f"{name} ".startswith(f"{one} ") for name in names)


def _as_position(token: Token) -> Token:
    """`five` of `top five`: a position as well as a number."""
    count = token.means.get("count")
    return Token(token.text, token.word, {**token.means, "position": count}) if isinstance(count, Amount) else token
