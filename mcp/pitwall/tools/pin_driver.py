"""pin_driver: the audience follows a driver from now on."""

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
    pin {driver} / pin {driver} for me / pin {driver} for the audience / follow {driver} / follow {driver} from now on
    start following {driver} / add {driver} to the pinned drivers / put a pin on {driver}
    """,
)


def build_pin_driver_tool(cache: StateCache, ports: Ports) -> ToolSpec:
    """Pins a driver of this session; says whether that changed anything."""

    def act(view: RaceView, given: JsonObject, agent: AgentContext) -> JsonObject:
        car = find_car(view, given["driver"], path="/driver")
        changed = ports.store.pin(session_key(view, ports.source), car)
        name = full_name(view, car)
        summary = f"{name} is pinned." if changed else f"{name} was pinned already."
        return {"summary": summary, "driver": named(view, car), "changed": changed}

    return effect_tool(
        cache,
        act,
        name="pin_driver",
        tier=Tier.REVERSIBLE,
        idempotent=True,
        description="Pins a driver for the audience to follow in this session; unpin_driver takes it back.",
        arguments={"driver": s.driver_argument("the driver to pin")},
        required=["driver"],
        payload={"driver": s.driver(), "changed": s.flag("false: the driver was pinned already")},
        examples=_EXAMPLES,
    )
