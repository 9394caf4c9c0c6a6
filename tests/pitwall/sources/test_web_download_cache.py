"""What is kept on disk is what was given, or nothing; whoever else writes there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pitwall.sources.web.download_cache import DownloadCache
from tests.examples import examples

URL = "http://user:secret@host/file?token=secret"


@examples(50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary() | st.none(), etag=st.text(), last_modified=st.text())
def test_what_is_kept_comes_back(tmp_path: Path, body: bytes | None, etag: str, last_modified: str) -> None:
    blobs = DownloadCache(tmp_path)
    blobs.keep(URL, body, etag, last_modified)
    copy = blobs.find(URL)
    assert copy is not None
    assert (copy.body, copy.entry.etag, copy.entry.last_modified) == (body, etag, last_modified)
    assert all(value.isascii() and value.isprintable() for value in copy.entry.conditions.values())
    assert blobs.find("http://host/another") is None
    assert not any(b"secret" in path.read_bytes() for path in (tmp_path / "urls").iterdir())


def test_one_content_is_kept_once(tmp_path: Path) -> None:
    blobs = DownloadCache(tmp_path)
    for n in range(3):
        blobs.keep(f"http://host/{n}", b"same")
    assert len([path for path in (tmp_path / "blobs").rglob("*") if path.is_file()]) == 1


@examples(50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 1000), mask=st.integers(1, 255), entry=st.booleans())
def test_a_flipped_byte_never_gives_another_body(tmp_path: Path, at: int, mask: int, entry: bool) -> None:
    blobs = DownloadCache(tmp_path)
    blobs.keep(URL, b"body" * 20, '"etag"', "yesterday")
    (path,) = [path for path in (tmp_path / ("urls" if entry else "blobs")).rglob("*") if path.is_file()]
    data = bytearray(path.read_bytes())
    data[at % len(data)] ^= mask
    path.write_bytes(data)
    copy = blobs.find(URL)
    assert copy is None or copy.body == b"body" * 20


def test_processes_share_a_folder(tmp_path: Path) -> None:
    """While several write, a reader finds a whole body of one of them, or none; and no part is left behind."""
    code = (
        "import sys; from pathlib import Path; from pitwall.sources.web.download_cache import DownloadCache\n"
        "blobs = DownloadCache(Path(sys.argv[1]))\n"
        "for n in range(60): blobs.keep('http://host/file', bytes([n % 3]) * 100_000)\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(2)]
    blobs, found = DownloadCache(tmp_path), set()
    while any(writer.poll() is None for writer in writers):
        copy = blobs.find("http://host/file")
        found.add(None if copy is None else copy.body)
    assert [writer.returncode for writer in writers] == [0, 0]
    assert found <= {None, *(bytes([n]) * 100_000 for n in range(3))}
    assert blobs.find("http://host/file") is not None
    assert not [path for path in tmp_path.rglob(".*") if path.is_file()]
