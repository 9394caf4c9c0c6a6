"""Recordings of live frames: one file, or several of one session, which are joined in the order of their time."""

from __future__ import annotations

import glob
import heapq
import logging
import math
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path

from pitwall.events import Event, Fault
from pitwall.sources.base import LARGEST_BYTES, SourceError
from pitwall.sources.f1.frames import FeedFrame, FeedMessage, UnreadableLine, read_frames
from pitwall.sources.f1.live_timing import FEED, LiveTiming

_log = logging.getLogger("pitwall.sources")

SEPARATOR = ","
_SNIFFED_LINES = 100

_BEFORE_KEYFRAME = 100
"""A server sends a connection fewer frames before the keyframe."""

_Timed = tuple[float, int, FeedFrame]
"""When a frame was received (seconds since the epoch, as the latest message so far tells), its file, and the frame."""


class Recording:
    """The events of one session, from the files of its recording. Iterating reads them anew."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths

    def __iter__(self) -> Iterator[Event]:
        unread = Counter[str]()
        timing = LiveTiming()
        for frame in _joined([_timed(path, index, unread) for index, path in enumerate(self._paths)]):
            yield from timing.events(frame)
        yield from timing.flush()
        for reason, count in unread.items():
            _log.warning("%d %s", count, reason)
            yield Fault(0.0, FEED, reason, count)


def find_files(uri: str) -> list[Path]:
    """The files that a string names: one, several with commas between them, or a pattern with `*`."""
    paths = [_path(uri)]
    if "*" in uri:
        paths = [Path(name) for name in sorted(glob.glob(str(paths[0])))]
    elif SEPARATOR in uri and not paths[0].exists():
        paths = [_path(name.strip()) for name in uri.split(SEPARATOR)]
    if "*" in uri and not paths:
        raise SourceError(f"no file fits {uri[:200]!r}: name the files of one recording")
    return paths


def _path(name: str) -> Path:
    return Path(os.path.expanduser(name))


def is_recording(path: Path) -> bool:
    """Whether one of the first lines of a file is live timing. OSError where it cannot be read."""
    with path.open("rb") as lines:
        for _, line in zip(range(_SNIFFED_LINES), lines, strict=False):
            try:
                if read_frames(_stripped(line)):
                    return True
            except UnreadableLine:
                continue
    return False


def _joined(files: Sequence[list[_Timed]]) -> Iterator[FeedFrame]:
    """All frames in the order of their time. What two files have both received is taken once."""
    ends: dict[int, float] = {}
    latest = -math.inf
    for index in sorted(range(len(files)), key=lambda file: files[file][0][0] if files[file] else math.inf):
        ends[index] = latest
        latest = max(latest, files[index][-1][0] if files[index] else latest)
    overlaps = any(file and file[0][0] <= ends[index] for index, file in enumerate(files))
    heard: set[tuple[str, float | None, bytes]] = set()
    for _, _, frame in heapq.merge(*files, key=itemgetter(0)):
        if not overlaps or frame.keyframe:
            yield frame
            continue
        fresh = [message for message in frame.messages if _key(message) not in heard]
        heard.update(map(_key, fresh))
        if fresh:
            yield FeedFrame(tuple(fresh))


def _key(message: FeedMessage) -> tuple[str, float | None, bytes]:
    return message.topic, message.utc, message.body


def _timed(path: Path, index: int, unread: Counter[str]) -> list[_Timed]:
    """The frames of a file. A keyframe is as old as the first message after it."""
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise SourceError(f"{path.name} is too large: no recording has over {LARGEST_BYTES >> 20} MB")
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(f"can't read {path.name}: {error.strerror}") from None
    frames: list[FeedFrame] = []
    begun = True
    for line in data.splitlines():
        try:
            for frame in read_frames(_stripped(line)):
                if frame.keyframe and begun:
                    begun = False
                    frames.clear()  # a connection's first keyframe holds what came just before it
                frames.append(frame)
                begun = begun and len(frames) < _BEFORE_KEYFRAME
        except UnreadableLine:
            unread["lines that are no live timing"] += 1
    latest, timed = -math.inf, []
    for position, frame in enumerate(frames):
        latest = max(latest, _utc(frame), _utc_after(frames, position) if frame.keyframe else -math.inf)
        timed.append((latest, index, frame))
    return timed


def _utc(frame: FeedFrame) -> float:
    return max((message.utc for message in frame.messages if message.utc is not None), default=-math.inf)


def _utc_after(frames: Sequence[FeedFrame], position: int) -> float:
    return next((utc for frame in frames[position + 1 :] if (utc := _utc(frame)) > -math.inf), -math.inf)


def _stripped(line: bytes) -> bytes:
    return line.removeprefix(b"\xef\xbb\xbf").strip()
