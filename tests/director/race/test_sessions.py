"""Several sessions at once: named in questions and arguments, the first where nobody names one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from director.cli import main
from director.race import Race, load_race, open_beside
from director.race.sessions import SessionNames, read_sources
from director.settings import load_settings
from pitwall.sources import SourceError
from toolgate.contract import ANONYMOUS, Call

A, B = "sim:seed=3,cars=6,laps=4", "sim:seed=8,cars=9,laps=5"
SOURCES = (f"monza={A}", f"b={B}")


def opened(*sources: str) -> Race:
    return asyncio.run(load_race(load_settings(given={"planner": "offline"}), sources))


@pytest.fixture(scope="module")
def both() -> Race:
    return opened(*SOURCES)


def lone(source: str) -> Race:
    return opened(source)


def test_an_argument_names_the_session_and_without_one_the_first_is_meant(both: Race) -> None:
    first, second = lone(A), lone(B)
    for given, race in (({}, first), ({"session": "monza"}, first), ({"session": "b"}, second)):
        said = asyncio.run(both.call("get_standings", dict(given)))
        alone = asyncio.run(race.call("get_standings"))
        assert {**said, "generated_at": ""} == {**alone, "generated_at": ""}
    wrong = asyncio.run(both.call("get_standings", {"session": "spa"}))
    assert wrong["error"]["type"] == "validation_error"


def test_schemas_change_by_an_optional_session_alone(both: Race) -> None:
    alone = {spec.name: spec for spec in lone(A).runner.specs}
    assert {spec.name for spec in both.runner.specs} == alone.keys()
    for spec in both.runner.specs:
        properties = dict(spec.input_schema["properties"])
        assert properties.pop("session")["pattern"] == "^(monza|b)$"
        was = alone[spec.name]
        assert {**spec.input_schema, "properties": properties} == was.input_schema
        assert spec.output_schema == was.output_schema
    assert all("session" not in spec.input_schema["properties"] for spec in alone.values())


def test_a_question_names_the_session_and_the_answer_too(both: Race) -> None:
    first, second = lone(A).ask_sync("who is leading?"), lone(B).ask_sync("who is leading?")
    assert first.text != second.text
    assert both.ask_sync("who is leading?").text == first.text
    for question in ("who is leading in session b?", "b: who is leading?", "Who is leading in the session B?"):
        answer = both.ask_sync(question)
        assert answer.text == f"b: {second.text}"
        assert answer.question == question
    assert both.ask_sync("who is leading in Monza?").text == f"monza: {first.text}"


@pytest.mark.parametrize(
    ("question", "named", "rest"),
    [
        ("who leads in monza?", "monza", "who leads?"),
        ("is there a battle", None, "is there a battle"),
        ("monza: gaps", "monza", "gaps"),
        ("compare monza's leader", None, "compare monza's leader"),
        ("who leads in session a", "a", "who leads"),
        ("who leads in session a and in monza", None, "who leads in session a and in monza"),
    ],
)
def test_a_name_is_heard_where_it_can_be_nothing_else(question: str, named: str | None, rest: str) -> None:
    found = SessionNames(["a", "monza"]).find(question)
    assert (found.session, found.question) == (named, rest)


def test_sources_that_cannot_be_told_apart_are_refused(tmp_path: Path) -> None:
    assert [(one.name, one.uri) for one in read_sources(SOURCES, "sim:")] == [("monza", A), ("b", B)]
    assert [(one.name, one.uri) for one in read_sources(None, "sim:seed=2")] == [("", "sim:seed=2")]
    assert [(one.name, one.uri) for one in read_sources([f"a={A}"], "sim:")] == [("", A)]
    for sources, why in (
        (("a=sim:", "sim:seed=2"), "several sessions need names"),
        (("a=sim:", "A=sim:seed=2"), "two sessions are called 'a'"),
        ([f"s{n}=sim:" for n in range(9)], "at most 8"),
    ):
        with pytest.raises(SourceError, match=why):
            read_sources(sources, "sim:")
    with pytest.raises(SourceError, match="name a single source to record"):
        open_beside(load_settings(given={"feed_record": tmp_path / "kept"}), SOURCES)


def test_a_server_has_all_sessions_and_asks_them_by_name() -> None:
    async def run() -> None:
        race = open_beside(load_settings(given={"planner": "offline"}), SOURCES)
        runner = race.runner()
        await race.load()
        two = await runner.call(Call("get_session_info", {"session": "b"}, race.gate.caller("t")))
        asked = await runner.call(Call("ask", {"question": "how many laps are there in session b?"}, ANONYMOUS))
        assert two.envelope["total_laps"] == 5
        assert asked.envelope["answer"].startswith("b: ")
        race.close()

    asyncio.run(run())


def test_sessions_play_together_and_one_that_fails_is_told() -> None:
    async def run() -> None:
        race = open_beside(load_settings(given={}), ("a=sim:seed=3,cars=3,laps=1", "b=sim:seed=4,cars=3,laps=1"))
        await race.load(speed=10_000)
        assert all(session.cache.view().finished for session in race.sessions)
        race.close()
        broken = open_beside(load_settings(given={}), ("a=sim:", "b=f1-live:http://127.0.0.1:9/hub"))
        runner = broken.runner()
        await broken.load(speed=5)
        said = await runner.call(Call("get_standings", {}, ANONYMOUS))
        assert "leave out --speed" in said.envelope["error"]["message"]
        broken.close()

    asyncio.run(run())


def test_the_command_line_takes_several(capsys: pytest.CaptureFixture[str]) -> None:
    given = [part for source in SOURCES for part in ("--source", source)]
    assert main(["ask", "how many laps are there in session b?", *given, "--planner", "offline"]) == 0
    assert capsys.readouterr().out.startswith("b: ")
    assert main(["call", "get_session_info", "session=b", *given]) == 0
    assert '"total_laps":5' in capsys.readouterr().out
    assert main(["export", "laps", *given]) == 2
    assert "--source names one race here, and was given twice" in capsys.readouterr().err
    assert main(["ask", "who leads?", "--source", A, "--source", B]) == 2
    assert "several sessions need names" in capsys.readouterr().err
