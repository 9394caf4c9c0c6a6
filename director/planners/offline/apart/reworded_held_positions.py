"""Questions about places that are told in words, "third place", and the numbers that show which they are."""

from __future__ import annotations

from director.planners.offline.apart.reworded_parts import NAME, WHO

_PLACES = tuple(enumerate(("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"), 2))

FAR_FROM_A_POSITION: tuple[tuple[str, str, str], ...] = (
    *(
        (
            f"{word} place",
            rf"(?P<ask>how\s+(?:far|close|much)\s+(?:is|was)\s+{NAME}\s+(?:from|off|behind|to|short\s+of|away\s+from)"
            rf"|gap\s+(?:between|from)\s+{NAME}\s+(?:and|to))\s+{word}\s+place",
            rf"\g<ask> P{at}",
        )
        for at, word in _PLACES
    ),
)
"""How far somebody is from one: the cues, the form and what it asks, as in `reworded`."""
HELD_A_POSITION: tuple[tuple[str, str, str], ...] = (
    *(
        (
            said,
            rf"(?:who|which\s+(?:drivers|cars))\s+(?:has|have)\s+(?:been|run)\s+in\s+(?:the\s+)?{said}(?:\s+(?:place|position))?(?:\s+(?:so\s+far|today))?",
            f"most laps in P{at}",
        )
        for at, word in _PLACES
        for said in (word, f"p{at}")
    ),
    *(
        (
            word,
            rf"{WHO}\s+(?:has\s+|have\s+)?(?:been|was|were|spent|ran|run|held)\s+(?:in\s+)?{word}(?:\s+place)?\s+(?:for\s+)?the\s+(?:longest|most\s+laps)",
            f"most laps in P{at}",
        )
        for at, word in _PLACES
    ),
)
"""Who has been in one, and for how long."""
