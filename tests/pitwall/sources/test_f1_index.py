"""The index of an archive: what it lists, and what becomes of a bad one."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.sources import Options, SourceError, open_source
from pitwall.sources.f1.index import index_url, list_sessions, read_index

ARCHIVE = "https://archive/static"
YEAR = f"{ARCHIVE}/2018/Index.json"
PATH = "2018/2018-04-29_Azerbaijan_Grand_Prix/2018-04-29_Race/"


def index(*sessions: Any, year: Any = 2018) -> bytes:
    meeting = {"Name": "Azerbaijan Grand Prix", "Location": "Baku", "Sessions": list(sessions)}
    return b"\xef\xbb\xbf" + json.dumps({"Year": year, "Meetings": [meeting]}).encode()


RACE = {"Key": 15, "Type": "Race", "Name": "Race", "StartDate": "2018-04-29T16:10:00", "Path": PATH}


def test_an_index_lists_its_sessions_and_where_they_are() -> None:
    listing = read_index(index(RACE, {"Name": "Cancelled"}), YEAR)
    race, cancelled = listing.sessions
    assert (race.year, race.meeting, race.location) == (2018, "Azerbaijan Grand Prix", "Baku")
    assert (race.key, race.type, race.name, race.start) == (15, "Race", "Race", "2018-04-29T16:10:00")
    assert race.source == f"{ARCHIVE}/{PATH.rstrip('/')}"
    assert (cancelled.name, cancelled.source) == ("Cancelled", None)
    assert listing.unreadable == 0


@pytest.mark.parametrize(
    ("url", "source"),
    [
        (f"{ARCHIVE}/2018/Index.json", f"{ARCHIVE}/a%20b"),
        (f"{ARCHIVE}/Index.json", f"{ARCHIVE}/a%20b"),
        (f"{ARCHIVE}/2019/Index.json", f"{ARCHIVE}/2019/a%20b"),
        ("https://user:secret@archive/2018/Index.json?token=secret", "https://archive/a%20b"),
    ],
)
def test_paths_start_from_the_folder_of_the_years(url: str, source: str) -> None:
    (session,) = read_index(index({**RACE, "Path": "/a b/"}), url).sessions
    assert session.source == source


def test_one_bad_entry_does_not_cost_the_rest() -> None:
    bad: list[Any] = [5, None, "x", [], {"Key": "fifteen"}, {"Name": 3}]
    listing = read_index(index(*bad, RACE), YEAR)
    assert ([session.name for session in listing.sessions], listing.unreadable) == (["Race"], len(bad))
    meetings = {"Year": 2018, "Meetings": [None, {"Name": 1}, {"Sessions": 5}, {"Sessions": [RACE]}]}
    listing = read_index(json.dumps(meetings).encode(), YEAR)
    assert ([session.meeting for session in listing.sessions], listing.unreadable) == ([""], 3)


def test_text_in_another_encoding_does_not_cost_the_rest() -> None:
    data = json.dumps({"Year": 2018, "Meetings": [{"Name": "?", "Sessions": [{"Name": "!"}, RACE]}]}).encode()
    listing = read_index(data.replace(b"!", b"S\xe3o"), YEAR)
    assert ([session.name for session in listing.sessions], listing.unreadable) == (["Race"], 1)
    listing = read_index(data.replace(b"?", b"S\xe3o"), YEAR)
    assert (listing.sessions, listing.unreadable) == ((), 1)


@given(st.integers(0, 400), st.binary(min_size=1, max_size=3))
def test_no_flipped_bytes_crash_the_index(at: int, put: bytes) -> None:
    data = index(RACE, RACE)
    with suppress(SourceError):
        read_index(data[:at] + put + data[at + len(put) :], YEAR)


@pytest.mark.parametrize(
    "data", [b"", b"nonsense", b"[]", b"{}", b'{"Meetings": 5}', b'{"Years": []}', b"[" * 100_000, b"\xff\xfe"]
)
def test_what_is_no_index_says_so_in_one_line(data: bytes) -> None:
    with pytest.raises(SourceError, match="isn't the index of a year") as error:
        read_index(data, YEAR)
    assert "\n" not in str(error.value)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["Year", "Meetings", "Sessions", "Name", "Path", "Key"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(_JSON, _JSON, _JSON)
def test_no_json_crashes_the_index(meetings: Any, sessions: Any, year: Any) -> None:
    for body in (meetings, {"Meetings": meetings}, {"Meetings": [{"Sessions": sessions}], "Year": year}):
        try:
            listing = read_index(json.dumps(body).encode(), YEAR)
        except SourceError:
            continue
        assert all(isinstance(session.name, str) for session in listing.sessions)


@pytest.mark.parametrize(
    ("target", "url"),
    [
        ("2018", YEAR),
        (f"{ARCHIVE}/2018", YEAR),
        (f"{ARCHIVE}/2018/", YEAR),
        (YEAR, YEAR),
        (f"{ARCHIVE}/2018?token=t", f"{YEAR}?token=t"),
        ("HTTP://host/all.json", "HTTP://host/all.json"),
    ],
)
def test_a_year_or_a_url_names_an_index(target: str, url: str) -> None:
    assert index_url(target, f"{ARCHIVE}/") == url


@pytest.mark.parametrize("target", ["", "18", "20188", "٢٠١٨", "2018\n", "ftp://host", "/a/folder", "http://"])
def test_anything_else_does_not(target: str) -> None:
    with pytest.raises(SourceError, match=r"is neither a year nor a URL|isn't a URL"):
        index_url(target, ARCHIVE)


def test_what_is_listed_can_be_opened(
    simulated_folder: Path, serve_folder: Callable[[Path], Any], tmp_path: Path
) -> None:
    session = tmp_path / PATH
    session.parent.mkdir(parents=True)
    session.symlink_to(simulated_folder, target_is_directory=True)
    (tmp_path / "2018" / "Index.json").write_bytes(index(RACE))
    web = serve_folder(tmp_path)
    (listed,) = list_sessions("2018", web.url, Options()).sessions
    assert listed.source is not None
    assert list(open_source(listed.source)) == list(open_source(str(session)))
    with pytest.raises(SourceError, match="no index at"):
        list_sessions("2017", web.url, Options())
