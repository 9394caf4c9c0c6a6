"""search_corpus: passages of everything that can be searched: rules, other documents, the chat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, zip_longest

from pitwall.corpus.port import PROBLEMS, Problem
from pitwall.effects import Ports
from pitwall.effects.chat_store import ChatHit
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.chat_rows import SAID as CHAT_SAID
from pitwall.tools.chat_rows import chat_row
from pitwall.tools.search_rules import HIT_FIELDS, PAYLOAD, QUERY_CHARS, RULES
from pitwall.tools.search_rules import SAID as CORPUS_SAID
from pitwall.tools.texts import excerpt, line_of, text_argument
from pitwall.tools.tool import race_tool
from pitwall.tools.words import count_text
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

SCOPES = ("rules", "documents", "chat")
_DEFAULT = 10
_MOST = 100

_HIT = s.record(
    HIT_FIELDS,
    optional={
        "scope": s.choice(*SCOPES),
        "id": s.text("of a message of the chat", longest=200),
        "username": s.text("who said it in the chat", longest=80),
        "timestamp": s.text("when it was said in the chat, UTC", longest=24),
    },
)


def build_search_corpus_tool(cache: StateCache, ports: Ports) -> ToolSpec:
    """One search over all scopes, or over those that are named."""

    def handle(view: RaceView, given: JsonObject) -> JsonObject:
        return _found(ports, given)

    return race_tool(
        cache,
        handle,
        name="search_corpus",
        description="Searches everything at once: the rules and other documents that have been handed in (notes, "
        "history, previews) and the chat; gives passages with their source, document and page.",
        arguments={
            "query": text_argument("ordinary words", longest=QUERY_CHARS),
            "limit": s.count_argument("how many passages", default=_DEFAULT, high=_MOST, phrases=[]),
            "top_k": s.integer("the same as limit, by the name that searches elsewhere have for it", low=1, high=_MOST),
            "scopes": {
                **s.rows(s.choice(*SCOPES), "where to search: rules, other documents, chat; default: all", most=3),
                "minItems": 1,
                "uniqueItems": True,
            },
            "doc_type": s.text("only documents of this type; default: all", longest=40),
        },
        required=["query"],
        payload={**PAYLOAD, "results": s.rows(_HIT, "the best of each source first", most=_MOST)},
        optional={
            "scopes": s.rows(s.choice(*SCOPES), "where was searched", most=3),
            "limit": s.integer(low=1, high=_MOST),
            "hit_counts": s.record({}, "of those given, by source", optional=_by_scope(s.integer(high=_MOST))),
            "errors": s.record({}, "why a source could not be searched", optional=_by_scope(s.choice(*PROBLEMS))),
        },
        examples=(),
        blocking=True,
        schema_version=2,
        migration={"$.results": "at most 100 since v2, and the chat's messages among them"},
        input_migration={"$.limit": "10 since v2 where none is given"},
    )


def _by_scope(schema: s.JsonSchema) -> s.JsonSchema:
    return dict.fromkeys(SCOPES, schema)


def _found(ports: Ports, given: JsonObject) -> JsonObject:
    query, limit = line_of(given["query"], path="/query"), _limit(given)
    scopes = _scopes(given)
    rows: dict[str, list[JsonObject]] = {}
    errors: dict[str, Problem] = {}
    for scope in scopes:
        rows[scope], problem = _searched(ports, scope, query, limit, given.get("doc_type"))
        if problem:
            errors[scope] = problem
    results = _in_turn([rows[scope] for scope in scopes])[:limit]
    return {
        "summary": _summary(results, scopes, errors, query),
        "query": query,
        "results": results,
        "problem": next(iter(errors.values())) if errors and len(errors) == len(scopes) else None,
        "scopes": scopes,
        "limit": limit,
        "hit_counts": {scope: sum(row["scope"] == scope for row in results) for scope in scopes},
        "errors": errors,
        "missing": list(dict.fromkeys(_said(scope, problem) for scope, problem in errors.items())),
    }


def _limit(given: JsonObject) -> int:
    """`top_k` is another name of it; to give two numbers is a mistake."""
    if "limit" in given and given.get("top_k", given["limit"]) != given["limit"]:
        raise InvalidArgument("limit and top_k mean the same: give one of them", path="/top_k")
    return int(given["limit"] if "limit" in given else given.get("top_k", _DEFAULT))


def _scopes(given: JsonObject) -> list[str]:
    """In the order of SCOPES. A type is one of documents, so that the chat has none."""
    doc_type = given.get("doc_type")
    of_type = SCOPES if doc_type is None else (RULES,) if doc_type == RULES else ("documents",)
    return [scope for scope in of_type if scope in given.get("scopes", SCOPES)]


def _searched(
    ports: Ports, scope: str, query: str, limit: int, doc_type: str | None
) -> tuple[list[JsonObject], Problem | None]:
    """What one source has, the best first; and why it could not be searched."""
    if scope == "chat":
        chat = ports.chat.search(query, limit=limit)
        return [_message(hit) for hit in chat.hits], chat.problem
    only, but = (RULES, None) if scope == RULES else (doc_type, RULES)
    told = ports.corpus.search(query, limit=limit, doc_type=only, but=but)
    return [hit._asdict() | {"scope": scope} for hit in told.hits], told.problem


def _message(hit: ChatHit) -> JsonObject:
    """A message is a passage of its own."""
    said = chat_row(hit.line)
    told = {"document": "chat", "page": None, "chunk": 1, "snippet": hit.line.message, "score": hit.score}
    return told | {"scope": "chat"} | {name: said[name] for name in ("id", "username", "timestamp")}


def _in_turn(lists: Sequence[Sequence[JsonObject]]) -> list[JsonObject]:
    """The best of each, then the second of each: scores of different sources say nothing of each other."""
    return [row for row in chain.from_iterable(zip_longest(*lists)) if row is not None]


def _said(scope: str, problem: Problem) -> str:
    return CHAT_SAID[problem] if scope == "chat" else CORPUS_SAID[problem]


def _summary(results: Sequence[JsonObject], scopes: Sequence[str], errors: dict[str, Problem], query: str) -> str:
    if not results:
        if scopes and len(errors) == len(scopes):
            scope, problem = next(iter(errors.items()))
            return f"Nothing could be searched: {_said(scope, problem)}."
        return "No passage has any of these words."
    best = results[0]
    page = f", page {best['page']}" if best["page"] is not None else ""
    source = f"{best['username']} in the chat" if best["scope"] == "chat" else f"{best['document'][:60]}{page}"
    return excerpt(f"{count_text(len(results), 'passage')}; the best, {source}: ", best["snippet"], query)
