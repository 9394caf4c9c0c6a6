"""get_pit_lane: whether cars may enter and leave the pit lane, by what race control has said."""

from __future__ import annotations

import re
from typing import NamedTuple

from pitwall.facts.periods import stoppages
from pitwall.state import RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.timed_words import short_clock
from pitwall.tools.tool import Example, race_tool
from toolgate.contract import JsonObject, ToolSpec

_RED_FLAG = "red flag"
_STATES = ("open", "closed")
_OF = {
    "entry": r"PIT (?:LANE )?ENTRY (?:IS )?(OPEN|CLOSED)|PIT LANE (?:IS )?(OPEN|CLOSED)",
    "exit": r"PIT (?:LANE )?EXIT (?:IS )?(OPEN|CLOSED)|PIT LANE (?:IS )?(OPEN|CLOSED)",
}
_EXAMPLES: tuple[Example, ...] = asked(
    {},
    """
    is the pit exit open / is the pit lane open / has the pit lane been opened / is the pit lane closed
    how long (was|has) the pit (lane|entry|exit|lane entry) (been|) (closed|shut)
    for how long (was|has) the pit (lane|entry|exit|lane entry) (been|) (closed|shut)
    (did they close|have they closed|was) the pit (lane|entry|exit|lane entry) (closed|) and for how long
    when did (they close|) the pit (lane|entry|exit|lane entry) (close|shut|)
    is the pit (entry|exit|lane entry) (open|closed|shut) / when was the pit (entry|lane|exit) (closed|opened)
    can (they|the cars|anyone) (get into|come into|enter|use|get in) the (pits|pit lane) / pit lane status
    can (they|the cars|anyone) (get out of|leave|come out of) the (pits|pit lane) / pit lane open or closed
    why can they not (pit|get into the pits|enter the pits) / why is the pit (lane|entry|exit) (closed|shut)
    are the pits (open|closed|shut) / are they allowed (into|in|out of) the pits / pit exit status
    has the pit (exit|lane|entry) (opened|reopened|closed)
    """,
)


class LaneWord(NamedTuple):
    """The last word on an end of the pit lane. `by`: race control's own words, or the red flag."""

    state: str
    t: float
    by: str
    closed_t: float | None = None
    """Since when it had been closed, of an end that was opened."""


def build_get_pit_lane_tool(cache: StateCache) -> ToolSpec:
    """The entry and the exit of the pit lane: open or closed, and since when."""
    end = s.record(
        {
            "state": s.choice(*_STATES, description="as it was last told"),
            "since": s.text("session time", longest=16),
            "by": s.text("what said so", longest=200),
        },
        nullable=True,
    )
    return race_tool(
        cache,
        _handle,
        name="get_pit_lane",
        description="Whether the pit lane is open: its entry and its exit, by race control's messages and red flags.",
        arguments={},
        payload={"entry": end, "exit": end},
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    told = {end: last_word(view, end) for end in _OF}
    return {
        "summary": _summary(told),
        **{
            end: {"state": one.state, "since": format_session_time(one.t), "by": one.by[:200]} if one else None
            for end, one in told.items()
        },
        "missing": [f"whether the pit {end} is open" for end, one in told.items() if one is None],
    }


def last_word(view: RaceView, end: str) -> LaneWord | None:
    """What was last told of one end of the pit lane; None where nothing was."""
    found: LaneWord | None = None
    closed: float | None = None
    for message in view.race_control:
        if (said := re.search(_OF[end], message.message.upper())) is None:
            continue
        state = (said[1] or said[2]).lower()
        if state == "closed" and (found is None or found.state != state):
            closed = message.t
        found = LaneWord(state, message.t, message.message, closed if state == "open" else None)
    stopped = next(iter(reversed(stoppages(view))), None)
    if end == "exit" and stopped is not None and stopped.end is None and (found is None or found.t < stopped.start):
        return LaneWord("closed", stopped.start, _RED_FLAG)
    return found


def _closed_before(one: LaneWord) -> str:
    """`, closed for 2:05 before`."""
    return "" if one.closed_t is None else f", closed for {short_clock(one.t - one.closed_t)} before"


def _summary(told: dict[str, LaneWord | None]) -> str:
    said = [
        f"pit {end} {one.state} since {format_session_time(one.t)[:8]} "
        f"({one.by if one.by == _RED_FLAG else 'race control'}{_closed_before(one)})"
        for end, one in told.items()
        if one is not None
    ]
    untold = [f"pit {end}" for end, one in told.items() if one is None]
    rest = f"nothing has been said of the {' or the '.join(untold)}" if untold else ""
    text = "; ".join(filter(None, (*said, rest)))
    return f"{text[:1].upper()}{text[1:]}."
