"""Words that stand for somebody: "he" for who is asked for, the winner, a bare number for a car."""

from __future__ import annotations

from director.planners.offline.apart.stand_ins import of_whoever, with_cars, with_winner
from tests.rows import each_row

CARS = frozenset({"31", "34", "7"})


@each_row(
    ("question", "meant"),
    [
        ("who is running where he started", "who is running where they started"),
        ("which driver is on the set he had started on", "which driver is on the set they had started on"),
        # Here "he" is somebody who was spoken of.
        ("who is he ahead of", None),
        ("who has pitted since he stopped", None),
        ("is he where he started", None),
        ("who has pitted since it started raining", None),
    ],
)
def test_where_one_started_is_asked_of_the_same_one(question: str, meant: str | None) -> None:
    assert of_whoever(question) == (meant or question)


@each_row(
    ("question", "meant"),
    [
        ("is 34 out of it", "is #34 out of it"),
        ("31 pit stops so far", "#31 pit stops so far"),
        ("how big is the 31s lead", "how big is #31's lead"),
        ("whats 31's gap to the leader", "whats #31's gap to the leader"),
        # No car, or a number of something.
        ("is 35 out of it", None),
        ("who stopped on lap 31", None),
        ("7 laps to go", None),
        ("is 7 seconds a lot", None),
        ("who is on a 31 stop race", None),
    ],
)
def test_a_bare_number_is_a_car_where_a_name_stands(question: str, meant: str | None) -> None:
    assert with_cars(question, CARS) == (meant or question)


@each_row(
    ("session", "meant"),
    [
        ("A race: lap 51 of 51 completed.", "what was P1's tyre order"),
        ("A race: lap 169 completed, over.", "what was P1's tyre order"),
        ("A race: lap 50 of 51 completed.", None),
    ],
)
def test_the_winner_is_who_is_first_once_it_is_over(session: str, meant: str | None) -> None:
    asked = "what was the winners tyre order"
    assert with_winner(asked, session) == (meant or asked)


def test_the_winner_of_a_class_is_not_who_is_first() -> None:
    asked = "best lap of the winner of GTD"
    assert with_winner(asked, "A race: lap 51 of 51 completed.") == asked
