"""Bytes to messages, messages to bytes."""

from __future__ import annotations

from typing import get_args

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.chat.frames import BadFrame, Flaw, read_frame
from director.chat.message import ChatAnswer, ChatMessage

DATA = {"id": "x1", "username": "Ann", "message": "who leads?", "timestamp": 1_700_000_000}


def frame(**changes: object) -> bytes:
    data = {key: value for key, value in {**DATA, **changes}.items() if value is not ...}
    return orjson.dumps({"type": "youtube_chat_message", "data": data})


@pytest.mark.parametrize(
    "timestamp",
    [1_700_000_000, 1_700_000_000.0, 1_700_000_000_000, "2023-11-14T22:13:20Z", "2023-11-14T23:13:20+01:00",
     "2023-11-14T22:13:20"],
)  # fmt: skip
def test_a_message_with_any_kind_of_timestamp(timestamp: object) -> None:
    assert read_frame(frame(timestamp=timestamp)) == ChatMessage("x1", "Ann", "who leads?", 1_700_000_000.0)


def test_what_a_chat_adds_is_passed_over_and_control_characters_go() -> None:
    assert read_frame(frame(avatarUrl=None, type="text", badge=1)).text == "who leads?"
    read = read_frame(frame(message="\x1b[2Jwho\nleads\u202e?", username="\x07Ann\r\n"))
    assert (read.text, read.username) == ("[2Jwho leads ?", "Ann")


@pytest.mark.parametrize(
    ("data", "flaw"),
    [
        (b"", "not_json"),
        (b"\xff\x00\x01", "not_json"),
        (b"NaN", "not_json"),
        (b"[" * 5000, "not_json"),
        (b"5", "not_an_object"),
        (b"[]", "not_an_object"),
        (b"{}", "wrong_type"),
        (b'{"type": ["youtube_chat_message"]}', "wrong_type"),
        (b'{"type": "director_answer", "data": {}}', "wrong_type"),
        (b'{"type": "youtube_chat_message"}', "no_data"),
        (b'{"type": "youtube_chat_message", "data": []}', "no_data"),
        (frame(id=...), "bad_id"),
        (frame(id=7), "bad_id"),
        (frame(id=" "), "bad_id"),
        (frame(id="x" * 201), "bad_id"),
        (frame(username=None), "bad_username"),
        (frame(username="\x00"), "bad_username"),
        (frame(message=["who"]), "bad_message"),
        (frame(timestamp=...), "bad_timestamp"),
        (frame(timestamp=True), "bad_timestamp"),
        (frame(timestamp="yesterday"), "bad_timestamp"),
        (frame(timestamp=-1), "bad_timestamp"),
        (frame(timestamp=1e300), "bad_timestamp"),
        (frame(message="x" * 70_000), "too_large"),
    ],
)
def test_what_is_wrong_with_it_is_named(data: bytes, flaw: str) -> None:
    with pytest.raises(BadFrame) as bad:
        read_frame(data)
    assert bad.value.flaw == flaw


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)
FIELDS = st.sampled_from(["id", "username", "message", "timestamp", "type", "avatarUrl"])
FRAMES = st.binary() | st.builds(
    lambda kind, data: orjson.dumps({"type": kind, "data": data}),
    st.just("youtube_chat_message") | JSON,
    st.dictionaries(FIELDS, JSON).map(lambda changes: {**DATA, **changes}) | JSON,
)


@given(FRAMES)
def test_no_bytes_break_it(data: bytes) -> None:
    flaw, message = read(data)
    if message is None:
        assert flaw in get_args(Flaw)
    else:
        assert message.id
        assert message.username
        assert message.username.isprintable()
        assert message.text.isprintable()


def read(data: bytes) -> tuple[str, ChatMessage | None]:
    try:
        return "", read_frame(data)
    except BadFrame as bad:
        return bad.flaw, None


def test_an_answer_on_the_wire() -> None:
    answer = ChatAnswer("x1", "Ann", "who leads?", "Peña leads (P1).", 1_700_000_000.1234)
    assert orjson.loads(answer.frame()) == {
        "type": "director_answer",
        "data": {
            "input_id": "x1",
            "username": "Ann",
            "question": "who leads?",
            "answer": "Peña leads (P1).",
            "ts_iso": "2023-11-14T22:13:20.123Z",
            "ts": 1_700_000_000.123,
        },
    }
