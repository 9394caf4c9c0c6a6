"""Questions whose parts stand in another place than in an example: a name after its pronoun, "his" of whoever is asked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import pytest

from director.planners.offline.apart.anaphora import asked_of_anybody, of_called_after
from director.planners.offline.apart.known_words import in_known_words
from director.planners.offline.conversation.people import People
from director.planners.offline.question_items import Item
from tests.rows import each_row
from toolgate.contract import Plan

Ask = Callable[[str], Awaitable[Plan]]
NAMES = {"max": "VER", "lando": "NOR"}


def read(text: str, known: object = None) -> Sequence[Item]:
    """Names, and every other word as one that the catalogue knows."""
    said = [word.strip("?!.,") for word in text.split()]
    return [
        Item(word, "", {"driver": NAMES[word]}, firm=True) if word in NAMES else Item(word, word, said=word)
        for word in said
    ]


@each_row(
    ("question", "meant"),
    [
        ("is he last now, max?", "is max last now?"),
        ("has he pitted (lando)", "has lando pitted"),
        ("how far off P3 is he, max i mean", "how far off P3 is max"),
        ("what did that stop cost him, max?", "what did that stop cost max?"),
        ("how old are his tyres - lando", "how old are lando's tyres"),
        # nobody is called, or it is not clear which of the two is meant
        ("is he last now, mate?", "is he last now, mate?"),
        ("does he catch him, max?", "does he catch him, max?"),
        ("is max last now, lando?", "is max last now, lando?"),
        ("is he ahead, max or lando", "is he ahead, max or lando"),
    ],
)
def test_a_name_that_is_called_after_its_pronoun_stands_in_its_place(question: str, meant: str) -> None:
    assert of_called_after(question, read) == meant


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("how many stops has he made, Perez?", "how many stops has Perez made"),
        ("is the guy behind Ocon catching him", "how far is the car behind Ocon"),
        ("who is still on his first set of tyres", "who has not stopped"),
        ("anyone on their original tyres", "anyone not stopped"),
    ],
)
async def test_pronouns_of_one_who_is_named_or_asked_for(ask_race: Ask, question: str, plain: str) -> None:
    plan = await ask_race(question)
    assert plan.steps, plan.rationale
    assert plan.steps == (await ask_race(plain)).steps


@pytest.mark.parametrize("question", ["who is behind him", "is Ocon catching him", "who is he"])
async def test_a_pronoun_of_nobody_is_met_with_silence(ask_race: Ask, question: str) -> None:
    assert (await ask_race(question)).steps == ()


@pytest.mark.parametrize("question", ["who was first to change to softs", "who was the first to fit softs"])
async def test_the_first_of_rows_without_an_order_is_asked_of_those_with_one(ask_race: Ask, question: str) -> None:
    plan = await ask_race(question)
    assert plan.steps, plan.rationale
    assert plan.steps[0].arguments["from"] == "stops"
    assert plan.steps[0].arguments["limit"] == 1


@each_row(
    ("said", "asked"),
    [
        ("nobody has pitted for slicks", "who has pitted for slicks"),
        ("so no-one's passed max yet?", "who has passed max yet?"),
        ("not a single car has stopped", "who has stopped"),
        ("nobody has to stop again", "nobody has to stop again"),
        ("nobody cares", "nobody cares"),
        ("who has nobody behind", "who has nobody behind"),
    ],
)
def test_what_is_said_of_nobody_is_asked_of_anybody(said: str, asked: str) -> None:
    assert asked_of_anybody(said) == asked


@pytest.mark.parametrize(
    ("question", "gaps"),
    [
        ("gap between Ocon and Perez and between Perez and Sainz", [{"OCO", "PER"}, {"PER", "SAI"}]),
        ("Ocon to Perez interval plus Perez to Sainz", [{"OCO", "PER"}, {"PER", "SAI"}]),
        ("oco ric sai, what is between them", [{"OCO", "RIC"}, {"RIC", "SAI"}]),
    ],
)
async def test_gaps_of_three_are_told_pair_by_pair(ask_race: Ask, question: str, gaps: list[set[str]]) -> None:
    plan = await ask_race(question)
    assert [step.name for step in plan.steps] == ["get_gap"] * len(gaps), plan.rationale
    assert [set(step.arguments.values()) for step in plan.steps] == gaps


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("Gasly had a quiet race. best lap?", "best lap of Gasly"),
        ("which retirements came after the halfway mark", "which retirements came after half distance"),
        ("was Perez summoned", "was Perez investigated"),
        ("drivers yet to swap softs", "drivers still on softs"),
        ("who retired, front trio", "who retired, top three"),
        ("who is leading this chaos", "who is leading this race"),
    ],
)
async def test_words_of_onlookers_mean_what_a_screen_says(ask_race: Ask, question: str, plain: str) -> None:
    assert (await ask_race(question)).steps == (await ask_race(plain)).steps


@pytest.mark.parametrize("question", ["who is between him and Ocon", "all but Ferrari"])
async def test_who_stands_between_or_is_left_out_is_no_gap(ask_race: Ask, question: str) -> None:
    assert "get_gap" not in [step.name for step in (await ask_race(question)).steps]


@each_row(
    ("question", "said"),
    [
        ("which three are yet to come in", "who is yet to come in"),
        ("which two have stopped?", "who has stopped?"),
        ("which two are closest", "which two are closest"),
        ("which two lads have stopped", "who has stopped"),
        ("fastest bloke on softs", "fastest driver on softs"),
        ("the lads at Ferrari", "the lads at Ferrari"),
        ("who's been in the lead?", "who has led the race?"),
        ("who has been leading since lap 3", "who has been leading since lap 3"),
        ("who's led so far", "who has led the race so far"),
        ("who has led most laps", "who has led most laps"),
        ("who came second overall", "who came second"),
        ("who ended up on softs", "who finished on softs"),
        ("who ended up third", "who ended up third"),
        ("who has pitted since the lights went out", "who has pitted so far"),
        ("how many overtakes since the start of the race", "how many overtakes so far"),
        ("who has gained places since the start", "who has gained places since the start"),
        ("who took over from vettel", "who took over from vettel"),
    ],
)
def test_other_words_are_said_for_it(question: str, said: str) -> None:
    assert in_known_words(question, People({"VET": {"car": "5", "name": "Sebastian Vettel"}})) == said
