"""The question before at another moment: "and 10 laps ago?", "what about at the start?", "and now?"."""

from __future__ import annotations

import re

from msgspec import structs

from director.language.late_patterns import compile_later
from director.language.numbers import read_number
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp

_MOMENT = compile_later(
    r"""(?:(?:what|how)\sabout\s|compared\s(?:to|with)\s|vs\s|versus\s|than\s|to\s
      |what\s(?:is|was)\s(?:it|that|the\sgap)\s
      |(?:is|was|were)\s(?:it|that|they)\s(?:(?:that|this|as|so)\s\w+\s)?)?(?:
      (?:the\s)?(?P<count>\w+)\slaps?\s(?P<way>ago|earlier|before|later)
    | (?:at|in|on|by)\s(?:the\s)?(?P<start>very\sstart|start|beginning|grid|lights)
      (?:\sof\sthe\s(?:race|sprint|session))?
    | (?:at|in|by)\s(?:the\s)?(?P<end>end|finish|flag|chequered\sflag)(?:\sof\sthe\s(?:race|sprint|session))?
    | (?P<now>now|right\snow|currently|at\sthe\smoment|today)
    | (?P<before>before\sthat|the\slap\sbefore|before\sthen|previously|earlier)
    | (?P<after>after\sthat|the\slap\safter|the\snext\slap)
    | (?:(?:the\s)?same\s(?:(?:two|pair|three|ones)\s)?)?(?:in\s)?(?P<part>s?q\d)(?:\stoo|\sas\swell|\salso)?
    )(?:\sthen|\stoo)?""",
    re.VERBOSE,
)
_SPAN = compile_later(
    r"(?:(?:what|how) about )?(?P<span>between laps? \d+ and (?:lap )?\d+"
    r"|from laps? \d+ to (?:lap )?\d+|(?:since|after|before) lap \d+"
    r"|(?:in|over) the (?:last|first) \w+ laps)"
)
_LAP_BEFORE = compile_later(
    r"(?:(?:what|how) about )?(?:on )?(?:the |his )?(?:(?:lap|one) before(?: (?:that|it))?|previous (?:lap|one))"
)
_LAST_LAP = compile_later(r"\b(?:last|latest|previous) lap\b")
_AT_A_RESTART = compile_later(
    r"(?:(?:what|how) about )?(?:just |right )?(?:after|at|following) (?:the |that )?(?:restart|safety car|vsc) "
    r"(?:on|of|in) lap (?P<lap>\d+)"
)
_WHAT_WAS_THEN = compile_later(r"\b(?:was|were|did|had|led)\b.*\b(?:then|at (?:the|that) (?:time|point|moment))$")
_BEFORE_IT = compile_later(
    r"(?:who|whose|what|which)\b(?!.*\b(?:ahead|pit\w*|stop\w*|tyres? (?:did|had))\b).*\b(?:before (?:that|him"
    r"|then|it)|previously)"
)
PAST = compile_later(
    r"\s*\b(?:(?:on|at|in|by|until) )?(?:lap \d+|\w+ laps? (?:ago|back|earlier)|the (?:start|end)|the moment)\b"
    r"|\s*\b(?:right now|now)\b"
)
_AT_THE_END = compile_later(
    r"(?P<rest>.+?) (?P<moment>(?:on|at) lap \d+|\w+ laps? (?:ago|earlier|before)|(?:on )?the lap before)"
)
_WHAT_WAS_IT = compile_later(r"(?:what|how (?:much|big)) (?:is|was) (?:it|that|the gap)")
_LAP = compile_later(r"(?:(?:what|how) about |on |at |in |by )*lap (?P<lap>\d+)(?: then)?")
_PART = compile_later(r"\bs?q\d\b")


def at_another_moment(asked: FollowUp) -> Completion | None:
    """The completion of a question that is nothing but a moment. A lap by its number is read elsewhere."""
    moment = _MOMENT.fullmatch(asked.said)
    base = asked.focus.question
    if (span := _SPAN.fullmatch(asked.said)) and asked.focus.again:
        return Completion((f"{PAST.sub('', base).strip()} {span['span']}",), alone=False)
    if (restart := _AT_A_RESTART.fullmatch(asked.said)) and base and asked.focus.again:
        return Completion((f"{PAST.sub('', base).strip()} on lap {restart['lap']}",), surely=True)
    if _LAP_BEFORE.fullmatch(asked.said) and _LAST_LAP.search(base) and asked.subject and asked.focus.lap is None:
        return structs.replace(asked.of_subject(f"last 2 laps of {asked.subject}"), surely=True)
    then = _WHAT_WAS_THEN.search(asked.said) and asked.focus.lap is None
    if moment is None and then and topics.interruption(base):
        return Completion()  # when that was is not told for certain
    if moment is None or ("gap" in asked.said and not topics.APART.search(base)):
        return _before_that_one(asked)
    if not base or not asked.focus.again:
        return Completion()
    if moment["before"] and (earlier := _what_came_before(asked)) is not None:
        return earlier
    if moment["part"]:
        part, named = moment["part"], frozenset(asked.people.named(asked.base))
        text = _PART.sub(part, base) if _PART.search(base) else f"{base} in {part}"
        return Completion((text,), named, like=not named)
    base = PAST.sub("", base).strip()
    if moment["now"]:
        return Completion((base,))
    if moment["start"]:
        return Completion((f"{base} at the start", f"{base} on lap 1"))
    lap = _lap(asked, moment)
    return Completion((f"{base} on lap {lap}",) if lap is not None else ())


def at_the_end(asked: FollowUp) -> tuple[str, int] | None:
    """What is asked before the moment that ends it, and the lap that moment is: "how far back was he 5 laps ago"."""
    said = _AT_THE_END.fullmatch(asked.said)
    if said is None or asked.focus.lap is not None or _WHAT_WAS_IT.fullmatch(said["rest"]):
        return None
    moment = _MOMENT.fullmatch(said["moment"])
    lap = _lap(asked, moment) if moment is not None else int(said["moment"].split()[-1])
    return (said["rest"], lap) if lap is not None else None


def _before_that_one(asked: FollowUp) -> Completion | None:
    """ "Whose was it before that?": who has led, what he was on; of a best lap no tool tells."""
    question = asked.focus.question
    if not _BEFORE_IT.fullmatch(asked.said) or not question:
        return None
    if topics.LEADS.search(question) or topics.LEADS.search(asked.said):
        return Completion(("who has led which laps",))
    if topics.TYRES.search(question) and asked.subject:
        return structs.replace(asked.of_subject(f"all stints of {asked.subject}"), surely=True)
    return Completion()


def _what_came_before(asked: FollowUp) -> Completion | None:
    """ "And before that?" after who leads, and after what somebody is on."""
    if asked.focus.lap is not None or asked.said not in ("before that", "before then"):
        return None
    if topics.TYRES.search(asked.focus.question) and asked.subject:
        return structs.replace(asked.of_subject(f"all stints of {asked.subject}"), surely=True)
    return Completion(("who has led which laps",)) if topics.LEADS.search(asked.focus.question) else None


def _lap(asked: FollowUp, moment: re.Match[str]) -> int | None:
    """The lap that a moment is, where the laps that are done say so."""
    if asked.laps is None:
        return None
    done, total = asked.laps
    here = asked.focus.lap if asked.focus.lap is not None else done
    if moment["end"]:
        return done if total is None or done >= total else None
    if moment["before"] or moment["after"]:
        step, past = 1, bool(moment["before"])
        if asked.focus.lap is None or asked.said not in ("the lap before", "the lap after", "the next lap"):
            return None
    else:
        number = read_number(moment["count"])
        step = 1 if moment["count"] == "a" else int(number.value) if number is not None else 0
        past = moment["way"] != "later"
        here = done if moment["way"] == "ago" else here
    lap = here - step if past else here + step
    return lap if step and 1 <= lap <= done else None


def at_a_lap(asked: FollowUp) -> str | None:
    """The question before at the lap that is said and nothing else, in full."""
    if not (lap := _LAP.fullmatch(asked.said)) or not asked.focus.question:
        return None
    return f"{PAST.sub('', asked.focus.question).strip()} on lap {lap['lap']}"
