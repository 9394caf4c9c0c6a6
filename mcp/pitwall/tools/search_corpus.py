"""search_corpus: passages of everything that was handed in, whatever its type."""

from __future__ import annotations

from pitwall.effects import Ports
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.search_rules import PAYLOAD, arguments, found
from pitwall.tools.tool import race_tool
from toolgate.contract import JsonObject, ToolSpec


def build_search_corpus_tool(cache: StateCache, ports: Ports) -> ToolSpec:
    """Documents of any type, or of one."""

    def handle(view: RaceView, given: JsonObject) -> JsonObject:
        return found(ports, given, given.get("doc_type"))

    return race_tool(
        cache,
        handle,
        name="search_corpus",
        description="Searches every document that has been handed in, rules and others (notes, history, previews), and "
        "gives passages with document and page.",
        arguments=arguments() | {"doc_type": s.text("only documents of this type; default: all", longest=40)},
        required=["query"],
        payload=PAYLOAD,
        examples=(),
        blocking=True,
    )
