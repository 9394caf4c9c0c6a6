"""Verification: whatever is done to a log, the first line that is not as it was written is named."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.examples import examples
from toolgate.audit.journal import AuditLog
from toolgate.audit.verify import Break, verify_log

Make = Callable[..., Any]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of thirty records in several plain segments, closed."""
    path = tmp_path_factory.mktemp("written") / "audit.jsonl"
    log = AuditLog(path, durability="system", rotate_bytes=2500, compress=False)
    for number in range(30):
        log.append({"tool": "get_gap", "safety": None, "args": {"number": number, "word": "é"}})
    log.close()
    return path


@pytest.fixture
def log_copy(written: Path, tmp_path: Path) -> Path:
    """A copy to do things to."""
    shutil.copytree(written.parent, tmp_path / "copy")
    return tmp_path / "copy" / "audit.jsonl"


def files_of(path: Path) -> list[Path]:
    return [*sorted(path.parent.glob("audit-0*")), path]


def test_the_log_is_whole(written: Path) -> None:
    result = verify_log(written)
    assert (result.ok, result.lines, result.chained) == (True, 30, 30)
    assert len(result.segments) >= 4


@examples(50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_one_byte_changed_removed_or_added_is_found_in_its_line(
    written: Path, tmp_path: Path, data: st.DataObject
) -> None:
    folder = tmp_path / "tampered"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(written.parent, folder)
    file = data.draw(st.sampled_from(files_of(folder / "audit.jsonl")))
    content = file.read_bytes()
    place = data.draw(st.integers(0, len(content) - 1))
    how = data.draw(st.sampled_from(["change", "remove", "add"]))
    byte = bytes([data.draw(st.integers(0, 255))])
    new = {"change": byte, "remove": b"", "add": byte + content[place : place + 1]}[how]
    tampered = content[:place] + new + content[place + 1 :]
    if tampered == content:
        return
    file.write_bytes(tampered)
    result = verify_log(folder / "audit.jsonl")
    assert result.first_break is not None
    assert result.first_break.segment == file.name
    line = content[:place].count(b"\n") + 1
    # A newline that is put in before a line's own end makes two bad lines of one; one that goes joins two.
    assert result.first_break.line in (line, line + 1) if b"\n" in byte + content[place : place + 1] else (line,)


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_line_removed_repeated_or_moved_is_named(written: Path, tmp_path: Path, data: st.DataObject) -> None:
    folder = tmp_path / "tampered"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(written.parent, folder)
    file = data.draw(st.sampled_from(files_of(folder / "audit.jsonl")))
    lines = file.read_bytes().splitlines(keepends=True)
    if len(lines) < 2:
        return
    first = data.draw(st.integers(0, len(lines) - 2))
    how = data.draw(st.sampled_from(["remove", "repeat", "swap"]))
    if how == "remove":
        del lines[first]
    elif how == "repeat":
        lines.insert(first + 1, lines[first])
    else:
        other = data.draw(st.integers(first + 1, len(lines) - 1))
        lines[first], lines[other] = lines[other], lines[first]
    file.write_bytes(b"".join(lines))
    broken = verify_log(folder / "audit.jsonl").first_break
    assert broken is not None
    assert (broken.segment, broken.line) == (file.name, first + (2 if how == "repeat" else 1))


@pytest.mark.parametrize("dropped", [1, 2])
def test_a_dropped_end_is_known_from_the_anchors(log_copy: Path, dropped: int) -> None:
    lines = log_copy.read_bytes().splitlines(keepends=True)
    log_copy.write_bytes(b"".join(lines[:-dropped]))
    result = verify_log(log_copy)
    assert result.first_break is not None
    assert (result.first_break.segment, result.first_break.line) == ("audit.jsonl", len(lines) - dropped + 1)
    assert f"{dropped} records before its last anchor" in result.first_break.reason


def test_a_dropped_last_file_is_known_from_the_anchors(log_copy: Path) -> None:
    log_copy.unlink()
    broken = verify_log(log_copy).first_break
    assert broken is not None
    assert "the log ends here" in broken.reason


def test_a_missing_segment_is_named_by_what_follows_it(log_copy: Path) -> None:
    segments = files_of(log_copy)
    segments[1].unlink()
    broken = verify_log(log_copy).first_break
    assert broken is not None
    assert (broken.segment, broken.line) == (segments[2].name, 1)
    assert "records are missing before it" in broken.reason
    segments[0].unlink()
    broken = verify_log(log_copy).first_break
    assert broken is not None
    assert broken.segment == segments[2].name


def test_a_log_written_anew_is_not_the_one_that_was_anchored(log_copy: Path, tmp_path: Path) -> None:
    forged = AuditLog(tmp_path / "forged" / "audit.jsonl", durability="system")
    for number in range(30):
        forged.append({"tool": "harmless", "safety": None, "args": {"number": number}})
    forged.close()
    for segment in files_of(log_copy)[:-1]:
        segment.unlink()
    shutil.copy(forged.path, log_copy)
    assert verify_log(log_copy).first_break is not None
    assert "not the record that stood here" in str(verify_log(log_copy).first_break)


@pytest.mark.parametrize("how", ["change", "remove", "swap"])
def test_anchors_that_were_tampered_with_are_named(log_copy: Path, how: str) -> None:
    anchors = log_copy.with_name("audit-anchors.jsonl")
    lines = anchors.read_bytes().splitlines(keepends=True)
    assert len(lines) > 3
    if how == "change":
        lines[1] = lines[1].replace(b'"lines":', b'"lines":1')
    elif how == "remove":
        del lines[1]
    else:
        lines[1], lines[2] = lines[2], lines[1]
    anchors.write_bytes(b"".join(lines))
    broken = verify_log(log_copy).first_break
    assert broken is not None
    assert (broken.segment, broken.line) == ("audit-anchors.jsonl", 2)


NO_JSON = [b"{garbage", b'{"a":NaN', b'{"a":"\xff"', b'{"a":' + b"[" * 5000, b"[1", b'{"seq":' + b"9" * 5000]


@pytest.mark.parametrize("core", NO_JSON, ids=lambda core: core[:9])
def test_a_line_that_is_no_json_is_named_even_where_its_hash_is_right(log_copy: Path, core: bytes) -> None:
    for path, field in ((log_copy, b"entry_hash"), (log_copy.with_name("audit-anchors.jsonl"), b"anchor_hash")):
        digest = sha256(core + b"}").hexdigest().encode()
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join((lines[0], core, b',"%b":"%b"}\n' % (field, digest), *lines[1:])))
        broken = verify_log(log_copy).first_break
        assert broken is not None
        assert (broken.segment, broken.line, broken.reason) == (path.name, 2, "not JSON")
        path.write_bytes(b"".join(lines))


def test_without_anchors_it_says_so(log_copy: Path) -> None:
    log_copy.with_name("audit-anchors.jsonl").unlink()
    result = verify_log(log_copy)
    assert (result.ok, result.anchors) == (True, 0)


@pytest.mark.parametrize("place", [0.5, 0.9])
def test_a_damaged_gzip_is_named(log_copy: Path, place: float) -> None:
    plain = files_of(log_copy)[1]
    packed = bytearray(gzip.compress(plain.read_bytes()))
    packed[int(len(packed) * place)] ^= 0xFF
    plain.with_name(f"{plain.name}.gz").write_bytes(packed)
    plain.unlink()
    result = verify_log(log_copy)
    assert result.first_break is not None
    assert result.first_break.segment == f"{plain.name}.gz"


def test_a_single_segment_can_be_looked_at(written: Path) -> None:
    first, second, *_ = files_of(written)
    assert verify_log(first).ok
    assert verify_log(second).first_break is not None


def test_no_log_is_no_whole_log(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        verify_log(tmp_path / "audit.jsonl")


def test_the_first_break_counts_and_the_rest_is_only_counted(log_copy: Path) -> None:
    first = files_of(log_copy)[0]
    lines = first.read_bytes().splitlines(keepends=True)
    first.write_bytes(lines[0].replace(b"get_gap", b"get_gAp") + b"".join(lines[1:]))
    result = verify_log(log_copy)
    assert result.first_break == Break(first.name, 1, "the record was changed: its entry_hash does not match")
    assert (result.lines, result.chained, result.ok) == (30, 0, False)
