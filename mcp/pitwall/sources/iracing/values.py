"""Values as iRacing tells them, whether from its memory or over NATS."""

from __future__ import annotations

_FLAGS = ((0x10, "red"), (0x4000 | 0x8000, "safety_car"), (0x8 | 0x100, "yellow"))
"""The bits of a flag, the gravest first."""


def track_status(bits: int) -> str:
    """The track status that the bits of the session's flags tell."""
    return next((name for mask, name in _FLAGS if bits & mask), "green")
