"""Verifies a log: detects lines changed, removed, added or moved, and a truncated end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import takewhile
from multiprocessing import get_context
from pathlib import Path

import orjson

from toolgate.audit.anchors import Anchor, read_anchors
from toolgate.audit.chain import GENESIS, BadLine, Links, NumberedLinks, many_links, read_links
from toolgate.audit.intents import Key, key_of, read_intents, unanswered
from toolgate.audit.plain_runs import PlainRun, Runs, followed, no_runs, runs_by
from toolgate.audit.segments import Segment, anchors_path, intents_path, read_chunks
from toolgate.audit.snapshot import snapshot
from toolgate.contract import JsonObject

_TORN = "the line is torn: the file ends in it; the next record cuts it and says so"
_UNKNOWN = Links("")
PARALLEL_BYTES = 50_000_000
"""A log of so many bytes is worth the start of more processes."""
_AHEAD = 3
"""So many parts for each process are read before they are needed."""


@dataclass(frozen=True, slots=True)
class Break:
    """The first line that is not as it was written; lines are counted from 1 in each file."""

    segment: str
    line: int
    reason: str

    def to_json(self) -> JsonObject:
        """`{"segment", "line", "reason"}`."""
        return {"segment": self.segment, "line": self.line, "reason": self.reason}


@dataclass(slots=True)
class Verification:
    """The result of a verification. `chained` counts the lines before the first break; `head` is the last of them."""

    segments: list[str]
    lines: int = 0
    chained: int = 0
    notes: dict[str, int] = field(default_factory=dict)
    head: str = GENESIS
    anchors: int = 0
    first_break: Break | None = None
    unaccounted: list[JsonObject] = field(default_factory=list)
    """Intents that no record answers: what they were about may have been done. One may still be under way."""

    @property
    def ok(self) -> bool:
        """Nothing is broken. Without anchors, an end that was cut off cannot be seen."""
        return self.first_break is None

    def to_json(self) -> JsonObject:
        """`{"ok", "lines", "chained", "notes", "segments", "head", "anchors", "first_break", "unaccounted"}`."""
        return {
            "ok": self.ok,
            "lines": self.lines,
            "chained": self.chained,
            "notes": self.notes,
            "segments": self.segments,
            "head": self.head,
            "anchors": self.anchors,
            "first_break": None if self.first_break is None else self.first_break.to_json(),
            "unaccounted": self.unaccounted,
        }


def verify_log(path: Path, *, processes: int = 1) -> Verification:
    """Reads the whole log, all segments, anchors and intents. FileNotFoundError where there is no such log.

    A long log is read by so many `processes`; a program that asks for several must be importable, as
    multiprocessing's spawn needs it.
    """
    # Anchors and intents first: what is written meanwhile would know of records that are not looked at.
    anchors, bad_anchor = read_anchors(anchors_path(path))
    intents = read_intents(intents_path(path))
    with snapshot(path) as segments:
        result = Verification([segment.name for segment in segments], anchors=len(anchors))
        chain = _Chain(result, anchors, intents)
        with _reading(segments, processes, chain.awaited) as runs:
            for segment in segments:
                chain.read(segment, runs)
    chain.end()
    result.unaccounted = unanswered(intents, chain.answers)
    if bad_anchor is not None and result.first_break is None:
        result.first_break = Break(anchors_path(path).name, *bad_anchor)
    return result


@contextmanager
def _reading(segments: list[Segment], processes: int, awaited: frozenset[str]) -> Iterator[Runs]:
    """The way in which the parts of a log are read: here, or by several processes where that is sooner."""
    if processes < 2 or sum(segment.size() for segment in segments) < PARALLEL_BYTES:
        yield no_runs
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield runs_by(pool, processes * _AHEAD, awaited)


class _Chain:
    """Follows the records of a log until the first that does not fit; after that lines are only counted."""

    def __init__(self, result: Verification, anchors: list[Anchor], intents: list[JsonObject]) -> None:
        self.answers: Counter[Key] = Counter()
        self._result = result
        self._anchors = anchors[::-1]
        self.awaited = frozenset(intent["ts"] for intent in intents)
        self._end = ("", 0)

    def read(self, segment: Segment, runs: Runs) -> None:
        """One file of the log."""
        number = 0
        try:
            for chunk, run in runs(read_chunks(segment)):
                if run is not None and self._joins(run):
                    number += len(run.heads)
                    continue
                lines = chunk.split(b"\n")
                torn = lines.pop()
                self._follow_all(segment.name, number, chunk, lines)
                number += len(lines)
                if torn:
                    number += 1
                    self._result.lines += 1
                    self._broken(segment.name, number, _TORN)
        except BadLine as bad:
            self._broken(segment.name, number + 1, str(bad))
        self._end = (segment.name, number)

    def _joins(self, run: PlainRun) -> bool:
        """Takes a run that follows the last record, if what was anchored within it is so."""
        result = self._result
        before, after = result.chained, result.chained + len(run.heads)
        if result.first_break is not None or run.follows != result.head:
            return False
        due = list(takewhile(lambda anchor: anchor.lines <= after, reversed(self._anchors)))
        if any(anchor.lines <= before or run.heads[anchor.lines - before - 1] != anchor.head for anchor in due):
            return False
        del self._anchors[len(self._anchors) - len(due) :]
        result.lines += len(run.heads)
        result.chained = after
        result.head = run.heads[-1]
        return True

    def _follow_all(self, segment: str, before: int, chunk: bytes, lines: list[bytes]) -> None:
        """Lines behind one another. Most have nothing special about them and are not looked at one by one."""
        result = self._result
        result.lines += len(lines)
        if result.first_break is not None:
            return
        links = many_links(chunk, len(lines)) or [_UNKNOWN] * len(lines)
        number, end = before, before + len(lines)
        while number < end and result.first_break is None:
            number += self._glance(lines[number - before :], links[number - before :])
            if number < end:
                self._follow(segment, number + 1, lines[number - before])
                number += 1

    def _glance(self, lines: list[bytes], links: list[Links]) -> int:
        """Follows lines up to the first that has something special about it; gives how many."""
        result = self._result
        until = self._anchors[-1].lines - result.chained - 1 if self._anchors else len(lines)
        heads = followed(lines[:until], links, result.head, self.awaited)
        result.head = heads[-1] if heads else result.head
        result.chained += len(heads)
        return len(heads)

    def end(self) -> None:
        """The anchors must not know of records that have not come."""
        result = self._result
        if self._anchors and (missing := self._anchors[0].lines - result.chained) > 0:
            name, number = self._end
            reason = f"the log ends here, {missing} records before its last anchor ({self._anchors[0].ts})"
            self._broken(name, number + 1, reason)

    def _follow(self, segment: str, number: int, line: bytes) -> None:
        result = self._result
        try:
            links = self._fitting(line)
        except BadLine as bad:
            self._broken(segment, number, str(bad))
            return
        result.chained += 1
        result.head = links.entry_hash
        if links.safety is not None:
            result.notes[links.safety] = result.notes.get(links.safety, 0) + 1
        if links.ts in self.awaited:
            self.answers[key_of(orjson.loads(line))] += 1
        while self._anchors and self._anchors[-1].lines <= result.chained:
            anchor = self._anchors.pop()
            if anchor.lines == result.chained and anchor.head != result.head:
                self._broken(segment, number, f"not the record that stood here when it was anchored ({anchor.ts})")

    def _fitting(self, line: bytes) -> NumberedLinks:
        links = read_links(line)
        if links.prev_hash != self._result.head:
            raise BadLine(self._misplaced(links.seq))
        return links

    def _misplaced(self, seq: object) -> str:
        before = self._result.chained
        if isinstance(seq, int) and seq > before + 1:
            return f"{seq - before - 1} records are missing before it: it is number {seq}, before it is {before}"
        if isinstance(seq, int) and seq <= before:
            return f"it stands in the wrong place: it is number {seq}, before it is {before}"
        return "it does not follow the record before it"

    def _broken(self, segment: str, line: int, reason: str) -> None:
        if self._result.first_break is None:
            self._result.first_break = Break(segment, line, reason)
