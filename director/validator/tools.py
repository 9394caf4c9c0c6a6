"""The allowlist: which tool of the catalogue a step means."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from director.kept_catalogues import KeptCatalogues
from director.validator.argument_schema import ArgumentSchema, load_schema
from director.validator.review import Draft, StepRefused, brief
from toolgate.contract import JsonObject, Tier
from toolgate.nearest import did_you_mean


class CatalogueTool:
    """A catalogue entry that a step may call."""

    def __init__(self, entry: JsonObject) -> None:
        self.entry = entry

    @property
    def is_lasting(self) -> bool:
        """Whether the effect of a call lasts, as the entry's `tier` says; an entry without one says nothing."""
        return self.entry.get("tier") not in (None, Tier.READ_ONLY, Tier.REVERSIBLE)

    @cached_property
    def input(self) -> ArgumentSchema:
        """What the tool takes. StepRefused where the catalogue has no schema that can be checked."""
        try:
            return load_schema(self.entry["input_schema"], is_input=True)
        except (KeyError, ValueError) as error:
            why = str(error).partition("\n")[0][:200]
            raise StepRefused("invalid_schema", f"the tool's input schema cannot be used: {why}") from None

    @cached_property
    def output(self) -> ArgumentSchema | None:
        """What the tool gives, where the catalogue tells."""
        try:
            return load_schema(self.entry["output_schema"], is_input=False)
        except (KeyError, ValueError):
            return None


class Allowlist:
    """The tools that a plan may call, by name and server."""

    def __init__(self, catalogue: Iterable[JsonObject]) -> None:
        self._by_name: dict[str, dict[str | None, CatalogueTool]] = {}
        for entry in catalogue:
            self._by_name.setdefault(entry["name"], {}).setdefault(entry.get("server"), CatalogueTool(entry))
        self._servers = {server for offers in self._by_name.values() for server in offers}

    def find(self, step: Draft) -> CatalogueTool:
        """The one tool that a step means. StepRefused where there is none.

        Where there is one server a step that names none is given it. Of several none is guessed, even where only one
        has a tool of that name.
        """
        if step.server is None and len(self._servers) == 1:
            (step.server,) = self._servers
        if step.server is not None and step.server not in self._servers:
            hint = did_you_mean(step.server, [name for name in self._servers if name])
            raise StepRefused("unknown_server", f"there is no server {brief(step.server)}{hint}")
        offers = self._by_name.get(step.name)
        if not offers:
            hint = did_you_mean(step.name, list(self._by_name))
            raise StepRefused("unknown_tool", f"there is no tool {brief(step.name)}{hint}")
        if step.server is None and None not in offers:
            raise StepRefused("ambiguous_server", f"{brief(step.name)} needs a server: it is on {named(offers)}")
        if step.server not in offers:
            raise StepRefused(
                "unknown_tool", f"{brief(step.server)} has no {brief(step.name)}; it is on {named(offers)}"
            )
        return offers[step.server]


allowlist_of = KeptCatalogues(Allowlist, most=8)
"""The allowlist of a catalogue, whose schemas are compiled once."""


def named(offers: dict[str | None, Any]) -> str:
    """The servers in a sentence; one without a name is the local one."""
    return ", ".join(sorted(server or "the local server" for server in offers))
