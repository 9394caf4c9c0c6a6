"""Tells a configured server that would be this gateway again, and so start another, without end."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

PROGRAMS = ("director", "race-director")
"""What our program is called, as a script, a module or a package."""

_GATEWAY = "gateway"
_WITH_SERVERS = ("ask", "chat", "serve")
_VERSION = re.compile(r"(\[.*\])?([=<>~!@].*)?$")


def starts_us(command: Sequence[str]) -> bool:
    """Whether a command line runs `director gateway`, or another command of ours with a configuration of servers.

    It is looked for behind whatever starts it: `uv run`, `python -m`, `env`, a shell with its line in one argument.
    """
    words = list(_words(command))
    for i, word in enumerate(words):
        if _program(word) not in PROGRAMS:
            continue
        rest = [each for each in words[i + 1 :] if not each.startswith("-")]
        if _GATEWAY in rest:
            return True
        if any(name in rest for name in _WITH_SERVERS) and "--config" in words[i + 1 :]:
            return True
    return False


def _words(command: Iterable[str]) -> Iterator[str]:
    for word in command:
        if any(space in word for space in " \t\n;&|"):
            try:
                yield from shlex.split(re.sub(r"[;&|]", " ", word))
            except ValueError:
                yield from word.split()
        else:
            yield word


def _program(word: str) -> str:
    """The name of a program: without its folder, an ending, extras or a version."""
    name = PurePath(word.replace("\\", "/")).name.lower().removesuffix(".exe").removesuffix(".py")
    if name == "__main__":
        name = PurePath(word.replace("\\", "/")).parent.name.lower()
    return _VERSION.sub("", name)
