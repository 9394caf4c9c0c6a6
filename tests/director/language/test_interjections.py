"""What is called out before a question."""

from __future__ import annotations

from director.language.interjections import without_interjections
from tests.rows import each_row


@each_row(
    ("said", "left"),
    [
        ("hang on, who leads", "who leads"),
        ("Hold up a sec who leads?", "who leads?"),
        ("wait, hang on... quick one: who leads", "who leads"),
        ("just for the record: who leads", "who leads"),
        ("for the record who leads", "for the record who leads"),
        ("bet Max is out", "Max is out"),
        ("right then, who leads", "who leads"),
        ("hold on to your hats", "hold on to your hats"),
        ("wait for the flag", "wait for the flag"),
        ("wait times", "wait times"),
        ("bet on Hamilton", "bet on Hamilton"),
        ("hang on", "hang on"),
        ("can he hang on", "can he hang on"),
        ("now who leads", "now who leads"),
        ("", ""),
    ],
)
def test_interjections_are_taken_off_the_beginning_alone(said: str, left: str) -> None:
    assert without_interjections(said) == left
