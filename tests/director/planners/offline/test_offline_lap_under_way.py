"""Two are compared on the lap that they are on, in a session of best laps."""

from __future__ import annotations

from director.planners.offline.apart.lap_under_way import of_laps_under_way
from tests.rows import each_row


@each_row(
    ("question", "meant"),
    [
        ("is Zhou faster than Ocon on this lap", "is Zhou improving on this lap and is Ocon improving on this lap"),
        (
            "who is up on the current lap, Zhou or Ocon?",
            "is Zhou improving on this lap and is Ocon improving on this lap",
        ),
        ("is Zhou faster than Ocon", None),
        ("is Zhou faster than Ocon on the last lap", None),
        ("is Zhou improving on this lap", None),
    ],
)
def test_the_lap_of_each_is_asked_for(question: str, meant: str | None) -> None:
    assert of_laps_under_way(question) == (meant or question)
