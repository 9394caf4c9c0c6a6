"""Verifies a log: detects lines changed, removed, added or moved, and a truncated end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import orjson

from toolgate.audit.anchors import Anchor, read_anchors
from toolgate.audit.chain import GENESIS, BadLine, Links, NumberedLinks, many_links, read_links
from toolgate.audit.intents import Key, key_of, read_intents, unanswered
from toolgate.audit.segments import Segment, anchors_path, intents_path, read_chunks
from toolgate.audit.snapshot import snapshot
from toolgate.contract import JsonObject

_TORN = "the line is torn: the file ends inside it; the next record cuts it off and notes that"
_UNKNOWN = Links("")
_ENDING = b',"entry_hash":"'


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
    """A verification's result. `chained` counts the lines before the first break; `head` is the hash of the last."""

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


def verify_log(path: Path) -> Verification:
    """Reads the whole log, all segments, anchors and intents. FileNotFoundError where there is no such log."""
    # Anchors and intents first: what is written meanwhile would know of records that are not looked at.
    anchors, bad_anchor = read_anchors(anchors_path(path))
    intents = read_intents(intents_path(path))
    with snapshot(path) as segments:
        result = Verification([segment.name for segment in segments], anchors=len(anchors))
        chain = _Chain(result, anchors, intents)
        for segment in segments:
            chain.read(segment)
    chain.end()
    result.unaccounted = unanswered(intents, chain.answers)
    if bad_anchor is not None and result.first_break is None:
        result.first_break = Break(anchors_path(path).name, *bad_anchor)
    return result


class _Chain:
    """Follows the records of a log until the first that does not fit; after that lines are only counted."""

    def __init__(self, result: Verification, anchors: list[Anchor], intents: list[JsonObject]) -> None:
        self.answers: Counter[Key] = Counter()
        self._result = result
        self._anchors = anchors[::-1]
        self._awaited = {intent["ts"] for intent in intents}
        self._end = ("", 0)

    def read(self, segment: Segment) -> None:
        """One file of the log."""
        number = 0
        try:
            for chunk in read_chunks(segment):
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
        result, awaited, head = self._result, self._awaited, self._result.head
        until = self._anchors[-1].lines - result.chained - 1 if self._anchors else len(lines)
        count = 0
        for line, link in zip(lines[:until], links, strict=False):
            claimed = link.entry_hash
            if link.prev_hash != head or link.safety is not None or (awaited and link.ts in awaited):
                break
            # The line is JSON, so what it ends in is the hash that was decoded: 64 digits, a quote and a brace.
            if line[-81:-66] != _ENDING or sha256(line[:-81] + b"}").hexdigest() != claimed:
                break
            head = claimed
            count += 1
        result.head = head
        result.chained += count
        return count

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
        if links.ts in self._awaited:
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
            return f"{seq - before - 1} records are missing before it: it is number {seq}, the one before it {before}"
        if isinstance(seq, int) and seq <= before:
            return f"it is out of order: it is number {seq}, the one before it {before}"
        return "it does not follow the record before it"

    def _broken(self, segment: str, line: int, reason: str) -> None:
        if self._result.first_break is None:
            self._result.first_break = Break(segment, line, reason)
