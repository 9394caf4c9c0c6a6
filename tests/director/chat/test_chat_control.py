"""Commands to a chat, whatever comes as one."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.chat.control import Control


def obeyed(control: Control, kind: str, data: Any = None) -> Any:
    frame = {"type": kind, "command_id": "c1", "timestamp": 1, "data": data if data is not None else {}}
    result = control.obey(orjson.dumps(frame))
    assert result is not None
    return orjson.loads(result)


def test_status_discovery_and_reset() -> None:
    forgotten: list[int] = []
    control = Control(lambda: {"received": 7}, lambda: forgotten.append(1))
    video = {"video_id": "v", "live_chat_id": "l"}
    assert obeyed(control, "youtube.status") == {
        "command_id": "c1", "success": True, "type": "youtube.status", "data": {"received": 7},
    }  # fmt: skip
    assert obeyed(control, "youtube.discovery.complete", video)["data"] == video
    assert obeyed(control, "youtube.status")["data"] == {**video, "received": 7}
    assert obeyed(control, "youtube.reset")["success"]
    assert forgotten == [1]
    assert obeyed(control, "youtube.status")["data"] == {"received": 7}


@pytest.mark.parametrize(
    ("kind", "data", "error"),
    [("youtube.dance", {}, "unknown command"), ("youtube.discovery.complete", {"video_id": 5}, "needs video_id")],
)
def test_what_cannot_be_done_is_told(kind: str, data: Any, error: str) -> None:
    told = obeyed(Control(dict, lambda: None), kind, data)
    assert (told["success"], error in told["error"]) == (False, True)


@given(
    st.binary(max_size=60)
    | st.recursive(st.none() | st.integers(-9, 9) | st.text(max_size=5), st.lists).map(orjson.dumps)
)
def test_what_is_no_command_is_passed_over(frame: bytes) -> None:
    assert Control(dict, lambda: None).obey(frame) is None
