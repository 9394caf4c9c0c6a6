"""The kind of a session by its name, as tools name the kinds that they are for (`x-session-kinds`)."""

from __future__ import annotations

import re

from toolgate.contract import JsonObject

KEY = "x-session-kinds"


def session_kind(name: str) -> str | None:
    """`qualifying` of `Qualifying`, `practice` of `Practice 1`; None where the name tells none."""
    words = name.casefold()
    sprint = "sprint" in words
    if "qualifying" in words or "shootout" in words:
        return "sprint_qualifying" if sprint else "qualifying"
    if any(word in words for word in ("practice", "testing", "warm")):
        return "practice"
    if sprint:
        return "sprint"
    return "race" if "race" in words else None


def is_of_positions(kind: str | None) -> bool:
    """Whether the order of such a session is that on the road, and not by best laps; so where the kind is not known."""
    return kind in (None, "race", "sprint")


def is_meant_for(entry: JsonObject, kind: str | None) -> bool:
    """Whether a tool's answers mean something in a session of that kind. One that names no kinds is for all."""
    kinds = (entry.get("input_schema") or {}).get(KEY)
    return kind is None or not isinstance(kinds, list) or kind in kinds


def is_for_any(entry: JsonObject) -> bool:
    """Whether a tool names no kinds of sessions."""
    return KEY not in (entry.get("input_schema") or {})


_PRACTICE = re.compile(r"\b(?:fp|practice |free practice )([1-4])\b", re.IGNORECASE)

_YEAR = re.compile(r"(?<![\w:.#])(?<!\blap )(?<!\blaps )(?:19|20)\d\d(?![\w:.]\d|\w)")
_OTHER_SEASON = re.compile(
    r"\b(?:last|previous|next|this time last) (?:year|season)(?:['’]?s)?\b"
    r"|\b(?:a|one|two|\d+) (?:years?|seasons?) ago\b",
    re.IGNORECASE,
)


def other_year(question: str, session: str) -> str | None:
    """The year that a question names where the session's line names another or none: `2017`, `last year`."""
    named = next((year for year in _YEAR.findall(question) if year not in session), None)
    other = None if named else _OTHER_SEASON.search(question)
    return other[0].lower() if other else named


def other_practice(question: str, session: str) -> str | None:
    """The practice that a question names where the session is another one: `fp2` in Practice 1."""
    here = _PRACTICE.search(session)
    return next((said[0] for said in _PRACTICE.finditer(question) if here is not None and said[1] != here[1]), None)


_THIS = r"(?:this|the|today['’]?s)"
_OF_IT = rf"\s*\b(?:(?:in|of|for|during|at)\s+(?:{_THIS}\s+)?|{_THIS}\s+)"
_ALONE = r"(?!\s+(?:control|direction|director|leaders?|lead|winner|pace)\b)"
"""The race leader and race control are named by it: it is no place to be left out."""


def without_this_session(question: str, session: str) -> str:
    """The question without words that only name the session that is under way: `in this sprint`, `of fp1`.

    A segment of a qualifying says more: what a tool tells may be of all of them.
    """
    kind = session_kind(session)
    practice = _PRACTICE.search(session)
    names = ["session"]
    if kind == "practice":
        names += ["practice", *([rf"(?:fp|free practice |practice ){practice[1]}"] if practice else [])]
    elif kind in ("qualifying", "sprint_qualifying"):
        names += ["qualifying", "quali"]
    elif kind in ("race", "sprint"):
        names += ["race", "grand prix", "gp", *(["sprint race", "sprint"] if kind == "sprint" else [])]
    return re.sub(rf"{_OF_IT}(?:{'|'.join(names)})\b{_ALONE}", "", question, flags=re.IGNORECASE).strip(" ,")


_RACE_WON = re.compile(r"\b(?:win|wins|won|winning|winner|leads?|leading|leader)\b.*\brace\b", re.IGNORECASE)


def of_another_session(question: str, session: str, kind: str | None) -> str | None:
    """Why a question is not of the session's line, of this kind: it names another year or practice, or asks who leads
    or wins a race that the session is not; else None.
    """
    if (elsewhen := other_year(question, session)) is not None:
        return f"'{elsewhen}' is another year than this session's"
    if (other := other_practice(question, session)) is not None:
        return f"'{other}' is another session than this one"
    if kind is None or is_of_positions(kind) or not _RACE_WON.search(question):
        return None
    return f"this is a {kind.replace('_', ' ')} session, not a race"
