"""What people say to pin a driver, to unpin one, and to see who is pinned."""

from __future__ import annotations

from pitwall.tools.asked import asked

PIN = asked(
    {"driver": "{driver}"},
    """
    pin {driver} / pin {driver} for me / pin {driver} for the audience / follow {driver} / follow {driver} from now on
    start following {driver} / add {driver} to the pinned drivers / put a pin on {driver}
    """,
)

UNPIN = asked(
    {"driver": "{driver}"},
    """
    unpin {driver} / remove the pin from {driver} / remove {driver} from the pinned drivers / unfollow {driver}
    stop following {driver} / take the pin off {driver} / do not follow {driver} any more
    """,
)

PINNED = asked(
    {},
    """
    who is pinned / which drivers are pinned / pinned drivers / list the pinned drivers / show the pins
    who have we pinned / who did we pin / where are the pinned drivers / how are the pinned drivers doing
    """,
)
