"""The tree of exceptions. Every exception class of the three packages derives from one of its branches.

    DirectorError                 raised on purpose, with a message that a person may read
    ├── InputError                somebody wrote something wrong: a command, a setting, a file    exit status 2
    ├── UnavailableError          what is needed cannot be had: a network, a provider, a port     exit status 1
    ├── ToolError                 a call failed; the gate answers with an error envelope          exit status 1
    └── LocalError                caught by the module or package that raises it                  exit status 1

Classes stand with the code that raises them; docs/errors.md lists them with what a user sees. The command line prints
the message of an error that reaches it in one line, and exits with its `exit_status`.
"""

from __future__ import annotations

from typing import ClassVar


class DirectorError(Exception):
    """An error that the packages raise on purpose. The message is one line without a trace, a key or a secret."""

    exit_status: ClassVar[int] = 1
    """What a command exits with where nothing catches the error before."""


class InputError(DirectorError):
    """A command, a setting, a file or an argument is wrong. The message names it and the remedy."""

    exit_status: ClassVar[int] = 2


class UnavailableError(DirectorError):
    """Something outside cannot be had now: a network, a provider, a port. Another try may succeed."""

    exit_status: ClassVar[int] = 1


class LocalError(DirectorError):
    """Control flow inside one package: a caller of the package never sees it."""
