"""predict_pit_window: where a car comes out if it stops now, whom it meets there, and whether that is an undercut."""

from __future__ import annotations

from pitwall.facts.gaps import gap_between, neighbour
from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.pit_loss import CONDITIONS, Condition, condition_now, pit_loss
from pitwall.facts.rejoining import FreshTyres, fresh_tyres, rejoin
from pitwall.state import OUT_STATES, RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.drivers_asked import same_driver
from pitwall.tools.pit_window_questions import EXAMPLES
from pitwall.tools.pit_window_words import UNSURE_S, against, coming_out, free_or_not, near_enough, threats
from pitwall.tools.tool import race_tool
from toolgate.contract import JsonObject, ToolSpec

_UNDERCUT = ("yes", "no", "unclear")

_LOSS = s.record(
    {
        "seconds": s.gap_s("the median", nullable=False),
        "low_s": s.gap_s(nullable=False),
        "high_s": s.gap_s("nine of ten cost less", nullable=False),
        "stops": s.integer("stops that it is measured on", high=20_000),
        "condition": s.choice(*CONDITIONS),
    },
    "what a stop costs; null: no stop of this race has told it",
    nullable=True,
)
_UNDERCUT_OF = s.record(
    {
        "of": s.driver("the other, or else the car ahead"),
        "works": s.choice(*_UNDERCUT, description="if the other stops a lap later"),
        "margin_s": s.gap_s("ahead by so much; negative: behind", nullable=False),
        "fresh_tyres_s": s.gap_s("a lap that new tyres have given in this race", nullable=False),
        "stops": s.integer("stops that this is measured on", high=20_000),
    },
    "null: no car ahead within reach, or no stop has told what new tyres give",
    nullable=True,
)


def build_predict_pit_window_tool(cache: StateCache) -> ToolSpec:
    """A prediction from gaps and what stops have cost in this race; none before a stop has told that."""
    return race_tool(
        cache,
        _handle,
        name="predict_pit_window",
        kinds=RACES,
        description="A prediction: the position in which a driver comes out after a stop now, whom it meets there, "
        "whether the stop is free, and whether it undercuts the car ahead and by what margin.",
        arguments={
            "driver": s.driver_argument("who stops"),
            "other": s.driver_argument("whom it comes out ahead of or behind, and whom it may undercut"),
            "condition": s.choice(*CONDITIONS, description="of the track; default: as it is now"),
            "free": {**s.flag("tell first whether a stop now costs a position"), "default": False},
            "threats": {**s.flag("tell who is close enough behind to undercut the driver"), "default": False},
        },
        required=["driver"],
        payload={
            "driver": s.driver(),
            "position_now": s.position(),
            "position_after": s.position("if nobody else stops"),
            "best": s.position("it can be"),
            "worst": s.position("it can be"),
            "free": {"type": ["boolean", "null"], "description": "no position is lost"},
            "ahead": s.driver("whom it comes out behind", nullable=True),
            "ahead_s": s.gap_s("seconds behind that car"),
            "behind": s.driver("whom it comes out in front of", nullable=True),
            "behind_s": s.gap_s("seconds ahead of that car"),
            "loss": _LOSS,
            "undercut": _UNDERCUT_OF,
            "prediction": s.flag("this is one"),
        },
        optional={
            "passed_by": s.rows(s.driver(), "who is behind now and ahead then, from the front"),
            "other": s.driver("whom it is compared with", nullable=True),
            "other_s": s.gap_s("behind the other then; negative: ahead"),
            "threats": s.rows(s.driver(), "who is close enough behind to undercut the driver, where that is asked"),
            "threat_count": s.integer("how many they are", high=s.MAX_CARS),
            "nearest": s.driver("the car behind, where that is asked", nullable=True),
            "nearest_s": s.gap_s("to that car"),
        },
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver")
    condition: Condition = given.get("condition") or condition_now(view)
    other = find_car(view, given["other"], path="/other") if "other" in given else None
    if other == car:
        raise same_driver(view, car)
    loss, why = pit_loss(view, condition), _why_not(view, car) or (_why_not(view, other) if other else None)
    if why is None and loss is None:
        why = f"no stop in this race has shown yet what one costs {_WORDS[condition]}"
    said = rejoin(view, car, loss) if loss and why is None else None
    if why is None and said is None:
        why = f"the feed gives no gap of {short_name(view, car)} to the leader"
    now = view.car(car).position
    under = _undercut(view, car, other) if why is None and condition == "green" else None
    lead = _behind(view, car, other) if other and said else None
    near: list[str] | None = None
    told = f"No prediction: {why or 'the feed does not tell the gap between them'}."
    if said and loss and other is None:
        near = near_enough(view, car) if given.get("threats") else None
        told = threats(view, car, near) if given.get("threats") else coming_out(view, car, said, loss, under)
        if given.get("free"):
            told = free_or_not(told, said)
    elif said and loss and other is not None and lead is not None:
        told = against(view, (car, other), lead, loss, under)
    return {
        "summary": told,
        "driver": named(view, car),
        "position_now": now,
        "position_after": said.position if said else None,
        "best": said.best if said else None,
        "worst": said.worst if said else None,
        "free": said.position <= now if said and now else None,
        "ahead": named(view, said.ahead) if said and said.ahead else None,
        "ahead_s": said.ahead_s if said else None,
        "behind": named(view, said.behind) if said and said.behind else None,
        "behind_s": said.behind_s if said else None,
        "passed_by": [named(view, one) for one in said.passed_by] if said else [],
        "other": named(view, other) if other else None,
        "other_s": round(lead + loss.seconds, 3) if lead is not None and loss else None,
        "loss": {**loss._asdict(), "condition": condition} if loss else None,
        "undercut": under,
        "prediction": True,
        **(_threats(view, car, near) if near is not None else {}),
        "missing": [f"what a prediction needs: {why}"] if why else ["who else stops meanwhile"],
    }


def _threats(view: RaceView, car: str, near: list[str]) -> JsonObject:
    """Who is near enough to undercut the car, and how near the first behind it is."""
    nearest = neighbour(view, car, 1)
    gap = gap_between(view, car, nearest) if nearest else None
    return {
        "threats": [named(view, one) for one in near],
        "threat_count": len(near),
        "nearest": named(view, nearest) if nearest else None,
        "nearest_s": gap.seconds if gap else None,
    }


_WORDS = {"green": "on a green track", "safety_car": "under the safety car", "vsc": "under a virtual safety car"}


def _why_not(view: RaceView, car: str) -> str | None:
    """Why nothing can be foretold, in words."""
    state, name = view.run_state(car)[0], short_name(view, car)
    if not view.started:
        return "the race has not started"
    if view.finished:
        return "the race is over"
    if state in OUT_STATES:
        return f"{name} is out"
    return f"{name} is in the pit lane" if state == "in_pit" else None


def _undercut(view: RaceView, car: str, other: str | None) -> JsonObject | None:
    """Against a car ahead, which stops a lap later and loses as much: new tyres have to give more than the gap."""
    ahead, fresh = other or neighbour(view, car, -1), fresh_tyres(view)
    gap_s = _behind(view, car, ahead) if ahead else None
    if ahead is None or gap_s is None or gap_s < 0 or fresh is None:
        return None
    return {
        "of": named(view, ahead),
        "works": _works(fresh, gap_s),
        "margin_s": round(fresh.seconds - gap_s, 3),
        "fresh_tyres_s": fresh.seconds,
        "stops": fresh.stops,
    }


def _behind(view: RaceView, car: str, other: str) -> float | None:
    """Seconds behind the other; negative: ahead."""
    gap = gap_between(view, car, other)
    if gap is None or gap.seconds is None:
        return None
    return gap.seconds if gap.behind == car else -gap.seconds


def _works(fresh: FreshTyres, gap_s: float) -> str:
    margin = fresh.seconds - gap_s
    return "unclear" if abs(margin) < UNSURE_S else "yes" if margin > 0 else "no"
