"""Asks a loaded race what a chat asks: as the agent `chat`, with the tools that it may call."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence

from director.chat.memories import Memories
from director.chat.stages import Planning, Tell, told_call
from director.cli.ask import limits, load_with_backend
from director.cli.backend import Backend
from director.cli.chat.moment import Now
from director.cli.compose import Race, catalogue
from director.language.back_references import points_back
from director.language.chatter import ChatterGate
from director.language.mentions import Names
from director.pipeline import Answer, ask
from director.planners.base import Turn
from director.settings import Settings
from pitwall.context import race_context
from toolgate.contract import JsonObject

AGENT = "chat"


class RaceAsker:
    """One race and one planner, for many questions."""

    def __init__(self, race: Race, settings: Settings, backend: Backend, now: Now) -> None:
        self.now = now
        self.memories = Memories(time.monotonic)
        self.race = race
        self._backend = backend
        self._agent = race.gate.caller(AGENT)
        self._parallel = frozenset(spec.name for spec in race.runner.specs if spec.can_parallel)
        self._limits = limits(settings)
        self._gate = ChatterGate.shipped()
        self._named: Mapping[str, list[JsonObject]] = {}
        self._name_words: frozenset[str] = frozenset()

    async def aclose(self) -> None:
        """Closes the planner's connections."""
        await self._backend.aclose()

    async def ask(self, question: str, turns: Sequence[Turn] = (), tell: Tell = lambda stage: None) -> Answer:
        """One question, about now, after those turns of the same conversation."""
        self.now.pin()
        tell(Planning())
        return await ask(
            question,
            planner=self._backend.planner,
            answerer=self._backend.answerer,
            memory=turns,
            catalogue=self._admitted(),
            context=race_context(self.race.cache.view()),
            call=told_call(self.race.runner.call, tell),
            agent=self._agent,
            parallel=self._parallel,
            limits=self._limits,
        )

    async def ask_of_many(self, question: str, username: str) -> Answer:
        """A question of one of many. What does not point back has the same answer whoever asks."""
        return await self.ask(question, self.memories.turns(username) if points_back(question) else ())

    def asks(self, text: str) -> bool:
        """Whether a line that is said to nobody asks the race anything. A single name is said, not asked."""
        return self._gate.asks(text, self._names().__contains__)

    def _names(self) -> frozenset[str]:
        """The words of the names of those who take part, made anew when others do."""
        vocabularies = race_context(self.race.cache.view()).vocabularies
        if vocabularies != self._named:
            spoken = Names(vocabularies).words
            self._named, self._name_words = vocabularies, frozenset(spoken | {f"{word}s" for word in spoken})
        return self._name_words

    def tools(self) -> str:
        """What can be asked for, a line each."""
        entries = self._admitted()
        width = max((len(entry["name"]) for entry in entries), default=0)
        return "\n".join(f"{entry['name']:<{width}}  {entry['description']}" for entry in entries)

    def _admitted(self) -> list[JsonObject]:
        """The catalogue of what the gate lets the chat call now: rules may change between two questions."""
        return catalogue(self.race.runner.listed(self._agent))


async def open_asker(arguments: argparse.Namespace, settings: Settings) -> RaceAsker:
    """Loads the race of `--source`, now at `--at` or moving with `--speed`. UsageError says what is wrong."""
    race, backend = await load_with_backend(arguments, settings)
    now = Now(race.cache, arguments.speed, arguments.at)
    return RaceAsker(race, settings, backend, now)
