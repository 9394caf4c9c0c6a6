"""Two things that are asked at once, of which one answer tells both."""

from __future__ import annotations

from director.planners.offline.apart.reworded import reworded
from tests.rows import each_row


@each_row(
    ("question", "meant"),
    [
        ("how much has Norris's lead grown since lap 8", "how much has the lead grown since lap 8"),
        ("Albon, position after lap 9 vs now", "where was Albon on lap 9 and where is Albon now"),
        ("where did Gasly drop to after his spin and where is he now", "position history of Gasly"),
        ("is Zhou ahead of Ocon now or still fifth", "is Zhou ahead of Ocon and where is Zhou"),
        ("is Zhou ahead of Ocon or Gasly", None),
        ("did anyone actually get punished for those safety car cases", "what came of the safety car infringements"),
        ("were all those SC infringement cases closed without a penalty", "what came of the safety car infringements"),
        ("did anyone get punished for speeding", None),
        ("what was that penalty just now, for whom and why", "what was the last penalty"),
        ("what was that penalty for", None),
        ("second safety car: which laps, how many minutes", "how long was the second safety car"),
        ("first safety car: who led", None),
        ("how much has Russell got on whoever is second", "gap between Russell and P2"),
        ("who has the better best lap, Ocon or Zhou, by how much", "who has the better best lap, Ocon or Zhou"),
        ("which of Ocon and Zhou has the better best lap", "who has the quicker best lap, Ocon or Zhou"),
        ("mean of Ocon and of Zhou over laps 4-9", "average lap times of Ocon and Zhou over laps 4 to 9"),
        ("who has the highest top speed and who is next", "who has the highest top speed"),
        ("who has the highest top speed and who is next to stop", None),
        ("was there a safety car or VSC", "has there been a full course yellow"),
        ("what's Ocon up to, position / rubber / age", "Ocon: position and tyres"),
        ("Ocon: place, tyres and tyre age", "Ocon: position and tyres"),
        ("slicks: who's on hards", "who's on hards"),
        ("slicks: who's on them", None),
        (
            "Ocon pitted before Zhou didn't he, where did that put him",
            "did Ocon stop before Zhou and where did Ocon come out after the stop",
        ),
        ("last car running + gap to P1", "who is last"),
        ("who is last and how far behind the leader", "who is last"),
        ("who was last and how far is Ocon behind the leader", None),
        ("who is out and is there a team with both cars gone", "who is out and which team lost both cars"),
        ("is it still raining or has it stopped", "is it raining"),
    ],
)
def test_two_that_one_answer_tells(question: str, meant: str | None) -> None:
    assert reworded(question) == (meant or question)
