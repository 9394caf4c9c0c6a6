"""A simulated race as messages of live timing, and those in every form in which people keep them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.json import encode

from pitwall.sources.f1.live_timing_lines import lines_of
from pitwall.sources.sim import SimConfig, simulate

BEGAN = 1_746_300_000.0
"""UTC of session time 0."""
HEARTBEAT_S = 15.0


class Said(NamedTuple):
    topic: str
    body: Mapping[str, Any]
    utc: float

    @property
    def stamp(self) -> str:
        return datetime.fromtimestamp(self.utc, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def race_messages(seed: int = 11, cars: int = 8, laps: int = 7, began: float = BEGAN) -> list[Said]:
    """A race as the service tells it: with a heartbeat every 15 s, and the hour of what race control said."""
    told: list[Said] = []
    for line in lines_of(iter(simulate(SimConfig(seed=seed, cars=cars, laps=laps)))):
        utc = round(began + line.t, 3)
        while told and utc - told[-1].utc > HEARTBEAT_S:
            told.append(_heartbeat(told[-1].utc + HEARTBEAT_S))
        told.append(_dated(Said(line.topic, json.loads(encode(line.body)), utc)))
    return told


def _heartbeat(utc: float) -> Said:
    said = Said("Heartbeat", {}, utc)
    return said._replace(body={"Utc": said.stamp})


def _dated(said: Said) -> Said:
    if said.topic != "RaceControlMessages":
        return said
    messages = said.body["Messages"]
    for message in messages.values() if isinstance(messages, dict) else messages:
        message["Utc"] = said.stamp[:19]
    return said


def classic(said: Said) -> bytes:
    hub = {"H": "Streaming", "M": "feed", "A": [said.topic, said.body, said.stamp]}
    return json.dumps({"C": "d-5,0", "M": [hub]}).encode()


def classic_keyframe(topics: Mapping[str, Any]) -> bytes:
    return json.dumps({"R": topics, "I": "1"}).encode()


def core(said: Said) -> bytes:
    return (
        json.dumps({"type": 1, "target": "feed", "arguments": [said.topic, said.body, said.stamp]}).encode() + b"\x1e"
    )


def core_keyframe(topics: Mapping[str, Any]) -> bytes:
    return json.dumps({"type": 3, "invocationId": "0", "result": topics}).encode() + b"\x1e"


def recorder(said: Said) -> bytes:
    return repr([said.topic, said.body, said.stamp]).encode()


def listed(said: Said) -> bytes:
    return json.dumps([said.topic, said.body, said.stamp], ensure_ascii=False).encode()


def named(said: Said) -> bytes:
    return json.dumps({"type": said.topic, "json": said.body, "dateTime": said.stamp}).encode()


def quoted(said: Said) -> bytes:
    return json.dumps({"Topic": said.topic, "data": json.dumps(said.body), "timestamp": said.stamp}).encode()


FORMS: dict[str, Callable[[Said], bytes]] = {
    "classic": classic,
    "core": core,
    "recorder": recorder,
    "list": listed,
    "named": named,
    "quoted": quoted,
}
ALIVE = (b"", b"{}", b'{"type":6}\x1e', b'{"C":"d-5,0","S":1,"M":[]}', b"{}\x1e")
"""What says nothing but that the connection is there."""


def lines(messages: Iterator[Said] | list[Said], form: str) -> list[bytes]:
    return [FORMS[form](said) for said in messages]


def keyframe_at(messages: list[Said], before: int, begun: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    """The state after some messages, as a server sends it: deltas merged, lists of race control whole.

    `begun` is the keyframe before the first of them.
    """
    state: dict[str, Any] = dict(begun)
    for said in messages[:before]:
        state[said.topic] = _merged(state.get(said.topic), said.body)
    return state


def _merged(old: Any, new: Any) -> Any:
    if isinstance(new, dict) and isinstance(old, dict):
        return {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}
    if isinstance(new, dict) and isinstance(old, list):
        items = dict(enumerate(old))
        for key, value in new.items():
            items[int(key)] = _merged(items.get(int(key)), value)
        return [items[index] for index in sorted(items)]
    return new
