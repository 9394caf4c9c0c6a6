"""get_class_standings: the order within each class of a race of several."""

from __future__ import annotations

from pitwall.facts.names import named, short_name
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec
from toolgate.folding import fold_words

_EXAMPLES: tuple[Example, ...] = (
    asked(
        {},
        """
    who leads each class / class leaders / who is leading the classes / class standings / standings by class
    order in each class / leaders of the classes / positions in class / order by class / who leads which class
    how do the classes stand / show the class standings / who is winning in each class / top of each class
    """,
    )
    + asked(
        {"class_name": "{class}"},
        """
    who (leads|is leading|won|is winning|is first in|leads in|is ahead in) {class}
    who (leads|is leading|won|is winning|is first in) the {class} class
    (order|standings|positions|classification|gaps|gap|cars) in {class} / {class} (order|standings|leader|leaders|class)
    leader (in|of) {class} / gap in the {class} class / order of the {class} class / how do the {class} cars stand
    how does {class} stand / who is where in {class} / which cars are in {class} / how close is {class}
    """,
    )
    + asked(
        {"class_name": "{class}", "top_n": "{n}"},
        """
    top {n} (in|of) {class} / first {n} in {class} / top {n} of the {class} class / {class} top {n}
    """,
    )
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
            "class_name": {**s.text("only this class", longest=40), "x-vocabulary": "class"},
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
        classes = {name: cars for name, cars in classes.items() if fold_words(name) == fold_words(wanted)}
        if not classes:
            raise InvalidArgument(f"no class {wanted!r} here", path="/class_name", candidates=known)
    shown = dict(list(classes.items())[:12])
    return {
        "summary": _summary(view, shown, wanted, given.get("top_n", s.MAX_CARS)),
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


def _behind(view: RaceView, leader: str, car: str) -> str:
    """` +37.1 s` to the leader of the class, of a car on his lap; nothing where that is not known."""
    first = 0.0 if leader == view.leader else view.gaps(leader).gap_s
    mine = view.gaps(car).gap_s
    if car == leader or first is None or mine is None or view.timed or view.car(car).laps != view.car(leader).laps:
        return ""
    return f" +{mine - first:.1f} s"


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


def _summary(view: RaceView, classes: dict[str, list[str]], wanted: str | None, most: int) -> str:
    if not classes:
        return "The feed tells of no classes: all cars are of one."
    if wanted is not None:
        ((name, cars),) = classes.items()
        said = [
            f"{place} {short_name(view, car)}{_behind(view, cars[0], car)}" for place, car in enumerate(cars[:most], 1)
        ]
        return fitting(f"{name}: ", said)
    said = [f"{name}: {short_name(view, cars[0])} (P{view.car(cars[0]).position})" for name, cars in classes.items()]
    return fitting("Class leaders: " if len(classes) > 1 else "One class: ", said, "; ")
