"""What is heard of a question and of the turns before it, and how the likeliest words are found."""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from director.language.rewriting.marks import AND_THEN, SaidBefore
from director.language.rewriting.rewriter import BEGIN, END, PAD, STATES, Rewriter, Rewriting, as_heard
from director.planners.base import Turn
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.plain import asks as module
from director.planners.offline.plain.asks import PlainAsks, in_any_session, on_any_lap
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, Plan, Step

NAMES = ("Lewis Hamilton", "Charles Leclerc", "Max Verstappen", "Sergio Perez", "Carlos Sainz")
CONTEXT = Context(
    "A race.", {"driver": [{"code": name.split()[1][:3].upper(), "name": name} for name in NAMES]}, "Race"
)
WORDS = (PAD, BEGIN, END, "who", "leads", "stops", "D1", "D2", STATES)


class Said:
    """A rewriter that keeps what it hears, and says each question as it stands."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, tuple[SaidBefore, ...]]] = []

    def rewritings(self, question: str, before: Sequence[SaidBefore], marks: object) -> list[Rewriting]:
        self.heard.append((question, tuple(before)))
        return [Rewriting(tuple(question.split()), 0.9)]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    rewriter = Said()
    monkeypatch.setattr(module, "shipped", lambda: (rewriter, frozenset()))
    return rewriter


@pytest.fixture
def asks(said: Said) -> PlainAsks:
    knowledge = Knowledge()
    knowledge.refresh(catalogue(build_tools(StateCache())), CONTEXT)
    return PlainAsks(knowledge, lambda _: None)


def turns(*questions: str, answer: str = "") -> list[Turn]:
    return [Turn(question, Plan(), answer) for question in questions]


def test_three_turns_before_are_looked_at_and_no_more(asks: PlainAsks, said: Said) -> None:
    asks.of("now", turns("who won", "who lost", "who led", "who fell"))
    assert [question for question, _ in said.heard] == ["who lost", "who led", "who fell", "now"]


def test_of_two_turns_before_it_is_heard_what_they_asked_and_no_more(asks: PlainAsks, said: Said) -> None:
    asks.of("now", turns("who won", "who lost", "who led", answer="Hamilton."))
    assert said.heard[-1] == ("now", (SaidBefore("who led", "hamilton"), SaidBefore("who lost", "hamilton")))
    heard = [as_heard(module_pieces(), "who", [SaidBefore("who")] * turns_before) for turns_before in (1, 2, 3)]
    assert [len(pieces) for pieces in heard] == [3 + 3, 3 + 3 + 3, 3 + 3 + 3]


def test_a_question_is_rewritten_once_with_what_was_before_it(asks: PlainAsks, said: Said) -> None:
    asks.of("now", turns("before"))
    asks.of("now", turns("before"))
    asks.of("now")
    assert [before for _, before in said.heard] == [(), (SaidBefore("before"),), ()]


def test_of_what_was_asked_before_what_was_called_is_heard(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge = Knowledge()
    knowledge.refresh(catalogue(build_tools(StateCache())), CONTEXT)
    asks = PlainAsks(knowledge, lambda ask: Plan((Step("s1", ask.said.split()[0], {}),)))
    heard: list[str] = []

    def rewritings(question: str, before: Sequence[SaidBefore], marks: object) -> list[Rewriting]:
        heard.append(" ".join(one.plain for one in before))
        return [Rewriting(("leads", "who"), 0.6), Rewriting(("stops", "who"), 0.3)]

    monkeypatch.setattr(said, "rewritings", rewritings)
    asks.of("now", [Turn("before", Plan((Step("s1", "stops", {}),)))])
    asks.of("then", [Turn("before", Plan((Step("s1", "another", {}),)))])
    assert heard == ["", "stops who", "leads who"]


@pytest.mark.parametrize(("called", "heard"), [(Plan((Step("s1", "another", {}),)), "who is on N1"), (Plan(), "leads")])
def test_of_what_was_asked_before_no_meaning_is_heard_that_leaves_out_what_was_called_for(
    asks: PlainAsks, said: Said, monkeypatch: pytest.MonkeyPatch, called: Plan, heard: str
) -> None:
    before: list[str] = []

    def rewritings(question: str, turns: Sequence[SaidBefore], marks: object) -> list[Rewriting]:
        before.extend(one.plain for one in turns)
        return [Rewriting(("leads",), 0.6)]

    monkeypatch.setattr(said, "rewritings", rewritings)
    asks.of("now", [Turn("who is on lap 7", called)])
    assert before == [heard.replace("N1", "lap 7 alpha")]


def test_so_many_questions_are_kept_and_no_more(asks: PlainAsks, said: Said) -> None:
    questions = [f"who {'x' * number}" for number in range(64)]
    for question in questions:
        asks.of(question)
    asks.of(questions[0])
    assert len(said.heard) == 64
    asks.of("one more")
    asks.of(questions[0])
    assert len(said.heard) == 66


def test_what_is_said_twice_is_asked_once(asks: PlainAsks, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = ("who", "leads", AND_THEN, "stops", AND_THEN, "who", "leads")
    monkeypatch.setattr(said, "rewritings", lambda *_: [Rewriting(tokens, 0.9)])
    (ask,) = asks.of("who leads and who leads")
    assert ask.texts == ("who leads", "stops")


def test_what_the_plain_question_leaves_out_is_told(
    asks: PlainAsks, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(said, "rewritings", lambda *_: [Rewriting(("where", "is", "D1"), 0.9)])
    (ask,) = asks.of("is Hamilton ahead of Leclerc on lap 7")
    assert ask.texts == ("where is Hamilton",)
    assert (set(ask.marks), set(ask.left_out)) == ({"D1"}, {"D2", "N1"})


@pytest.mark.parametrize(("before", "heard"), [("the top 7", 0), ("who stopped on lap 7", 1)])
def test_a_number_that_was_no_lap_before_is_none_now(
    asks: PlainAsks, monkeypatch: pytest.MonkeyPatch, before: str, heard: int
) -> None:
    def rewritings(question: str, *_: object) -> list[Rewriting]:
        return [
            Rewriting(
                tuple(question.split() if question.startswith(before) else ("who", "led", "on", "lap", "N1")), 0.9
            )
        ]

    monkeypatch.setattr(module, "shipped", lambda: (SimpleNamespace(rewritings=rewritings), frozenset()))
    assert len(asks.of("who led then", turns(before))) == heard


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ("Hamilton leads Leclerc, Verstappen, Perez and Sainz.", "hamilton leclerc norris piastri"),
        ("Hamilton stopped on lap 12.", "hamilton lap 12 alpha"),
        ("Hamilton stopped on lap 12 and lap 30.", "hamilton"),
        ("", ""),
    ],
)
def test_four_of_those_whom_an_answer_names_and_its_one_lap_are_heard(
    asks: PlainAsks, said: Said, answer: str, named: str
) -> None:
    asks.of("now", turns("before", answer=answer))
    assert said.heard[-1][1][0].named == named


@pytest.mark.parametrize(("calls", "second"), [(2, "Sergio Perez"), (1, "Max Verstappen")])
def test_whom_several_calls_are_of_is_heard_before_others_whom_an_answer_names(
    asks: PlainAsks, said: Said, monkeypatch: pytest.MonkeyPatch, calls: int, second: str
) -> None:
    steps = tuple(Step(f"s{at}", "get_driver", {"driver": who}) for at, who in enumerate(("HAM", "PER"), start=1))
    before = Turn("where are they", Plan(steps[:calls]), "Hamilton is behind Verstappen. Perez is behind Hamilton.")
    monkeypatch.setattr(said, "rewritings", lambda *_: [Rewriting(("D2", "leads"), 0.9)])
    assert asks.of("now", [before])[0].texts == (f"{second} leads",)


@pytest.mark.parametrize(
    ("plain", "heard_of", "kept"),
    [
        ("where is Ocon in class", "where is hamilton race", "where is Ocon"),
        ("where is Ocon in class", "where is hamilton in his class race", "where is Ocon in class"),
        ("who is fastest in practice", "who is fastest practice 1", "who is fastest in practice"),
        ("who is fastest in practice", "who is fastest race", "who is fastest"),
        ("who is in class gtp", "who is there", "who is in class gtp"),
    ],
)
def test_a_kind_of_session_that_nobody_spoke_of_is_left_out(plain: str, heard_of: str, kept: str) -> None:
    assert in_any_session(plain, heard_of) == kept


@pytest.mark.parametrize(
    ("spoken_of", "kept"),
    [
        ("whom did hamilton pass to get there", "who did Ocon overtake"),
        ("whom did hamilton pass at the start", "who did Ocon overtake on lap 1"),
        ("whom did hamilton pass on lap 1 alpha", "who did Ocon overtake on lap 1"),
        ("whom did hamilton pass into turn 1", "who did Ocon overtake on lap 1"),
    ],
)
def test_the_first_lap_that_nobody_spoke_of_is_left_out(spoken_of: str, kept: str) -> None:
    assert on_any_lap("who did Ocon overtake on lap 1", spoken_of) == kept


class Saying:
    """Says the next word after some, by the likelihoods given; END after words that are not told. Keeps the words."""

    def __init__(self, likely: dict[str, dict[str, float]]) -> None:
        self._likely, self.steps = likely, 0

    def run(self, _: object, feeds: dict[str, Any]) -> list[np.ndarray]:
        self.steps += 1
        if "pieces" in feeds:
            return [np.zeros((1, 1, 3, 1), np.float32)]
        kept = np.concatenate([feeds["kept"], feeds["said"].astype(np.float32)[None, :, None, None, None]], axis=3)
        assert (kept.shape[3], *feeds["at"]) == (self.steps - 1, self.steps - 2)
        scores = np.full((len(feeds["said"]), len(WORDS)), -50.0, np.float32)
        for row, numbers in enumerate(kept[0, :, 0, :, 0].astype(int)):
            after = " ".join(WORDS[number] for number in numbers[1:])
            for word, likely in self._likely.get(after, self._likely.get("*", {END: 1.0})).items():
                scores[row, WORDS.index(word)] = math.log(likely)
        return [scores, kept]


def rewritings(
    likely: dict[str, dict[str, float]], marks: Sequence[str] = (), begin: str = BEGIN, saying: type[Saying] = Saying
) -> tuple[list[Rewriting], int]:
    rewriter, says = Rewriter.__new__(Rewriter), saying(likely)
    rewriter._hears = rewriter._says = says
    rewriter._pieces = module_pieces()
    rewriter._words, rewriter._at = WORDS, {word: number for number, word in enumerate(WORDS)}
    rewriter._marks = {"D1": 6, "D2": 7}
    return rewriter.rewritings("who", (), marks, begin), says.steps


def module_pieces() -> Any:
    from director.language.rewriting.wordpieces import WordPieces

    return WordPieces(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "who"])


def test_the_likeliest_comes_first_with_how_likely_it_is() -> None:
    found, _ = rewritings({"": {"who": 0.7, "stops": 0.3}, "who": {"leads": 0.6, "stops": 0.4}})
    said = {" ".join(one.tokens): round(one.likely, 3) for one in found}
    assert list(said.items()) == [("who leads", 0.42), ("stops", 0.3), ("who stops", 0.28)]


@pytest.mark.parametrize(("less", "followed"), [(3.9, 2), (4.1, 1)])
def test_an_unlikely_beginning_is_not_followed(less: float, followed: int) -> None:
    found, _ = rewritings(
        {
            "": {"who": 0.9, "stops": 0.9 * math.exp(-less)},
            "who": {"leads": 1.0},
            "who leads": {END: 1.0},
            "stops": {"leads": 1.0},
        }
    )
    assert len(found) == followed


def test_each_beginning_goes_on_from_its_own_words() -> None:
    found, _ = rewritings(
        {
            "": {"who": 0.6, "stops": 0.4},
            "who": {"leads": 1.0},
            "stops": {"D1": 1.0},
            "stops D1": {"leads": 1.0},
            "who leads": {"stops": 1.0},
        },
        ["D1"],
    )
    assert [one.tokens for one in found] == [("who", "leads", "stops"), ("stops", "D1", "leads")]


def test_what_does_not_end_is_not_said_and_ends_after_so_many_words() -> None:
    found, steps = rewritings({"*": {"who": 0.6, "leads": 0.4}})
    assert (found, steps) == ([], 1 + 36)


def test_four_beginnings_are_followed_at_once_and_no_more() -> None:
    begun = dict.fromkeys(("who", "leads", "stops", "D1", "D2"), 0.2)
    found, _ = rewritings({"": begun}, ["D1", "D2"])
    assert len(found) == 4


def test_of_each_part_so_many_word_pieces_are_heard_and_no_more() -> None:
    few, many = (as_heard(module_pieces(), text, [SaidBefore(text, text)]) for text in ("who", "who " * 99))
    assert (len(few), len(many)) == (3 + 2 + 2, 2 + 56 + 1 + 24 + 1 + 16)


@pytest.mark.parametrize("begin", [BEGIN, STATES])
def test_what_is_asked_and_what_is_stated_begin_with_words_of_their_own(begin: str) -> None:
    said: list[int] = []

    class Kept(Saying):
        def run(self, names: object, feeds: dict[str, Any]) -> list[np.ndarray]:
            said.extend(feeds.get("said", ()))
            return super().run(names, feeds)

    found, _ = rewritings({"": {"who": 0.5, "leads": 0.5}}, begin=begin, saying=Kept)
    assert said[0] == WORDS.index(begin)
    assert {one.tokens for one in found} == {("who",), ("leads",)}


def test_nobody_is_named_who_was_not() -> None:
    likely = {"": {"D1": 0.7, "D2": 0.2, "who": 0.1}}
    assert [one.tokens for one in rewritings(likely, ["D2"])[0]] == [("D2",), ("who",)]
    assert rewritings(likely, ["D1", "D2"])[0][0].tokens == ("D1",)
