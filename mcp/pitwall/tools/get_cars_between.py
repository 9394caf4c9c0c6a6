"""get_cars_between: who stands between two cars in the order."""

from __future__ import annotations

from pitwall.facts.classes import apart
from pitwall.facts.gaps import gap_between
from pitwall.facts.names import find_car, named, names_unpaid, short_name
from pitwall.facts.points import why_unpaid
from pitwall.facts.trains import between, racing
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.drivers_asked import same_driver
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import NO_PAID, behind_text, capital, count_text, fitting, joined, sentence
from toolgate.contract import JsonObject, ToolSpec

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        who is between {driver} and {other} / how many cars are between {driver} and {other}
        which cars are between {driver} and {other} / are there cars between {driver} and {other}
        how many places are between {driver} and {other} / cars between {driver} and {other}
        who separates {driver} and {other} / are there lapped cars between {driver} and {other}
        """,
    ),
    *asked(
        {"driver": "P1", "other": "P2"},
        "are there lapped cars between the leaders / how many lapped cars are between first and second",
    ),
    *asked(
        {"driver": "{driver}"},
        """
        who is between the two {driver} / how many cars are between the two {driver}
        which cars are between the two {driver} / who separates the two {driver}
        """,
    ),
    *(
        asked_for
        for where, words in (("ahead", "ahead of|in front of"), ("behind", "behind"))
        for asked_for in asked(
            {"driver": "{driver}", where: "{n}"},
            f"""
            who are the {{n}} (cars|drivers) ({words}) {{driver}} / the {{n}} (cars|drivers) ({words}) {{driver}}
            who is {{n}} places ({words}) {{driver}} / which (car|driver) is {{n}} places ({words}) {{driver}}
            """,
        )
    ),
    *asked(
        {"driver": "{driver}", "lapped": True},
        """
        how many cars has {driver} lapped / (who|whom|which cars) has {driver} lapped
        has {driver} lapped (anyone|anybody) / (who|which cars) (has|have) been lapped by {driver}
        how many cars have been lapped by {driver} / (who|whom|which cars) did {driver} lap
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "P1"},
        "who is between {driver} and the leader / how many cars are between {driver} and the lead",
    ),
)


def build_get_cars_between_tool(cache: StateCache) -> ToolSpec:
    """Between them in the order; on the road lapped cars may be there too."""
    return race_tool(
        cache,
        _handle,
        name="get_cars_between",
        kinds=RACES,
        description="The cars between two drivers in the order, and how far apart the two are.",
        arguments={
            "driver": s.driver_argument("one driver"),
            "other": s.driver_argument("the other; default: the leader"),
            "ahead": s.integer("instead of the other: so many cars ahead of the driver", low=1, high=s.MAX_CARS),
            "behind": s.integer("instead of the other: so many cars behind the driver", low=1, high=s.MAX_CARS),
            "lapped": s.flag("instead of the other: the cars that are a lap or more behind the driver"),
        },
        required=["driver"],
        payload={
            "ahead": s.driver("of the two", nullable=True),
            "behind": s.driver("of the two", nullable=True),
            "cars": s.rows(s.driver(), "between them, in order"),
            "gap_s": s.gap_s("between the two"),
            "gap_laps": s.laps_behind(),
        },
        optional={"ahead_position": s.position("of the one ahead"), "behind_position": s.position("of the other")},
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    if names_unpaid(view, given["driver"], given.get("other")):
        nobody: JsonObject = {"ahead": None, "behind": None, "cars": [], "gap_s": None, "gap_laps": None}
        return {"summary": sentence(why_unpaid(view)), **nobody, "missing": [NO_PAID]}
    one = find_car(view, given["driver"], path="/driver")
    if given.keys() & {"ahead", "behind"}:
        return _next_to(view, one, given)
    if given.get("lapped"):
        return _lapped(view, one)
    other = find_car(view, given.get("other", "leader"), path="/other")
    if one == other and "other" in given:
        raise same_driver(view, one)
    placed = [car for car in racing(view) if car in (one, other)]
    gap = gap_between(view, *placed) if len(placed) == 2 else None
    cars = between(view, one, other)
    return {
        "summary": _summary(view, (one, other), placed, cars, behind_text(gap.seconds, gap.laps) if gap else None),
        "ahead": named(view, placed[0]) if placed else None,
        "behind": named(view, placed[-1]) if len(placed) == 2 else None,
        "cars": [named(view, car) for car in cars],
        "gap_s": gap.seconds if gap else None,
        "gap_laps": gap.laps if gap else None,
        **({"ahead_position": view.car(placed[0]).position} if placed else {}),
        **({"behind_position": view.car(placed[-1]).position} if len(placed) == 2 else {}),
        "missing": ["lapped cars on the road between them: this is the order"],
    }


def _lapped(view: RaceView, car: str) -> JsonObject:
    """The cars that are a lap or more behind one."""
    order, name = racing(view), short_name(view, car)
    behind = order[order.index(car) + 1 :] if car in order else ()
    cars = [each for each in behind if apart(view, car, each).laps]
    if car not in order:
        said = f"{name} is out or not placed."
    elif not cars:
        said = f"No car is a lap behind {name} (P{view.car(car).position})."
    else:
        start = f"{capital(count_text(len(cars), 'car'))} a lap or more behind {name} (P{view.car(car).position}): "
        said = fitting(start, [short_name(view, each) for each in cars])
    return {
        "summary": said,
        "ahead": named(view, car) if car in order else None,
        "behind": named(view, cars[-1]) if cars else None,
        "cars": [named(view, each) for each in cars],
        "gap_s": None,
        "gap_laps": None,
        "missing": [],
    }


def _next_to(view: RaceView, car: str, given: JsonObject) -> JsonObject:
    """So many cars ahead of one or behind it, in the order."""
    order, where = racing(view), "ahead" if "ahead" in given else "behind"
    if car not in order:
        said, cars = f"{short_name(view, car)} is out or not placed.", list[str]()
    else:
        at = order.index(car)
        cars = list(order[max(0, at - given["ahead"]) : at] if where == "ahead" else order[at + 1 :][: given["behind"]])
        said = f"Nobody is {'ahead of' if where == 'ahead' else 'behind'} {short_name(view, car)}."
    if cars:
        start = f"{capital(count_text(len(cars), 'car'))} {'ahead of' if where == 'ahead' else 'behind'}"
        start += f" {short_name(view, car)} (P{view.car(car).position}): "
        said = fitting(start, [f"P{view.car(each).position} {short_name(view, each)}" for each in cars])
    return {
        "summary": said,
        "ahead": named(view, cars[0] if where == "ahead" else car) if cars else None,
        "behind": named(view, car if where == "ahead" else cars[-1]) if cars else None,
        "cars": [named(view, each) for each in cars],
        "gap_s": None,
        "gap_laps": None,
    }


def _summary(view: RaceView, pair: tuple[str, str], placed: list[str], cars: list[str], gap: str | None) -> str:
    out = [short_name(view, car) for car in dict.fromkeys(pair) if car not in placed]
    if out:
        return f"{joined(out)} {'is' if len(out) == 1 else 'are'} out or not placed: nobody is between the two."
    if len(placed) < 2:
        return f"{short_name(view, pair[0])} leads: nobody is ahead."
    first, last = (f"{short_name(view, car)} (P{view.car(car).position})" for car in placed)
    apart = f", {gap} apart" if gap else ""
    start = f"{count_text(len(cars), 'car')} between {first} and {last} in the order{apart}"
    start = capital(start)
    lapped = not cars and any(view.gaps(car).gap_laps for car in racing(view))
    road = "; lapped cars between them on the road are not told" if lapped else ""
    return fitting(f"{start}: ", [short_name(view, car) for car in cars]) if cars else f"{start}{road}."
