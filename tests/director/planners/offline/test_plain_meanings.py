"""What a question means in plain words, and when that is followed against what examples make of it.

How likely a meaning must be is written out in numbers here: whoever moves a threshold moves a row.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from director.planners.base import PartialPlan, Turn, left_open
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.plain.asks import PlainAsk, PlainAsks
from director.planners.offline.plain.meanings import PlainMeanings, meanings_of
from director.planners.offline.plain.weigh import EXACT
from director.planners.offline.plans import plan_of
from toolgate.contract import Context, JsonObject, Plan, Step

DRIVERS = [{"code": "LEC", "name": "Charles Leclerc"}, {"code": "HAM", "name": "Lewis Hamilton"}]
LEADS = Turn("who leads", Plan((Step("s1", "matched", {}),)))


def calls(*names: str, rationale: str = "matches") -> Plan:
    return Plan(tuple(Step(f"s{number}", name, {}) for number, name in enumerate(names, 1)), rationale)


SILENT = Plan(rationale="silent")
MATCHED, READ = calls("matched"), calls("matched", rationale="read as 'something': matches")
BOTH_READ = calls("matched", "matched", rationale="read as 'something': matches")
PART = PartialPlan(MATCHED.steps, "", "which sponsor")
LOOKED_FOR = Plan((Step("s1", "matched", {"query": "zebra stops"}),), "matches")


def ask(text: str, likely: float, *left_out: str) -> PlainAsk:
    return PlainAsk(tuple(text.split(" ; ")) if text else (), likely, frozenset(), frozenset(left_out))


def planned(text: str) -> Plan:
    """Plans each plain question as the tool that is its last word, and none that ends with a question mark."""
    return Plan() if text.endswith("?") else calls(text.rsplit(maxsplit=1)[-1])


class Weigher:
    """Weighs questions for which the rewriter says what it is told to say."""

    def __init__(self, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self.before = LEADS
        self.meanings = PlainMeanings(knowledge, planned)

    def __call__(
        self, matched: Plan, *asks: PlainAsk, question: str = "stops of the leader", after: bool = False
    ) -> str:
        self._patch.setattr(PlainAsks, "of", lambda *_: list(asks))
        plan = self.meanings.weighed(matched, question, [self.before] if after else [])
        assert plan.rationale or plan is PART
        return " ".join(step.name for step in plan.steps)


@pytest.fixture(scope="module")
def knowledge(race_catalogue: list[JsonObject], learnt: Path) -> Knowledge:
    knowledge = Knowledge(learnt)
    knowledge.refresh(race_catalogue, Context("A race.", {"driver": DRIVERS}, "Race"))
    return knowledge


@pytest.fixture
def weigh(knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> Weigher:
    monkeypatch.setattr(PlainAsks, "taught", frozenset({"matched", "meant"}))
    monkeypatch.setattr("director.planners.offline.matched_question.Reading.is_example", lambda _: False)
    return Weigher(knowledge, monkeypatch)


@pytest.mark.parametrize(
    ("matched", "likely", "name"),
    [
        (SILENT, 0.46, "meant"),
        (SILENT, 0.44, ""),
        (READ, 0.46, "meant"),
        (READ, 0.44, ""),
        (PART, 0.46, "meant"),
        (PART, 0.44, ""),
        (BOTH_READ, 0.81, "meant"),
        (BOTH_READ, 0.79, "matched matched"),
        (MATCHED, 0.81, "meant"),
        (MATCHED, 0.79, "matched"),
        (calls("matched", "matched"), 0.81, "meant"),
        (calls("matched", "matched"), 0.79, "matched matched"),
    ],
)
def test_as_sure_as_it_must_be_it_is_followed(weigh: Weigher, matched: Plan, likely: float, name: str) -> None:
    assert weigh(matched, ask("meant", likely)) == name


@pytest.mark.parametrize(("likely", "name"), [(0.46, "meant"), (0.44, "")])
@pytest.mark.parametrize("matched", [SILENT, READ, MATCHED, calls("matched", "matched")])
def test_after_other_turns_what_is_matched_must_be_borne_out(
    weigh: Weigher, matched: Plan, likely: float, name: str
) -> None:
    assert weigh(matched, ask("meant", likely), after=True) == name
    assert weigh(matched, ask("meant", 0.44), ask("matched", 0.1), after=True) == (
        "matched" if matched.steps == MATCHED.steps else ""
    )


def test_what_is_matched_of_somebody_whom_nobody_named_is_read_plainly(weigh: Weigher) -> None:
    question = "which driver had the worst day vs where he started"
    assert (
        weigh(calls("matched", rationale="matched matches with 0.7"), ask("meant", 0.9), question=question) == "meant"
    )
    assert weigh(SILENT, ask("meant", 0.9), question=question) == ""


def test_what_tells_less_than_what_is_matched_does_not_go_before_it(weigh: Weigher) -> None:
    both = calls("matched", "meant")
    assert weigh(both, ask("matched", 0.99)) == "matched meant"
    assert weigh(both, ask("matched", 0.99), after=True) == "matched"


def test_what_tells_more_than_the_likeliest_stands_where_that_is_not_sure(weigh: Weigher) -> None:
    assert weigh(READ, ask("meant", 0.4)) == ""
    assert weigh(BOTH_READ, ask("matched", 0.79)) == "matched matched"
    assert weigh(calls("matched", "meant"), ask("meant", 0.79), after=True) == "matched meant"


def test_what_the_likeliest_tells_with_more_beside_it_stands(weigh: Weigher) -> None:
    also = calls("matched", rationale="matches with 0.80")
    assert weigh(also, ask("matched ; meant", 0.44)) == "matched"
    assert weigh(also, ask("matched ; meant", 0.46)) == "matched meant"
    assert weigh(also, ask("meant ; more", 0.44)) == ""


def test_a_name_alone_asks_no_other_tool_than_the_question_before(weigh: Weigher) -> None:
    completed = calls("matched", rationale="asked as 'stops of Leclerc': matches")
    assert weigh(completed, ask("meant", 0.9), question="and leclerc?", after=True) == "matched"
    assert weigh(completed, ask("meant", 0.9), question="and the leader?", after=True) == "matched"
    assert weigh(completed, ask("meant", 0.9), question="and leclerc's penalty?", after=True) == "meant"


def test_a_follow_up_that_was_completed_is_not_what_was_asked_before(weigh: Weigher) -> None:
    weigh.before = Turn(LEADS.question, calls("meant"), LEADS.answer)
    completed = calls("matched", rationale="asked as 'stops of Leclerc': matches")
    assert weigh(completed, ask("meant", 0.9), question="and when were the stops", after=True) == "matched"
    assert weigh(completed, ask("another", 0.9), question="and when were the stops", after=True) == "another"


def test_what_can_mean_nothing_else_needs_no_second_opinion(weigh: Weigher) -> None:
    completed = calls("matched", rationale="surely asked as 'stops of Leclerc': matches")
    assert weigh(completed, ask("meant", 0.9), question="and when were the stops", after=True) == "matched"


def test_what_the_answer_before_does_not_tell_is_not_asked_once_more(weigh: Weigher) -> None:
    assert weigh(SILENT, ask("matched", 0.9), question="when were the stops", after=True) == "matched"
    weigh.before = Turn(LEADS.question, LEADS.plan, "No case of Leclerc.")
    assert weigh(SILENT, ask("matched", 0.9), question="when were the stops", after=True) == ""


def test_of_a_name_that_nobody_knows_is_not_told_what_was_asked_before(weigh: Weigher) -> None:
    weigh.before = Turn(LEADS.question, LEADS.plan, "Leclerc has stopped twice.")
    assert weigh(SILENT, ask("matched", 0.9), question="and sennaesque?", after=True) == ""
    assert weigh(SILENT, ask("matched", 0.9), question="and the leader?", after=True) == "matched"


def test_what_an_example_is_hardly_like_is_not_firm(weigh: Weigher) -> None:
    both = "matched matches with 0.97, matched matches with 0.94"
    assert weigh(calls("matched", rationale=both), ask("meant", 0.79)) == "meant"
    assert weigh(calls("matched", rationale="matched matches with 0.95"), ask("meant", 0.79)) == "matched"
    assert weigh(calls("matched", rationale="matched matches with 0.94"), ask("meant", 0.79)) == "meant"


@pytest.mark.parametrize(("likely", "name"), [(0.46, "meant"), (0.44, "")])
def test_what_an_example_is_only_like_must_be_borne_out(
    weigh: Weigher, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch, likely: float, name: str
) -> None:
    question = "any more stops of the leader then"
    whole = knowledge.match(question)
    assert whole.score < EXACT
    matched = plan_of(whole.matches[:1])
    monkeypatch.setattr(PlainAsks, "taught", frozenset(step.name for step in matched.steps))
    assert weigh(matched, ask("meant", likely), question=question) == name


@pytest.mark.parametrize(
    ("question", "said", "left_out", "least"),
    [
        ("stops of the leader", "meant", ("N1",), 0.55),
        ("zebra stops of the leader", "meant", (), 0.55),
        ("why has the leader made stops", "meant", (), 0.55),
        ("stops of the leader", "meant", ("D1",), 0.85),
        ("stops of the leader", "meant", ("L2",), 0.85),
        ("stops of the leader", "meant", ("K1",), 0.85),
        ("who is slowest of the leaders", "fastest meant", (), 0.85),
        ("who has made stops as leader", "did the leader meant", (), 0.85),
        ("anyone in the stops not on softs", "who in the stops is on softs meant", (), 0.85),
        ("under this safety car which runners have not stopped", "who stopped under this safety car meant", (), 0.85),
        ("who has stops", "who has not meant", (), 0.85),
        ("who of the top ten has stops", "stops meant ; the top ten meant", (), 0.85),
        ("of the top ten who has stops", "the top ten meant", (), 0.85),
        ("the top ten and their stops", "the top ten meant", (), 0.45),
        ("who is on the tyres from the start", "who has not meant", (), 0.45),
    ],
)
def test_a_meaning_that_leaves_out_or_is_doubtful_must_be_surer(
    weigh: Weigher, question: str, said: str, left_out: tuple[str, ...], least: float
) -> None:
    for more, name in ((0.01, "meant"), (-0.01, "")):
        assert weigh(SILENT, ask(said, least + more, *left_out), question=question) == name


@pytest.mark.parametrize(
    ("matched", "likely", "name"),
    [(READ, 0.96, ""), (READ, 0.94, "matched"), (MATCHED, 0.99, "matched"), (PART, 0.99, "matched")],
)
def test_what_surely_asks_nothing_is_not_answered(weigh: Weigher, matched: Plan, likely: float, name: str) -> None:
    assert weigh(matched, ask("", likely)) == name


@pytest.mark.parametrize(("likely", "name"), [(0.51, ""), (0.49, "matched")])
def test_after_other_turns_it_need_not_be_so_sure(weigh: Weigher, likely: float, name: str) -> None:
    assert weigh(MATCHED, ask("", likely), after=True) == name


@pytest.mark.parametrize(
    ("question", "matched", "likely", "name"),
    [
        ("zebra stops of the leader", MATCHED, 0.21, ""),
        ("zebra stops of the leader", MATCHED, 0.19, "matched"),
        ("zebra stops of the leader", LOOKED_FOR, 0.21, "matched"),
        ("zebra stops of the leader", PART, 0.21, "matched"),
        ("stops of the leader", MATCHED, 0.21, "matched"),
    ],
)
def test_a_strange_word_that_nothing_takes_makes_nothing_of_a_question(
    weigh: Weigher, question: str, matched: Plan, likely: float, name: str
) -> None:
    assert weigh(matched, ask("", likely), question=question) == name


@pytest.mark.parametrize(("nothing", "name"), [(0.19, "meant"), (0.21, "")])
def test_a_meaning_must_be_likelier_than_that_nothing_is_asked(weigh: Weigher, nothing: float, name: str) -> None:
    assert weigh(SILENT, ask("meant", 0.5), ask("", nothing)) == name


@pytest.mark.parametrize(("likely", "looked_at"), [(0.031, 1), (0.029, 0)])
def test_what_is_hardly_likely_is_not_looked_at(likely: float, looked_at: int) -> None:
    assert len(meanings_of([ask("meant", likely)], planned)) == looked_at


def test_ways_to_say_it_that_are_planned_alike_are_as_likely_as_all_of_them() -> None:
    found = meanings_of([ask("one a", 0.3), ask("two b", 0.25), ask("three b", 0.2), ask("four c?", 0.2)], planned)
    assert [(meaning.ask.said, round(meaning.likely, 2)) for meaning in found] == [("two b", 0.45), ("one a", 0.3)]


def test_a_match_that_is_among_the_meanings_stands_where_none_is_sure(weigh: Weigher) -> None:
    assert weigh(READ, ask("meant", 0.4), ask("matched", 0.1)) == "matched"
    assert weigh(READ, ask("meant", 0.4), ask("another", 0.1)) == ""


@pytest.mark.parametrize(("alone", "followed"), [(0.44, ""), (0.46, "matched")])
def test_a_follow_up_in_full_that_means_what_is_matched_is_that(
    weigh: Weigher, monkeypatch: pytest.MonkeyPatch, alone: float, followed: str
) -> None:
    completed = calls("matched", rationale="asked as 'stops of Leclerc': matches")

    def weighed(meant_alone: PlainAsk) -> list[str]:
        said = {"stops of Leclerc": [meant_alone]}
        monkeypatch.setattr(PlainAsks, "of", lambda _, text, turns=(): said.get(text, [ask("meant", 0.4)]))
        plan = weigh.meanings.weighed(completed, "stops of the leader", [LEADS])
        return [step.name for step in plan.steps]

    assert weighed(ask("matched", alone)) == followed.split()
    assert weighed(ask("another", 0.9)) == []


def test_a_part_that_is_not_planned_stays_open() -> None:
    (found,) = meanings_of([ask("who leads ; and why?", 0.9)], planned)
    assert [step.name for step in found.plan.steps] == ["leads"]
    assert left_open(found.plan) == "and why"


def test_of_a_tool_that_was_not_learnt_no_meaning_tells(weigh: Weigher) -> None:
    assert weigh(calls("new_tool"), ask("meant", 0.99)) == "new_tool"
    assert weigh(MATCHED, ask("meant", 0.99)) == "meant"


@pytest.mark.parametrize(
    "question", ["has he stopped", "is leclerc catching him", "and the leader", "what about the leader", "how far"]
)
def test_of_whom_nobody_has_said_nothing_is_read(weigh: Weigher, question: str) -> None:
    said = PlainAsk(("meant",), 0.99, frozenset({"D1"}))
    assert weigh(SILENT, said, question=question) == ""
    assert weigh(SILENT, said, question=question, after=True) == "meant"


@pytest.mark.parametrize(
    "question",
    ["who is on the stops he began with", "which cars have the tyres they started on", "anyone on sets he had"],
)
def test_what_who_did_is_asked_of_whoever_did_it(weigh: Weigher, question: str) -> None:
    assert weigh(SILENT, ask("who has meant", 0.99), question=question) == "meant"


@pytest.mark.parametrize("question", ["who did he stop", "who is ahead of him", "who was leader when he stopped"])
def test_whom_somebody_met_is_asked_of_nobody(weigh: Weigher, question: str) -> None:
    assert weigh(SILENT, ask("who has meant", 0.99), question=question) == ""


def test_he_is_whom_the_question_names(weigh: Weigher) -> None:
    assert weigh(SILENT, ask("meant", 0.99), question="leclerc looks slow is he on old stops") == "meant"


def test_a_pronoun_must_become_somebody(weigh: Weigher) -> None:
    assert weigh(SILENT, ask("has the leader meant", 0.99), question="has he stopped", after=True) == ""


@pytest.mark.parametrize(
    ("before", "likely", "who"),
    [
        ("how far is he", 0.84, "LEC"),
        ("how far is he", 0.86, "HAM"),
        ("who is behind him", 0.84, "HAM"),
    ],
)
def test_whom_the_turn_before_went_on_with_is_asked_of_again(
    weigh: Weigher, monkeypatch: pytest.MonkeyPatch, before: str, likely: float, who: str
) -> None:
    def of(driver: str) -> Plan:
        return Plan((Step("s1", "meant", {"driver": driver}),), "matches with 0.80")

    monkeypatch.setattr(PlainAsks, "of", lambda *_: [PlainAsk(("HAM",), likely, frozenset({"D1"}))])
    monkeypatch.setattr(weigh.meanings, "_by_rules", of)
    plan = weigh.meanings.weighed(of("LEC"), "what is he on", [Turn(before, of("LEC"))])
    assert [step.arguments["driver"] for step in plan.steps] == [who]


def plan_of_any(plan: Plan, question: str) -> Plan:
    """The same plan, whatever is asked."""
    return plan


def test_what_an_example_says_stands_against_a_part_of_it_told_first(
    knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "get_pit_stops matches with 1.00"
    whole, first, other = (
        Plan((Step("s1", tool, {"driver": "LEC", **told}),), said)
        for tool, told in (("get_pit_stops", {}), ("get_pit_stops", {"tell": "last"}), ("get_stints", {"tell": "last"}))
    )
    for likeliest, kept in ((first, whole.steps), (other, ())):
        meanings = PlainMeanings(knowledge, partial(plan_of_any, likeliest))
        monkeypatch.setattr(PlainAsks, "of", lambda *_: [ask("when did leclerc last pit", 0.2)])
        assert meanings.weighed(whole, "when did he stop and how long was it", [LEADS]).steps == kept
