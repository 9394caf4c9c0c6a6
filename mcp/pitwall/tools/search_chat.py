"""search_chat: what people said in the chat about something."""

from __future__ import annotations

from pitwall.corpus.port import PROBLEMS
from pitwall.effects import Ports
from pitwall.effects.chat_store import USERNAME_CHARS, ChatSearch
from pitwall.effects.wall_time import day_of
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.chat_rows import FIELDS, MANY, SAID, chat_row, missing_of, said_by, until
from pitwall.tools.texts import line_of, quoted, text_argument
from pitwall.tools.tool import race_tool
from pitwall.tools.words import count_text
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_DEFAULT = 10
_MOST = 100
_QUERY_CHARS = 300
_DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"


def build_search_chat_tool(cache: StateCache, ports: Ports) -> ToolSpec:
    """Every message that was kept, answered or not."""

    def handle(view: RaceView, given: JsonObject) -> JsonObject:
        query = line_of(given["query"], path="/query")
        until_ts, unsure = until(view, given)
        limit = given.get("limit", _DEFAULT)
        found = ports.chat.search(
            query, limit=limit, username=given.get("username"), between=_day(given), until_ts=until_ts
        )
        return {
            "summary": _summary(found),
            "query": query,
            "limit": limit,
            "hit_count": len(found.hits),
            "matching": found.matching,
            "results": [chat_row(hit.line) | {"score": hit.score} for hit in found.hits],
            "problem": found.problem,
            "missing": [*missing_of(found.problem), *unsure],
        }

    return race_tool(
        cache,
        handle,
        name="search_chat",
        description="Searches what people said in the chat, every message that was kept, by ordinary words: who said "
        "what about something, and when.",
        arguments={
            "query": text_argument("ordinary words", longest=_QUERY_CHARS),
            "limit": s.count_argument("how many messages", default=_DEFAULT, high=_MOST, phrases=[]),
            "username": {**s.text("only messages of this person", longest=USERNAME_CHARS), "minLength": 1},
            "day": {"type": "string", "maxLength": 10, "pattern": _DAY, "description": "only of this day, UTC"},
        },
        required=["query"],
        payload={
            "query": s.text(longest=_QUERY_CHARS),
            "limit": s.integer(low=1, high=_MOST),
            "hit_count": s.integer("of those given", high=_MOST),
            "matching": s.integer("of all that were kept", high=MANY),
            "results": s.rows(
                s.record({**FIELDS, "score": s.number("BM25: the smaller the better", low=-100_000, high=100_000)}),
                "the best first",
                most=_MOST,
            ),
            "problem": s.choice(None, *PROBLEMS, description="why nothing could be searched"),
        },
        examples=(),
        blocking=True,
    )


def _day(given: JsonObject) -> tuple[float, float] | None:
    if "day" not in given:
        return None
    day = day_of(given["day"])
    if day is None:
        raise InvalidArgument(f"{given['day']} isn't a day: write it as 2026-01-31", path="/day")
    return day


def _summary(found: ChatSearch) -> str:
    if found.problem is not None:
        return f"The chat could not be searched: {SAID[found.problem]}."
    if not found.hits:
        return "No message of the chat has any of these words."
    return quoted(f"{count_text(found.matching, 'message')}; the best, ", said_by(found.hits[0].line))
