"""JSON that a planner or a person wrote, read so that nothing of it is lost: no key, no digit."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from toolgate.contract import JsonObject

LEAST, GREATEST = -(2**63), 2**64 - 1
"""The whole numbers that 64 bits hold, with a sign or without."""


class RepeatedKey(JsonObject):
    """An object in which a key was written more than once; the last value stands, as JSON readers have it.

    Nobody can tell which was meant, so the validator rejects the step that it is in.
    """

    key: str
    """The first key that was repeated."""


def read_json(text: str | bytes) -> Any:
    """What a text of JSON holds. ValueError when it isn't JSON, NaN included; RecursionError when nested too deep."""
    return DECODER.decode(text if isinstance(text, str) else text.decode())


def fits_64_bits(value: int) -> bool:
    """Whether an integer fits 64 bits; many readers turn larger ones into a rounded float."""
    return LEAST <= value <= GREATEST


def _object(pairs: list[tuple[str, Any]]) -> JsonObject:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    told = RepeatedKey(found)
    told.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    return told


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


DECODER = json.JSONDecoder(parse_constant=_refuse, object_pairs_hook=_object)
"""For those who look for JSON inside a text."""
