"""Speeds at another place than those of the question before: "and at the line?", "and through the trap?"."""

from __future__ import annotations

from director.language.late_patterns import compile_later
from director.planners.offline.conversation.completion import Completion, FollowUp

_PLACE = compile_later(
    r"(?:(?:what|how) about )?(?:(?:at|on|in|through|over|down|across) )?(?:the )?(?:"
    r"(?P<line>(?:finish(?:ing)? |start (?:and )?(?:finish )?)?line|(?:pit|home|start finish) straight)"
    r"|(?:speed )?traps?|end of sector (?P<sector>[12]))(?: then)?"
)
_SPEED = compile_later(r"\b(?:speeds?|speed traps?|km h|kph|fastest on the straight)\b")
_SLOWEST = compile_later(r"\b(?:slowest|lowest)\b")
_TWO = 2


def at_another_trap(asked: FollowUp) -> Completion | None:
    """The speeds of those whom the question before was about, or of all, at the place that is said and nothing else."""
    said, question = _PLACE.fullmatch(asked.said), asked.focus.question
    if said is None or not _SPEED.search(question) or asked.focus.lap is not None or not asked.focus.again:
        return None
    where = (
        "the line" if said["line"] else f"the end of sector {said['sector']}" if said["sector"] else "the speed trap"
    )
    whom = asked.people.named(asked.base)
    if len(whom) > _TWO:
        return Completion()
    which = "lowest top speed" if _SLOWEST.search(question) else "top speeds" if len(whom) == _TWO else "top speed"
    of = f" of {' and '.join(map(asked.people.name, whom))}" if whom else ""
    return Completion((f"{which}{of} at {where}",), frozenset(whom), surely=True)
