"""Several sessions that can be asked as one race is: a question names the one that it is about, or means the first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from director.answer import Answer
from director.planners.base import Turn
from director.race.agents import ASK
from director.race.race import Race
from director.race.sessions import OpenSession, SessionNames, asked_of, told_of
from toolgate.contract import RunCall


class SeveralRaces(Race):
    """The first session is the race; `of` gives each of them by its name."""

    def __init__(self, sessions: Sequence[OpenSession], *given: Any, **named: Any) -> None:
        super().__init__(sessions[0].cache, *given, **named)
        self._names = SessionNames(session.name for session in sessions)
        self._of = {
            session.name: Race(session.cache, self.runner, self.gate, self.settings, self.load_ms)
            for session in sessions
        }

    def of(self, session: str) -> Race:
        """One of the sessions. KeyError where none is called so."""
        return self._of[session]

    async def ask(
        self,
        question: str,
        *,
        agent: str = ASK,
        memory: Sequence[Turn] = (),
        through: Callable[[RunCall], RunCall] | None = None,
    ) -> Answer:
        """Answers a question about the session that it names; the answer names it as well."""
        named = self._names.find(question)
        if named.session is None:
            return await super().ask(question, agent=agent, memory=memory, through=through)
        race, of_session = self._of[named.session], asked_of(named.session)
        race.plans_with(await self.backend())

        def both(call: RunCall) -> RunCall:
            return of_session(through(call) if through else call)

        answer = await race.ask(named.question, agent=agent, memory=memory, through=both)
        text = told_of(named.session, answer.text, self.settings.answer_max_chars)
        return replace(answer, question=question, text=text)
