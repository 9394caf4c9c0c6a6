"""unpin_driver: the audience follows a driver no more."""

from __future__ import annotations

from pitwall.effects import Ports
from pitwall.facts.names import find_car, full_name, named
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.session_key import session_key
from pitwall.tools.tool import effect_tool
from toolgate.contract import AgentContext, JsonObject, Tier, ToolSpec

_EXAMPLES = asked(
    {"driver": "{driver}"},
    """
    unpin {driver} / remove the pin from {driver} / remove {driver} from the pinned drivers / unfollow {driver}
    stop following {driver} / take the pin off {driver} / do not follow {driver} any more
    """,
)


def build_unpin_driver_tool(cache: StateCache, ports: Ports) -> ToolSpec:
    """Takes a driver's pin away; says whether that changed anything."""

    def act(view: RaceView, given: JsonObject, agent: AgentContext) -> JsonObject:
        car = find_car(view, given["driver"], path="/driver")
        changed = ports.store.unpin(session_key(view, ports.source), car)
        name = full_name(view, car)
        summary = f"{name} is no longer pinned." if changed else f"{name} was not pinned."
        return {"summary": summary, "driver": named(view, car), "changed": changed}

    return effect_tool(
        cache,
        act,
        name="unpin_driver",
        tier=Tier.REVERSIBLE,
        idempotent=True,
        description="Unpins a driver whom the audience followed in this session; pin_driver pins one.",
        arguments={"driver": s.driver_argument("the driver to unpin")},
        required=["driver"],
        payload={"driver": s.driver(), "changed": s.flag("false: the driver was not pinned")},
        examples=_EXAMPLES,
    )
