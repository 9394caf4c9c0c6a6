"""Tools are found by what is asked, in a fixed sample of a public collection better than by plain BM25."""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from director.planners.base import Turn
from director.planners.shortlist import shortlist
from director.retrieval import ToolSearch, search_of
from toolgate.contract import JsonObject, Plan, Step

SEALTOOLS = Path(__file__).resolve().parents[4] / "shared" / "bench" / "sealtools"
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


def tool(name: str, description: str, *arguments: str, server: str = "s") -> JsonObject:
    properties = {argument: {"type": "string"} for argument in arguments}
    schema = {"type": "object", "properties": properties}
    return {"name": name, "description": description, "input_schema": schema, "server": server}


TOOLS = [
    tool("getWeather", "Tells the weather at a location.", "location"),
    tool("track_package", "Where a parcel is.", "tracking_number"),
    tool("convert_currency", "Converts amounts between currencies.", "amount", "to"),
]


def test_names_in_either_style_and_arguments_find_a_tool() -> None:
    search = ToolSearch(TOOLS)
    assert search.ranked("what will the weather be", 3) == [0]
    assert search.ranked("I have a tracking number", 3) == [1]
    assert search.ranked("convert my amounts", 3) == [2]
    assert search.ranked("who is in there", 3) == []


def test_each_clause_has_its_best_tool_among_the_first() -> None:
    crowd = [tool(f"weather_{n}", "weather at a location, rain wind sun") for n in range(30)]
    search = ToolSearch([*crowd, TOOLS[1]])
    asked = "Tell me the weather, rain, wind and sun at the location. Then find where my parcel went."
    assert 30 in search.ranked(asked, 5)
    assert len(search.ranked(asked, 5)) == 5


def test_a_search_is_made_once_for_the_same_entries() -> None:
    assert search_of(TOOLS) is search_of(list(TOOLS))
    assert search_of([dict(entry) for entry in TOOLS]) is not search_of(TOOLS)


def test_a_short_catalogue_stays_whole_and_a_long_one_keeps_its_order() -> None:
    assert shortlist("weather", TOOLS) is TOOLS
    assert shortlist("convert a currency and track a package", TOOLS, most=2) == [TOOLS[1], TOOLS[2]]


def test_what_follows_up_keeps_the_tools_of_the_plan_before() -> None:
    before = Turn("what is the weather in Rome?", Plan((Step("s1", "getWeather", {}, "s"),)))
    assert shortlist("and in Paris?", TOOLS, [before], most=1) == [TOOLS[0]]
    assert shortlist("and in Paris?", TOOLS, most=1) == []


def sealtools() -> tuple[list[JsonObject], list[tuple[str, set[str]]]]:
    """500 tools and every fifth request, those whose tools make the first 300 of them."""
    if not SEALTOOLS.is_dir():
        pytest.skip("the collection sealtools is not beside this checkout")
    rows = [json.loads(line) for line in (SEALTOOLS / "tool.jsonl").read_text().splitlines()]
    asked = [json.loads(line) for line in (SEALTOOLS / "dev.jsonl").read_text().splitlines()][::5]
    cases: list[tuple[str, set[str]]] = []
    meant: set[str] = set()
    for case in asked:
        right = {call["api"] for call in case["calling"]}
        if len(meant | right) <= 300:
            meant |= right
            cases.append((case["query"], right))
    others = [row for row in rows if row["api_name"] not in meant]
    chosen = [row for row in rows if row["api_name"] in meant] + others[:: len(others) // 200][: 500 - len(meant)]
    return [_entry(row) for row in chosen], cases


def _entry(row: JsonObject) -> JsonObject:
    properties = {name: {"description": spec["description"]} for name, spec in row["parameters"].items()}
    return {"name": row["api_name"], "description": row["api_description"], "input_schema": {"properties": properties}}


def test_the_right_tools_are_among_the_first_ten_and_more_often_than_by_plain_bm25() -> None:
    entries, cases = sealtools()
    search = ToolSearch(entries)
    ours = _found(lambda question: search.ranked(question, 10), entries, cases)
    plain = _found(_plain_bm25(entries), entries, cases)
    assert ours > plain
    assert ours > 0.95


def _found(rank: Callable[[str], Sequence[int]], entries: list[JsonObject], cases: list[tuple[str, set[str]]]) -> float:
    """The share of the right tools that are among the first ten."""
    hits = sum(len(right & {entries[n]["name"] for n in rank(question)}) for question, right in cases)
    return hits / sum(len(right) for _, right in cases)


def _plain_bm25(entries: Sequence[JsonObject]) -> Callable[[str], Sequence[int]]:
    """BM25 (k1 1.5, b 0.75) over all the words of a tool."""
    texts = [
        f"{e['name']} {e['description']} "
        + " ".join(f"{name} {spec['description']}" for name, spec in e["input_schema"]["properties"].items())
        for e in entries
    ]
    documents = [Counter(word.lower() for word in _WORD.findall(text)) for text in texts]
    mean = sum(d.total() for d in documents) / len(documents)
    spread = Counter(word for d in documents for word in d)

    def rank(question: str) -> Sequence[int]:
        scores: dict[int, float] = defaultdict(float)
        for word in {word.lower() for word in _WORD.findall(question)} & spread.keys():
            rarity = math.log(1 + (len(documents) - spread[word] + 0.5) / (spread[word] + 0.5))
            for number, d in enumerate(documents):
                if d[word]:
                    scores[number] += rarity * d[word] * 2.5 / (d[word] + 1.5 * (0.25 + 0.75 * d.total() / mean))
        return sorted(scores, key=lambda number: -scores[number])[:10]

    return rank
