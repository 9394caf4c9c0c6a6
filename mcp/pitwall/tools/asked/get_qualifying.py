"""What people ask of a qualifying."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        how is qualifying going / qualifying order / qualifying standings / what is the order in qualifying
        qualifying result / qualifying results / how did qualifying finish / times in qualifying
        """,
    ),
    *asked(
        {"top_n": "{n}"},
        "top {n} in qualifying / the first {n} of qualifying / who are the top {n} in qualifying",
    ),
    *asked(
        {"show": "pole"},
        """
        who is on pole / who took pole / who is on provisional pole / who got pole position / pole position
        what was the pole lap / what was the pole time / pole lap time / who has pole / who qualified first
        how close was second to pole
        """,
    ),
    *asked(
        {"show": "at_risk"},
        """
        who is in the drop zone / who is at risk / who is in danger of being knocked out
        who is in the elimination zone / who would be knocked out / who is on the bubble / who is about to be eliminated
        """,
    ),
    *asked(
        {"show": "at_risk", "driver": "{driver}"},
        """
        is {driver} safe in qualifying / is {driver} at risk / is {driver} in the drop zone
        will {driver} be knocked out / is {driver} through / did {driver} make it through
        did {driver} make it out of q1
        """,
    ),
    *asked(
        {"show": "knocked_out"},
        """
        who has been knocked out / who got knocked out / who is out of qualifying / who has been eliminated
        who did not make it through / eliminated drivers
        """,
    ),
    *asked({"show": "knocked_out", "segment": 1}, "who got knocked out in q1 / who was eliminated in q1"),
    *asked({"show": "knocked_out", "segment": 2}, "who got knocked out in q2 / who was eliminated in q2"),
    *asked({"segment": 1}, "who was fastest in q1 / result of q1"),
    *asked({"segment": 2}, "who was fastest in q2 / result of q2"),
    *asked({"segment": 3}, "who was fastest in q3 / result of q3"),
    *asked(
        {"show": "line"},
        "what is the knock out line / what is the cut off time / what time is needed to get through / the cutoff",
    ),
    *asked(
        {"show": "clock"},
        "is this q2 or q3 / which part of qualifying is this / which segment is it / which q is it / are we in q3",
    ),
    *asked(
        {"driver": "{driver}"},
        """
        where did {driver} qualify / how did {driver} qualify / qualifying of {driver} / how far off pole is {driver}
        how close was {driver} to pole / what did {driver} do in qualifying / qualifying position of {driver}
        """,
    ),
)
