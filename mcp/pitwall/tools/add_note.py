"""add_note: a steward's note in the session's history."""

from __future__ import annotations

from pitwall.effects import Note, Ports
from pitwall.facts.names import find_car
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.notes import NOTE, NOTE_CHARS, note_row
from pitwall.tools.session_key import session_key
from pitwall.tools.texts import author_of, line_of, quoted, text_argument
from pitwall.tools.tool import effect_tool
from toolgate.contract import AgentContext, JsonObject, Tier, ToolSpec
from toolgate.moments import format_utc


def build_add_note_tool(cache: StateCache, ports: Ports) -> ToolSpec:
    """Keeps a note with its author and its moment; every call keeps another one."""

    def act(view: RaceView, given: JsonObject, agent: AgentContext) -> JsonObject:
        written = Note(
            line_of(given["text"], path="/text"),
            author_of(agent),
            format_utc(ports.clock()),
            view.lap,
            max(view.t, 0.0),
            find_car(view, given["driver"], path="/driver") if "driver" in given else None,
            given.get("lap"),
        )
        note = ports.store.add_note(session_key(view, ports.source), written)
        return {"summary": quoted(f"Note {note.number}: ", note.text), "note": note_row(view, note)}

    return effect_tool(
        cache,
        act,
        name="add_note",
        tier=Tier.STATEFUL,
        idempotent=False,
        description="Writes a steward's note into the history of this session, about a driver or a lap where named; "
        "get_notes reads them.",
        arguments={
            "text": text_argument("the note, as one line", longest=NOTE_CHARS),
            "driver": s.driver_argument("whom it is about"),
            "lap": s.lap_number("the lap it is about"),
        },
        required=["text"],
        payload={"note": NOTE},
    )
