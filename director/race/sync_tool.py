"""`sync_broadcast`: a live race that is served is told as late as the broadcast that its viewers see."""

from __future__ import annotations

from collections.abc import Sequence

from director.defaults import LONGEST_DELAY_S
from director.race.broadcast import HOW, SyncError, sync
from director.race.sessions import OpenSession, with_sessions
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import effect_tool
from toolgate.contract import AgentContext, InvalidArgument, JsonObject, Tier, ToolSpec

SYNC_TOOL = "sync_broadcast"

_EXAMPLES = (
    *asked({"to": "lights out now"}, "sync: lights out now / sync lights out now / sync the broadcast: lights out now"),
    *asked({"to": "off"}, "sync: off / sync off / switch the broadcast delay off"),
)


def sync_tool(sessions: Sequence[OpenSession]) -> ToolSpec:
    """The tool. With several sessions it takes the name of one, as others do."""
    if len(sessions) > 1:
        (spec,) = with_sessions({one.name: [_of_race(one.cache)] for one in sessions})
        return spec
    return _of_race(sessions[0].cache)


def _of_race(cache: StateCache) -> ToolSpec:
    def act(view: RaceView, given: JsonObject, agent: AgentContext) -> JsonObject:
        try:
            delay_s = round(sync(cache, given["to"]), 3)
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
        arguments={"to": s.text(HOW.removeprefix("say "), longest=40)},
        required=["to"],
        payload={"delay_s": s.number("how late the race is told, seconds", low=0, high=LONGEST_DELAY_S)},
        examples=_EXAMPLES,
    )
