"""A zip that is none, or that means harm, costs one line."""

from __future__ import annotations

import struct
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pitwall.events import Fault, Timing
from pitwall.sources import SourceError, open_source
from pitwall.sources.base import LARGEST_BYTES
from tests.examples import examples

LINE = b'00:00:01.000{"Lines":{"1":{"Position":"1"}}}\r\n'
TOPIC = "TimingData.jsonStream"
DIRECTORY, LOCAL = b"PK\x01\x02", b"PK\x03\x04"


def packed(*names: str, body: bytes = LINE, method: int = ZIP_DEFLATED) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", method) as archive:
        for name in names:
            archive.writestr(name, body)
    return buffer.getvalue()


def patched(data: bytes, directory_at: int, local_at: int, value: bytes) -> bytes:
    """The zip with a field of its one file changed, in both places where it stands."""
    changed = bytearray(data)
    for mark, at in ((DIRECTORY, directory_at), (LOCAL, local_at)):
        start = data.index(mark) + at
        changed[start : start + len(value)] = value
    return bytes(changed)


def encrypted() -> bytes:
    return patched(packed(TOPIC), 8, 6, struct.pack("<H", 1))


def declaring(size: int) -> bytes:
    """The zip of half a megabyte of spaces that says that it unpacks to `size`."""
    return patched(packed(TOPIC, body=b" " * 500_000), 24, 22, struct.pack("<I", size))


def read(path: Path, data: bytes) -> list[object]:
    path.write_bytes(data)
    return list(open_source(str(path)))


@pytest.mark.parametrize("method", [ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
@pytest.mark.parametrize("name", [TOPIC, f"session/{TOPIC}", f"year\\session\\{TOPIC}"])
def test_topics_are_found_at_the_top_or_inside_a_folder(tmp_path: Path, method: int, name: str) -> None:
    data = packed(name, f"__MACOSX/session/._{TOPIC}", "README.md", method=method)
    (event,) = read(tmp_path / "a.zip", data)
    assert isinstance(event, Timing)
    assert event.cars["1"].position == 1


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: b"", "can't be read as a .zip"),
        (lambda: b"junk", "can't be read as a .zip"),
        (lambda: packed(TOPIC)[:-30], "can't be read as a .zip"),
        (lambda: packed(TOPIC)[: len(packed(TOPIC)) // 2], "can't be read as a .zip"),
        (lambda: packed("README.md"), "isn't an F1 archive"),
        (lambda: packed(f"one/{TOPIC}", f"two/{TOPIC}"), "holds 2 sessions"),
        (encrypted, "is encrypted: unpack it"),
        (lambda: declaring(LARGEST_BYTES + (1 << 20)), "unpacks to 257 MB: no session has more than 256 MB"),
        (lambda: declaring(100), "can't be unpacked: Bad CRC"),
        (lambda: patched(packed(TOPIC), 10, 8, struct.pack("<H", 77)), "can't be unpacked: "),
    ],
    ids=[
        "empty",
        "junk",
        "no end",
        "half",
        "no session",
        "two sessions",
        "encrypted",
        "bomb",
        "liar",
        "unknown method",
    ],
)
def test_a_zip_that_is_no_session_says_so_in_one_line(
    tmp_path: Path, make: Callable[[], bytes], complaint: str
) -> None:
    with pytest.raises(SourceError, match=complaint) as error:
        read(tmp_path / "a.zip", make())
    assert "\n" not in str(error.value)


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    method=st.sampled_from([ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA]),
    flips=st.lists(st.tuples(st.integers(0, 10_000), st.integers(1, 255)), max_size=4),
    cut=st.integers(0, 10_000) | st.none(),
)
def test_a_damaged_zip_is_the_session_or_one_line(
    tmp_path: Path, method: int, flips: list[tuple[int, int]], cut: int | None
) -> None:
    """Whatever happened to the file: the true bytes, or a refusal."""
    data = bytearray(packed(TOPIC, "session.txt", method=method))
    for at, mask in flips:
        data[at % len(data)] ^= mask
    if cut is not None:
        del data[cut % len(data) :]
    try:
        told: list[object] = [type(event) for event in read(tmp_path / "a.zip", bytes(data))]
    except SourceError as error:
        told = [*str(error).splitlines()]
    assert told == [Timing] or (len(told) == 1 and isinstance(told[0], str))


def test_a_damaged_topic_does_not_cost_the_others(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    whole = packed(TOPIC, "WeatherData.jsonStream", method=ZIP_STORED)
    at = whole.rindex(LINE) + 5  # the weather's bytes
    told = read(tmp_path / "a.zip", whole[:at] + b"!" + whole[at + 1 :])
    assert [type(event) for event in told] == [Fault, Timing]
    assert told[0] == Fault(0.0, "WeatherData", "unreadable file")
    assert "WeatherData.jsonStream in 'a.zip' can't be unpacked: Bad CRC-32" in caplog.text
