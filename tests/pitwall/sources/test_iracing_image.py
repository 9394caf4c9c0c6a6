"""An image of iRacing's shared memory is a moment: written here as the simulator lays it out."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import yaml

from pitwall.sources import open_source
from pitwall.sources.iracing.moments import SharedMemory, SimMoment
from pitwall.state import StateCache
from tests.pitwall.sources.test_iracing import moment, view_of

_VARIABLE = struct.Struct("<3i?3x32s64s32s")
_FORMS = {bool: (1, "?"), int: (2, "i"), float: (5, "d")}
"""The number of a type in the image, and how it is packed."""


def image_of(told: SimMoment) -> bytes:
    """A header, the session's text, what the variables are, and one row of their values."""
    text = "---\n" + "".join(f"{yaml.safe_dump({name: section})}\n" for name, section in told.session.items())
    described, row = b"", b""
    for name, value in told.values.items():
        values: list[Any] = value if isinstance(value, list) else [value]
        number, form = _FORMS[type(values[0])]
        described += _VARIABLE.pack(number, len(row), len(values), False, name.encode(), b"", b"")
        row += struct.pack(f"<{len(values)}{form}", *values)
    text_at = 112
    described_at = text_at + len(text.encode())
    row_at = described_at + len(described)
    head = struct.pack(
        "<12i4i", 2, 1, 60, 1, len(text.encode()), text_at, len(told.values), described_at, 1, len(row), 1, 0,
        1, row_at, 1, 0,
    )  # fmt: skip
    return head.ljust(text_at, b"\0") + text.encode() + described + row


def test_an_image_tells_what_its_moment_does(tmp_path: Path) -> None:
    told = moment(500.0, [(1, 5, 0.7), (2, 5, 0.6), (3, 5, 0.5)])
    path = tmp_path / "memory.bin"
    path.write_bytes(image_of(told))
    read = StateCache().load(open_source(f"iracing:{path}")).view()
    made = view_of(told)
    assert (read.order, read.lap, read.t) == (made.order, made.lap, made.t)
    assert read.drivers == made.drivers
    assert read.cars == made.cars
    assert read.distances == made.distances


def test_two_images_are_two_moments_of_one_race(tmp_path: Path) -> None:
    moments = [moment(500.0, [(1, 5, 0.7), (2, 5, 0.6)]), moment(560.0, [(1, 6, 0.3), (2, 6, 0.2)])]
    for number, told in enumerate(moments):
        (tmp_path / f"{number}.bin").write_bytes(image_of(told))
    view = StateCache().load(open_source(f"iracing:{tmp_path}/0.bin,{tmp_path}/1.bin")).view()
    assert (view.t, view.lap) == (view_of(*moments).t, view_of(*moments).lap)


def test_an_image_that_is_shorter_than_it_says_is_none(tmp_path: Path) -> None:
    path = tmp_path / "memory.bin"
    path.write_bytes(image_of(moment(500.0, [(1, 5, 0.7)]))[:200])
    memory = SharedMemory(path)
    assert not memory.connect()
    memory.close()
