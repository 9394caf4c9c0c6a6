"""What a message of race control says of itself, and what else is told in words: a flag, a stopped car, a cut trend."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from director.grounding.statements import Statement, StatementPart

_Found = Iterator[Statement]
_Parts = Mapping[str, StatementPart]
_SECTOR_FLAG = re.compile(r"(DOUBLE )?YELLOW IN TRACK SECTOR (\d+)")
_LAPPED = re.compile(r"LAPPED CARS MAY NOW OVERTAKE[^\d]*((?:\d+[, ]*)+)")
_CAR_STOPPED = re.compile(r"CAR (\d+) \(\w+\) STOPPED AT TURN (\d+)")
_CUT = re.compile(r"(virtual safety car|safety car|red flag) on lap (\d+)")
_MATTER = re.compile(
    r"(?:(?P<state>under investigation|to be investigated afterwards|noted)|(?P<far>\d+) s (?P<to>to serve|added))"
    r"(?: \((?P<reason>[^()]+)\))?(?=$|, | and )"
)
_MATTER_IS = {
    "under investigation": "investigated",
    "to be investigated afterwards": "investigated_later",
    "noted": "noted",
}
_OUT_NOW = {"virtual safety car": "vsc_out", "safety car": "safety_car_out"}
"""What is out now, by what has cut the trend: `safety car now`."""
_CUT_BY = {
    "virtual safety car": "no_trend_vsc",
    "safety car": "no_trend_safety_car",
    "red flag": "no_trend_red_flag",
}


def said_by_messages(by: Mapping[str, list[Statement]]) -> _Found:
    """What follows from each message of race control, and from what has cut the trend of a gap."""
    for one in by.get("flag_message", ()):
        said, pointer = str(one.value("reason")), one.parts["reason"].pointer
        lap = {"lap": one.parts["lap"]} if "lap" in one.parts else {}
        if match := _CAR_STOPPED.fullmatch(said):
            car = StatementPart(match[1], "who", pointer)
            yield _made("stopped_at_turn", one, {"subject": car, "value": _count(int(match[2])), **lap})
        if match := _SECTOR_FLAG.fullmatch(said):
            for says in ("sector_flag", *(("sector_double_flag",) if match[1] else ())):
                yield _made(says, one, {"value": _count(int(match[2])), **lap})
        if match := _LAPPED.fullmatch(said):
            cars = re.findall(r"\d+", match[1])
            yield _made("lapped_may_pass", one, {"value": _count(len(cars)), **lap})
            for car in cars:
                yield _made("lapped_car_may_pass", one, {"subject": StatementPart(car, "who", pointer), **lap})
    for one in by.get("open_matters", ()):
        yield from _matters(one)
    for one in by.get("no_trend", ()):
        if (now := str(one.value("reason")).removesuffix(" now")) in _OUT_NOW:
            yield _made(_OUT_NOW[now], one, {})
        if match := _CUT.fullmatch(str(one.value("reason"))):
            lap = {"lap": StatementPart(int(match[2]), "lap", one.parts["reason"].pointer)}
            yield _made(_CUT_BY[match[1]], one, lap)


def _matters(one: Statement) -> _Found:
    """What is open of somebody: `to be investigated afterwards (impeding) and 5 s to serve (track limits)`."""
    said, pointer, subject = str(one.value("reason")), one.parts["reason"].pointer, one.parts["subject"]
    for match in _MATTER.finditer(said):
        reason = {"reason": StatementPart(match["reason"], "text", pointer)} if match["reason"] else {}
        if match["state"]:
            yield _made(_MATTER_IS[match["state"]], one, {"subject": subject, **reason})
            continue
        far = StatementPart(int(match["far"]), "seconds", pointer)
        yield Statement("penalised", one.step, {"subject": subject, "value": far, **reason}, one.moment, event=True)
        if match["to"] == "to serve":
            yield _made("penalty_not_served", one, {"subject": subject})


def _count(number: int) -> StatementPart:
    return StatementPart(number, "count")


def _made(says: str, one: Statement, parts: _Parts) -> Statement:
    return Statement(says, one.step, parts, one.moment, one.event)
