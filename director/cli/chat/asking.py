"""Asks a loaded race what a chat asks: as the agent `chat`, with the tools that it may call."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence

from director.answer import Answer
from director.chat.memories import Memories
from director.chat.shared_memories import SharedMemories
from director.chat.stages import Planning, Tell, told_call
from director.cli.chat.moment import Now
from director.cli.opening import open_asked, servers_config
from director.language.back_references import says_all
from director.language.chatter import ChatterGate
from director.language.mentions import Names
from director.planners.base import Turn
from director.race import Race
from director.race.agents import CHAT
from director.settings import Settings
from toolgate.contract import JsonObject


class RaceAsker:
    """One race and one planner, for many questions."""

    def __init__(self, race: Race, now: Now) -> None:
        self.now = now
        self.memories = Memories(time.monotonic)
        self.shared: SharedMemories | None = None
        """The conversations that all responders of a shared chat know."""
        self.race = race
        self._gate = ChatterGate.shipped()
        self._named: Mapping[str, list[JsonObject]] = {}
        self._name_words: frozenset[str] = frozenset()

    async def prepare(self) -> None:
        """Loads what the first question would wait for."""
        backend = await self.race.backend()
        await backend.prepare()

    async def aclose(self) -> None:
        """Closes the planner's connections."""
        await self.race.aclose()

    async def ask(self, question: str, turns: Sequence[Turn] = (), tell: Tell = lambda stage: None) -> Answer:
        """One question, about now, after those turns of the same conversation."""
        self.now.pin()
        tell(Planning())
        return await self.race.ask(question, agent=CHAT, memory=turns, through=lambda call: told_call(call, tell))

    async def ask_in_turn(self, question: str, username: str, tell: Tell = lambda stage: None) -> Answer:
        """One question in the conversation of `username`. A question that is complete by itself is asked without the
        turns before it, so that everybody gets the same plan and answer.
        """
        if says_all(question):
            return await self.ask(question, (), tell)
        turns = self.memories.turns(username) if self.shared is None else await self.shared.turns(username)
        return await self.ask(question, turns, tell)

    def remember(self, username: str, answer: Answer) -> None:
        """Takes note of an answer for what its asker may ask next."""
        (self.shared or self.memories).add(username, answer)

    def asks(self, text: str) -> bool:
        """Whether a line addressed to nobody asks about the race. A single name is no question."""
        return self._gate.asks(text, self._names().__contains__)

    def _names(self) -> frozenset[str]:
        """The words of the drivers' names, computed again when the entry list changes."""
        vocabularies = self.race.context().vocabularies
        if vocabularies != self._named:
            spoken = Names(vocabularies).words
            self._named, self._name_words = vocabularies, frozenset(spoken | {f"{word}s" for word in spoken})
        return self._name_words

    def forget_all(self) -> None:
        """Begins a new conversation with everybody."""
        (self.shared or self.memories).clear()

    def entries(self) -> list[JsonObject]:
        """The tools that the chat may call, now: rules may change between two questions."""
        return self.race.catalogue(self.race.gate.caller(CHAT))

    def tools(self) -> str:
        """What can be asked for, a line each."""
        entries = self.entries()
        width = max((len(entry["name"]) for entry in entries), default=0)
        return "\n".join(f"{entry['name']:<{width}}  {entry['description']}" for entry in entries)


async def open_asker(arguments: argparse.Namespace, settings: Settings) -> RaceAsker:
    """Loads the race of `--source`, now at `--at` or moving with `--speed`. UsageError says what is wrong."""
    race = await open_asked(arguments, settings, moves=True, config=servers_config(arguments, settings))
    return RaceAsker(race, Now(race.cache, arguments.speed, arguments.at))
