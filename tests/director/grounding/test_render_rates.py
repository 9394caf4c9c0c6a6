"""Whatever the results say can be said in every language, and nothing else: claims made of the fields themselves."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import director
from director.grounding import Rendered, check, render
from director.grounding.derived.of_one_result import with_derived
from director.grounding.languages import LANGUAGES
from director.grounding.render import CLAUSES_MOST
from director.grounding.statements import Statement, statements_of
from toolgate.contract import Context, JsonObject, StepResult

CALLS: tuple[tuple[str, JsonObject], ...] = (
    ("get_gap", {"driver": "P3", "to": "ahead"}), ("get_driver", {"driver": "P2"}), ("get_standings", {"top_n": 6}),
    ("get_stints", {}), ("get_pit_stops", {}), ("get_fastest_laps", {}), ("get_retirements", {}), ("get_weather", {}),
    ("get_track_status", {}), ("get_session_info", {}), ("get_lead_changes", {}), ("get_current_battle", {}),
    ("get_position_history", {}), ("get_penalties", {}), ("get_overtakes", {}), ("get_standings", {"at_lap": 5}),
)  # fmt: skip


@cache
def results() -> tuple[list[StepResult], Context]:
    async def called() -> list[StepResult]:
        envelopes = [await race.call(name, arguments) for name, arguments in CALLS]
        return [
            StepResult(f"s{number}", *call, "failed" if "error" in envelope else "ok", 0.0, envelope)
            for number, (call, envelope) in enumerate(zip(CALLS, envelopes, strict=True), start=1)
        ]

    with director.open_race("sim:", at="lap:12", planner="offline") as race:
        return asyncio.run(called()), race.context()


def sayable() -> Iterator[tuple[Statement, JsonObject]]:
    """A statement of each claim and step, with a clause that points at its fields."""
    steps, context = results()
    seen: set[tuple[str, str]] = set()
    for one in statements_of(steps, context):
        if (one.says, one.step) not in seen and all(part.pointer for part in one.parts.values()):
            seen.add((one.says, one.step))
            slots = [{"name": role, "at": f"{one.step}#{part.pointer}"} for role, part in one.parts.items()]
            yield one, {"says": one.says, "slots": slots, "text": ""}


def test_every_statement_is_worded_in_every_language() -> None:
    steps, context = results()
    statements = list(sayable())
    assert len({one.says for one, _ in statements}) > 25
    for code in LANGUAGES:
        for first in range(0, len(statements), CLAUSES_MOST):
            some = statements[first : first + CLAUSES_MOST]
            rendered = render({"language": code, "clauses": [clause for _, clause in some]}, steps, context)
            assert rendered.flaws == (), (code, some)
            assert rendered.text.endswith(".")
            values = {(each.step, each.path): each.value for each in rendered.evidence}
            for one, _ in some:
                for part in one.parts.values():
                    assert values.get((one.step, part.pointer), str(part.value)) == str(part.value)


def test_what_code_words_in_english_is_proved_by_the_check_of_free_wordings() -> None:
    """The two readers of the results agree: the one says nothing that the other does not prove."""
    steps, context = results()
    now = [(one, clause) for one, clause in sayable() if not one.moment and one.says not in ("venue", "expected_end")]
    texts = {one.says: render({"language": "en", "clauses": [clause]}, steps, context).text for one, clause in now}
    refused = {says: text for says, text in texts.items() if check(text, steps, context)}
    assert refused == {}


def test_no_statement_can_be_made_of_another_driver_or_turned_round() -> None:
    steps, context = results()
    whole = with_derived(statements_of(steps, context))
    made = {(one.says, one.value("subject"), one.value("object"), str(one.value("value"))) for one in whole}
    others = [(one.value("subject"), f"{one.step}#{one.parts['subject'].pointer}") for one in whole
              if one.says == "has_position" and one.step == "s3"]  # fmt: skip
    tried = 0
    for one, clause in sayable():
        if "subject" not in one.parts:
            continue
        for car, at in others[::2]:
            if any((one.says, car, one.value("object"), str(one.value("value"))) == each for each in made):
                continue
            slots = [{**slot, "at": at} if slot["name"] == "subject" else slot for slot in clause["slots"]]
            tried += 1
            assert render({"language": "en", "clauses": [{**clause, "slots": slots}]}, steps, context).text == "", (
                one,
                car,
            )
    assert tried > 100


def clause_texts() -> Iterator[tuple[str, str, bool, str]]:
    """The texts of `clauses.txt`: the claim, the language, whether it is true of the claim, and the text."""
    says = ""
    for line in (Path(__file__).parent / "clauses.txt").read_text().splitlines():
        if line.startswith("## "):
            says = line.removeprefix("## ")
        elif line:
            code, sign, text = line.split(" ", 2)
            yield says, code, sign == "+", text


def test_texts_of_clauses_in_seven_languages_stand_where_they_are_true_and_nowhere_else() -> None:
    steps, context = results()
    statements = {one.says: clause for one, clause in reversed(list(sayable())) if not one.moment}
    templates = []
    plains: dict[tuple[str, str, tuple[str, ...]], Rendered] = {}
    for says, code, is_true, text in clause_texts():
        if says not in statements:
            continue
        named = set(re.findall(r"\{(\w+)", text))
        slots = [slot for slot in statements[says]["slots"] if slot["name"] in named or not (named and is_true)]
        of_it = [step for step in steps if not slots or any(slot["at"].startswith(f"{step.id}#") for slot in slots)]
        clause = {"says": says, "slots": slots}
        rendered = render({"language": code, "clauses": [{**clause, "text": text}]}, of_it, context)
        key = says, code, tuple(slot["name"] for slot in slots)
        if key not in plains:
            plains[key] = render({"language": code, "clauses": [{**clause, "text": ""}]}, of_it, context)
        plain = plains[key]
        assert plain.text, says
        if is_true:
            assert rendered.flaws == (), (says, code, text)
            templates.append(rendered.text == plain.text)
        else:
            assert rendered.text in ("", plain.text), (says, code, text)
    assert len(templates) > 200
    assert sum(templates) < 0.12 * len(templates)  # some are word for word the phrase of the claim


def test_a_text_that_turns_its_claim_round_in_another_form_is_told_so() -> None:
    steps, context = results()
    clause = next(clause for one, clause in sayable() if one.says == "is_behind" and not one.moment)
    for code, text in (
        ("fr", "l'avance de {subject} sur {object} est de {value}"),
        ("it", "{object} paga {value} da {subject}"),
    ):
        rendered = render({"language": code, "clauses": [{**clause, "text": text}]}, steps, context)
        assert any("swaps subject and object" in flaw for flaw in rendered.flaws), (code, rendered)


def test_so_many_laps_are_done_where_a_result_counts_them() -> None:
    steps, context = results()
    done = next(step.envelope["laps"] for step in steps if step.name == "get_session_info")
    for text, holds in (
        (f"{done} laps are done.", True),
        (f"With {done} laps done, the race goes on.", False),  # nothing says that it goes on
        (f"{done + 1} laps are done.", False),
        (f"{done} stops are done.", False),
    ):
        assert (check(text, steps, context) == []) is holds, text
