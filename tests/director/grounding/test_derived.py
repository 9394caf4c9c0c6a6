"""Claims that follow from others of the same result."""

from __future__ import annotations

from director.grounding.derived.of_one_result import with_derived
from director.grounding.derived.of_sectors import off_sectors
from director.grounding.statements import Statement, StatementPart


def age(step: str, car: str, laps: int) -> Statement:
    parts = {"subject": StatementPart(car, "who"), "value": StatementPart(laps, "laps")}
    return Statement("tyre_age", step, parts, moment=step, table=True)


def test_statements_of_one_step_are_ranked_together_wherever_they_stand() -> None:
    """Of two steps that asked for two moments, whichever order their statements are in."""
    in_order = [age("s1", "33", 4), age("s1", "44", 9), age("s2", "33", 7), age("s2", "44", 2)]
    mixed = [in_order[0], in_order[2], in_order[1], in_order[3]]
    for statements in (in_order, mixed):
        oldest = [one for one in with_derived(statements) if one.says == "oldest_tyres"]
        assert [(one.step, one.value("subject")) for one in oldest] == [("s1", "44"), ("s2", "33")]


def sector(says: str, step: str, car: str, seconds: float) -> Statement:
    parts = {"subject": StatementPart(car, "who"), "value": StatementPart(seconds, "seconds")}
    return Statement(says, step, parts)


def test_a_best_sector_is_off_the_fastest_of_its_own_result() -> None:
    """Not off that of another step, and the fastest is off nobody's."""
    by = {
        "fastest_sector_2": [
            sector("fastest_sector_2", "s1", "33", 42.4),
            sector("fastest_sector_2", "s2", "33", 42.0),
        ],
        "best_sector_2": [sector("best_sector_2", "s1", "5", 42.5), sector("best_sector_2", "s1", "33", 42.4)],
    }
    off = [(one.says, one.step, one.value("subject"), one.value("value")) for one in off_sectors(by)]
    assert off == [("off_sector_2", "s1", "5", 0.1)]
