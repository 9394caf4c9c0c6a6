"""get_position_history: places gained and lost since the grid or since a lap."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.starting import starting_positions
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.position_words import Since, summary
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_SINCE = (
    "since lap",
    "from lap",
    "after lap",
    "starting from lap",
    "counting from lap",
    "compared to lap",
    "compared with lap",
    "relative to lap",
    "against lap",
    "versus lap",
)
_EVENTS = ("restart", "safety car", "start", "stop", "crash")

_ONE: JsonObject = {"driver": "{driver}"}

_EXAMPLES: tuple[Example, ...] = (
    # Who has moved.
    *asked(
        {},
        """
        who has (gained the most places|gained|made up places|made progress|climbed most|moved up the most|moved up|
            come up the most|come through the field|risen the most|advanced|surged|come from furthest back|
            had the best recovery)
        who (gained most|gained|made up the most|made up|recovered the most) places
        who (gained|climbed|improved) the most
        who (gained|made up) most positions / who gained / most places gained / most positions gained
        who is (the biggest gainer|the biggest mover|up on the start|up the most|moving forward|going forward|
            charging through the field|coming through the field|carving through the field|storming through the field|
            slicing through the field|on a charge) / biggest gainer
        top gainers / most places made up / who made up the most ground / biggest mover / movers / movers and shakers
        top movers / top climbers / best climber / biggest climber / who climbed furthest / who moved up
        who moved up most / who (shot up|jumped up) the order / who leapt forward
        who advanced / who went forward / who came from the back / who has come from the back of the grid
        best recovery drive / who fought back / who is the star of the race in places gained
        who went forward and who went backwards / who leapfrogged whom
        """,
    ),
    *asked(
        {"order": "lost"},
        """
        who has (lost the most places|lost the most|lost positions|dropped most|dropped the most places|dropped back|
            fallen furthest|fallen the most|fallen back|gone backwards|had a shocker|slid down the order|been demoted)
        who (lost most|lost) places / who (dropped|dropped back|fell back) the most / who lost the most positions
        who is (the biggest loser|going backwards|in freefall) / who (dropped down|fell down|plunged down) the order
        who lost most / most places lost / most positions lost / biggest loser / biggest losers since the start
        who fell the furthest / who sank / who tumbled down / who plummeted / who slipped down / who slipped back
        who lost out / who slumped / who (lost|dropped) (the most|most) (places|positions) since the start
        """,
    ),
    # The whole picture.
    *asked(
        {},
        """
        places gained and lost / positions gained and lost / positions gained / positions lost / places gained
        places lost / positions gained and lost for the whole field / places gained and lost by everyone
        gains and losses / gains and losses for the field / gainers and losers / winners and losers
        biggest winners and losers
        (winners and losers|position changes|what has changed|moves|changes|progress of everyone) since the start
        winners and losers in terms of places / who won and who lost places / who is up and who is down / ups and downs
        plus and minus places / plus and minus places of everyone against the grid / position changes / place changes
        net positions / net gains / net places / how have the positions changed / how has the order changed
        how has the order changed since the start / how has the running order changed / what changed in the order
        changes since the grid / since lights out / changes since lights out / compare the order now with the grid
        compare the order with the start / current order compared with the grid / order versus the grid
        grid versus now / how did the start shake up the order / who has moved / positions lap by lap / position history
        """,
    ),
    # The grid.
    *asked(
        {"order": "grid"},
        """
        who started (on pole|from pole|first|where|on the front row|from the back|last|at the back|in position {n})
        who was (on pole|on pole position|the pole sitter|where at the start|{n}th on the grid) / who had pole
        who took pole / who qualified on pole / who qualified first / pole / pole position / pole sitter
        what was the starting grid / the starting grid / grid / grid order / grid positions / grid positions of everyone
        starting order / starting positions / the order at the start / where did everyone start / how did they line up
        how did they start / how did they line up on the grid / the lineup at the start / who lined up on the front row
        front row of the grid / front row / qualifying order / who qualified {n}th / who lined up {n}th
        """,
    ),
    *asked({}, "who has (gained|lost) the most places since the start"),
    # The start.
    *asked(
        {"at_lap": 1},
        """
        who (got|made|had) the best (start|getaway) / best (start|getaway) / who started best
        who (gained|made up) (most|the most) (places|positions) (at the start|on lap 1|off the line)
        who gained at the start / who had a good start / who got the best start compared to where they lined up
        """,
    ),
    *asked(
        {"at_lap": 1, "order": "lost"},
        "who (got|made|had) the worst (start|getaway) / who had a bad start / who lost out at the start"
        " / worst start / who lost (most|the most) (places|positions) (at the start|on lap 1|off the line)",
    ),
    *asked(
        {"at_lap": 1, "driver": "{driver}"},
        "how was the start of {driver} / did {driver} (make|get|have) a good start / how did {driver} get away"
        " / what happened to {driver} at the start / how many places did {driver} (gain|lose) at the start",
    ),
    # Since a lap.
    *asked(
        {"since_lap": "{since_lap}"},
        """
        who has made up places since lap {since_lap}
        (who gained|who has moved up|biggest movers|position changes|what changed|changes) since lap {since_lap}
        who moved up since the restart on lap {since_lap} / (who gained most after|compare with) lap {since_lap}
        """,
    ),
    *asked({"since_lap": "{since_lap}", "order": "lost"}, "who (has lost|lost) places since lap {since_lap}"),
    *asked(
        {"driver": "leader"},
        """
        (from|) where did the (leader|winner) start / what position did the (leader|winner) start (in|from)
        did the (pole sitter|polesitter) win (the race|) / who won from pole / did the winner start (from|on) pole
        from which grid position did the winner start / was it won from pole / has the leader started from pole
        """,
    ),
    # One driver: how many places.
    *asked(
        _ONE,
        """
        how many places has {driver} (gained|made up|gained since the start|lost since the start|lost|dropped|climbed|
            moved up)
        how many (positions has {driver} gained|places did {driver} gain|positions has {driver} lost|
            places did {driver} lose|spots has {driver} lost|positions has {driver} dropped|positions up is {driver}|
            places down is {driver}|places up is {driver})
        how many positions has {driver} made up / how many spots did {driver} make up
        how many places has {driver} won or lost in comparison to the start
        has {driver} (gained or lost places|gained places|gained positions|lost places|lost positions|
            gained or lost positions|made up places|made up ground|lost ground|made up any places|moved up|moved down|
            climbed|dropped back|dropped down the order|dropped places|fallen back|risen|recovered|slid down the order|
            improved|jumped anyone) / has {driver} gained or lost positions overall
        did {driver} (gain places|lose places|gain|lose positions)
        {driver} (start to finish|plus or minus how many|start to finish plus or minus how many)
        is {driver} (making progress|going forward|going backwards|moving up|up or down)
        is {driver} up or down compared with the grid / is {driver} up or down on the grid
        is {driver} higher than at the start / how far has {driver} (climbed|dropped|fallen|come)
        how far up has {driver} come / how much has {driver} gained / what has {driver} gained / {driver} gained
        {driver} lost / places gained by {driver} / positions lost by {driver}
        {driver} places (gained|lost|lap by lap) / {driver} positions gained / {driver} positions / plus minus {driver}
        {driver} plus or minus / plus minus positions {driver} / {driver} gains and losses / net positions of {driver}
        {driver} progress / {driver} progress since the start / {driver} versus the grid
        {driver} compared with the start / how is {driver} doing compared to the start
        how is {driver} doing compared with where he started / {driver} now against where he started
        how has {driver} moved through the field / how has {driver} progressed / {driver} moves
        {driver} went from where to where / where did {driver} come from
        position history of {driver}
        where did {driver} start and where did {driver} finish / where from and where to {driver}
        what did {driver} make of the start / how many places did {driver} (win|make|pick up|recover)
        how many places has {driver} (won|picked up|recovered) / {driver} lost how many / {driver} gained how many
        {driver} position (history|changes|by lap) / how has the position of {driver} changed
        positions of {driver} lap by lap
        """,
    ),
    # One driver: the start.
    *asked(
        _ONE,
        """
        (where|from where|from what position|from which place|what place|what|how) did {driver} start
        where did {driver} (start the race|start from|qualify|line up) / where has {driver} started
        what position did {driver} start in / which position did {driver} start from / {driver} start
        {driver} started where / {driver} starting position
        (starting position|starting place|starting slot|grid position|grid slot|grid place) of {driver} / {driver} grid
        {driver} grid slot / {driver} grid position / {driver} grid place / what was the grid position of {driver}
        what was {driver}'s grid slot / where was {driver} on the grid / which grid spot did {driver} have
        what grid slot did {driver} have / {driver} qualified / where did {driver} line up on the grid
        which row did {driver} start from / which row was {driver} on
        did {driver} start (on pole|at the back) / was {driver} on pole
        """,
    ),
)


_PAYLOAD: s.JsonSchema = {
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
                "then": s.position("position then"),
                "now": s.position("position now"),
                "gained": s.integer("places gained; negative: lost", low=-1000, high=1000, nullable=True),
                "state": s.run_state(),
            }
        ),
        "most gained first, or as `order` says",
    ),
    "laps": s.rows(
        s.record({"lap": s.lap_number(), "place": s.position()}),
        "with a driver: the position at the end of each of the car's own laps",
        most=s.MAX_LAPS,
    ),
}


def build_get_position_history_tool(cache: StateCache) -> ToolSpec:
    """Each car's position then and now, and the positions a driver held lap by lap."""
    return race_tool(
        cache,
        _handle,
        name="get_position_history",
        kinds=RACES,
        description="Places gained and lost since the start or since a lap: the biggest movers, where a driver "
        "started, and the positions a driver held lap by lap.",
        arguments={
            "driver": s.driver_argument("only this driver, with the position at the end of each lap"),
            "since_lap": {
                **s.lap_number("compare with the end of this lap; default: the grid"),
                "x-phrases": [
                    *(f"{since} {{}}" for since in _SINCE),
                    *(f"{since} the end of lap {{}}" for since in ("since", "from", "after")),
                    *(f"since the {event} {on} lap {{}}" for event in _EVENTS for on in ("on", "in", "of", "at")),
                    "from lap {} on",
                    "from lap {} onwards",
                    "from lap {} to now",
                    "between lap {} and now",
                ],
            },
            "order": {
                **s.choice("gained", "lost", "grid", description="most gained or lost first, or as they started"),
                "default": "gained",
            },
        },
        payload=_PAYLOAD,
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    since_lap = given.get("since_lap")
    then, since = _places_at_lap(view, since_lap) if since_lap is not None else starting_positions(view)
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    cars = [only] if only else list(dict.fromkeys((*view.order, *view.cars)))[: s.MAX_CARS]
    rows = [_row(view, car, then.get(car)) for car in cars]
    rows.sort(key=_ORDERS[given.get("order", "gained")])
    unknown = [short_name(view, car) for car in cars if car not in then]
    return {
        "summary": summary(view, given, rows, since),
        "since": since,
        "since_lap": since_lap,
        "cars": rows,
        "laps": [{"lap": lap.number, "place": lap.position} for lap in view.laps(only)] if only else [],
        "missing": [fitting("the earlier position of ", unknown, end="")] if unknown else [],
    }


_ORDERS: Mapping[str, Callable[[JsonObject], int]] = {
    "gained": lambda item: -(item["gained"] if item["gained"] is not None else -1000),
    "lost": lambda item: item["gained"] if item["gained"] is not None else 1000,
    "grid": lambda item: item["then"] or 1000,
}


def _places_at_lap(view: RaceView, lap: int) -> tuple[Mapping[str, int], Since]:
    earlier = view.at_lap(lap)
    if earlier is None:
        raise InvalidArgument(
            f"lap {lap} hasn't been completed yet: choose a lap from 0 to {view.lap}", path="/since_lap"
        )
    return {car: state.position for car, state in earlier.cars.items() if state.position is not None}, "lap"


def _row(view: RaceView, car: str, then: int | None) -> JsonObject:
    now = view.car(car).position
    return {
        "driver": named(view, car),
        "then": then,
        "now": now,
        "gained": None if then is None or now is None else then - now,
        "state": view.run_state(car)[0],
    }
