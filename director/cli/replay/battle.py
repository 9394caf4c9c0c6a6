"""The battle of the moment, asked through the gate like every tool."""

from __future__ import annotations

from director.race import Race
from toolgate.contract import AgentContext, Call, JsonObject

_AGENT = AgentContext(agent_id="replay")


async def battle_of(race: Race, pairs: int = 1) -> JsonObject:
    """The envelope of get_current_battle: the closest pairs now, or the error that came instead."""
    outcome = await race.runner.call(Call("get_current_battle", {"top_n_pairs": pairs}, _AGENT))
    return dict(outcome.envelope)
