"""What people say to read the notes."""

from __future__ import annotations

from pitwall.tools.asked import asked

EXAMPLES = (
    *asked(
        {},
        """
        what has been noted down / notes / show the notes / read the notes / list the notes / which notes are there
        are there any notes / what are the latest notes / what do the notes say / notes of this session
        """,
    ),
    *asked({"last_n": 1}, "what was the last note / the latest note / read me the last note"),
    *asked({"last_n": "{n}"}, "last {n} notes / the {n} latest notes"),
    *asked(
        {"driver": "{driver}"},
        """
        notes about {driver} / notes on {driver} / any notes about {driver} / what do the notes say about {driver}
        is there a note about {driver} / what has been noted down about {driver}
        """,
    ),
)
