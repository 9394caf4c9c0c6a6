"""What a question takes from the ones before it: whom "he" means, and what "and Vettel?" asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from director.planners.base import Turn
from director.planners.offline.align import value_for
from director.planners.offline.index import CatalogueIndex, Tool
from director.planners.offline.items import NUMBER, TEXT, Item
from director.planners.offline.keys import is_function
from director.planners.offline.match import Asked
from toolgate.contract import JsonObject, Step


def referents(memory: Sequence[Turn], index: CatalogueIndex) -> Mapping[str, object]:
    """The names in the latest plan, by kind: what a pronoun stands for."""
    found: dict[str, object] = {}
    for tool, step in _latest(memory, index):
        for name, value in step.arguments.items():
            prop = tool.properties.get(name)
            if prop is not None and prop.kind not in (NUMBER, TEXT) and isinstance(value, str):
                found.setdefault(prop.kind, value)
    return found


def last_named(items: Sequence[Item]) -> Mapping[str, object]:
    """The readings of the last name in an earlier part of the same question."""
    return next((item.readings for item in reversed(items) if item.firm and not item.key), {})


def carried_over(asked: Asked, memory: Sequence[Turn], index: CatalogueIndex) -> Step | None:
    """The latest step with the new values in it, where a question is nothing but new values."""
    values = [item for item in asked.items if item.firm]
    if not (values or asked.phrases) or any(not (item.firm or is_function(item.key)) for item in asked.items):
        return None
    latest = _latest(memory, index)
    if len(latest) != 1:
        return None
    tool, step = latest[0]
    arguments: JsonObject = dict(step.arguments)
    for found, _, value in asked.phrases:
        if found.phrase not in tool.phrases:
            return None
        arguments[tool.phrases[found.phrase]] = value
    replaced: set[str] = set()
    for item in values:
        name = _place(item, tool, arguments, replaced)
        if name is None:
            return None
        arguments[name] = value_for(item, tool.properties[name])
        replaced.add(name)
    return Step("s1", step.name, arguments, step.server)


def _place(item: Item, tool: Tool, arguments: JsonObject, replaced: set[str]) -> str | None:
    """The argument of the latest step that a new value takes the place of."""
    for name in arguments:
        prop = tool.properties.get(name)
        if prop is not None and name not in replaced and isinstance(value_for(item, prop), str | int | float):
            return name
    return None


def _latest(memory: Sequence[Turn], index: CatalogueIndex) -> list[tuple[Tool, Step]]:
    by_name = {tool.name: tool for tool in index.tools}
    plan = next((turn.plan for turn in reversed(memory) if turn.plan.steps), None)
    return [(by_name[step.name], step) for step in plan.steps if step.name in by_name] if plan else []
