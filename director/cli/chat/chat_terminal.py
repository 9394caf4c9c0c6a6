"""The chat in a terminal: a line is typed, its stages are shown while it is answered, then the checked answer.

Ctrl-C ends the question that is being answered; without one, or a second time, it ends the chat.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.text import Text

from director.answer import Answer
from director.chat.commands import Ask, Do, Unknown, read_line
from director.chat.stages import Called, Calling, Planning, Stage
from director.cli.chat.conversation import Conversation, evidence
from director.cli.chat.editor import LineEditor
from director.cli.command import ANSWERED
from director.cli.replay.keys import HANG_UP, INTERRUPT, pressed_keys
from director.cli.terminal_text import clean
from toolgate.signals import on_signals
from toolgate.waiting import let_go

_PROMPT = "> "
_INTERRUPTED = 130
_GRACE_S = 0.5
_HINT = "Ctrl-C again, or Ctrl-D, leaves."


async def talk(conversation: Conversation, history: Iterable[str]) -> int:
    """Talks until the person leaves: 0 by Ctrl-D or /quit, 130 by Ctrl-C. The terminal is then as it was."""
    with pressed_keys(interrupts=False) as keys, _signals(lambda: keys.put_nowait(INTERRUPT)):
        return await ChatTerminal(conversation, history, keys).run()


@contextmanager
def _signals(interrupt: Callable[[], None]) -> Iterator[None]:
    """An interrupt is a key, a request to end a cancellation, so that the terminal is put right on the way out."""
    task = asyncio.current_task()
    assert task is not None

    def end() -> None:
        task.cancel()

    with on_signals({"SIGINT": interrupt, "SIGTERM": end, "SIGHUP": end}):
        yield


class ChatTerminal:
    """One person at one terminal."""

    def __init__(self, conversation: Conversation, history: Iterable[str], keys: asyncio.Queue[str]) -> None:
        self._conversation = conversation
        self._keys = keys
        self._console = Console(highlight=False)
        self._editor = LineEditor(history)
        self._ahead: deque[str] = deque()
        """Keys pressed while a question was answered."""
        self._interrupted = False
        self._calls: dict[str, str] = {}

    async def run(self) -> int:
        """Reads lines and obeys them until one leaves; gives the exit status."""
        self._say(self._conversation.where())
        self._say("Ask away; /help has the commands.", "dim")
        while True:
            line = await self._line()
            if line is None:
                return _INTERRUPTED if self._interrupted else ANSWERED
            match read_line(line):
                case Ask(question):
                    await self._ask(question)
                case Do("quit"):
                    return ANSWERED
                case Do() as command:
                    self._say(self._conversation.do(command))
                case Unknown() as unknown:
                    self._say(unknown.complaint(), "italic")

    async def _line(self) -> str | None:
        """The next line, None where the person leaves."""
        while True:
            if not self._ahead and self._keys.empty():
                self._draw(*self._editor.shown(self._room()))
            key = self._ahead.popleft() if self._ahead else await self._keys.get()
            if key == INTERRUPT:
                self._draw(self._editor.text, 0, "\n")
                if self._interrupted:
                    return None
                self._interrupted = True
                self._editor.clear()
                self._say(_HINT, "dim")
                continue
            if key == HANG_UP or (key == "end of input" and not self._editor.text):
                self._interrupted = False
                self._write("\n")
                return None
            self._interrupted = False
            text = self._editor.text
            line = self._editor.press("delete" if key == "end of input" else key)
            if line is not None:
                self._draw(text, 0, "\n")
                return line

    async def _ask(self, question: str) -> None:
        self._calls.clear()
        asking = asyncio.create_task(self._conversation.ask(question, self._stage))
        try:
            await self._answered(asking)
        finally:
            await let_go([asking], _GRACE_S)
            self._write("\r\x1b[K")
        if self._interrupted:
            self._say(f"Cancelled. {_HINT}", "dim")
            return
        answer = asking.result()
        if answer.text:
            self._say(answer.text, "bold")
            self._say(evidence(answer), "dim")
        else:
            self._say(f"No answer: {answer.reason}", "italic")

    async def _answered(self, asking: asyncio.Future[Answer]) -> None:
        """Until there is an answer, or Ctrl-C. Other keys wait for the next line."""
        while not asking.done() and not self._interrupted:
            pressing = asyncio.ensure_future(self._keys.get())
            either: set[asyncio.Future[Any]] = {asking, pressing}
            try:
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            finally:
                pressing.cancel()
            if pressing.done():
                key = pressing.result()
                self._interrupted = key in (INTERRUPT, HANG_UP)
                if key != INTERRUPT:
                    self._ahead.append(key)

    def _stage(self, stage: Stage) -> None:
        """Shows how far the question has come, in one line that the answer takes the place of."""
        match stage:
            case Planning():
                self._calls["plan"] = "planning"
            case Calling(step, tool):
                self._calls[step] = f"{tool} ..."
            case Called(step, tool, ok):
                self._calls[step] = f"{tool} {'done' if ok else 'failed'}"
        line = Text(clean(", ".join(self._calls.values())), "dim", no_wrap=True, overflow="ellipsis", end="")
        self._write("\r\x1b[K")
        self._console.print(line, end="")

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text("\n".join(clean(line) for line in text.splitlines()), style))

    def _draw(self, text: str, column: int, end: str = "") -> None:
        """The prompt and the line behind it, with the cursor in a column of the line."""
        at = "" if end else f"\r\x1b[{len(_PROMPT) + column}C"
        self._write(f"\r\x1b[K{_PROMPT}{text}{at}{end}")

    def _room(self) -> int:
        return max(self._console.width - len(_PROMPT) - 1, 2)

    def _write(self, text: str) -> None:
        self._console.file.write(text)
        self._console.file.flush()
