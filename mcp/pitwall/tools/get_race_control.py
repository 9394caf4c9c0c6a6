"""get_race_control: what race control said."""

from __future__ import annotations

import re

from pitwall.events import RaceControl
from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.served import cases_of
from pitwall.state import RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.case_rows import case_words
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import count_text, fitting
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
    "lapped_cars": r"\bLAPPED\b|\bUNLAP|MAY NOW OVERTAKE",
}
"""What a message is about, by race control's own words."""

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        what does race control say / race control messages / what did race control say
        latest race control messages / any messages from race control / any news from race control
        what have the stewards said / race director messages / what is the latest from race control
        any word from the stewards / any news from the stewards / any word from race control
        """,
    ),
    *asked({"last_n": 1}, "what was the last race control message / the latest message from race control"),
    *asked(
        {"last_n": "{n}"},
        "last {n} race control messages / last {n} messages from race control"
        " / the {n} latest messages of race control",
    ),
    *asked(
        {"driver": "{driver}"},
        """
        what did race control say about {driver} / race control messages about {driver}
        messages from race control for {driver} / stewards on {driver}
        any (word|news) from (the stewards|race control) (on|about) {driver}
        (anything|something) from (the stewards|race control) (on|about) {driver}
        what (do|did|have) the stewards (say|said) about {driver}
        """,
    ),
    *asked(
        {"about": "lapped_cars"},
        """
        (which|what) cars may unlap themselves / who may unlap / (can|may|are) lapped cars (overtake|unlap|overtaking)
        (have|were) (lapped cars|backmarkers) (been|) (allowed to overtake|let through|released|unlapped)
        who was (let through|allowed to unlap|allowed to unlap himself) / lapped cars may overtake
        race control messages (on|about) lapped cars
        """,
    ),
    *asked(
        {"about": "penalty"},
        """
        any penalties / who got a penalty / has anyone been penalised / which drivers have penalties
        list the penalties / what penalties have been given / time penalties / who has a penalty / who got penalised
        who has a penalty and what for / who picked up a penalty / has anyone picked up a penalty
        what penalties are there
        list every penalty / every penalty / all the penalties / list every time penalty / every time penalty
        all the time penalties / list all the time penalties / which time penalties have been given
        who have the stewards punished / have the stewards given anyone a penalty / who was penalised and why
        have the stewards handed out any penalties / have there been any penalties / who was given a penalty
        """,
    ),
    *asked(
        {"about": "penalty", "driver": "{driver}"},
        """
        does {driver} have a penalty / did {driver} get a penalty / penalty for {driver}
        has {driver} been penalised / why was {driver} penalised
        what is the penalty of {driver} for / what did {driver} get a penalty for / {driver} penalty
        what penalty has {driver} got / what penalty did {driver} get / what did the stewards give {driver}
        what have the stewards given {driver} and what for / why did the stewards penalise {driver}
        why did {driver} get a penalty / why does {driver} have a penalty / how big is the penalty of {driver}
        (did|does|has) {driver} (get|got|have|been given|received) a time penalty / how many seconds did {driver} get
        {driver} has been given something by the stewards what for / {n} seconds for {driver}
        {n} second penalty for {driver}
        did {driver} get {n} seconds / has {driver} got a {n} second penalty / was {driver} given {n} seconds
        what was the penalty for {driver} / what was the penalty of {driver} / what did {driver} do to get a penalty
        has {driver} picked up a penalty / are there penalties for {driver} / penalties of {driver}
        """,
    ),
    *asked(
        {"about": "investigation"},
        """
        who is under investigation / any incidents under investigation / what are the stewards investigating
        any incidents noted / what incidents have been noted / is anyone under investigation
        anyone under investigation
        who is being investigated / who is still under investigation / whom are the stewards looking at
        who are the stewards looking at / what are the stewards looking at / any investigations
        is anything under review / anything still to be investigated / is anything still to be looked at
        are the stewards (investigating|looking at|looking into) (anything|anyone|anybody)
        what are the stewards looking into / is there anything with the stewards
        are there any investigations pending / open investigations / who is in trouble with the stewards
        is anyone in trouble with the stewards / who is under investigation after the race
        who will be investigated after the race / what is under investigation
        """,
    ),
    *asked(
        {"about": "investigation", "driver": "{driver}"},
        """
        is {driver} under investigation / is {driver} being investigated / what is {driver} under investigation for
        did {driver} (jump the start|make a false start|have a false start) / {driver} false start / {driver} jump start
        are the stewards (looking at|investigating) {driver} / what is {driver} being investigated for
        was {driver} investigated / why is {driver} under investigation / is {driver} in trouble with the stewards
        anything (from|on|about|with) {driver} (under investigation|to be investigated|to be looked at)
        is {driver} to be investigated / is there an investigation of {driver} / is {driver} to be looked at
        has {driver} been noted by the stewards / was {driver} under investigation
        """,
    ),
    *asked(
        {"about": "track_limits"},
        "whose lap times were deleted / any track limits / track limits warnings / deleted lap times",
    ),
    *asked(
        {"about": "track_limits", "driver": "{driver}"},
        "why (was|is|did) {driver}'s (lap time|lap|time) (deleted|get deleted)"
        " / (at which|at what|for which) (turn|corner) was {driver}'s (lap time|lap|time) deleted"
        " / where was {driver}'s (lap time|lap|time) deleted / has {driver} had a lap time deleted"
        " / track limits of {driver} / has {driver} exceeded track limits",
    ),
    *asked({"flag": "blue"}, "who was shown blue flags / blue flags / who got a blue flag"),
    *asked({"flag": "black_and_white"}, "who got a black and white flag / black and white flags"),
    *asked(
        {"flag": "black"},
        "who got a black flag / did anyone get a black flag / has there been a black flag / black flags"
        " / has anyone been black flagged / was anyone shown a black flag",
    ),
    *asked(
        {"flag": "black_and_orange"},
        "who got a meatball flag / did anyone get a (meatball|black and orange) flag / black and orange flags",
    ),
    *asked(
        {"flag": "black_and_orange", "driver": "{driver}"},
        "did {driver} get a (meatball|black and orange) flag / was {driver} shown a (meatball|black and orange) flag",
    ),
    *asked(
        {"flag": "black", "driver": "{driver}"},
        "did {driver} get a black flag / was {driver} black flagged / was {driver} shown a black flag",
    ),
    *asked(
        {"category": "drs"},
        "has drs been enabled / when was drs enabled / was drs disabled / drs enabled / is drs on / is drs enabled"
        " / is drs allowed / can they use drs / is drs available / is drs active / when can they use drs",
    ),
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
        },
        payload={
            "messages": s.rows(
                s.record(
                    {
                        "told": s.text("session time", longest=16),
                        "lap": s.lap_number("the lap, as the feed gives it", nullable=True),
                        "category": s.text(longest=40, nullable=True),
                        "flag": s.text(longest=40, nullable=True),
                        "status": s.text(longest=40, nullable=True),
                        "driver": s.driver("whom the feed says it is for", nullable=True),
                        "message": s.text("in race control's words", longest=_MESSAGE_CHARS),
                    }
                ),
                "latest first",
                most=_MAX_MESSAGES,
            ),
            "matching": s.integer("messages of this kind so far", high=1_000_000),
            "total": s.integer("messages of every kind so far", high=1_000_000),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    said = view.race_control
    matching = [message for message in reversed(said) if _matches(view, message, given, car)]
    chosen = matching[: given.get("last_n", _DEFAULT_MESSAGES)]
    summary = _cases(view, given["about"], car) if given.keys() <= _BY_CASE and given.get("about") in _JUDGED else ""
    return {
        "summary": summary or _summary(view, chosen, len(matching), _kind(view, given, car)),
        "messages": [_row(view, message) for message in chosen],
        "matching": len(matching),
        "total": len(said),
        "missing": [] if said else ["messages of race control"],
    }


_JUDGED = ("penalty", "investigation")
_BY_CASE = {"about", "driver", "at_lap", "at_time", "at_segment", "last_n"}


def _cases(view: RaceView, about: str, car: str | None) -> str:
    """Whom it concerns and what has become of it; empty where the messages do not tell of a case."""
    every = cases_of(view, car)
    if about == "penalty":
        given = [case_words(view, case) for case in every if case.penalty and car in (None, case.penalty.car)]
        return fitting("Penalised: ", given, separator="; ") if given else ""
    still = [case_words(view, case) for case in every if case.is_open]
    closed = [case_words(view, case) for case in reversed(every) if not case.is_open]
    if still:
        return fitting("", still, separator="; ")
    return fitting("Nothing is under investigation; closed: ", closed, separator="; ") if closed else ""


def _matches(view: RaceView, message: RaceControl, given: JsonObject, car: str | None) -> bool:
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
    return f"{what}{f' naming {short_name(view, car)}' if car else ''}"


def _summary(view: RaceView, chosen: list[RaceControl], matching: int, kind: str) -> str:
    if not chosen:
        return f"No {kind} so far."[:SUMMARY_MAX_CHARS]
    latest = chosen[0]
    told = _lap(view, latest)
    lap = f"lap {told}, " if told is not None else ""
    first, _, rest = kind.partition("message")
    said = f"{count_text(matching, f'{first}message{rest}', f'{first}messages{rest}')}; the last, {lap}"
    text = f"{said}{format_session_time(max(latest.t, 0.0))[:8]}: {' '.join(latest.message.split())}"
    return text if len(text) < SUMMARY_MAX_CHARS else f"{text[: SUMMARY_MAX_CHARS - 1]}…"
