"""A simulated race written as an F1 static archive, to be damaged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from msgspec.json import encode

from pitwall.events import Event
from pitwall.sources.f1.live_timing_lines import lines_of
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state.moment import format_session_time


class Archive(dict[str, list[bytes]]):
    """Topic to its lines, without their ends."""

    def __repr__(self) -> str:
        """A failing example is not the place for all of them."""
        return f"<{sum(map(len, self.values()))} lines>"


@pytest.fixture(scope="session")
def small_race() -> Archive:
    """Eight cars, seven laps, every topic that is read."""
    return written(simulate(SimConfig(seed=11, cars=8, laps=7)))


@pytest.fixture
def write_archive(tmp_path: Path) -> Callable[..., str]:
    """Writes an archive into a folder and gives its path; what an earlier one left is removed."""

    def write(archive: Archive, *, bom: bool = True, end: bytes = b"\r\n") -> str:
        folder = tmp_path / "archive"
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for topic, lines in archive.items():
            text = b"".join(line + end for line in lines)
            (folder / f"{topic}.jsonStream").write_bytes(b"\xef\xbb\xbf" * bom + text)
        return str(folder)

    return write


def written(race: Iterable[Event]) -> Archive:
    """The events of a race as the lines of an archive."""
    archive: defaultdict[str, list[bytes]] = defaultdict(list)
    for line in lines_of(iter(race)):
        archive[line.topic].append(f"{format_session_time(line.t)}{encode(line.body).decode()}".encode())
    return Archive(archive)
