"""What people ask about who is ahead of or behind somebody: questions of get_gap, which names these two alone."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

NEIGHBOUR_QUESTIONS: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}", "to": "ahead"},
        """
        who is (directly|) (ahead|in front) of {driver} / (which car|which driver) is ahead of {driver}
        who is {driver} behind / who runs ahead of {driver} / who is the car in front of {driver}
        who is {driver} (chasing|following|attacking) / who does {driver} follow
        """,
    ),
    *asked(
        {"driver": "{driver}", "to": "behind"},
        """
        who is (directly|immediately|) behind {driver} / (which car|which driver) is behind {driver}
        who is {driver} (ahead|in front) of / who (runs|sits) behind {driver} / who is the car behind {driver}
        who is (chasing|following|attacking) {driver} / who follows {driver} / who is on the tail of {driver}
        """,
    ),
)
