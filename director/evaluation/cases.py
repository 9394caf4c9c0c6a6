"""A case: a question, its session and moment, and either what the answer must hold or that there must be none."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import msgspec

from toolgate.errors import InputError

Expect = Literal["answer", "silence", "either"]


class CaseError(InputError):
    """A line of the file is not a valid case. The message names the file, the line and what is wrong."""


class EvalCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One question or one conversation, of which the last question is judged.

    `holds` and `lacks` are regular expressions, case ignored: the answer must have all of the first and none of the
    second. `tools` are those of which one must be called; none named: any. With `either` silence is right too.
    """

    ask: tuple[str, ...]
    session: str = "sim:"
    """A folder under `--data`, or any source."""
    at: str = "end"
    kind: str = "other"
    expect: Expect = "answer"
    holds: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    by_hand: bool = False
    """Whether what it expects was judged by a person rather than worked out from other data."""

    @property
    def question(self) -> str:
        """The question that is judged."""
        return self.ask[-1]


def read_cases(path: Path) -> list[EvalCase]:
    """The cases of a JSON-lines file. CaseError where it can't be read, or a line isn't a case."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise CaseError(f"can't read {path} ({error.strerror}): name a file of cases, one JSON object a line") from None
    cases = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            case = msgspec.json.decode(line, type=EvalCase)
            for pattern in (*case.holds, *case.lacks):
                re.compile(pattern)
        except (msgspec.MsgspecError, re.error) as error:
            raise CaseError(f"{path}, line {number}: {error}") from None
        if not case.ask:
            raise CaseError(f"{path}, line {number}: `ask` is empty")
        cases.append(case)
    if not cases:
        raise CaseError(f"{path} has no case in it")
    return cases
