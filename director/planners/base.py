"""The planner port: a question and a catalogue in, a plan out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from toolgate.contract import Context, JsonObject, Plan


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier question of the conversation and what was planned for it."""

    question: str
    plan: Plan


class Planner(Protocol):
    """Turns a question into calls of the catalogue's tools. An empty plan is silence; its rationale says why."""

    @property
    def name(self) -> str:
        """The backend's name in the registry."""

    async def plan(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Plan:
        """Plan one question. `memory` holds the turns before it, the latest last.

        A catalogue entry is `{"name", "description", "input_schema"}`, optionally with `output_schema`,
        `server` and `examples`, a list of `[slotted question, arguments]`.
        """
