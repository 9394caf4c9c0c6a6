"""get_position_history: places gained and lost since the grid or since a lap."""

from __future__ import annotations

from typing import Literal

from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.names import find_car, named, short_name
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import count_text, fitting
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        who has gained the most places / who has lost the most positions / biggest mover / biggest gainer
        biggest loser / who made up the most ground / who made up the most places / most places made up
        who has come up the most / biggest winners and losers since the start
        winners and losers in terms of places / places gained and lost / position changes
        how have the positions changed / how has the order changed since the start / moves since the start
        who has fallen furthest / who has dropped the most / who has risen the most / who sank
        who tumbled down / who plummeted / who shot up the order / who jumped up the order
        who leapt forward / who fought back / who recovered the most places
        who is the star of the race in places gained / who advanced / movers and shakers
        who has made progress / who passed the most cars / how did the start shake up the order
        gainers and losers / who has gone backwards / who made the best start / who climbed the most
        best climber / best recovery drive / who improved the most / who is charging through the field
        who is coming through the field / who went forward and who went backwards / who has dropped back
        who is going backwards / who has fallen down the order / who slipped down / who lost out
        who is up on the start / most overtakes / who overtook most / who started in front of whom
        plus and minus places of everyone against the grid / compare the order now with the grid
        gains and losses / who started on pole / who was on pole position / what was the starting grid
        grid / starting order / grid order / who was where at the start / who started where
        who started from the back / who qualified on pole / who had pole / who lined up on the front row
        front row of the grid / the lineup at the start / who was {n}th on the grid / who started {n}th
        from where did the leader start / where did everyone start
        who has made up places since lap {since_lap} / who has lost places since lap {since_lap}
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        where did {driver} start / what was the grid position of {driver} / where was {driver} on the grid
        {driver} grid slot / which grid spot did {driver} have / starting position of {driver}
        starting slot of {driver} / from which place did {driver} start / where did {driver} qualify
        did {driver} start on pole / which row did {driver} start from / {driver} grid position
        how many places has {driver} gained / how many positions has {driver} made up
        places gained by {driver} / how many places has {driver} lost / positions lost by {driver}
        has {driver} gained or lost places / what has {driver} gained / {driver} gained / did {driver} gain
        did {driver} lose positions / how many spots did {driver} make up / has {driver} moved up
        how many positions up is {driver} / how many places down is {driver} / has {driver} risen
        has {driver} slid down the order / where did {driver} line up on the grid
        where did {driver} line up / what did {driver} start / how has {driver} moved through the field
        is {driver} making progress / has {driver} recovered / is {driver} going forward
        is {driver} going backwards / {driver} grid / which cars has {driver} overtaken
        {driver} gains and losses / how did {driver} do at the start / has {driver} jumped anyone
        how did {driver} come from the back / from what position did {driver} start / {driver} overtakes
        {driver} start / how far has {driver} climbed / how far has {driver} dropped
        how far has {driver} fallen / has {driver} fallen back
        is {driver} up or down compared with the grid / net positions of {driver}
        is {driver} higher than at the start
        how many places has {driver} won or lost in comparison to the start / has {driver} made up ground
        has {driver} lost ground / position history of {driver} / how has the position of {driver} changed
        {driver} places lap by lap / {driver} position chart / how did {driver} get to this position
        {driver} progress since the start / how many cars has {driver} overtaken
        how many cars has {driver} passed / how was the start of {driver} / who started in front of {driver}
        who started behind {driver} / who started next to {driver}
        """,
    ),
)

Since = Literal["grid", "first_place_given", "lap"]


def build_get_position_history_tool(cache: StateCache) -> ToolSpec:
    """Each car's place then and now, and the places a driver held lap by lap."""
    return race_tool(
        cache,
        _handle,
        name="get_position_history",
        description="Places gained and lost since the start or since a lap: the biggest movers, where a driver "
        "started, and the places a driver held lap by lap.",
        arguments={
            "driver": s.driver_argument("only this driver, with the place at the end of each lap"),
            "since_lap": {
                **s.lap_number("compare with the end of this lap; default: the grid"),
                "x-phrases": ["since lap {}", "from lap {}", "since the end of lap {}", "starting from lap {}"],
            },
        },
        payload={
            "since": s.choice(
                "grid",
                "first_place_given",
                "lap",
                description="what is compared with: the feed's grid, its first order before the start, or a lap",
            ),
            "since_lap": s.lap_number(nullable=True),
            "cars": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "then": s.place("place then"),
                        "now": s.place("place now"),
                        "gained": s.integer("places gained; negative: lost", low=-1000, high=1000, nullable=True),
                        "state": s.run_state(),
                    }
                ),
                "most gained first",
            ),
            "laps": s.rows(
                s.record({"lap": s.lap_number(), "place": s.place()}),
                "with a driver: the place at the end of each of the car's own laps",
                most=s.MAX_LAPS,
            ),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    since_lap = given.get("since_lap")
    then, since = _places_at_lap(view, since_lap) if since_lap is not None else _places_at_start(view)
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    cars = [only] if only else list(dict.fromkeys((*view.order, *view.cars)))[: s.MAX_CARS]
    rows = [_row(view, car, then.get(car)) for car in cars]
    rows.sort(key=lambda item: -(item["gained"] if item["gained"] is not None else -1000))
    unknown = [short_name(view, car) for car in cars if car not in then]
    return {
        "summary": _one(view, rows[0], since, since_lap) if only else _all(view, rows, since, since_lap),
        "since": since,
        "since_lap": since_lap,
        "cars": rows,
        "laps": [{"lap": lap.number, "place": lap.position} for lap in view.laps(only)] if only else [],
        "missing": [fitting("the earlier place of ", unknown, end="")] if unknown else [],
    }


def _places_at_lap(view: RaceView, lap: int) -> tuple[dict[str, int], Since]:
    earlier = view.at_lap(lap)
    if earlier is None:
        raise InvalidArgument(f"lap {lap} is not completed yet: name a lap from 0 to {view.lap}", path="/since_lap")
    return {car: state.position for car, state in earlier.cars.items() if state.position is not None}, "lap"


def _places_at_start(view: RaceView) -> tuple[dict[str, int], Since]:
    """The feed's grid, or where it gives none its order before the start."""
    grid = {car: state.grid for car, state in view.cars.items() if state.grid is not None}
    if grid:
        return grid, "grid"
    first = {car: state.position for car, state in view.first_states().items() if state.position is not None}
    return first, "first_place_given"


def _row(view: RaceView, car: str, then: int | None) -> JsonObject:
    now = view.car(car).position
    return {
        "driver": named(view, car),
        "then": then,
        "now": now,
        "gained": None if then is None or now is None else then - now,
        "state": view.run_state(car)[0],
    }


def _worded(view: RaceView, item: JsonObject) -> str:
    return f"{short_name(view, item['driver']['car'])} {item['gained']:+d} (P{item['then']} to P{item['now']})"


def _since(since: str, lap: int | None) -> str:
    return f"since lap {lap}" if since == "lap" else "since the start"


def _all(view: RaceView, rows: list[JsonObject], since: str, lap: int | None) -> str:
    moved = [item for item in rows if item["gained"]]
    if not moved:
        return f"No place has changed hands {_since(since, lap)}." if rows else "The feed has placed no car yet."
    gained = [_worded(view, item) for item in moved if item["gained"] > 0][:3]
    going = [item for item in moved if item["gained"] < 0 and item["state"] not in ("stopped", "retired")]
    lost = [_worded(view, item) for item in reversed(going)][:1]
    up = f"Most gained {_since(since, lap)}: {', '.join(gained)}" if gained else f"Nobody gained {_since(since, lap)}"
    return fitting(f"{up}; most lost by a car still going: ", lost) if lost else f"{up}."


def _one(view: RaceView, item: JsonObject, since: str, lap: int | None) -> str:
    name, then, now, gained = short_name(view, item["driver"]["car"]), item["then"], item["now"], item["gained"]
    if then is None:
        return f"{name}: the feed does not tell the place {_since(since, lap)}."
    origin = f"was P{then} at the end of lap {lap}" if since == "lap" else f"started P{then}"
    out = f", and is out ({item['state']})" if item["state"] in ("stopped", "retired") else ""
    if gained is None:
        return f"{name} {origin}{out}."
    change = "the same place" if not gained else f"{count_text(abs(gained), 'place')} {'up' if gained > 0 else 'down'}"
    return f"{name} {origin} and is P{now} now: {change}{out}."
