"""One person's conversation with a race: questions, commands, and the last answer for both to refer to."""

from __future__ import annotations

import time
from uuid import uuid4

from director.answer import Answer
from director.chat.commands import HELP, Do
from director.chat.log_entry import Keep, LogEntry
from director.chat.stages import Tell
from director.cli.chat.asking import RaceAsker
from director.cli.explain import explain
from director.cli.terminal_text import clean
from director.race.broadcast import SyncError, sync
from pitwall.context import session_line
from pitwall.state import BadMoment

CHANNEL = "terminal"
_YOU = ""


class Conversation:
    """What was said so far, and to whom. `keep` takes every question with its answer."""

    def __init__(self, asker: RaceAsker, keep: Keep) -> None:
        self._asker = asker
        self._keep = keep
        self._last: Answer | None = None

    async def ask(self, question: str, tell: Tell = lambda stage: None) -> Answer:
        """One question. A cancellation is kept as a silence and raised again."""
        answer: Answer | None = None
        try:
            answer = self._last = await self._asker.ask_in_turn(question, _YOU, tell)
            self._asker.memories.add(_YOU, answer)
        finally:
            self._keep(_entry(question, answer))
        return answer

    def do(self, command: Do) -> str:
        """What a command has to say. `quit` is the caller's to obey."""
        match command.name:
            case "at":
                return self._at(command.rest)
            case "sync":
                return self._sync(command.rest)
            case "explain":
                return explain(self._last) if self._last else "Nothing has been asked yet."
            case "tools":
                return self._asker.tools()
            case "forget":
                self._last = None
                self._asker.memories.forget(_YOU)
                return "Forgotten."
            case "help" | "quit":
                return HELP

    def where(self) -> str:
        """The session and now, in a line."""
        self._asker.now.pin()
        return clean(session_line(self._asker.race.cache.view()))

    def _sync(self, said: str) -> str:
        try:
            delay_s = sync(self._asker.race.cache, said)
        except SyncError as error:
            return f"/sync: {error}"
        return f"Told {delay_s:.1f} s late. {self.where()}"

    def _at(self, moment: str) -> str:
        if moment:
            try:
                self._asker.now.go_to(moment)
            except BadMoment as error:
                return f"/at: {error}"
        return self.where()


def evidence(answer: Answer) -> str:
    """`lap 20, 00:52:07: get_current_battle`: what the answer is about, and who says so."""
    tools = ", ".join(dict.fromkeys(step.name for step in answer.steps if step.status == "ok"))
    moment = f"lap {answer.as_of['lap']}, {answer.as_of['session_time']}: " if answer.as_of else ""
    return clean(f"{moment}{tools}")


def _entry(question: str, answer: Answer | None) -> LogEntry:
    answered = answer is not None and answer.status == "answered"
    if answer is None:
        reason = "cancelled"
    else:
        reason = "" if answered else f"{'failed' if answer.status == 'failed' else 'no_answer'}: {answer.reason}"
    return LogEntry(
        ts=time.time(),
        channel=CHANNEL,
        input_id=uuid4().hex,
        username=_YOU,
        question=question,
        fate="answered" if answered else "silent",
        answer=answer.text if answer else "",
        reason=reason,
        published=answered,
        result=answer,
    )
