"""`sync_broadcast`: a live race that is served is told as late as the broadcast that its viewers see."""

from __future__ import annotations

from collections.abc import Sequence

from director.defaults import LONGEST_DELAY_S
from director.race.broadcast import SyncError, sync
from director.race.sessions import OpenSession, with_sessions
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import effect_tool
from toolgate.contract import AgentContext, InvalidArgument, JsonObject, Tier, ToolSpec

SYNC_TOOL = "sync_broadcast"

_EXAMPLES = (
    *asked({"to": "lights out now"}, "sync: lights out now / sync lights out now / sync the broadcast: lights out now"),
    *asked(
        {"seconds": "{n}"},
        "sync: {n} / sync {n} / sync {n} seconds / delay the race by {n} seconds / hold the race back by {n} seconds",
    ),
    *asked({"to": "off"}, "sync: off / sync off / switch the broadcast delay off"),
)


def sync_tool(sessions: Sequence[OpenSession]) -> ToolSpec:
    """The specification of the tool. With several sessions it takes the name of one, as other tools do."""
    if len(sessions) > 1:
        (spec,) = with_sessions({one.name: [_of_race(one.cache)] for one in sessions})
        return spec
    return _of_race(sessions[0].cache)


def _of_race(cache: StateCache) -> ToolSpec:
    def act(view: RaceView, given: JsonObject, agent: AgentContext) -> JsonObject:
        if len(given.keys() & {"to", "seconds"}) != 1:
            raise InvalidArgument("name to or seconds, one of them", path="")
        try:
            delay_s = round(sync(cache, given["to"] if "to" in given else str(given["seconds"])), 3)
        except SyncError as error:
            raise InvalidArgument(str(error), path="/to") from None
        said = f"told {delay_s:.1f} s late" if delay_s else "not held back"
        return {"summary": f"The race is {said} from now on.", "delay_s": delay_s}

    return effect_tool(
        cache,
        act,
        name=SYNC_TOOL,
        tier=Tier.REVERSIBLE,
        idempotent=False,
        description="Tells a live race to everybody as late as its broadcast: from the start that is seen now, or by "
        "seconds.",
        arguments={
            "to": s.text("lights out now: the start is seen now; off: not held back", longest=40),
            "seconds": s.number("how late the broadcast is", high=LONGEST_DELAY_S),
        },
        required=[],
        payload={"delay_s": s.number("how late the race is told, seconds", low=0, high=LONGEST_DELAY_S)},
        examples=_EXAMPLES,
    )
