"""predict_pit_window: where a car comes out if it stops now, whom it meets there, and whether that is an undercut."""

from __future__ import annotations

from pitwall.facts.gaps import gap_between, neighbour
from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.periods import track_periods
from pitwall.facts.pit_loss import CONDITIONS, Condition, PitLoss, pit_loss
from pitwall.facts.rejoining import FreshTyres, Rejoin, fresh_tyres, rejoin
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import gap_text
from toolgate.contract import JsonObject, ToolSpec

_UNDERCUT = ("yes", "no", "unclear")
_SURE_S = 0.5
"""Undercuts within so much are not called."""

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}"},
        """
        where does {driver} come out if he stops now / if {driver} stops now where does he rejoin
        where would {driver} rejoin / where would {driver} come out after a stop / where will {driver} come out
        if {driver} pits now where does he come out / if {driver} boxes now where does he come out
        where does {driver} rejoin after a stop now / where would {driver} be after a pit stop
        pit window of {driver} / {driver} pit window / predict the pit window of {driver}
        does {driver} have a pit window
        does {driver} have a free stop / is there a free stop for {driver} / would {driver} have a free stop
        who would {driver} come out behind / who would {driver} come out in front of / who would {driver} rejoin behind
        would {driver} come out in traffic / would {driver} come out in clear air
        does {driver} have a gap to stop into
        what position would {driver} drop to with a stop / what would a stop now cost {driver}
        how many places would {driver} lose with a stop / how many positions would a pit stop cost {driver}
        can {driver} undercut the car ahead / would the undercut work for {driver} / does an undercut work for {driver}
        is the undercut on for {driver} / could {driver} pull off an undercut / undercut for {driver}
        would {driver} stay ahead with a stop / would {driver} keep the position with a stop
        """,
    ),
    *asked(
        {"driver": "leader"},
        "does the leader have a free stop / where would the leader rejoin / would the leader keep the lead with a stop",
    ),
)


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
        "of": s.driver("the car ahead"),
        "works": s.choice(*_UNDERCUT, description="if that car stops a lap later"),
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
            "condition": s.choice(*CONDITIONS, description="of the track; default: as it is now"),
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
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver")
    condition: Condition = given.get("condition") or _condition(view)
    loss, why = pit_loss(view, condition), _why_not(view, car)
    if why is None and loss is None:
        why = f"no stop of this race has told yet what one costs {_WORDS[condition]}"
    said = rejoin(view, car, loss) if loss and why is None else None
    if why is None and said is None:
        why = f"the feed gives no gap of {short_name(view, car)} to the leader"
    now = view.car(car).position
    under = _undercut(view, car) if why is None and condition == "green" else None
    return {
        "summary": _summary(view, car, said, loss, under) if said and loss else f"No prediction: {why}.",
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
        "loss": {**loss._asdict(), "condition": condition} if loss else None,
        "undercut": under,
        "prediction": True,
        "missing": [f"what a prediction needs: {why}"] if why else ["who else stops meanwhile"],
    }


_WORDS = {"green": "on a green track", "safety_car": "under the safety car", "vsc": "under a virtual safety car"}


def _condition(view: RaceView) -> Condition:
    periods = track_periods(view)
    kind = periods[-1].kind if periods and periods[-1].end is None else None
    return next((each for each in CONDITIONS if each == kind), "green")


def _why_not(view: RaceView, car: str) -> str | None:
    """Why nothing can be foretold, in words."""
    state, name = view.run_state(car)[0], short_name(view, car)
    if not view.started:
        return "the race has not started"
    if view.finished:
        return "the race is over"
    if state in ("stopped", "retired"):
        return f"{name} is out"
    return f"{name} is in the pit lane" if state == "in_pit" else None


def _undercut(view: RaceView, car: str) -> JsonObject | None:
    """Against the car ahead, which stops a lap later and loses as much: new tyres have to give more than the gap."""
    ahead, fresh = neighbour(view, car, -1), fresh_tyres(view)
    gap = gap_between(view, car, ahead) if ahead else None
    if ahead is None or gap is None or gap.seconds is None or fresh is None:
        return None
    return {
        "of": named(view, ahead),
        "works": _works(fresh, gap.seconds),
        "margin_s": round(fresh.seconds - gap.seconds, 3),
        "fresh_tyres_s": fresh.seconds,
        "stops": fresh.stops,
    }


def _works(fresh: FreshTyres, gap_s: float) -> str:
    margin = fresh.seconds - gap_s
    return "unclear" if abs(margin) < _SURE_S else "yes" if margin > 0 else "no"


def _summary(view: RaceView, car: str, said: Rejoin, loss: PitLoss, under: JsonObject | None) -> str:
    name = short_name(view, car)
    span = f"P{said.best} to P{said.worst}" if said.best != said.worst else ""
    text = f"Prediction: {name} comes out P{said.position}{f' ({span})' if span else ''} after a stop now"
    near = []
    if said.ahead and said.ahead_s is not None:
        near.append(f"{gap_text(said.ahead_s)} behind {short_name(view, said.ahead)}")
    if said.behind and said.behind_s is not None:
        near.append(f"{gap_text(said.behind_s)} ahead of {short_name(view, said.behind)}")
    text += f", {' and '.join(near)}" if near else ""
    text += f"; a stop costs {gap_text(loss.seconds)}"
    if under is not None:
        verdict = {"yes": "works", "no": "does not work", "unclear": "is open"}[under["works"]]
        more = f"; the undercut {verdict} ({under['margin_s']:+.1f} s)"
        text += more if len(text) + len(more) < 200 else ""
    return f"{text}."[:200]
