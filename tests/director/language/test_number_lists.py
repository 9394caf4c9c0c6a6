"""A number after "the" is a car where cars go by numbers, and a count before what is counted."""

from __future__ import annotations

from director.language.number_lists import as_cars
from director.language.tokens import tokenise
from tests.rows import each_row


@each_row(
    ("question", "cars"),
    [
        ("did the 7 reach the finish", ["#7"]),
        ("laps the 7 has led", ["#7"]),
        ("is the 7 or the 31 out", ["#7", "#31"]),
        ("where is the 31", ["#31"]),
        ("the 7 fastest laps", []),
        ("the 7 quickest", []),
        ("the 9 out there", []),  # no car has it
        ("lap 7 is over", []),
    ],
)
def test_the_number_of_a_car(question: str, cars: list[str]) -> None:
    told = as_cars(tokenise(question), {"7", "31"})
    assert [word.text for word in told if word.text.startswith("#")] == cars
