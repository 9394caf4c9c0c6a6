"""get_class_standings: the order within each class of a race of several."""

from __future__ import annotations

from pitwall.facts.classes import behind_in_class_s, classes_of
from pitwall.facts.names import find_car, named
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.class_questions import CLASS_QUESTIONS
from pitwall.tools.class_words import TOLD_FIRST, summary
from pitwall.tools.tool import race_tool
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec
from toolgate.folding import fold_words

_CAR = s.record(
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


def build_get_class_standings_tool(cache: StateCache) -> ToolSpec:
    """Derived from the feed's order and the classes of its roster."""
    return race_tool(
        cache,
        _handle,
        name="get_class_standings",
        description="The order within each class of a race of several classes: who leads it and who follows, with "
        "laps and gaps to the class leader. Every tool takes `P1 in GTD` for a driver.",
        arguments={
            "class_name": {**s.text("only this class", longest=40), "x-vocabulary": "class"},
            "driver": s.driver_argument("only this driver's class, and where the driver is in it"),
            "other": s.driver_argument("with `driver`: another of the class; how far apart both are"),
            "place": {**s.integer("only who is in this position of the class", low=1, high=1000), "x-phrases": []},
            "behind_place": {
                **s.integer("with `place`: another position of the class; the gap between both", low=1, high=1000),
                "x-phrases": [],
            },
            "tell": s.tell_argument(
                *TOLD_FIRST,
                meaning="of one class in a race: its leader, his lead, its last car, who has led it (of a driver: "
                "which laps), its closest fights, whether the second closes on the first, how many cars it has",
            ),
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
                        "rows": s.rows(_CAR),
                    }
                ),
                "in the order of their leaders",
                most=12,
            )
        },
        examples=CLASS_QUESTIONS,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    classes = classes_of(view)
    wanted = given.get("class_name")
    if wanted is not None:
        known = list(classes)
        classes = {name: cars for name, cars in classes.items() if fold_words(name) == fold_words(wanted)}
        if not classes:
            raise InvalidArgument(f"there is no class {wanted!r} in this session", path="/class_name", candidates=known)
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    if "other" in given:
        given = {**given, "other": find_car(view, given["other"], path="/other")}
    if only is not None:
        mine = {name: cars for name, cars in classes_of(view).items() if only in cars}
        if mine.keys() - classes.keys():
            given = {**given, "not_in": next(iter(classes))}
        classes = mine
    shown = dict(list(classes.items())[:12])
    asked = given.get("place") if "behind_place" not in given else None
    return {
        "summary": summary(view, shown, given, only),
        "classes": [
            {
                "class_name": name,
                "cars": len(cars),
                "rows": [
                    _row(view, cars[0], car, place)
                    for place, car in enumerate(cars[: given.get("top_n", s.MAX_CARS)], 1)
                    if asked in (None, place)
                ],
            }
            for name, cars in shown.items()
        ],
        "missing": [] if classes else ["classes: the feed tells of none, so all cars are of one"],
    }


def _row(view: RaceView, leader: str, car: str, place: int) -> JsonObject:
    driver = view.drivers[car]
    return {
        "class_position": place,
        "position": view.car(car).position,
        "driver": named(view, car),
        "team": driver.team or None,
        "laps": view.car(car).laps,
        "behind_s": behind_in_class_s(view, leader, car),
        "state": view.run_state(car)[0],
    }
