"""Questions in an order of words that hides what is asked, and on which tyres, asked beside something else."""

from __future__ import annotations

from director.planners.offline.apart.anaphora import with_he
from director.planners.offline.apart.reworded import reworded
from director.planners.offline.apart.tyre_asks import asked_in_full, of_position_holder
from tests.rows import each_row


@each_row(
    ("question", "meant"),
    [
        ("is Ocon the only one of the top ten on softs?", "who of the top ten is on softs"),
        ("are Sainz and Leclerc the only cars under investigation", None),
        ("was Perez the only driver to have stopped", "who has stopped"),
        ("is he the only one on softs", None),
        ("who's 12th and what's the margin to 13th", "who is 12th and how far ahead of 13th"),
        ("P4 and the gap to P5?", "who is P4 and how far ahead of P5"),
        ("who is 12th and what tyres is he on", None),
        ("Zhou or Gasly, which one's p9", "who is in p9"),
        ("who's p9, Zhou or Gasly", "who is in p9"),
        ("is Zhou the best of the rest now", "who is best of the rest"),
        ("top six with their best times", "top six"),
        ("top speed and their times", None),
        ("is it still a Sauber 1-2", "where are the Saubers"),
        ("p1 to p4 in gtd", "top 4 in gtd"),
        ("did Zhou hold the lead after his second stop", "how many places did Zhou lose with his stop"),
        ("did Zhou's late stop cost him a place", "how many places did Zhou lose with his stop"),
        ("did Zhou's engine cost him the lead", None),
        ("where has Zhou slipped back to", "has Zhou gained or lost positions"),
        ("biggest gainers and losers against the grid", "who gained the most and who lost the most positions"),
        ("who is in trouble in q2", "who is in the drop zone"),
        ("fastest Sauber and how far off the pace", "how far off the top is the fastest Sauber"),
        ("fastest lap and how far off the pace", None),
        ("where will the Saubers line up tomorrow", "where will the Saubers line up"),
        ("who wins tomorrow", None),
        ("so who takes over the lead now", "who is leading"),
        ("who takes over his seat", None),
        ("who just made it through?", "who is the last through"),
        ("who scraped in", "who is the last through"),
        ("which four are in the drop zone right now", "who is in the drop zone"),
        ("which cars are in trouble", None),
        ("rank the rookies: Zhou, Gasly and Ocon", "order of Zhou, Gasly and Ocon"),
        ("rank the laps", None),
        ("both Saubers gone", "are both Saubers out"),
        ("both Saubers on softs", None),
        ("has anything been decided about Zhou's unsafe release", "is Zhou under investigation"),
        ("is anything said about the weather", None),
        ("what's going on between Zhou and Gasly at turn 4", "what happened between Zhou and Gasly"),
        (
            "did the stewards say anything about that turn 1 contact between Zhou and Gasly",
            "what happened between Zhou and Gasly",
        ),
        ("what place was Zhou in before he dropped out", "has Zhou retired"),
        ("is Smith's number 12 car out", "is the 12 car out"),
        ("what became of the number 12 with Zhou in it", "what happened to the 12"),
        ("what happened to the 12 on lap 3", None),
        ("Zhou's time gone, how come", "why was Zhou's lap deleted"),
        ("zhou's lap deleted, why?", None),
        ("how many laps did Zhou do before he broke down", "how many laps has Zhou done"),
        ("how many laps did Zhou do before his stop", None),
        ("who has gone out on the hards so far", "who has used hards"),
        ("who still has their original softs on", "who is on softs and has not stopped"),
        ("which cars are still on the starting set of mediums", "who is on mediums and has not stopped"),
        ("is Zhou still on the tyres he started with", "has Zhou stopped"),
        ("is Zhou on his first set still", "has Zhou stopped"),
        ("is Zhou on his second set", None),
        ("how long was the 12 stationary on its last stop", "how long was the 12 stationary"),
        ("hows vettels lead looking", "how big is vettel's lead"),
        ("how is the lead", None),
        ("who would be out if q1 stopped now", "who is in the drop zone"),
        ("who would be eliminated as it stands", "who is in the drop zone"),
        ("who would be third if it ended now", None),
        ("how many laps did Hamilton lead overall", "how many laps did Hamilton lead"),
        ("who won overall", None),
        ("gasly or ocon in p9?", "who is in p9"),
        ("is it Gasly or Ocon in ninth", "who is in ninth"),
        ("is Gasly or Ocon faster", None),
        ("did Lando get Oscar at the restart?", "did Lando get Oscar"),
        ("did Lando lose the lead at the restart", None),
        ("how many laps on Norris's hards", "how old are Norris's tyres"),
        ("how many laps on hards has Norris done", None),
        ("what tyres was Gasly on at the flag", "what tyres was Gasly on"),
        ("how old will Gasly's tyres be at the flag", None),
        ("gap at the flag", "gap"),
        ("which drivers never made it past the first lap", "who retired on lap 1"),
        ("who did not make it to the end", None),
        ("how many laps has the 12 managed", "how many laps has the 12 complete"),
        ("best gtd pro lap of the race", "fastest lap in gtd pro"),
        ("record lap among the lmp2s", "fastest lap in lmp2"),
        ("best ferrari lap", None),
        ("was there any trouble at Zhou's stop", "was Zhou's stop slow"),
        ("any problem with Zhou", None),
        ("who went back to mediums for the final stint", "who is on mediums"),
        ("who went back to the pits", None),
        ("how far down was Albon at his worst", "worst position of Albon"),
        ("how far down is Albon", None),
        ("as it stands where does Norris's penalty leave him", "where does the penalty drop Norris"),
        ("was it a vsc first or straight the safety car", "did the virtual safety car become a safety car"),
        ("was it a vsc", None),
        (
            "who was quicker on laps 4 to 8, Zhou or Gasly, and by how much a lap",
            "who was quicker on laps 4 to 8, Zhou or Gasly",
        ),
        ("who leads and by how much", None),
        ("which lap was Zhou's fastest lap, and how far clear is it", "which lap was Zhou's fastest lap"),
        ("is anyone on the old hards", "is anyone on hards"),
        ("who is on old tyres", None),
        ("gap between the Saubers at the finish?", "gap between the Saubers"),
        ("how close will they be at the flag", None),
        ("what was that thing with Zhou and Gasly on lap 4", "what happened between Zhou and Gasly"),
        ("what was the thing with Zhou", None),
        ("anything come of the zhou gasly clash", "what happened between zhou and gasly"),
        ("anything come of the race", None),
        ("who leads overall and who's in it", "who leads overall"),
        ("who's out and who's in it for the points", None),
        ("who's the only one left with just one stop", "who has stopped once"),
        ("who made one stop too many", None),
        ("who in the points has only pitted once", "who in the points has pitted once"),
        ("how much has zhou pulled out on the rest already", "how big is zhou's lead"),
        ("how far is zhou ahead of gasly", None),
        ("how close did Zhou get at the flag", "how close was Zhou"),
        ("how close did Zhou get to Gasly", None),
        ("Zhou's lead and how many laps to go", "how big is Zhou's lead and how many laps to go"),
        ("Zhou's lead and the gap", None),
        ("where did that stop put him", "where did him come out after the stop"),
        ("what place is the 93 in and who's driving", "what place is the 93 in and who is driving the 93"),
        ("who leads and who's driving", None),
        ("who is closest to the car ahead of him", "smallest gap to the car ahead"),
        ("who is closest to Zhou", None),
        ("is anyone off the inters yet", "who is not on inters"),
        ("is anyone off the pace", None),
        ("where is Zhou now after starting last", "where is Zhou now"),
        ("how many cautions and when", "how many cautions"),
        ("who stopped and when", None),
        ("the two saubers, who finished ahead and by how much", "which saubers is ahead and by how much"),
        ("whats going on with the pit lane", "is the pit lane open"),
        ("Zhou's last laps", "recent laps of Zhou's"),
        ("the last laps of Zhou", "recent laps of Zhou"),
        ("Zhou's last lap", None),
        ("who was fastest in the last laps", None),
        ("who lost a position to Zhou", "who has Zhou passed"),
        ("who lost a position to a slow stop", None),
        ("who is on hards for this stint", "who is on hards"),
        ("what did the front three put on", "what tyres are the top three on"),
        ("what did Zhou put on", None),
    ],
)
def test_what_hides_is_shown(question: str, meant: str | None) -> None:
    assert reworded(question) == (meant or question)


@each_row(
    ("question", "meant"),
    [
        ("who is third and on what?", "who is third and what tyres is he on"),
        ("who's P4, on which compound", "who's P4 and what tyres is he on"),
        ("fastest lap so far and what tyre", "fastest lap so far and what tyre was the fastest lap set on"),
        ("quickest lap, and was it on softs?", "quickest lap and what tyre was the fastest lap set on"),
        # Of whom or of which lap it is asked, these say themselves.
        ("what did Gasly stop for and on what", None),
        ("who leads and was it on softs", None),
        ("what tyres is Gasly on", None),
        ("who is on which tyres", None),
        ("on what", None),
    ],
)
def test_tyres_beside_something_else_are_asked_in_full(question: str, meant: str | None) -> None:
    assert asked_in_full(question) == (meant or question)


@each_row(
    ("ask", "meant"),
    [
        ("is P3 still on slicks", "what tyres is P3 on"),
        ("is P3 on old hards", None),
        ("is P3 on pole now then", None),
        ("is Gasly on slicks", None),
    ],
)
def test_whether_a_place_is_on_some_tyres_is_which_he_is_on(ask: str, meant: str | None) -> None:
    assert of_position_holder(ask) == (meant or ask)


def test_that_driver_is_he() -> None:
    assert with_he("fastest lap, and is that driver still going") == "fastest lap, and is he still going"
    assert with_he("is that Driver's lap gone") == "is that Driver's lap gone"
