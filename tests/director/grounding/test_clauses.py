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
        ("Stroll is one point five seconds behind Perez.", True),
        ("Stroll is one point six seconds behind Perez.", False),
        ("Stroll is one point zero five seconds behind Perez.", False),
        ("Perez is one point five seconds behind Stroll.", False),
        ("Stroll is two point five seconds behind Perez.", False),
        ("The leading pair have not both stopped once.", False),
        ("The leading pair are separated by 1.5 s.", True),
        ("The leading pair are separated by 2.5 s.", False),
        ("The leading pair are separated by 4 s.", False),
        ("Nobody is within a second of Perez.", True),
        ("Nobody is within two seconds of Perez.", False),
        ("Nobody is within two seconds of Stroll.", False),
        ("Nobody is within a second of Stroll.", True),
        ("Nobody is within two seconds of Sirotkin.", False),  # who comes behind him is not known
        ("Perez leads from Stroll, and nobody else is within three seconds of Perez.", True),
        ("Perez leads from Stroll, and nobody else is within five seconds of Perez.", False),
        ("Perez leads from Stroll, and nobody is within three seconds of Perez.", False),
        ("Stroll is second, three laps older than Perez.", False),
        ("Stroll is second and comfortably ahead.", False),
        ("Stroll is behind Perez in third.", False),
        ("Also now.", False),
    ],
)
def test_each_part_of_a_sentence_is_proved(answer: str, holds: bool) -> None:
    assert (check(answer, *of_an_order()) == []) is holds
