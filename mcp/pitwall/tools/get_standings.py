"""get_standings: the running order, or who holds one place."""

from __future__ import annotations

from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.names import named, short_name
from pitwall.tools.rows import BASIS, ROW, row, worded
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import behind_text, fitting
from toolgate.contract import JsonObject, ToolSpec

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"place": 1},
        """
        who is leading the race / who leads / who is in the lead / who is the race leader / who has the lead
        leader / who occupies the lead / current leader / who is winning the race / who is in front
        who is out in front / who is at the front of the field / who is on top / who is ahead of everyone
        who is ahead in the race / who won the race / who took the win / who took victory
        who is the winner / who tops the timing screens / who leads the pack / who leads the way
        who is the front runner / who is setting the pace / who is running at the front
        who is top of the leaderboard / who is number one / who took the chequered flag / race winner
        who is out ahead / who is first / who is p1 / who is the man in front / who was victorious
        who stands on the top step / who is heading the field / who tops the order
        who crossed the line first / who is at the sharp end / who is p one
        """,
    ),
    *asked(
        {"place": "{n}"},
        """
        who is in P{n} / who is {n} / who is {n}th / who is in {n} place / who is running {n}th
        who is in position {n} / who holds {n} position / which driver is {n}th / which car is in p{n}
        who occupies place {n} / who finished {n}th / the driver in {n}th
        name of the driver in {n}th place / who was number {n} / who sits {n}th / who has {n}th place
        who is {n}th right now / which car runs {n}th / who is sitting in {n}th / who is holding {n}th spot
        p{n} / {n}th place / who is placed {n}th / who is the {n}th car / which driver holds down {n}th
        who has the {n}th spot / who is lying {n}th / who came {n}th / who took {n} / position {n}
        """,
    ),
    *asked(
        {},
        """
        show me the standings / what are the current standings / what is the running order
        what is the order / classification / leaderboard / gaps / timing / timing tower / timing screen
        scoreboard / rankings / the pecking order / the race result / results / positions of all the cars
        what are the positions / all positions / how do they stand / who is where on the track
        the order on the road / the table / race order / give me everyone in order / where is everyone
        field order / where are all the cars / how does everybody rank / positions one to twenty
        the ladder / hierarchy of the field / full order from first to last / the whole field in order
        who finished where / how did the race finish / list of positions with gaps and intervals
        gaps to the leader for everyone / how does the field line up now / how spread out is the field
        which place is everyone in / who is ahead of whom
        """,
    ),
    *asked(
        {"top_n": "{n}"},
        """
        give me the top {n} / how many positions does the top {n} hold / the {n} front runners
        the {n} leaders / p1 to p{n} / who are in the top {n} / list the top {n} / who makes up the top {n}
        the first {n} cars / the leading {n} drivers / the front {n} / {n} best placed drivers
        """,
    ),
    *asked({"top_n": 3}, "who is on the podium / the podium places / which three are on the podium / podium"),
    *asked(
        {"top_n": 10}, "who is in the points / which drivers are in the points / points positions / who scores points"
    ),
    *asked(
        {"last_n": 1},
        """
        who is trailing the pack / who is propping up the field / who is at the tail of the pack
        tail ender / who is the slowest / who is last / who is at the back of the field
        who is running last / who is bringing up the rear / last place / who is dead last
        who is at the bottom / who is the backmarker / slowest car in the order / who is at the tail
        """,
    ),
    *asked({"last_n": "{n}"}, "who are the last {n} / the bottom {n} cars / the back {n} of the field"),
)


def build_get_standings_tool(cache: StateCache) -> ToolSpec:
    """The running order: all of it, the first or last few, or one place."""
    return race_tool(
        cache,
        _handle,
        name="get_standings",
        description="The running order of the race: who leads, who holds a place, the top or bottom of the field, "
        "with gaps, laps and stops.",
        arguments={
            "top_n": s.count_argument(
                "how many cars from the front",
                default=s.MAX_CARS,
                high=s.MAX_CARS,
                phrases=[
                    "top {}",
                    "first {}",
                    "first {} cars",
                    "first {} drivers",
                    "first {} places",
                    "leading {}",
                    "front {}",
                ],
            ),
            "last_n": {
                **s.integer("only this many cars from the back", low=1, high=s.MAX_CARS),
                "x-phrases": ["last {}", "bottom {}", "back {}", "rear {}"],
            },
            "place": s.integer("only the car in this place", low=1, high=s.MAX_CARS),
        },
        payload={
            "rows": s.rows(ROW, "in the feed's order"),
            "cars": s.integer("cars placed", high=s.MAX_CARS),
            "order_basis": s.text("what the order means", longest=200),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    order = view.order[: s.MAX_CARS]
    place, last = given.get("place"), given.get("last_n")
    if place is not None:
        chosen = tuple(car for car in order if view.car(car).position == place)[:1]
        summary = _place_summary(view, place, chosen, len(order))
    elif last is not None:
        chosen = order[-last:]
        summary = _last_summary(view, chosen)
    else:
        chosen = order[: given.get("top_n", s.MAX_CARS)]
        summary = _order_summary(view, chosen)
    rows = [row(view, car) for car in chosen]
    return {"summary": summary, "rows": rows, "cars": len(order), "order_basis": BASIS}


def _order_summary(view: RaceView, chosen: tuple[str, ...]) -> str:
    if not chosen:
        return "The feed has placed no car yet."
    start = "As they crossed the line: " if view.finished else "The order: "
    return fitting(start, [worded(view, car) for car in chosen])


def _last_summary(view: RaceView, chosen: tuple[str, ...]) -> str:
    if not chosen:
        return "The feed has placed no car yet."
    out = [car for car in view.order if view.run_state(car)[0] in ("stopped", "retired")]
    still = [car for car in view.order if car not in out]
    if chosen[-1] in out and still:
        start = f"{short_name(view, still[-1])} is the last car still going, in P{view.car(still[-1]).position}; out: "
        return fitting(start, [short_name(view, car) for car in out])
    return fitting("At the back: ", [worded(view, car) for car in chosen])


def _place_summary(view: RaceView, place: int, chosen: tuple[str, ...], cars: int) -> str:
    if not chosen:
        return f"No car holds P{place}: the feed places {cars} cars."
    car = chosen[0]
    state = view.car(car)
    name = named(view, car)["name"] or short_name(view, car)
    doing = view.run_state(car)[0]
    if doing in ("stopped", "retired"):
        return f"P{place} is {name}, who is out ({doing})."
    verb = "crossed the line in" if doing == "finished" else "is in"
    if place == 1:
        return f"{name} won on the road." if doing == "finished" else f"{name} leads (P1)."
    gap = behind_text(state.gap_s, state.gap_laps)
    return f"{name} {verb} P{place}{f', {gap} behind the leader' if gap else ''}."
