"""Cases are read strictly, answers judged by what they must hold, and the figures add up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from director.answer import Answer
from director.cli import main
from director.evaluation import CaseError, EvalCase, JudgedCase, judge, read_cases, summed_up
from director.evaluation.judging import Judgement
from director.evaluation.picture import svg
from toolgate.contract import Plan, StepResult

EVALS = Path(__file__).parents[3] / "evals"


def answer(text: str, tool: str = "get_standings", status: str = "") -> Answer:
    steps = (StepResult("s1", tool, {}, "ok", 1.0, {"summary": text}),) if text else ()
    return Answer(
        question="q", text=text, status=status or ("answered" if text else "silent"), reason="", planner="p",  # type: ignore[arg-type]
        plan=Plan(), repaired=(), rejected=(), steps=steps,
        timings_ms={"load": 9.0, "plan": 1.0, "validate": 0.0, "execute": 1.0, "answer": 0.5},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("case", "given", "judgement"),
    [
        (EvalCase(("who leads",), holds=("vettel", r"\bP1\b")), answer("Vettel leads (P1)."), "right"),
        (EvalCase(("who leads",), holds=("hamilton",)), answer("Vettel leads (P1)."), "near_miss"),
        (EvalCase(("who leads",), lacks=("leads",)), answer("Vettel leads (P1)."), "near_miss"),
        (EvalCase(("who leads",), tools=("get_gap",)), answer("Vettel leads (P1)."), "near_miss"),
        (EvalCase(("who leads",), tools=("get_gap", "get_standings")), answer("Vettel leads."), "right"),
        (EvalCase(("who leads",)), answer(""), "lost"),
        (EvalCase(("who leads",)), answer("", status="failed"), "failed"),
        (EvalCase(("lol",), expect="silence"), answer(""), "rightly_silent"),
        (EvalCase(("lol",), expect="silence"), answer("Vettel leads."), "spoke"),
        (EvalCase(("hm",), expect="either"), answer(""), "rightly_silent"),
        (EvalCase(("hm",), expect="either", tools=("get_gap",)), answer("Vettel leads."), "near_miss"),
    ],
)
def test_an_answer_is_judged(case: EvalCase, given: Answer, judgement: Judgement) -> None:
    assert judge(case, given).judgement == judgement


def row(judgement: Judgement, expect: Any = "answer", ms: float = 1.0) -> JudgedCase:
    case = EvalCase(("q",), kind="k" if expect == "answer" else "silence", expect=expect)
    return JudgedCase(case, judgement, "", "", (), 0, ms, 2 * ms, 3, 0.5)


def test_the_figures_add_up() -> None:
    rows = [row("right", ms=10.0), row("right"), row("near_miss"), row("lost"), row("rightly_silent", "silence"),
            row("spoke", "silence")]  # fmt: skip
    report = summed_up(rows)
    assert report.right == 0.5
    assert report.misleading == 0.5
    assert report.silence_precision == 0.5
    assert report.silence_recall == 0.5
    assert report.plan_ms == (1.0, 10.0)
    assert (report.tokens, report.cost_usd) == (18, 3.0)
    said = report.to_json(rows=False)
    assert said["by_kind"] == {
        "k": {"right": 2, "near_miss": 1, "lost": 1},
        "silence": {"rightly_silent": 1, "spoke": 1},
    }
    assert "right 50.0% of 6 cases; misleading 50.0% of answers" in report.to_text()
    assert svg(report).count("<rect") >= 5


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "line 1"),
        ('{"ask": []}', "`ask` is empty"),
        ('{"ask": ["q"], "hold": ["x"]}', "unknown field `hold`"),
        ('{"ask": ["q"], "holds": ["("]}', "line 1"),
        ('{"ask": ["q"], "expect": "maybe"}', "line 1"),
        ("", "has no case in it"),
    ],
)
def test_what_is_no_case_is_named(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(line)
    with pytest.raises(CaseError, match=why.replace("(", r"\(")):
        read_cases(path)


def test_the_cases_that_ship_are_many_and_apart() -> None:
    tune, report = (read_cases(EVALS / f"{name}.jsonl") for name in ("tune", "report"))
    assert len(tune) + len(report) >= 400
    assert sum(case.expect == "silence" for case in (*tune, *report)) >= 120
    asked = {(case.ask, case.session, case.at) for case in tune}
    assert asked.isdisjoint((case.ask, case.session, case.at) for case in report)


def test_the_command_asks_judges_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = tmp_path / "cases.jsonl"
    rows = [
        {"ask": ["who leads?"], "kind": "lead", "holds": ["lead|P1|won"]},
        {"ask": ["who leads?", "and on lap 2?"], "kind": "follow_up", "holds": [r"\blap 2\b"]},
        {"ask": ["who is the tallest?"], "kind": "silence", "expect": "silence"},
    ]
    cases.write_text("".join(json.dumps(row) + "\n" for row in rows))
    picture = tmp_path / "kinds.svg"
    assert main(["eval", str(cases), "--planner", "offline", "--json", "--picture", str(picture)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["cases"], said["right"], said["silence_recall"]) == (3, 1.0, 1.0)
    assert {row["judgement"] for row in said["rows"]} == {"right", "rightly_silent"}
    assert "<svg" in picture.read_text()


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err
