"""The grammar of clauses: what is put together freely holds only where each part of it does."""

from __future__ import annotations

from director.grounding import check
from tests.director.grounding.test_check import of_an_order
from tests.rows import each_row


@each_row(
    ("answer", "holds"),
    [
        ("Stroll is second, 1.5 s down on the leader, ahead of Sirotkin.", True),
        ("Stroll is second, 2.5 s down on the leader, ahead of Sirotkin.", False),
        ("Stroll is second, 1.5 s down on the leader, ahead of Perez.", False),
        ("Perez leads from Stroll, with Sirotkin third, 4 s off the lead.", True),
        ("Perez leads from Sirotkin, with Stroll third.", False),
        ("Perez leads from Stroll, with Sirotkin a further 2.5 s back.", True),
        ("Perez leads from Stroll, with Sirotkin a further 4 s back.", False),
        ("Stroll, having stopped twice, is second.", True),
        ("Stroll, having stopped once, is second.", False),
        ("Stroll is sandwiched between Perez and Sirotkin.", True),
        ("Sirotkin is sandwiched between Perez and Stroll.", False),
        ("Perez has a 1.5-second lead over Stroll.", True),
        ("Perez has a 1.5-second lead over Sirotkin.", False),
        ("Second and third, Stroll and Sirotkin, are covered by 2.5 s.", False),
        ("Second to third are covered by 2.5 seconds.", True),
        ("Second to third are covered by 4 seconds.", False),
        ("Two of the top three have stopped twice.", True),
        ("Two of the top three have stopped once.", False),
        ("Stroll is second, three laps older than Perez.", False),
        ("Stroll is second and comfortably ahead.", False),
        ("Stroll is behind Perez in third.", False),
        ("Also now.", False),
    ],
)
def test_each_part_of_a_sentence_is_proved(answer: str, holds: bool) -> None:
    assert (check(answer, *of_an_order()) == []) is holds
