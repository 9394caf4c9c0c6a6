"""A view of the race that runs on: a chart, a replay. Policy is asked when it opens, and again when rules change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from director.cli.command import FaultError
from director.race import Race
from pitwall.state import StateCache
from toolgate.contract import InvalidArgument, JsonObject, Outcome, ToolError, ToolSpec


class PolicedView:
    """What a command shows of a race: by name, with the tools whose answers it shows."""

    def __init__(self, race: Race, name: str, tools: Sequence[str]) -> None:
        self._race = race
        self._name = name
        self._tools = tools
        self._agent = race.gate.caller(name)
        self._opened: tuple[int, ...] | None = None

    async def check(self) -> None:
        """Opens the view, once for as long as the rules stay as they are. FaultError says what of it is denied."""
        generation = self._race.runner.generation
        if generation == self._opened:
            return
        outcome = await self._race.runner.open_view(self._name, self._tools, self._agent)
        if not outcome.ok:
            raise FaultError(self._refusal(outcome))
        self._opened = generation

    def read(self, build: Callable[[StateCache], ToolSpec], given: JsonObject) -> JsonObject:
        """What a tool of this view says of now: read from the race itself, since the view is open."""
        try:
            return dict(build(self._race.cache).handler(given, self._agent))
        except (ToolError, InvalidArgument) as error:
            return {"error": {"message": str(error)}}

    def _refusal(self, outcome: Outcome) -> str:
        error = outcome.envelope["error"]
        denied = [str(one["tool"]) for one in error.get("details", {}).get("denied", ())]
        if not denied:
            return f"{self._name} cannot be shown: {error['message']}"
        agent = self._agent.agent_id
        return (
            f"{self._name} cannot be shown: policy denies {agent!r} {', '.join(denied)}; "
            f"director policy explain {agent} {denied[0]} says why"
        )
