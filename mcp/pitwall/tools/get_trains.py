"""get_trains: groups of cars that follow each other closely: the lead pack, a train behind somebody, clean air."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.gaps import gap_between, neighbour
from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.trains import trains
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import behind_text, count_text, fitting, joined
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_S = 1.5
_CLEAN_S = 3
"""Behind a car that is nearer than this the air is not clean."""
_MOST_NAMED = 6

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        (any|are there any|is there a|where is the) drs (trains|train) / drs (trains|train)
        which trains are there / any trains / are there trains / is there a train / which cars are in a train
        who is holding up the others / who leads a train / where are the trains
        """,
    ),
    *asked(
        {"driver": "leader"},
        """
        who is in the lead pack / how many cars are in the lead pack / how big is the lead pack / the lead pack
        which cars are in the lead group / who is in the lead group / lead train
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        is there a train behind {driver} / who is in the train behind {driver} / how long is the train behind {driver}
        how many cars are in the train behind {driver} / train behind {driver} / is {driver} in a train
        who leads the train with {driver} / who is stuck behind {driver}
        who is holding (up {driver}|{driver} up) / who is {driver} stuck behind
        is {driver} being held up / is {driver} held up by (anyone|anybody|somebody|traffic)
        is {driver} stuck behind (anyone|somebody|another car)
        """,
    ),
    *asked(
        {"driver": "{driver}", "max_gap_s": _CLEAN_S},
        "is {driver} in clean air / does {driver} have clean air / is {driver} (stuck|) in traffic",
    ),
    *asked(
        {"max_gap_s": _CLEAN_S, "alone": True},
        "who is in clean air / which cars are in clean air / who has nobody near",
    ),
)


_MOST_IN_TRAIN = 6
"""So many cars of one train are named."""


def build_get_trains_tool(cache: StateCache) -> ToolSpec:
    """Groups by the gaps of the order: lapped cars on the road between them are not told."""
    return race_tool(
        cache,
        _handle,
        name="get_trains",
        kinds=RACES,
        description="Trains: groups of cars each within 1.5 s of the car ahead; the lead pack, the train that a "
        "driver is in, or the cars that have nobody close in the order.",
        arguments={
            "driver": s.driver_argument("only the train of this driver"),
            "max_gap_s": {
                **s.number("at most so many seconds from car to car", low=0.1, high=60),
                "default": _DEFAULT_S,
            },
            "alone": {**s.flag("the cars that are in none"), "default": False},
        },
        payload={
            "trains": s.rows(
                s.record(
                    {
                        "cars": s.rows(s.driver(), "in order"),
                        "first_position": s.position("of its first car"),
                        "length": s.integer("cars", low=1, high=s.MAX_CARS),
                    }
                ),
                "those of two cars or more, the foremost first; with a driver: his, even if he is alone",
            ),
            "alone": s.rows(s.driver(), "cars with nobody so near ahead or behind in the order"),
        },
        optional={"max_gap_s": s.number("how near each car of a train is to the car ahead at most", high=60)},
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    within = float(given.get("max_gap_s", _DEFAULT_S))
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    every = trains(view, within)
    alone = [train[0] for train in every if len(train) == 1]
    chosen = [train for train in every if (only in train if only else len(train) > 1)]
    return {
        "summary": _summary(view, chosen, only, within, alone if given.get("alone") else None),
        "trains": [
            {
                "cars": [named(view, car) for car in train],
                "first_position": view.car(train[0]).position,
                "length": len(train),
            }
            for train in chosen
        ],
        "alone": [named(view, car) for car in alone],
        "max_gap_s": within,
        "missing": ["lapped cars on the road between them: these are gaps of the order"],
    }


def _summary(
    view: RaceView, chosen: list[Sequence[str]], only: str | None, within: float, alone: list[str] | None
) -> str:
    if not view.started:
        return "The race has not started."
    if only is not None:
        return _of_one(view, chosen, only, within)
    if alone is not None:
        return _clear(view, within, alone)
    said = [_train(view, train) for train in sorted(chosen, key=lambda train: -len(train))]
    if not said:
        return f"No train: nobody is within {within:g} s of the car ahead."
    return fitting(f"Cars within {within:g} s of the car ahead, the longest train first: ", said, "; ", part="train")


def _clear(view: RaceView, within: float, alone: list[str]) -> str:
    """Who has nobody close ahead: those whom somebody follows, and those who are alone."""
    first = [train[0] for train in trains(view, within)]
    followed = [short_name(view, car) for car in first if car not in alone]
    start = f"{count_text(len(first), 'car')} with nobody within {within:g} s ahead: {joined(followed)}"
    apart = f"{'; ' if followed else ''}and nobody behind either: "
    return fitting(f"{start}{apart}", [short_name(view, car) for car in alone]) if alone else f"{start}."


def _train(view: RaceView, train: Sequence[str]) -> str:
    """`P3 Bottas - Ricciardo`; of many cars the first, and how many follow."""
    names = [short_name(view, car) for car in train]
    left = len(names) - _MOST_IN_TRAIN
    follow = [f"{left} more cars"] if left > 1 else names[_MOST_IN_TRAIN:]
    return f"P{view.car(train[0]).position} {' - '.join([*names[:_MOST_IN_TRAIN], *follow])}"


def _some(names: list[str]) -> str:
    """Who they are, in parentheses; of many the nearest to the front."""
    left = len(names) - _MOST_NAMED
    named_all = names if left <= 1 else [*names[:_MOST_NAMED], f"{left} more"]
    return f" ({joined(named_all)})" if names else ""


def _next_ahead(view: RaceView, car: str) -> str:
    """`; the next ahead is Gasly, 2.071 s`, where the feed tells that gap."""
    other = neighbour(view, car, -1)
    gap = gap_between(view, car, other) if other else None
    distance = behind_text(gap.seconds, gap.laps) if gap else None
    return f"; the next ahead is {short_name(view, other)}, {distance}" if other and distance else ""


def _of_one(view: RaceView, chosen: list[Sequence[str]], only: str, within: float) -> str:
    name = short_name(view, only)
    if not chosen:
        return f"{name} is out or not placed."
    train = chosen[0]
    at = train.index(only)
    ahead, behind = ([short_name(view, car) for car in some] for some in (train[:at], train[at + 1 :]))
    if not ahead and not behind:
        alone = f"{name} (P{view.car(only).position}) has nobody within {within:g} s ahead or behind in the order"
        return f"{alone}{_next_ahead(view, only)}."
    said = [
        f"{count_text(len(ahead), 'car')} ahead{_some(ahead)}",
        f"{count_text(len(behind), 'car')} behind{_some(behind)}",
    ]
    return fitting(f"{name} (P{view.car(only).position}), cars each within {within:g} s of the next: ", said)
