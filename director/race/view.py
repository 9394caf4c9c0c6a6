"""A view of the race, as a chart or a replay: opened by one call that policy decides, then read frame by frame.

A replay draws five frames a second, so its reads do not pass the runner one by one: they would be most of an audit log.
Opening is one call of its own (operation `view`): it asks policy for every tool the view shows, and is asked again when
rules change. This is the one place where a tool is read beside the runner, and only what the view was opened with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from director.race.race import Race
from pitwall.state import StateCache
from toolgate.contract import JsonObject, Outcome, ToolError, ToolSpec
from toolgate.errors import UnavailableError


class ViewDenied(UnavailableError):
    """Policy denies what a view shows. The message names the tools, and the command that says why."""


class PolicedView:
    """What is shown of a race: by name, with the tools whose answers it shows."""

    def __init__(self, race: Race, name: str, tools: Sequence[str]) -> None:
        self._race = race
        self._name = name
        self._tools = tuple(tools)
        self._agent = race.gate.caller(name)
        self._opened: tuple[int, ...] | None = None

    async def check(self) -> None:
        """Opens the view, once for as long as the rules stay as they are. ViewDenied says what of it is denied."""
        generation = self._race.runner.generation
        if generation == self._opened:
            return
        outcome = await self._race.runner.open_view(self._name, self._tools, self._agent)
        if not outcome.ok:
            raise ViewDenied(self._refusal(outcome))
        self._opened = generation

    def read(self, build: Callable[[StateCache], ToolSpec], given: JsonObject) -> JsonObject:
        """The payload of a tool of this view about now, or `{"error": {"message"}}`.

        ViewDenied before the view is opened, and for a tool that it was not opened with.
        """
        spec = build(self._race.cache)
        if self._opened is None or spec.name not in self._tools:
            raise ViewDenied(f"the {self._name} isn't open for {spec.name}")
        try:
            return dict(spec.handler(given, self._agent))
        except ToolError as error:
            return {"error": {"message": str(error)}}

    def _refusal(self, outcome: Outcome) -> str:
        error = outcome.envelope["error"]
        denied = [str(one["tool"]) for one in error.get("details", {}).get("denied", ())]
        if not denied:
            return f"can't show the {self._name}: {error['message']}"
        agent = self._agent.agent_id
        return (
            f"can't show the {self._name}: policy denies {agent!r} {', '.join(denied)}; "
            f"director policy explain {agent} {denied[0]} says why"
        )
