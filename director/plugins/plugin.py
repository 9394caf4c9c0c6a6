"""What a plugin gives: a value that its entry point names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from director.planners.base import Planner
from pitwall.sources import Kind, Source
from pitwall.state import StateCache
from toolgate.contract import Policy, ToolSpec


@dataclass(frozen=True, slots=True)
class Plugin:
    """Everything is optional. Names are the plugin's own: its tools are served as `<plugin>_<tool>`."""

    tools: Callable[[StateCache], Iterable[ToolSpec]] | None = None
    """Builds tools on the race's state, each with its own tier and timeout."""
    policies: tuple[Policy, ...] = ()
    """They may only deny what the gate would let through."""
    sources: tuple[Kind[Source], ...] = ()
    """Kinds of sources, tried before our own."""
    planners: Mapping[str, Callable[[], Planner]] = field(default_factory=dict)
