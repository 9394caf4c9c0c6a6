"""get_recent_chat_messages: what was said last in the chat."""

from __future__ import annotations

from pitwall.corpus.port import PROBLEMS
from pitwall.effects import Ports
from pitwall.effects.chat_store import ChatPage
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.chat_rows import FIELDS, MANY, SAID, chat_row, missing_of, said_by, until
from pitwall.tools.texts import quoted
from pitwall.tools.tool import race_tool
from pitwall.tools.words import count_text
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT = 25
_MOST = 100

_EXAMPLES = (
    *asked(
        {},
        """
        recent chat messages / latest chat messages / show the chat messages / list the messages of the chat
        what were the last chat messages / chat messages / messages of the viewers / recent messages of the viewers
        """,
    ),
    *asked({"limit": 1}, "what was the last chat message / the latest chat message"),
)


def build_get_recent_chat_messages_tool(cache: StateCache, ports: Ports) -> ToolSpec:
    """The latest messages, answered or not."""

    def handle(view: RaceView, given: JsonObject) -> JsonObject:
        until_ts, unsure = until(view, given)
        limit = given.get("limit", _DEFAULT)
        page = ports.chat.recent(limit=limit, until_ts=until_ts)
        return {
            "summary": _summary(page),
            "messages": [chat_row(line) for line in page.lines],
            "limit": limit,
            "count": len(page.lines),
            "kept": page.kept,
            "problem": page.problem,
            "missing": [*missing_of(page.problem), *unsure],
        }

    return race_tool(
        cache,
        handle,
        name="get_recent_chat_messages",
        description="The latest messages of the chat, newest first, answered or not, with who said them and when.",
        arguments={
            "limit": s.count_argument(
                "how many of the latest messages",
                default=_DEFAULT,
                high=_MOST,
                phrases=["last {} messages of the viewers"],
            )
        },
        payload={
            "messages": s.rows(s.record(FIELDS), "newest first", most=_MOST),
            "limit": s.integer(low=1, high=_MOST),
            "count": s.integer("of those given", high=_MOST),
            "kept": s.integer("of all that are kept", high=MANY),
            "problem": s.choice(None, *PROBLEMS, description="why there are none"),
        },
        examples=_EXAMPLES,
        blocking=True,
    )


def _summary(page: ChatPage) -> str:
    if page.problem is not None:
        return f"There are no messages of the chat: {SAID[page.problem]}."
    if not page.lines:
        return "Nobody has said anything in the chat so far."
    return quoted(f"{count_text(len(page.lines), 'message')}; the last, ", said_by(page.lines[0]))
