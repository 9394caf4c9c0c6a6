"""How often the right tools are among the first ten, beside plain BM25 over the same words (k1 1.5, b 0.75).

    python benchmarks/retrieval.py FOLDER     the folder of Seal-Tools: tool.jsonl, dev.jsonl

All requests over all tools, then the requests that 300 tools answer over these and others, 500 in all.
"""

from __future__ import annotations

import json
import math
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from director.retrieval import ToolSearch

Cases = Sequence[tuple[str, set[str]]]
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


def main(folder: Path) -> None:
    """Prints a row for each way and size."""
    rows = [json.loads(line) for line in (folder / "tool.jsonl").read_text().splitlines()]
    asked = [json.loads(line) for line in (folder / "dev.jsonl").read_text().splitlines()]
    cases = [(case["query"], {call["api"] for call in case["calling"]}) for case in asked]
    some, meant = [], set[str]()
    for question, right in cases[::5]:
        if len(meant | right) <= 300:
            meant |= right
            some.append((question, right))
    others = [row for row in rows if row["api_name"] not in meant]
    few = [row for row in rows if row["api_name"] in meant] + others[:: len(others) // 200][: 500 - len(meant)]
    for tools, wanted in ((few, some), (rows, cases)):
        entries = [_entry(row) for row in tools]
        _measure("plain BM25", _plain(entries), entries, wanted)
        search = ToolSearch(entries)
        _measure("ours", lambda question, search=search: search.ranked(question, 10), entries, wanted)  # type: ignore[misc]


def _measure(name: str, rank: Callable[[str], Sequence[int]], entries: list[Any], cases: Cases) -> None:
    began = time.perf_counter()
    found = [(right & {entries[n]["name"] for n in rank(question)}, right) for question, right in cases]
    took = (time.perf_counter() - began) * 1000 / len(cases)
    share = sum(len(hit) for hit, _ in found) / sum(len(right) for _, right in found)
    whole = sum(hit == right for hit, right in found) / len(found)
    print(f"{name:<12}{len(entries):>6} tools  right {share:.4f}  all right {whole:.4f}  {took:.2f} ms a question")


def _entry(row: Any) -> Any:
    properties = {name: {"description": spec["description"]} for name, spec in row["parameters"].items()}
    return {"name": row["api_name"], "description": row["api_description"], "input_schema": {"properties": properties}}


def _plain(entries: Sequence[Any]) -> Callable[[str], Sequence[int]]:
    postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
    lengths = []
    for number, entry in enumerate(entries):
        about = (f"{name} {spec['description']}" for name, spec in entry["input_schema"]["properties"].items())
        words = [word.lower() for word in _WORD.findall(f"{entry['name']} {entry['description']} {' '.join(about)}")]
        lengths.append(len(words))
        for word, count in Counter(words).items():
            postings[word].append((number, count))
    mean = sum(lengths) / len(lengths)

    def rank(question: str) -> Sequence[int]:
        scores: dict[int, float] = defaultdict(float)
        for word in {word.lower() for word in _WORD.findall(question)} & postings.keys():
            found = postings[word]
            rarity = math.log(1 + (len(entries) - len(found) + 0.5) / (len(found) + 0.5))
            for number, count in found:
                scores[number] += rarity * count * 2.5 / (count + 1.5 * (0.25 + 0.75 * lengths[number] / mean))
        return sorted(scores, key=lambda number: -scores[number])[:10]

    return rank


if __name__ == "__main__":
    main(Path(sys.argv[1]))
