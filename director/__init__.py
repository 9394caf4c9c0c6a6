"""Ask anything about a live race and get a short, true answer, with the evidence behind it.

import director

race = director.open_race("sim:", at="lap:12")
answer = race.ask_sync("Who is in the closest battle?")    # in async code: await race.ask(...)
answer.text, answer.status, answer.reason, answer.evidence
envelope = await race.call("get_gap", {"driver": "PER", "other": "STR"})
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from director.answer import Answer
    from director.race import Race, open_race

__version__ = "0.1.0"
__all__ = ["Answer", "Race", "__version__", "open_race"]

_HOMES = {"Answer": "director.answer", "Race": "director.race", "open_race": "director.race"}


def __getattr__(name: str) -> Any:
    """What the package offers, imported when it is first asked for: `director --version` needs none of it."""
    if name not in _HOMES:
        raise AttributeError(f"module 'director' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
