"""The chat without a terminal: a line in, a line out."""

from __future__ import annotations

import sys

from director.answer import Status
from director.chat.commands import Ask, Do, Unknown, read_line
from director.chat.line_frames import read_lines
from director.cli.chat.conversation import Conversation
from director.cli.command import ANSWERED, FAILED, SILENT
from director.cli.terminal_text import clean

_WORST_FIRST: tuple[tuple[Status, int], ...] = (("failed", FAILED), ("silent", SILENT))


async def follow(conversation: Conversation) -> int:
    """Answers every line of stdin. The exit status is that of the worst answer."""
    met: set[Status] = set()
    async for line in read_lines(sys.stdin.fileno()):
        match read_line(line.decode(errors="replace")):
            case Ask(question):
                answer = await conversation.ask(question)
                met.add(answer.status)
                if answer.text:
                    print(clean(answer.text), flush=True)
                else:
                    print(f"director: {answer.status}: {clean(answer.reason)}", file=sys.stderr)
            case Do("quit"):
                break
            case Do() as command:
                print(conversation.do(command), flush=True)
            case Unknown() as unknown:
                print(f"director: {clean(unknown.complaint())}", file=sys.stderr)
    return next((code for status, code in _WORST_FIRST if status in met), ANSWERED)
