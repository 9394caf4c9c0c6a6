"""Questions in the words of people who watch, and what they ask of timing."""

from __future__ import annotations

from director.planners.offline.apart.reworded import reworded
from tests.rows import each_row


@each_row(
    ("question", "meant"),
    [
        ("where did Zhou lose all those places", "position history of Zhou"),
        ("where has Zhou made up so many positions", "position history of Zhou"),
        ("where did Zhou drop 5 places", "position history of Zhou"),
        ("where did Zhou lose time", None),
        ("where did Zhou lose the lead", None),
        ("how's Zhou gone after starting dead last", "has Zhou gained or lost positions"),
        ("how has Zhou done since starting 12th", "has Zhou gained or lost positions"),
        ("how has Zhou done on softs", None),
        ("are we even a third of the way in", "what percentage of the race is done"),
        ("is the race three quarters of the way through yet", "what percentage of the race is done"),
        ("are we in the third quarter of qualifying", None),
        ("whats left of this sprint?", "how much of the race is left"),
        ("so what's still left in the race", "how much of the race is left"),
        ("what is left of his tyres", None),
        ("has Zhou done any laps", "how many laps has Zhou done"),
        ("did Zhou even complete a single lap", "how many laps has Zhou done"),
        ("has Zhou led any laps", None),
        ("has Zhou done any laps on softs", None),
        ("how many spots has the guy on pole dropped", "where is the car that started P1"),
        ("how many places did the pole sitter lose", "where is the car that started P1"),
        ("who started on pole and where is he now", "where is the car that started P1"),
        ("where did the pole sitter finish", "where is the car that started P1"),
        ("who started on pole", None),
        ("how many spots has Zhou dropped", None),
        ("who was in the other Sauber next to Zhou", "who is Zhou's teammate"),
        ("who drives the other Sauber alongside Zhou", "who is Zhou's teammate"),
        ("who is the other car on softs", None),
        ("is that the proper safety car or a virtual one", "is the safety car out"),
        ("is it a VSC or a real safety car", "is the safety car out"),
        ("is that the safety car or a red flag", None),
        (
            "is somebody in trouble for what they did behind the safety car",
            "who is under investigation for a safety car infringement",
        ),
        (
            "who's in hot water with the stewards for passing under the VSC",
            "who is under investigation for a safety car infringement",
        ),
        ("is somebody in trouble with his tyres", None),
        ("how many penalties in the end and for who", "who got penalties"),
        ("how many penalties were given and who got them", "who got penalties"),
        ("how many penalties for Zhou", None),
        ("how long was Zhou sat in the pits second time round", "how long was Zhou's second stop"),
        ("how long did Zhou spend in the pit lane the first time", "how long was Zhou's first stop"),
        ("how long was Zhou in the lead the second time", None),
        ("how many laps did Zhou squeeze out of his first hards", "how long were Zhou's stints on hards"),
        ("how many laps has Zhou got out of those mediums so far", "how long were Zhou's stints on mediums"),
        ("how many laps has Zhou got out of the field", None),
        ("who'd be going home if q1 stopped here", "who is in the drop zone"),
        ("who would be out if it ended now", "who is in the drop zone"),
        ("who would be leading if it ended now", None),
        ("why is nobody out there", "is the session running"),
        ("how come the track is empty", "is the session running"),
        ("why is nobody on softs", None),
        ("whys there no Zhou on the board", "what happened to Zhou"),
        ("why is there no Zhou in the results", "what happened to Zhou"),
        ("why is there no safety car", None),
        ("why is there no one on the track", "is the session running"),
        ("how did the sprint finish up front", "top three"),
        ("how does it look at the sharp end", "top three"),
        ("how does it look at the back", None),
        ("which tyres at the front", "the top three and their tyres"),
        ("what tyres are they on up front", "the top three and their tyres"),
        ("what tyres are at the back", None),
    ],
)
def test_what_people_say_who_watch_is_asked_in_the_words_of_timing(question: str, meant: str | None) -> None:
    assert reworded(question) == (meant or question)
