"""What a line of the chat is: a question, or a command, which begins with a slash or is `sync: ...`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from director.chat.message import clean
from toolgate.nearest import did_you_mean

Name = Literal["at", "sync", "explain", "tools", "forget", "help", "quit"]
NAMES: tuple[Name, ...] = get_args(Name)

_SYNC = "sync:"
HELP = """\
/at               what now is
/at lap:20        make now another moment: lap:N, HH:MM:SS or end
/sync lights out  a live race is told as late as your broadcast: it starts now; /sync 40, /sync off
/explain          how the last answer came about
/tools            what can be asked for
/forget           begin a new conversation
/quit             leave (also Ctrl-D)"""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question."""

    question: str


@dataclass(frozen=True, slots=True)
class Do:
    """A command and what follows it."""

    name: Name
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A line that begins with a slash but names no command."""

    word: str

    def complaint(self) -> str:
        """What is wrong with it, and what was probably meant."""
        near = did_you_mean(self.word.removeprefix("/"), NAMES).replace(" '", " '/") or ": /help lists them"
        return f"there is no command {self.word[:100]}{near}"


def read_line(line: str) -> Ask | Do | Unknown | None:
    """What that line asks for, None where it is empty. Any beginning of a command that no other has stands for it."""
    text = clean(line)
    if not text:
        return None
    if text.casefold().startswith(_SYNC):
        return Do("sync", text[len(_SYNC) :].strip())
    if not text.startswith("/"):
        return Ask(text)
    word, _, rest = text[1:].partition(" ")
    meant = [name for name in NAMES if word and name.startswith(word.casefold())]
    return Do(meant[0], rest.strip()) if len(meant) == 1 else Unknown(f"/{word}")
