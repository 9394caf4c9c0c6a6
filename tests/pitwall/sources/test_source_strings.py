"""The one string that names a source: whatever it is, a source or one line that says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.race.sessions import read_sources
from pitwall.events import Event
from pitwall.sources import SourceError, open_source
from pitwall.sources.event_log import HEADER, encode_event
from pitwall.sources.sim.config import BOUNDS

pairs = st.tuples(st.sampled_from([*BOUNDS, "speed", ""]), st.integers(-5, 10**30).map(str) | st.text(max_size=6))
strings = st.one_of(
    st.text(max_size=60),
    st.lists(pairs, max_size=4).map(lambda found: "sim:" + ",".join(f"{key}={value}" for key, value in found)),
    st.builds("{}{}{}".format, st.sampled_from(["http:", "https://", "HTTP://", "ftp://", "~", "/"]), st.text(max_size=30),
              st.sampled_from(["", ".zip", "/", "\x00"])),
)  # fmt: skip


@given(strings)
def test_any_string_is_a_source_or_one_line(text: str) -> None:
    told = ""
    try:
        open_source(text)
    except SourceError as refused:
        told = str(refused)
    assert "\n" not in told
    assert len(told) < 600


@pytest.mark.parametrize("number", ["9" * 20, "9" * 5000])
def test_a_number_of_any_length_is_refused_by_its_bounds(number: str) -> None:
    with pytest.raises(SourceError, match="seed must be a whole number from 0 to 4294967295") as refused:
        open_source(f"sim:seed={number}")
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("shape", ["{}", "{}/", "race={}"])
def test_the_letter_of_a_drive_is_no_kind_of_source(
    simulated_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shape: str
) -> None:
    """As Windows writes it: `C:/races/baku`. Here a folder of that name stands for the drive."""
    (tmp_path / "C:").mkdir()
    (tmp_path / "C:" / "baku").symlink_to(simulated_folder)
    monkeypatch.chdir(tmp_path)
    (named,) = read_sources(shape.format("C:/baku"), "sim:")
    assert next(iter(open_source(named.uri))) == next(iter(open_source(str(simulated_folder))))
    with pytest.raises(SourceError, match="there is no folder"):
        open_source(r"C:\races\monza")


def test_the_letter_of_a_drive_may_stand_before_a_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "C:").mkdir()
    (tmp_path / "C:" / "kept").write_bytes(b"\n".join([HEADER, encode_event(Event(1.0))]))
    monkeypatch.chdir(tmp_path)
    assert list(open_source("C:/kept")) == [Event(1.0)]
