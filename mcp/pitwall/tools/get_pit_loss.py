"""get_pit_loss: what a pit stop costs in this race, as its stops so far have shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitwall.facts.names import named, short_name
from pitwall.facts.pit_loss import (
    CONDITIONS,
    LEAST_S,
    Condition,
    PitLoss,
    StopLoss,
    condition_now,
    pit_loss,
    stop_losses,
)
from pitwall.facts.rejoining import rejoin
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import count_text, fitting, gap_text, joined
from toolgate.contract import JsonObject, ToolSpec

_MOST = 200

_UNDER = {
    "safety_car": "(the safety car|a safety car|safety car|the caution|caution)",
    "vsc": "(the|a|) (virtual safety car|vsc)",
}
_FREE: tuple[Example, ...] = asked(
    {"free_stops": True},
    """
    who has a free stop / who could stop for free / does anyone have a free stop / which cars have a free stop
    who can stop without losing a place / free stops / who has a gap for a free stop
    """,
)
_UNDER_EXAMPLES: tuple[Example, ...] = tuple(
    example
    for condition, name in _UNDER.items()
    for example in asked(
        {"under": condition},
        f"""
        how much does a (pit stop|stop) cost under {name} / what does a (pit stop|stop) cost under {name}
        how (cheap|expensive) is a (pit stop|stop) under {name} / pit loss under {name} / pit stop loss under {name}
        how much (time|) do you lose in the pits under {name} / how much time is lost with a stop under {name}
        """,
    )
)
_EXAMPLES: tuple[Example, ...] = (
    *_FREE,
    *_UNDER_EXAMPLES,
    *asked(
        {},
        """
    how much does a pit stop cost / what does a pit stop cost / how much time does a pit stop cost
    what is the pit loss / pit loss / pit lane time loss / what is the pit stop time loss / time lost in the pits
    how much time do you lose in the pits / how much time does a stop cost / how many seconds does a stop cost
    what does it cost to stop / pit stop delta / what is the pit delta / how expensive is a pit stop here
    how much time is lost with a stop / how much do they lose for a stop / how many seconds for a pit stop here
    """,
    ),
)


def build_get_pit_loss_tool(cache: StateCache) -> ToolSpec:
    """Seconds that a stop costs, as measured.

    The laps through the lane are held against the car's own green pace, or against cars that stayed out.
    """
    loss = s.record(
        {
            "seconds": s.gap_s("the median", nullable=False),
            "low_s": s.gap_s("one of ten cost less", nullable=False),
            "high_s": s.gap_s("nine of ten cost less", nullable=False),
            "stops": s.integer("stops that it is measured on", high=20_000),
        },
        nullable=True,
    )
    return race_tool(
        cache,
        _handle,
        name="get_pit_loss",
        kinds=RACES,
        description="What a pit stop costs in seconds, as measured in this race: on a green track, under the safety "
        "car, under a virtual safety car; and who has a free stop now.",
        arguments={
            "under": s.choice(*_UNDER, description="the summary speaks of what a stop costs under this"),
            "free_stops": {**s.flag("tell who loses no position with a stop now"), "default": False},
        },
        payload={
            **{condition: {**loss, "description": f"{condition}; null: no such stop yet"} for condition in CONDITIONS},
            "stops": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "lap": s.lap_number("on which it came in"),
                        "loss_s": s.gap_s("against laps past the pits", nullable=False),
                        "condition": s.choice(*CONDITIONS),
                    }
                ),
                "that can be measured, in order",
                most=_MOST,
            ),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    told = {condition: pit_loss(view, condition) for condition in CONDITIONS}
    every = stop_losses(view)
    stops = [stop for stop in every if stop.seconds >= LEAST_S]
    return {
        "summary": _free_words(view, told) if given.get("free_stops") else _summary(told, given.get("under")),
        **{condition: loss._asdict() if loss else None for condition, loss in told.items()},
        "stops": [
            {"driver": named(view, stop.car), "lap": stop.lap, "loss_s": stop.seconds, "condition": stop.condition}
            for stop in stops[-_MOST:]
        ],
        "missing": _missing(told, every),
    }


def _missing(told: Mapping[Condition, PitLoss | None], stops: Sequence[StopLoss]) -> list[str]:
    """What no stop has told, of all, or of those under which cars have stopped."""
    if not any(told.values()):
        return ["what a stop costs: no stop so far whose laps can be compared"]
    made = {stop.condition for stop in stops}
    return [
        f"what a stop costs {_WORDS[condition]}: the laps of those who made one do not show it"
        for condition, loss in told.items()
        if loss is None and condition in made
    ]


_WORDS = {"green": "on a green track", "safety_car": "under the safety car", "vsc": "under a virtual safety car"}


def _summary(told: Mapping[Condition, PitLoss | None], under: Condition | None) -> str:
    said = [
        f"{loss.seconds:.1f} s {_WORDS[condition]} ({count_text(loss.stops, 'stop')})"
        for condition, loss in told.items()
        if loss is not None
    ]
    if not said:
        return "What a stop costs cannot be said yet: no stop so far can be measured."
    text = f"A pit stop costs about {', '.join(said)}, measured in this race."
    return f"No stop {_WORDS[under]} can be measured so far. {text}" if under and told[under] is None else text


def _free_words(view: RaceView, told: Mapping[Condition, PitLoss | None]) -> str:
    """`Prediction: Verstappen and Zhou could stop now and lose no position; a stop costs 22.9 s on a green track`."""
    condition = condition_now(view)
    loss = told[condition]
    if loss is None or not view.started or view.finished:
        why = "the race is not on" if loss else f"no stop so far shows what one costs {_WORDS[condition]}"
        return f"Who has a free stop cannot be said: {why}."
    free = [
        short_name(view, car)
        for car in view.order
        if view.run_state(car)[0] == "running" and (said := rejoin(view, car, loss)) is not None and not said.passed_by
    ]
    end = f" could stop now and lose no position; a stop costs {gap_text(loss.seconds)} {_WORDS[condition]}."
    return fitting("Prediction: ", [joined(free)] if free else ["nobody"], end=end)
