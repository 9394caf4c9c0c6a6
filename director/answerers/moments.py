"""The moment that an answer is about, told with it: another one than now, or a race whose outcome is still open."""

from __future__ import annotations

import re
from itertools import pairwise

from director.language.back_references import words
from director.language.word_lists import words as word_list
from director.session_progress import is_under_way
from toolgate.contract import Context, StepResult

OUTCOME = word_list("won winner winners victory victor finish finished final result results")
"""What is asked with these is known when the race is over."""
OPEN_PAIRS = frozenset({("took", "it"), ("winning", "margin")})
OPEN = "Not over yet: "


def moment_of(result: StepResult) -> str:
    """`On lap 10: `, `5 minutes ago: ` where a call asked for another moment that its summary does not name."""
    summary = str(result.envelope.get("summary", ""))
    lap, time = result.arguments.get("at_lap"), result.arguments.get("at_time")
    if isinstance(ago := result.arguments.get("minutes_ago"), int) and not isinstance(ago, bool):
        return f"{ago} minute{'' if ago == 1 else 's'} ago: "
    if isinstance(lap, int) and not isinstance(lap, bool):
        return "" if re.search(rf"\blap {lap}\b", summary, re.IGNORECASE) else f"On lap {lap}: "
    if isinstance(time, str) and time:
        return "" if time in summary else f"At {time}: "
    return ""


def is_open(question: str, context: Context) -> bool:
    """Whether the outcome is asked for while the session's line says that laps are still to go."""
    if not is_under_way(context):
        return False
    said = words(question)
    return not OUTCOME.isdisjoint(said) or not OPEN_PAIRS.isdisjoint(pairwise(said))
