"""get_class_standings: the order within each class of a race of several."""

from __future__ import annotations

from pitwall.facts.names import fold, named, short_name
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_EXAMPLES: tuple[Example, ...] = asked(
    {},
    """
    who leads each class / class leaders / who is leading the classes / class standings / standings by class
    order in each class / leaders of the classes / positions in class / order by class / who leads which class
    how do the classes stand / show the class standings / who is winning in each class / top of each class
    """,
)


def build_get_class_standings_tool(cache: StateCache) -> ToolSpec:
    """Derived from the feed's order and the classes of its roster."""
    return race_tool(
        cache,
        _handle,
        name="get_class_standings",
        description="The order within each class of a race of several classes: who leads it and who follows, with "
        "laps and gaps to the class leader.",
        arguments={
            "class_name": s.text("only this class", longest=40),
            "top_n": s.count_argument(
                "how many cars of each", default=s.MAX_CARS, high=s.MAX_CARS, phrases=["top {}", "first {}"]
            ),
        },
        payload={
            "classes": s.rows(
                s.record(
                    {
                        "class_name": s.text(longest=40),
                        "cars": s.integer("in the class", high=s.MAX_CARS),
                        "rows": s.rows(
                            s.record(
                                {
                                    "class_position": s.integer(low=1, high=1000),
                                    "position": s.position(),
                                    "driver": s.driver(),
                                    "team": s.text(nullable=True),
                                    "laps": s.lap_number("completed"),
                                    "behind_s": s.gap_s("seconds behind the class leader"),
                                    "state": s.run_state(),
                                }
                            )
                        ),
                    }
                ),
                "in the order of their leaders",
                most=12,
            )
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    classes: dict[str, list[str]] = {}
    for car in view.order:
        driver = view.drivers.get(car)
        if driver is not None and driver.class_name:
            classes.setdefault(driver.class_name[:40], []).append(car)
    wanted = given.get("class_name")
    if wanted is not None:
        known = list(classes)
        classes = {name: cars for name, cars in classes.items() if fold(name) == fold(wanted)}
        if not classes:
            raise InvalidArgument(f"no class {wanted!r} here", path="/class_name", candidates=known)
    shown = dict(list(classes.items())[:12])
    return {
        "summary": _summary(view, shown, wanted),
        "classes": [
            {
                "class_name": name,
                "cars": len(cars),
                "rows": [
                    _row(view, cars[0], car, place)
                    for place, car in enumerate(cars[: given.get("top_n", s.MAX_CARS)], 1)
                ],
            }
            for name, cars in shown.items()
        ],
        "missing": [] if classes else ["classes: the feed tells of none, so all cars are of one"],
    }


def _row(view: RaceView, leader: str, car: str, place: int) -> JsonObject:
    first, mine, driver = view.gaps(leader), view.gaps(car), view.drivers[car]
    base = 0.0 if leader == view.leader else first.gap_s
    behind = None if view.timed or base is None or mine.gap_s is None else round(mine.gap_s - base, 3)
    return {
        "class_position": place,
        "position": view.car(car).position,
        "driver": named(view, car),
        "team": driver.team or None,
        "laps": view.car(car).laps,
        "behind_s": 0.0 if car == leader and not view.timed else behind,
        "state": view.run_state(car)[0],
    }


def _summary(view: RaceView, classes: dict[str, list[str]], wanted: str | None) -> str:
    if not classes:
        return "The feed tells of no classes: all cars are of one."
    if wanted is not None:
        ((name, cars),) = classes.items()
        return fitting(f"{name}: ", [f"{place} {short_name(view, car)}" for place, car in enumerate(cars, 1)])
    said = [f"{name}: {short_name(view, cars[0])} (P{view.car(cars[0]).position})" for name, cars in classes.items()]
    return fitting("Class leaders: " if len(classes) > 1 else "One class: ", said, "; ")
