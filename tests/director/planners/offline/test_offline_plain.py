"""Questions that are like no example are read as plain wordings, with every value and nothing that narrows left out."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path

import pytest
from msgspec import structs

from director.language.rewriting.wordpieces import WordPieces
from director.language.tokens import stem
from director.planners.offline import OfflinePlanner
from director.planners.offline.plain.network import Network, Scorer
from director.planners.offline.plain.pieces import COMPOUND, COUNT, DRIVER, MOMENT, NTH, SaidPiece, as_text, features
from director.planners.offline.plain.read import filled, signs_of, values_of
from director.planners.offline.plain.weights import SHORT_LIST, PlainReader, PlainWording, Weights, shipped
from tests.examples import some
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[..., Coroutine[object, object, Plan]]
WORDINGS = Path(__file__).parents[4] / "tools" / "wordings"


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("who did Sainz lose his place to", "get_overtakes", {"passed": "SAI"}),
        ("lads how much petrol is in the tank for Hamilton", "get_car_status", {"driver": "HAM"}),
        ("what is Ricciardo shod with", "get_stints", {"driver": "RIC"}),
        ("anyone parked it", "get_retirements", {}),
        ("why did Ericsson cop ten seconds", "get_race_control", {"about": "penalty", "driver": "ERI"}),
    ],
)
async def test_an_unusual_wording_is_read_as_a_plain_one(
    ask_race: Ask, question: str, tool: str, arguments: JsonObject
) -> None:
    plan = await ask_race(question)
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)], plan
    assert plan.rationale.startswith("read as '")


@pytest.mark.parametrize(
    "question",
    [
        "who did Sainz lose his place to in practice",
        "if Bottas comes in this lap and it rains where is he afterwards",
        "how much petrol would be in Hamilton's tank without the safety car",
        "who has Sainz been done by since Monaco last year",
        "31",
        "driver",
        "{driver}",
        "1",
    ],
)
async def test_what_narrows_more_than_a_plain_wording_is_met_with_silence(ask_race: Ask, question: str) -> None:
    assert (await ask_race(question)).steps == ()


HELD_AGAINST_NOBODY = ("is {team} fastest on race pace",)
"""A team among all teams, which no tool ranks: its own drivers against each other would be another answer."""


async def test_every_plain_wording_is_planned_without_the_reader(
    race_catalogue: list[JsonObject], drivers: list[JsonObject], learnt: Path
) -> None:
    teams = sorted({str(driver["team"]) for driver in drivers if driver.get("team")})
    names = {"driver": drivers, "team": [{"name": team} for team in teams], "class": [{"name": "GTP"}, {"name": "GTD"}]}
    values = {"driver": "Hamilton", "other": "Vettel", "passed": "Vettel", "team": "Ferrari", "class": "GTP",
              "compound": "softs", "m": "9"}  # fmt: skip
    for kind in ("Race", "Qualifying", "Practice"):
        planner = OfflinePlanner(plainly=False, folder=learnt)
        silent = []
        for wording in some(shipped().wordings, 7):
            if wording.kinds and kind.casefold() not in wording.kinds:
                continue
            text = re.sub(r"\{(\w+)\}", lambda slot: values.get(slot[1], "3"), wording.text)
            plan = await planner.plan(text, race_catalogue, Context("Baku, 2018", names, kind))
            silent += [] if plan.steps or wording.text in HELD_AGAINST_NOBODY else [text]
        assert not silent, kind


def test_the_weights_know_no_tool(race_catalogue: list[JsonObject]) -> None:
    text = repr([wording.text for wording in shipped().wordings]) + repr(sorted(shipped().words))
    assert not [entry["name"] for entry in race_catalogue if "_" in entry["name"] and entry["name"] in text]


def test_wordings_have_the_slots_of_their_plain_wording() -> None:
    plain = {row[0]: row for row in _rows("plain.tsv")}
    assert {len(row) for row in plain.values()} == {3}
    assert {row[0] for row in _rows("wordings.tsv")} <= plain.keys()
    assert {kind for row in plain.values() for kind in row[2].split()} == {"all", "race", "quali", "practice"}


async def test_a_new_tool_goes_before_what_the_reader_knows(ask_race: Ask, race_catalogue: list[JsonObject]) -> None:
    question = "how much petrol is in the tank for Hamilton"
    driver = {"type": "string", "x-vocabulary": "driver"}
    new = {
        "name": "get_petrol",
        "description": "Petrol in the tank of a car.",
        "input_schema": {"type": "object", "properties": {"driver": driver}, "required": ["driver"]},
        "examples": [["how much petrol is in the tank for {driver}", {"driver": "{driver}"}]],
    }
    context = Context("Baku, 2018", {"driver": [{"car": "44", "code": "HAM", "name": "Lewis Hamilton"}]}, "Race")
    plan = await OfflinePlanner().plan(question, [*race_catalogue, new], context)
    assert [step.name for step in plan.steps] == ["get_petrol"]


async def test_a_race_is_not_led_in_a_qualifying(race_catalogue: list[JsonObject], learnt: Path) -> None:
    planner = OfflinePlanner(folder=learnt)
    plan = await planner.plan("who is winning the race", race_catalogue, Context("Baku", {}, "Qualifying"))
    assert (plan.steps, plan.rationale) == ((), "this is a qualifying session, not a race")


def test_values_go_into_slots_of_their_kind_and_order() -> None:
    overtaken = _reader("did {driver} pass {other} on lap {n}", ("other", "driver", "n"), ())
    pieces = [SaidPiece(DRIVER, "Ocon"), SaidPiece("was", "was"), SaidPiece(DRIVER, "Bottas"), SaidPiece(COUNT, "7", 7)]
    wording = overtaken.wordings[0]
    values = values_of(pieces, wording, overtaken)
    assert values is not None
    assert filled(wording, values) == "did Bottas pass Ocon on lap 7"
    assert values_of(pieces[:3], wording, overtaken) is None, "a slot that the question does not fill"
    assert values_of([*pieces, SaidPiece(DRIVER, "Gasly")], wording, overtaken) is None, "a name without a slot"
    assert values_of([*pieces, SaidPiece(NTH, "2", 2)], wording, overtaken) is None, "a number without a slot"


def test_a_number_may_be_a_word_of_the_wording() -> None:
    reader = _reader("the first {n} of the grid", ("n",), (1.0,))
    pieces = [SaidPiece(NTH, "1", 1, spoken=True), SaidPiece(COUNT, "5", 5)]
    values = values_of(pieces, reader.wordings[0], reader)
    assert values is not None
    assert filled(reader.wordings[0], values) == "the first 5 of the grid"


def test_a_place_is_told_as_an_ordinal_where_the_wording_has_one() -> None:
    wording = PlainWording("battle for {n}th", ("n",), (), (), ())
    assert [filled(wording, [SaidPiece("n", text)]) for text in ("2", "11", "23")] == [
        "battle for 2nd", "battle for 11th", "battle for 23rd",
    ]  # fmt: skip


def test_a_word_that_narrows_is_a_doubt_where_it_is_not_the_wordings_own() -> None:
    said = [SaidPiece("who", "who"), SaidPiece("has", "has"), SaidPiece("pit", "pitted")]
    reader = _reader("who has pitted", (), (), ("who", "has", "pit"))
    assert _narrowing(said, reader) == (0, False)
    assert _narrowing([*said, SaidPiece("sinc", "since")], reader) == (1, False)
    assert _narrowing([*said, SaidPiece("always", "always")], reader)[0] == 0


def test_a_topic_is_told_by_a_wording_that_people_ask_so() -> None:
    said = [*(SaidPiece(word, word) for word in ("who", "has", "pit")), SaidPiece("would", "would")]
    assert signs_of(said, _reader("who has pitted", (), (), ("who", "has", "pit")), None) is None
    assert signs_of(said, _reader("who has pitted", (), (), ("who", "has", "pit", "would")), None) is not None
    assert signs_of(said, _reader("who would pit", (), (), ("who", "has", "pit")), None) is not None


def test_who_led_is_not_who_leads() -> None:
    words = ("who", "led", "leads", "lead")
    of_then, of_now = _reader("who led", (), (), words), _reader("who leads", (), (), words)
    for said, right, wrong in (("leads", of_now, of_then), ("led", of_then, of_now)):
        pieces = [SaidPiece("who", "who"), SaidPiece("lead", said), SaidPiece("it", "it")]
        assert signs_of(pieces, right, None) is not None
        assert signs_of(pieces, wrong, None) is None


def _narrowing(said: Sequence[SaidPiece], reader: PlainReader) -> tuple[float, bool]:
    """How many words narrow the wording, and whether the question is strange to it."""
    found = signs_of(said, reader, None)
    assert found is not None
    return found.signs[-1], found.strange


def test_a_word_that_nobody_used_is_strange() -> None:
    said = [SaidPiece("who", "who"), SaidPiece("has", "has"), SaidPiece("pit", "pitted")]
    reader = _reader("who has pitted", (), (), ("who", "has", "pit"))
    assert _narrowing([*said, SaidPiece("is", "is")], reader) == (0, False)
    assert _narrowing([*said, SaidPiece("gherkin", "gherkin")], reader) == (0, True)


def test_what_is_likelier_to_ask_nothing_is_not_read() -> None:
    said = [SaidPiece(word, word) for word in ("who", "has", "pit")]
    weights = _weights(PlainWording("who has pitted", (), (), (0,), ()), ("pit",))
    assert signs_of(said, PlainReader(weights, _Finds(0.1, 0.0)), None) is not None
    assert signs_of(said, PlainReader(weights, _Finds(0.0, 0.1)), None) is None


def test_what_is_so_is_not_read_as_what_is_not() -> None:
    reader = _reader("who has no time yet", (), (), ("who", "has", "no", "set", "time", "yet"))
    assert signs_of([SaidPiece(word, word) for word in ("who", "has", "set", "time")], reader, None) is None
    for lacking in ("no", "yet"):
        assert signs_of([SaidPiece(word, word) for word in ("who", "has", lacking, "time")], reader, None) is not None


def test_who_is_not_so_is_no_question_of_who_is() -> None:
    said = [SaidPiece(word, word) for word in ("who", "is", "on", "slick")]
    denied = [*said[:2], SaidPiece("not", "not"), *said[2:]]
    words = ("who", "is", "on", "slick", "not")
    assert signs_of(said, _reader("who is on slicks", (), (), words), None) is not None
    assert signs_of(denied, _reader("who is on slicks", (), (), words), None) is None
    assert signs_of(denied, _reader("who is not on slicks", (), (), words), None) is not None
    whether = [*denied[1:]]
    assert signs_of(whether, _reader("who is on slicks", (), (), words), None) is not None
    assert signs_of(denied, _reader("who still has to go to slicks", (), (), words), None) is not None


@pytest.mark.parametrize(
    ("question", "wording", "asks"),
    [
        ("who did not make it through lap 1", "who retired on the first lap", True),
        ("who did not get knocked out", "who got knocked out", False),
        ("is anyone in the points not on hards", "who in the points is on hards", False),
        ("under this vsc which did not stop", "who stopped under this vsc", False),
        ("who has to make a stop", "who has not stopped", True),
        ("who has made a stop", "who has not stopped", False),
    ],
)
def test_who_did_not_make_it_has_left_and_who_has_to_stop_has_not(question: str, wording: str, *, asks: bool) -> None:
    said = [SaidPiece(stem(word), word) for word in question.split()]
    words = tuple(stem(word) for word in question.split())
    assert (signs_of(said, _reader(wording, (), (), words), None) is not None) == asks


def test_a_second_question_that_is_joined_must_be_the_wordings_own() -> None:
    said = [SaidPiece(word, word) for word in ("where", "is", "he", "and", "how", "old")]
    words = ("where", "is", "he", "and", "how", "old")
    assert signs_of(said, _reader("where is he", (), (), words), None) is None
    assert signs_of(said, _reader("where is he and how old", (), (), words), None) is not None
    assert signs_of(said[:3], _reader("where is he", (), (), words), None) is not None
    named = [SaidPiece(word, word) for word in ("slowest", "stop", "and", "who")]
    assert signs_of(named, _reader("slowest stop", (), (), words), None) is not None
    assert signs_of(named, _reader("how many slow stops", (), (), words), None) is None


def test_a_wording_is_not_read_into_its_opposite() -> None:
    said = [SaidPiece("who", "who"), SaidPiece("gain", "gained"), SaidPiece("tim", "time")]
    words = ("who", "gain", "tim", "lose")
    assert signs_of(said, _reader("who lost time", (), (), words), None) is None
    assert signs_of(said, _reader("who gained or lost time", (), (), words), None) is not None
    both = [*said, SaidPiece("lose", "lost")]
    assert signs_of(both, _reader("who lost time", (), (), words), None) is not None


def test_a_wording_is_of_its_kinds_of_sessions() -> None:
    weights = _weights(PlainWording("who is safe now", (), ("qualifying",), (0,), ()), ("saf",))
    said = [SaidPiece("saf", "safe"), SaidPiece("saf", "safe"), SaidPiece("saf", "safe")]
    assert signs_of(said, PlainReader(weights, NOTHING), "race") is None
    assert signs_of(said, PlainReader(weights, NOTHING), "qualifying") is not None


def test_the_likeliest_wording_of_this_kind_of_session_is_taken() -> None:
    of_races = PlainWording("who is out of the race", (), ("race",), (0,), (), 0)
    of_all = PlainWording("who is out", (), (), (0,), (), 1)
    one = _weights(of_races, ("out",))
    both = structs.replace(one, wordings=(of_races, of_all), networks=(_of_nothing(outputs=3),))
    reader = PlainReader(both, _Finds(0.0, 0.0, 0.0))
    said = [SaidPiece("who", "who"), SaidPiece("is", "is"), SaidPiece("out", "out")]
    found = {kind: signs_of(said, reader, kind) for kind in ("race", "qualifying")}
    assert {kind: one.wording for kind, one in found.items() if one} == {"race": of_races, "qualifying": of_all}


def test_features_are_the_same_whatever_the_name() -> None:
    ways = [
        [SaidPiece("wher", "where"), SaidPiece("is", "is"), SaidPiece(DRIVER, name)]
        for name in ("Ocon", "Sergio Perez")
    ]
    assert features(ways[0], 1 << 14) == features(ways[1], 1 << 14)


def _reader(text: str, slots: tuple[str, ...], numbers: tuple[float, ...], said: Sequence[str] = ()) -> PlainReader:
    wording = PlainWording(text, slots, (), tuple(range(len(said))), numbers)
    return PlainReader(_weights(wording, tuple(said)), NOTHING)


class _Finds:
    """An encoder that finds the same in every question."""

    def __init__(self, *scores: float) -> None:
        self._scores = list(scores)

    def scores(self, text: str) -> list[float]:
        return self._scores if text else []


NOTHING = _Finds(0.0, 0.0)


def _weights(wording: PlainWording, words: tuple[str, ...]) -> Weights:
    """Weights for one wording that tell nothing: it is as likely as none."""
    return Weights((wording,), words, 16, 2, (_of_nothing(outputs=2),), (0.0,) * 6)


def _of_nothing(outputs: int) -> Network:
    return Network(bytes(32), bytes(2 * outputs), b"", 1.0, 1.0, 1.0)


def _rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (WORDINGS / name).read_text(encoding="utf-8").splitlines()]


async def test_a_position_is_no_number_of_cars(ask_race: Ask) -> None:
    plan = await ask_race("tyres of p2")
    assert [step.arguments for step in plan.steps] == [{"driver": "P2"}]


@pytest.mark.parametrize(
    ("wording", "taken"),
    [("the top {n}", False), ("gap between the leader and P{n}", True), ("battle for {n}th", True)],
)
def test_only_a_position_takes_a_position(wording: str, *, taken: bool) -> None:
    reader = _reader(wording, ("n",), ())
    said = [SaidPiece(NTH, "2", 2, is_position=True)]
    assert (values_of(said, reader.wordings[0], reader) is not None) is taken
    assert values_of([SaidPiece(NTH, "2", 2)], reader.wordings[0], reader) is not None


VALUES = {
    "driver": "Hamilton",
    "other": "Vettel",
    "passed": "Vettel",
    "team": "Ferrari",
    "compound": "softs",
    "n": "3",
    "m": "9",
}


def _calls(plan: Plan) -> list[tuple[str, object]]:
    """What is called with what; a gap is the same the other way round."""
    return [
        (step.name, set(map(str, step.arguments.values())) if step.name == "get_gap" else step.arguments)
        for step in plan.steps
    ]


async def test_a_plain_wording_itself_is_never_read_as_another_one(ask_race: Ask) -> None:
    """Its writers were to look for other words, so that it stands in no list of theirs. What nothing tells is hardly read."""
    rows = [line.split("\t") for line in (WORDINGS / "plain.tsv").read_text(encoding="utf-8").splitlines()]
    assert len(rows) > 400
    wrong: list[str] = []
    untold, misread = 0, []
    for key, asked, kind in some(rows, 7):
        slots = set(re.findall(r"\{(\w+)\}", key + asked))
        if not slots <= VALUES.keys() or not {"race", "all"} & set(kind.split()):
            continue
        plan = await ask_race(re.sub(r"\{(\w+)\}", lambda slot: VALUES[slot[1]], key))
        meant = await ask_race(re.sub(r"\{(\w+)\}", lambda slot: VALUES[slot[1]], asked)) if asked != "-" else Plan()
        read = plan.rationale.startswith("read as '")
        if asked == "-":
            untold += 1
            misread += [key] if read else []
        elif read and _calls(plan) != _calls(meant):
            wrong.append(f"{key}: {plan.rationale}")
    assert wrong == []
    assert untold > 30
    assert len(misread) <= 0.05 * untold, misread


def test_a_word_that_no_wording_has_is_read_by_what_it_means() -> None:
    rows = {
        "inherits": (0, 100),
        "cooks": (100, 0),
    }  # as in the wording that the second column stands for, or the first
    meanings = bytes(number for row in rows.values() for number in row)
    reader = PlainReader(
        Weights(
            wordings=(PlainWording("what is for lunch", (), (), (), ()), PlainWording("who leads", (), (), (), ())),
            words=(), buckets=64, size=2, trust=(0.0,) * 6, known=" ".join(rows),
            networks=(Network(bytes(128), bytes((100, 0, 0, 100, 0, 0)), meanings, 0.01, 0.01, 0.01),),
        ),
        _Finds(0.0, 0.0, 0.0),
    )  # fmt: skip
    lunch, leads, nothing = reader.scores([SaidPiece("inherit", "inherits")])[0]
    assert leads > lunch == nothing
    lunch, leads, nothing = reader.scores([SaidPiece("cook", "cooks")])[0]
    assert lunch > leads == nothing
    assert reader.scores([SaidPiece("sing", "sings")])[0] == [0, 0, 0]


def test_networks_weigh_what_the_encoder_finds_likely() -> None:
    wordings = tuple(PlainWording(f"who is {at}", (), (), (), ()) for at in range(SHORT_LIST + 2))
    rising = _Finds(*map(float, range(len(wordings))), 0.0)
    against = Network(bytes([100, 0] * 64), bytes([100, 0]) * 3 + bytes(2 * len(wordings) - 4), b"", 0.01, 0.01, 0.01)
    weights = Weights(wordings, (), 64, 2, (against, _of_none(len(wordings) + 1)), (0.0,) * 6)
    mixed, encoded = PlainReader(weights, rising).scores([SaidPiece("who", "who")])
    assert encoded == rising.scores("who")
    assert mixed[:2] == [-math.inf] * 2, "the networks' favourites are none of the encoder's"
    assert mixed[3:] == [score / 2 for score in encoded[3:]]
    network = Scorer(against, 2)
    found = network.scores(network.hidden(features([SaidPiece("who", "who")], 64), []), [2])[0]
    assert found > 0
    assert mixed[2] == pytest.approx((encoded[2] + found / 2) / 2)


def _of_none(outputs: int) -> Network:
    """A network that finds nothing in any question."""
    return Network(bytes(128), bytes(2 * outputs), b"", 0.01, 0.01, 0.01)


def test_the_encoder_reads_words_of_many_pieces() -> None:
    """The model has no place for more than 512 pieces."""
    reader = shipped()
    long = [SaidPiece(word, word) for word in ("zqxj" * 24,) * 24]
    assert len(reader.scores(long)[0]) == len(reader.wordings) + 1


def test_names_and_times_are_the_same_to_the_encoder() -> None:
    said = [SaidPiece(DRIVER, "Ocon"), SaidPiece("or", "or"), SaidPiece(DRIVER, "Bottas"), SaidPiece(NTH, "2", 2),
            SaidPiece(COUNT, "7", 7), SaidPiece(MOMENT, "13:04"), SaidPiece(COMPOUND, "softs")]  # fmt: skip
    assert as_text(said) == "hamilton or leclerc 2th 7 12:30 softs"
    assert as_text([SaidPiece(DRIVER, "Ocon")] * 6).split()[3:] == ["piastri"] * 3


def test_words_are_cut_into_the_longest_pieces_that_are_known() -> None:
    pieces = WordPieces(("[UNK]", "[CLS]", "[SEP]", "pit", "##ted", "##t", "who", "'", "s", "_"))
    assert pieces.numbers("Who pitted", 9) == [1, 6, 3, 4, 2]
    assert pieces.numbers("whó's _", 9) == [1, 6, 7, 8, 9, 2]
    assert pieces.numbers("pittx who", 9) == [1, 0, 6, 2], "a word with a rest that is no piece is unknown"
    assert pieces.numbers("who who who", 2) == [1, 6, 6, 2]
    assert pieces.numbers("who pitted", 2) == [1, 6, 3, 2], "so many pieces at most, not words"
    assert pieces.numbers("t" * 101, 9) == [1, 0, 2]
    assert pieces.numbers("", 9) == [1, 2]


async def test_what_is_asked_of_softs_is_asked_of_supersofts_in_the_same_words(ask_race: Ask) -> None:
    for compound in ("soft", "supersoft", "ultrasoft"):
        (step,) = (await ask_race(f"how long did Hamilton's {compound}s last")).steps
        assert {"field": "compound", "op": "is", "value": compound.upper()} in step.arguments["where"]
