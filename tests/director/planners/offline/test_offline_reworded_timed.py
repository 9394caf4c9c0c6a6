"""Questions of practice and qualifying in the words of people who watch."""

from __future__ import annotations

from director.planners.offline.apart.reworded import reworded
from tests.rows import each_row


@each_row(
    ("question", "meant"),
    [
        ("are Zhou and Bottas both through", "is Zhou through and is Bottas through"),
        ("Zhou and Bottas both at risk right now?", "is Zhou at risk and is Bottas at risk"),
        ("are Zhou and Bottas on softs", None),
        ("Zhou and Bottas through the speed trap", None),
        ("how close was Zhou to the top 10 shootout", "how close was Zhou to Q3"),
        ("who won the sprint shootout", None),
        ("who did the most laps and the least", "who did the most laps and who did the fewest laps"),
        ("who has done the most and the fewest laps so far", "who did the most laps and who did the fewest laps"),
        ("who has done the most laps", None),
        ("what's the benchmark on every tyre", "best lap on each compound"),
        ("what's the benchmark", None),
        ("how is Zhou doing against the man in the other car", "how do Zhou compare with their team mates"),
        ("who is in the other car", None),
        ("number of laps deleted so far, and who has three?", "deleted laps by driver"),
        ("number of laps deleted so far", None),
        ("how many laps deleted for Zhou, and where", "where were Zhou's laps deleted"),
        ("s1 and s3, same driver?", "who has the purple sectors"),
        ("who was quickest in sector 1 and sector 2", "who has the purple sectors"),
        ("rank the top five by best lap", "fastest laps of the top five"),
        ("rank the top five by gap", None),
        ("did anyone go over 320 at the line", "top speed"),
        ("has anybody topped 3 stops", None),
        ("any lap 3 incidents still open", "which incidents of lap 3 are still to be investigated"),
        ("will they look into anything", None),
        ("anything the stewards will look at after the sprint", "what will be investigated after the race"),
        ("they closed the pit exit, for how long?", "how long was the pit exit closed"),
        (
            "if we added the best sectors of everybody, how fast would that be",
            "combine the best sectors of everyone",
        ),
        ("if we added the best sectors of Zhou, how fast would that be", None),
        ("who is the only driver who has led", "who has led"),
        ("who was the first to make up a position since lap 20", "what was the first overtake since lap 20"),
        ("who was the first to pit", None),
        ("Zhou was impeded by Bottas, will the stewards do anything", "incident between Bottas and Zhou"),
        ("will they do anything on lap 20", None),
    ],
)
def test_a_question_is_put_in_plain_words(question: str, meant: str | None) -> None:
    assert reworded(question) == (meant or question)
