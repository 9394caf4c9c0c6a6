"""get_notes: what the stewards noted."""

from __future__ import annotations

from pitwall.effects import Ports
from pitwall.facts.names import find_car, short_name
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.notes import MAX_NOTES, NOTE, note_row
from pitwall.tools.session_key import session_key
from pitwall.tools.texts import quoted
from pitwall.tools.tool import race_tool
from pitwall.tools.words import count_text
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_NOTES = 10
_MOST = 200
_SAME_MOMENT_S = 0.0005
"""Times are shown to the millisecond."""

_EXAMPLES = (
    *asked(
        {},
        """
        what has been noted down / notes / show the notes / read the notes / list the notes / which notes are there
        are there any notes / what are the latest notes / what do the notes say / notes of this session
        """,
    ),
    *asked({"last_n": 1}, "what was the last note / the latest note / read me the last note"),
    *asked({"last_n": "{n}"}, "last {n} notes / the {n} latest notes"),
    *asked(
        {"driver": "{driver}"},
        """
        notes about {driver} / notes on {driver} / any notes about {driver} / what do the notes say about {driver}
        is there a note about {driver} / what has been noted down about {driver}
        """,
    ),
)


def build_get_notes_tool(cache: StateCache, ports: Ports) -> ToolSpec:
    """The last notes that had been written by the moment asked for."""

    def handle(view: RaceView, given: JsonObject) -> JsonObject:
        car = find_car(view, given["driver"], path="/driver") if "driver" in given else None
        page = ports.store.notes(
            session_key(cache.view(), ports.source),
            until_t=max(view.t, 0.0) + _SAME_MOMENT_S,
            last=given.get("last_n", _DEFAULT_NOTES),
            car=car,
        )
        about = f" about {short_name(view, car)}" if car else ""
        said = count_text(page.matching, f"note{about}", f"notes{about}")
        if page.notes:
            latest = page.notes[0]
            summary = quoted(f"{said}; the last, number {latest.number}: ", latest.text)
        else:
            summary = f"{said[0].upper()}{said[1:]} so far."
        return {
            "summary": summary,
            "notes": [note_row(view, note) for note in page.notes],
            "matching": page.matching,
            "total": page.total,
            "later": page.later,
        }

    return race_tool(
        cache,
        handle,
        name="get_notes",
        description="The stewards' own notes, as add_note wrote them down, latest first; those about one driver where "
        "named.",
        arguments={
            "last_n": s.count_argument(
                "how many of the latest notes", default=_DEFAULT_NOTES, high=_MOST, phrases=["last {}"]
            ),
            "driver": s.driver_argument("only notes about this driver"),
        },
        payload={
            "notes": s.rows(NOTE, "latest first", most=_MOST),
            "matching": s.integer("notes of this kind so far", high=MAX_NOTES),
            "total": s.integer("notes of every kind so far", high=MAX_NOTES),
            "later": s.integer("notes of later moments of the race, which are not shown", high=MAX_NOTES),
        },
        examples=_EXAMPLES,
        blocking=True,
    )
