"""A line of live timing says the same in every form; what is in none of them is told, and does no harm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.sources.f1.frames import LONGEST_LINE, FeedMessage, UnreadableLine, read_frames
from tests.examples import examples
from tests.pitwall.sources.live_frames import ALIVE, FORMS, Said, classic_keyframe, core, core_keyframe

SAID = Said(
    "TimingData", {"Lines": {"4": {"Position": "1", "Name": "Ünal 'x' \"y\"", "InPit": True}}}, 1_746_300_000.25
)
TEXT = b'{"Lines":{"4":{"Position":"1","Name":"\xc3\x9cnal \'x\' \\"y\\"","InPit":true}}}'


def plain(message: FeedMessage) -> tuple[str, object, float | None]:
    import json

    return message.topic, json.loads(message.body), message.utc


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_message(form: str) -> None:
    [frame] = read_frames(FORMS[form](SAID))
    assert not frame.keyframe
    assert [plain(message) for message in frame.messages] == [plain(FeedMessage("TimingData", TEXT, SAID.utc))]


def test_keyframes_of_both_protocols_hold_every_topic_without_a_time() -> None:
    topics = {"Heartbeat": {"Utc": "2025-05-04T20:18:15.9Z"}, "LapCount": {"CurrentLap": 3}}
    for line in (classic_keyframe(topics), core_keyframe(topics)):
        [frame] = read_frames(line)
        assert frame.keyframe
        assert [plain(message) for message in frame.messages] == [(name, body, None) for name, body in topics.items()]


@pytest.mark.parametrize("line", ALIVE)
def test_what_keeps_the_connection_alive_says_nothing(line: bytes) -> None:
    assert read_frames(line) == []


def test_one_line_can_hold_several_messages_of_core() -> None:
    frames = read_frames(core(SAID) + b'{"type":6}\x1e' + core(SAID))
    assert len(frames) == 2


@pytest.mark.parametrize(
    "line", [b"no", b"[1,2]", b"{", b"['T', {}, 1]", b"['T']", b"[" * 5000, b'{"M":[{"M":"feed","A":[]}]}', b"\xff\xfe"]
)
def test_what_has_no_form_is_told(line: bytes) -> None:
    with pytest.raises(UnreadableLine):
        read_frames(line)


def test_a_line_is_at_most_so_long() -> None:
    assert read_frames(b'{"x":"' + b"a" * (LONGEST_LINE - 8) + b'"}') == []
    with pytest.raises(UnreadableLine):
        read_frames(b'{"x":"' + b"a" * (LONGEST_LINE - 7) + b'"}')


@examples(60)
@given(st.sampled_from(sorted(FORMS)), st.data())
def test_a_damaged_line_is_read_or_refused(form: str, data: st.DataObject) -> None:
    line = bytearray(FORMS[form](SAID))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(line) - 1))
        line[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
        if not line:
            break
    try:
        frames = read_frames(bytes(line))
    except UnreadableLine:
        return
    assert all(isinstance(message.topic, str) for frame in frames for message in frame.messages)
