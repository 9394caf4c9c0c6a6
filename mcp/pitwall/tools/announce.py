"""announce: a line to the audience."""

from __future__ import annotations

from pitwall.effects import Announcement, Ports
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.texts import AUTHOR_CHARS, author_of, line_of, quoted, text_argument
from pitwall.tools.tool import effect_tool
from toolgate.contract import AgentContext, JsonObject, Tier, ToolSpec
from toolgate.moments import format_utc

_CHARS = 200


def build_announce_tool(cache: StateCache, ports: Ports) -> ToolSpec:
    """Says a line to the audience; it cannot be taken back."""

    def act(view: RaceView, given: JsonObject, agent: AgentContext) -> JsonObject:
        said = Announcement(
            line_of(given["text"], path="/text"),
            author_of(agent),
            format_utc(ports.clock()),
            view.lap,
            view.session_time,
        )
        ports.announcer.announce(said)
        return {
            "summary": quoted("Announced: ", said.text),
            "text": said.text,
            "author": said.author,
            "announced_utc": said.utc,
        }

    return effect_tool(
        cache,
        act,
        name="announce",
        tier=Tier.IRREVERSIBLE,
        idempotent=False,
        description="Announces a line of text to the audience; it cannot be taken back.",
        arguments={"text": text_argument("what to announce, as one line", longest=_CHARS)},
        required=["text"],
        payload={
            "text": s.text("what was announced", longest=_CHARS),
            "author": s.text("who announced it, as the caller said", longest=AUTHOR_CHARS),
            "announced_utc": s.text("by the clock on the wall", longest=24),
        },
    )
