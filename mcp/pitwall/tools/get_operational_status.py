"""get_operational_status: how well the feed works and what we hold of it."""

from __future__ import annotations

from pitwall.effects import Ports
from pitwall.state import RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.gate import GATE, gate_row, gate_troubles
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import count_text, fitting
from toolgate.contract import JsonObject, ToolSpec

_MAX_FAULTS = 100
_MANY = 1_000_000_000

_EXAMPLES: tuple[Example, ...] = asked(
    {},
    """
    is the feed working / how old is the data / is the data up to date / is the feed alive
    operational status / system status / feed status / how fresh is the data / when did the feed last speak
    is the timing feed down / any problems with the feed / is the data feed healthy / data age
    how many messages have you received / how many bad lines are there / how long has the feed been up
    feed uptime / cache size / how much is in the cache / is the feed delayed / health check
    are there gaps in the data / is the live timing working / what data is missing
    """,
)

_HELD = ("car_states", "laps", "lap_times", "tyres", "race_control", "track_status", "weather")
_HEARD = ("session", "drivers", "timing", "tyres", "race_control", "track_status", "weather", "distance", "clock")


def build_get_operational_status_tool(cache: StateCache, ports: Ports) -> ToolSpec:
    """The feed's age, its messages and bad lines, what it has spoken of, how much is held, and how the gate does."""

    def handle(view: RaceView, given: JsonObject) -> JsonObject:
        status = ports.gate_status() if ports.gate_status else None
        gate = gate_row(status) if status is not None else None
        return _handle(view, gate)

    return race_tool(
        cache,
        handle,
        name="get_operational_status",
        description="Operational status of the data feed: how old the data is, how many messages came, bad lines by "
        "topic, what the feed has told of, the size of the cache and the feed's uptime.",
        arguments={},
        payload={
            "messages": s.integer("messages so far", high=_MANY),
            "first_message": s.text("session time", longest=16, nullable=True),
            "last_message": s.text("session time", longest=16, nullable=True),
            "uptime_s": s.number("seconds of session time from the first message to the last", high=10_000_000),
            "cars": s.integer("cars the feed has timed", high=10_000),
            "drivers": s.integer("drivers the feed has named", high=10_000),
            "bad_lines": s.rows(
                s.record(
                    {
                        "topic": s.text(longest=60),
                        "reason": s.text(longest=100),
                        "count": s.integer(low=0, high=_MANY),
                    }
                ),
                "lines that could not be read, in all that was loaded; most first",
                most=_MAX_FAULTS,
            ),
            "bad_lines_total": s.integer(high=_MANY),
            "heard": s.record({name: s.flag() for name in _HEARD}, "what the feed has told of so far"),
            "held": s.record({name: s.integer(high=_MANY) for name in _HELD}, "entries in the cache, by kind"),
            "held_total": s.integer("entries in the cache", high=_MANY),
        },
        optional={"gate": GATE},
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, gate: JsonObject | None) -> JsonObject:
    held = view.held()
    first, last = view.first_message_at, view.last_message_at
    worst = sorted(view.faults.items(), key=lambda item: -item[1])
    heard = {
        "session": view.session is not None,
        "drivers": bool(view.drivers),
        "timing": bool(view.cars),
        "tyres": held["tyres"] > 0,
        "race_control": held["race_control"] > 0,
        "track_status": held["track_status"] > 0,
        "weather": held["weather"] > 0,
        "distance": view.total_laps is not None,
        "clock": view.utc is not None,
    }
    bad = sum(view.faults.values())
    silent = [name.replace("_", " ") for name in _HEARD if not heard[name]]
    return {
        "summary": _summary(view, bad, silent, gate_troubles(gate) if gate else []),
        "messages": view.messages,
        "first_message": None if first is None else format_session_time(first),
        "last_message": None if last is None else format_session_time(last),
        "uptime_s": 0.0 if first is None or last is None else round(last - first, 3),
        "cars": len(view.cars),
        "drivers": len(view.drivers),
        "bad_lines": [
            {"topic": topic[:60], "reason": reason[:100], "count": count}
            for (topic, reason), count in worst[:_MAX_FAULTS]
        ],
        "bad_lines_total": bad,
        "heard": heard,
        "held": held,
        "held_total": sum(held.values()),
        "missing": [f"anything of: {', '.join(silent)}"] if silent else [],
        **({"gate": gate} if gate else {}),
    }


def _summary(view: RaceView, bad: int, silent: list[str], troubles: list[str]) -> str:
    ailing = f" Gate: {', '.join(troubles)}." if troubles else ""
    if not view.messages:
        return f"The feed has said nothing yet.{ailing}"
    parts = [
        f"{count_text(view.messages, 'message')} from {count_text(len(view.cars), 'car')}",
        f"the last {view.data_age_s:.1f} s old",
        count_text(bad, "bad line"),
    ]
    unheard = f"; nothing heard of {', '.join(silent)}" if silent and not ailing else ""
    return fitting("Feed: ", parts, end=f"{unheard}.{ailing}")
