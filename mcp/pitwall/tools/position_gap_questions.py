"""What people ask about gaps to a position and between two, whoever is in them: questions of get_gap."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

POSITION_GAP_QUESTIONS: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}", "other": "P2"},
        """
        gap between {driver} and P2 / how far (is|was) {driver} (off|behind|back from) P2
        """,
    ),
    *asked(
        {"driver": "P2", "to": "ahead"},
        """
        gap between first and second / gap from first to second / gap between the top two / gap at the front
        (how far ahead is|how far clear is|lead of|is second place catching) the leader / how big is the lead
        what is the lead / who is second and how far behind (|is he)
        by how much is the leader leading / who (leads|is leading|is winning) and by how much
        how far behind is second place / is the leader pulling away
        is the lead growing or shrinking / what is the gap at the front
        """,
    ),
    *asked(
        {"driver": "P2", "to": "leader"},
        """
        who won overall and by how much
        winning margin / what was the winning margin / margin of victory / how much did the winner win by
        was it a close (race|finish) / was it close at the end / how close was it
        by how much did the winner win / how close was the finish / how close was it at the finish
        (winning|victory) margin (overall|at the flag|at the end|in seconds) / overall winning margin
        by how much was the (race|overall win|win) won / how much was the win by / gap between the winner and second
        """,
    ),
    *asked(
        {"driver": "P3", "to": "ahead"},
        """
        gap between second and third / gap from second to third / how far behind is third place
        is third place catching second
        """,
    ),
    *asked(
        {"driver": "P4", "to": "ahead"}, "gap between third and fourth / gap from third to fourth / gap to the podium"
    ),
)
