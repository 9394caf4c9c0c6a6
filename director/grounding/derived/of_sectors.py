"""How far somebody's best of a sector is off the fastest of all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from director.grounding.statements import Statement, StatementPart


def off_sectors(by: Mapping[str, list[Statement]]) -> Iterator[Statement]:
    """By how much each best of a sector is slower than the fastest that the same result tells."""
    for number in (1, 2, 3):
        fastest = [one for one in by.get(f"fastest_sector_{number}", ()) if "value" in one.parts]
        for one in by.get(f"best_sector_{number}", ()):
            of_it = [row for row in fastest if (row.step, row.moment) == (one.step, one.moment)]
            more = round(one.value("value") - of_it[0].value("value"), 3) if len(of_it) == 1 else 0
            if more > 0:
                value = StatementPart(more, "seconds", one.parts["value"].pointer)
                parts = {"subject": one.parts["subject"], "value": value}
                yield Statement(f"off_sector_{number}", one.step, parts, one.moment, one.event)
