"""get_race_control: what race control said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pitwall.events import RaceControl
from pitwall.facts.cases import cases_of
from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.periods import PERIOD_NAMES, track_periods
from pitwall.facts.served import unserved_s
from pitwall.state import RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.stewards import of_deleted, of_stewards
from pitwall.tools import schemas as s
from pitwall.tools.case_rows import CASE, MOST_CASES, case_row, case_words, open_words
from pitwall.tools.deleted_words import DELETED, deleted_of, deleted_rows, deleted_words, is_whole, kept_words
from pitwall.tools.drs_words import drs_allowed, drs_disabled_on, drs_enabled_on
from pitwall.tools.race_control_examples import EXAMPLES
from pitwall.tools.tool import race_tool
from pitwall.tools.words import capital, count_text, fitting
from toolgate.contract import SUMMARY_MAX_CHARS, JsonObject, ToolSpec

_DEFAULT_MESSAGES = 10
_MAX_MESSAGES = 200
_MESSAGE_CHARS = 300

CATEGORIES = ("flag", "safety_car", "drs", "car_event", "other")
FLAGS = (
    "green", "clear", "yellow", "double_yellow", "red", "blue", "black_and_white", "black_and_orange", "black",
    "chequered",
)  # fmt: skip
_ABOUT = {
    "penalty": r"PENALTY|DRIVE[ -]THROUGH|STOP[ /-](?:AND[ -])?GO|DISQUALIFIED",
    "investigation": r"INVESTIGAT|\bNOTED\b|INCIDENT",
    "track_limits": r"TRACK LIMITS|\bDELETED\b",
    "start": r"\bABORTED\b|FORMATION LAP|\b(?:STANDING|ROLLING) START\b|START (?:PROCEDURE|DELAYED|TIME)",
    "slippery": r"\bSLIPPERY\b|\bGRIP\b",
    "lapped_cars": r"\bLAPPED\b|\bUNLAP|MAY NOW OVERTAKE",
}
"""What a message is about, by race control's own words."""

_NONE = {
    "penalty": "No penalty{}",
    "investigation": "No incident noted or investigated{}",
    "track_limits": "No lap deleted and no warning for track limits{}",
    "start": "No word of race control on the start: none aborted, delayed or moved{}",
    "slippery": "No word of race control on a slippery track{}",
    "blue": "No blue flag{}",
    "black": "No black flag and so no disqualification{}",
    "black_and_white": "No black and white flag{}",
    "black_and_orange": "No black and orange flag{}",
}
"""What has not been, where race control has said nothing of it."""


_MESSAGE = s.record(
    {
        "told": s.text("session time", longest=16),
        "lap": s.lap_number("the lap, as the feed gives it", nullable=True),
        "category": s.text(longest=40, nullable=True),
        "flag": s.text(longest=40, nullable=True),
        "status": s.text(longest=40, nullable=True),
        "driver": s.driver("whom the feed says it is for", nullable=True),
        "message": s.text("in race control's words", longest=_MESSAGE_CHARS),
    }
)


def build_get_race_control_tool(cache: StateCache) -> ToolSpec:
    """Messages of race control, the latest ones or those of a kind."""
    return race_tool(
        cache,
        _handle,
        name="get_race_control",
        description="Messages of race control and the stewards, latest first: penalties, investigations, track limits, "
        "flags; of one category, flag, subject or driver.",
        arguments={
            "last_n": s.count_argument(
                "how many of the latest messages", default=_DEFAULT_MESSAGES, high=_MAX_MESSAGES, phrases=["last {}"]
            ),
            "category": s.choice(*CATEGORIES, description="only messages of this category"),
            "flag": s.choice(*FLAGS, description="only messages of this flag; yellow includes double yellow"),
            "about": s.choice(*_ABOUT, description="only messages whose words are about this"),
            "driver": s.driver_argument("only messages that name this driver"),
            "since_lap": {
                "type": "integer",
                "minimum": 1,
                "maximum": s.MAX_LAPS,
                "description": "only messages of this lap or later",
                "x-phrases": ["since lap {}", "after lap {}", "from lap {} on"],
            },
        },
        payload={
            "messages": s.rows(_MESSAGE, "latest first", most=_MAX_MESSAGES),
            "matching": s.integer("messages of this kind so far", high=1_000_000),
            "total": s.integer("messages of every kind so far", high=1_000_000),
        },
        optional={
            "cases": s.rows(
                CASE, "cases of the stewards that these messages tell of, as things stand", most=MOST_CASES
            ),
            "deleted": s.rows(DELETED, "lap times that these messages deleted, as things stand"),
            "deleted_whole": s.flag("whether those are all that are deleted of the drivers named there"),
        },
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    said = view.race_control
    matching = [message for message in reversed(said) if _matches(view, message, given, car)]
    chosen = matching[: given.get("last_n", _DEFAULT_MESSAGES)]
    summary = _cases(view, given["about"], car) if given.keys() <= _BY_CASE and given.get("about") in _JUDGED else ""
    summary = summary or (_shown(view, matching, given["flag"]) if "flag" in given and car is None else "")
    if given.get("about") == "track_limits" and given.keys() <= _BY_CASE and car is not None:
        summary = _deleted(view, matching, car)
    several = given.keys() <= _LAST_FEW or given.get("about") == "start"
    summary = summary or (_several(view, chosen, len(matching)) if several else "")
    return {
        "summary": summary or _summary(view, chosen, len(matching), _kind(view, given, car), _none(view, given, car)),
        "messages": [_row(view, message) for message in chosen],
        "matching": len(matching),
        "total": len(said),
        **({"cases": cases} if (cases := _cases_told(view, chosen)) else {}),
        **({"deleted": rows, "deleted_whole": is_whole(view, rows)} if (rows := deleted_rows(view, chosen)) else {}),
        "missing": [] if said else ["messages of race control"],
    }


def _shown(view: RaceView, messages: list[RaceControl], flag: str) -> str:
    """`Blue flags shown to: Hartley 3, Ericsson 2.` Empty for a flag that is shown to nobody alone."""
    shown = Counter(str(each.car) for each in messages if each.car is not None and _known(view, str(each.car)))
    said = [f"{short_name(view, car)} {count}" for car, count in shown.most_common()]
    return fitting(f"{capital(flag.replace('_', ' '))} flags shown to: ", said) if said else ""


def _several(view: RaceView, chosen: list[RaceControl], matching: int) -> str:
    """`The last 2 of 86 messages: latest first: lap 42: LAPPED CARS MAY NOW OVERTAKE; …`. Empty for none or one."""
    start = f"The last {len(chosen)} of {count_text(matching, 'message')}, latest first: "
    return fitting(start, [_told(view, message) for message in chosen], "; ") if len(chosen) > 1 else ""


def _told(view: RaceView, message: RaceControl) -> str:
    lap = _lap(view, message)
    return f"{f'lap {lap}: ' if lap is not None else ''}{' '.join(message.message.split())}"


_LAST_FEW = {"last_n", *s.MOMENT_NAMES}
_JUDGED = ("penalty", "investigation")
_BY_CASE = {"about", "driver", "last_n", *s.MOMENT_NAMES}


def _cases(view: RaceView, about: str, car: str | None) -> str:
    """Whom it concerns and what has become of it; empty where the messages do not tell of a case."""
    every = cases_of(view, car)
    if about == "penalty":
        given = [case_words(view, case) for case in every if case.penalty and car in (None, case.penalty.car)]
        due = unserved_s(view).get(car, 0) if car else 0
        end = f"; not served: {due} s." if due else "."
        return fitting("Penalised: ", given, separator="; ", end=end) if given else ""
    still = [case for case in every if case.is_open]
    closed = [case_words(view, case) for case in reversed(every) if not case.is_open]
    if still:
        return open_words(view, still)
    return fitting("Nothing is under investigation; closed: ", closed, separator="; ") if closed else ""


def _cases_told(view: RaceView, messages: Sequence[RaceControl]) -> list[JsonObject]:
    """The cases that some of the messages opened, closed or punished."""
    told = {message.t for message in messages if of_stewards(message)}
    about = (case for case in cases_of(view) if told & {case.opened_t, case.t, case.penalty and case.penalty.t})
    return [case_row(view, case) for case in about][-MOST_CASES:]


def _deleted(view: RaceView, messages: Sequence[RaceControl], car: str) -> str:
    """`2 laps of Piastri deleted: 1:34.774, track limits at turn 15 (lap 37); …; best lap that counts 1:34.983 (lap
    39).` and the last other word on track limits; empty where no lap of his is deleted.
    """
    gone = deleted_of(view, car)
    other = next((f"; {_told(view, message)}" for message in messages if not of_deleted(message)), "")
    start = f"{count_text(len(gone), 'lap')} of {short_name(view, car)} deleted: "
    end = f"; {kept_words(view, car)}{other}."
    return fitting(start, map(deleted_words, gone), "; ", end=end) if gone else ""


def _matches(view: RaceView, message: RaceControl, given: JsonObject, car: str | None) -> bool:
    if (_lap(view, message) or 0) < given.get("since_lap", 0):
        return False
    if "category" in given and _category(message) != given["category"]:
        return False
    if "flag" in given and _flag(message) not in _wanted_flags(given["flag"]):
        return False
    if "about" in given and not re.search(_ABOUT[given["about"]], message.message.upper()):
        return False
    return car is None or _names(view, message, car)


def _wanted_flags(flag: str) -> tuple[str, ...]:
    return (flag, "double_yellow") if flag == "yellow" else (flag,)


def _category(message: RaceControl) -> str:
    """`safety_car` of `SafetyCar`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", message.category).lower()


def _flag(message: RaceControl) -> str:
    """`double_yellow` of `DOUBLE YELLOW`."""
    return (message.flag or "").lower().replace(" ", "_")


def _names(view: RaceView, message: RaceControl, car: str) -> bool:
    """Whether the feed says that a message is for a car, or its text names it: `CAR 31`, `7 (RAI)`."""
    if message.car == car:
        return True
    driver = view.drivers.get(car)
    code = driver.code.upper() if driver else ""
    text = message.message.upper()
    named_so = code and re.search(rf"\b{re.escape(car)}\s*\({re.escape(code)}\)", text)
    return bool(named_so or re.search(rf"\bCAR\s+{re.escape(car)}\b", text))


def _row(view: RaceView, message: RaceControl) -> JsonObject:
    return {
        "told": format_session_time(max(message.t, 0.0)),
        "lap": _lap(view, message),
        "category": message.category[:40] or None,
        "flag": message.flag[:40] if message.flag else None,
        "status": message.status[:40] if message.status else None,
        "driver": named(view, message.car) if message.car and _known(view, message.car) else None,
        "message": message.message[:_MESSAGE_CHARS],
    }


def _lap(view: RaceView, message: RaceControl) -> int | None:
    """The lap a message names; none that nobody has come to. Race control can be a lap ahead of the timing."""
    return message.lap if message.lap is not None and 0 <= message.lap <= view.lap + 2 else None


def _known(view: RaceView, car: str) -> bool:
    return car in view.cars or car in view.drivers


def _kind(view: RaceView, given: JsonObject, car: str | None) -> str:
    """`message of race control about a penalty for Ericsson`, as far as it was asked for."""
    words = [str(given[name]).replace("_", " ") for name in ("category", "flag", "about") if name in given]
    on = f" on {' '.join(words)}" if words else ""
    what = f"race control message{on}"
    since = f" since lap {given['since_lap']}" if "since_lap" in given else ""
    return f"{what}{f' naming {short_name(view, car)}' if car else ''}{since}"


def _none(view: RaceView, given: JsonObject, car: str | None) -> str:
    """`No penalty for Hamilton so far`: that nothing of what was asked for has been said; of a penalty, what has become
    of his cases.
    """
    subjects = [one for one in (given.get("about"), given.get("flag"), given.get("category")) if one]
    words = _NONE.get(subjects[0], "") if len(subjects) == 1 else ""
    if not words or "since_lap" in given:
        return f"No {_kind(view, given, car)} so far"
    every = cases_of(view, car) if car and subjects == ["penalty"] else ()
    cases = [case_words(view, case) for case in reversed(every)]
    said = f"{words.format(f' for {short_name(view, car)}' if car else '')} so far"
    return fitting(f"{said}; ", cases, "; ", "") if cases else said


def _not_out(view: RaceView) -> str:
    """`No yellow flag is out now; `, or under what the track is instead; empty where one is out."""
    last = next(reversed(track_periods(view)), None)
    if last is None or last.end is not None:
        return "No yellow flag is out now; "
    return "" if last.kind == "yellow" else f"{capital(PERIOD_NAMES[last.kind][0])} now; "


def _summary(view: RaceView, chosen: list[RaceControl], matching: int, kind: str, none: str) -> str:
    if not view.race_control:
        return "The feed has told no message of race control so far."
    if not chosen:
        return f"{none}."[:SUMMARY_MAX_CHARS]
    latest = chosen[0]
    told = _lap(view, latest)
    lap = f"lap {told}, " if told is not None else ""
    first, _, rest = kind.partition("message")
    state = f"{capital(drs_allowed(view))}{drs_enabled_on(view)}{drs_disabled_on(view)}; " if "on drs" in kind else ""
    state = _not_out(view) if "on yellow" in kind else state
    said = f"{state}{count_text(matching, f'{first}message{rest}', f'{first}messages{rest}')}; the last, {lap}"
    text = f"{said}{format_session_time(max(latest.t, 0.0))[:8]}: {' '.join(latest.message.split())}"
    return text if len(text) < SUMMARY_MAX_CHARS else f"{text[: SUMMARY_MAX_CHARS - 1]}…"
