"""How a gap of two has gone, fastest and slowest stops, and what is told with a fastest lap, in the words that show it."""

from __future__ import annotations

from director.planners.offline.apart.reworded import reworded
from tests.rows import each_row


@each_row(
    ("question", "meant"),
    [
        (
            "how many seconds has Zhou gained on Gasly since lap 4 and what's the gap now",
            "how has the gap between Zhou and Gasly changed since lap 4",
        ),
        (
            "Zhou has closed in on Gasly, by how much since lap 4",
            "how has the gap between Zhou and Gasly changed since lap 4",
        ),
        ("how many places has Zhou gained since lap 4 and what is the gap", None),
        ("say Zhou comes in now, does he stay before Gasly", "would Zhou come out ahead of Gasly if he stops now"),
        ("if Zhou stops here will he rejoin behind Gasly", "would Zhou come out behind Gasly if he stops now"),
        ("Zhou stops before Gasly", None),
        (
            "what has Zhou been putting on Gasly a lap from lap 4 on",
            "how much has Zhou pulled away from Gasly since lap 4",
        ),
        ("how did the pit stops of Zhou and Gasly compare", "compare the pit stops of Zhou and Gasly"),
        ("how do the tyres of Zhou and Gasly compare?", "tyres of Zhou and Gasly"),
        ("how do Zhou and Gasly compare", None),
        *(
            (
                question,
                "what is the gap between Zhou and Gasly and what is the gap between Bottas and Gasly",
            )
            for question in (
                "who's closer to Gasly, Zhou or Bottas?",
                "which of Zhou and Bottas is nearest to Gasly",
                "is Zhou or Bottas the closer to Gasly",
            )
        ),
        ("is Zhou closer to Gasly", None),
        ("how quickly is Zhou pulling away from Gasly", "describe the gap between Zhou and Gasly"),
        ("how fast is Zhou going", None),
        ("Is Zhou still catching Gasly, how have the recent gaps been?", "describe the gap between Zhou and Gasly"),
        ("is Zhou catching Gasly", None),
        ("how many laps was Zhou inside a second of Gasly", "how many laps has Zhou been within 1 second of Gasly"),
        ("how many laps has Zhou been inside the points", None),
        (
            "how close has Zhou been to his team-mate over the last six laps",
            "how close did Zhou get to Zhou's teammate over the last six laps",
        ),
        (
            "how near did Zhou come to Gasly at the line in the last six laps and on what lap",
            "how close did Zhou get to Gasly in the last six laps",
        ),
        ("how close did Zhou get to the podium", None),
        (
            "how does the average pace of Zhou over laps 4 to 9 compare to that of Gasly, whom he passed",
            "average lap times of Zhou and Gasly over laps 4 to 9",
        ),
        ("how does the average stop of Zhou compare to Gasly", None),
    ],
)
def test_how_a_gap_has_gone(question: str, meant: str | None) -> None:
    assert reworded(question) == (meant or question)


@each_row(
    ("question", "meant"),
    [
        ("fastest and slowest stop?", "who had the fastest stop and who had the slowest stop"),
        (
            "who had the longest and who the shortest pit stop on lap 9",
            "who had the slowest pit stop on lap 9 and who had the fastest pit stop on lap 9",
        ),
        (
            "quickest second stop so far, who was it. and the worst",
            "who had the fastest second stop so far and who had the slowest second stop so far",
        ),
        ("fastest and slowest lap", None),
        ("fastest and shortest stop", None),
        ("fastest stop and where is Zhou", None),
        (
            "who was slowest through the pit lane on lap 9 and who the quickest",
            "who had the slowest pit stop on lap 9 and who had the fastest pit stop on lap 9",
        ),
        (
            "who lost the least time in the pits and who the most",
            "who had the fastest pit stop and who had the slowest pit stop",
        ),
        ("who lost the most time in the pits and who gained places", None),
        ("whose second stop took the most time in the lane", "who had the slowest second stop"),
        ("quickest in and out when everyone boxed on lap 9", "who had the quickest pit stop on lap 9"),
        (
            "did Zhou come out of the pits behind Gasly, and by how much",
            "did Zhou come out behind Gasly, and by how much",
        ),
        ("did Zhou come out of the car", None),
    ],
)
def test_stops_by_their_time(question: str, meant: str | None) -> None:
    assert reworded(question) == (meant or question)


@each_row(
    ("question", "meant"),
    [
        (
            "gap between Zhou and Gasly and their tyre ages",
            "gap between Zhou and Gasly and what are the tyre ages of Zhou and Gasly",
        ),
        (
            "gap between the Saubers and their stops",
            "what is the gap between the two Saubers and what are the stops of the two Saubers",
        ),
        (
            "Saubers: gap & their pace",
            "what is the gap between the two Saubers and what are the pace of the two Saubers",
        ),
        (
            "gap between Zhou and Gasly, and stops",
            "gap between Zhou and Gasly and what are the stops of Zhou and Gasly",
        ),
        ("gap between them and their tyres", None),
        ("compare lap 9 of Zhou and Gasly", "compare the lap times of Zhou and Gasly on lap 9"),
        ("compare lap 9: Zhou vs Gasly", "compare the lap times of Zhou and Gasly on lap 9"),
        ("Zhou v Gasly, lap 9", "compare the lap times of Zhou and Gasly on lap 9"),
        ("on lap 9, Zhou versus Gasly", "compare the lap times of Zhou and Gasly on lap 9"),
        ("compare lap 9 of the Sauber drivers", "lap times of the two Sauber on lap 9"),
        ("compare lap 9: Aston teammates", "lap times of the two Aston on lap 9"),
        ("compare the lap times of Zhou, Gasly and Albon on lap 9", "lap times of Zhou, Gasly and Albon on lap 9"),
        ("compare the lap times of Zhou and Gasly on lap 9", None),
        ("compare lap 9 to lap 8", None),
        ("how many laps has Zhou done", None),
    ],
)
def test_one_lap_of_several_is_their_times_on_it(question: str, meant: str | None) -> None:
    assert reworded(question) == (meant or question)


@each_row(
    ("question", "meant"),
    [
        ("who set the best lap, on which lap and by how much", "what is the fastest lap"),
        ("how far off the fastest lap is the next quickest of anybody else", "what is the fastest lap"),
        ("best lap so far? whose was it before", "what is the fastest lap and who held the fastest lap before"),
        ("fastest lap before the stop", None),
        ("how many tenths cover the leading five at the restart", "the top five"),
        ("what separates the first drivers", None),
    ],
)
def test_what_is_told_with_a_fastest_lap_or_the_order(question: str, meant: str | None) -> None:
    assert reworded(question) == (meant or question)
