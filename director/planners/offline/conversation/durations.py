"""When, since when and for how long, asked of what was said before."""

from __future__ import annotations

from msgspec import structs

from director.language.late_patterns import compile_later
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp

_SINCE = compile_later(
    r"(?:(?:on|in|since|from|after) )?(?:which|what) laps?(?: (?:is|was) (?:it|that|this))?(?: of (?:his|hers|it))?"
    r"|(?:since )?when(?: (?:is|was|did) (?:it|that|this)(?: happen)?)?"
)
_HOW_LONG = compile_later(
    r"how long did (?:it|that) last"
    r"|(?:(?:since|for) )?how long(?: for)?(?: (?:is|was|has) (?:it|that|he|she)(?: been)?(?: out)?)?"
    r"(?: now| already| so far| then)?"
)
_IT_BEGAN = compile_later(
    r"(?:when|(?:on|in|since) (?:which|what) lap) did (?:it|that) "
    r"(?:start|begin|come|(?P<end>stop|end|finish))(?: again)?"
)
_RAIN = compile_later(r"\b(?:rain|raining|rained|wet)\b")
_WHICH = compile_later(
    r"(?P<asks>why|when|how long)?(?: (?:is|was|did))?(?: (?:it|that))?"
    r"\s?(?:the )?(?P<which>first|second|third|fourth|last|latest)(?: one)?"
)
_THEN = compile_later(
    r"(?P<asks>who (?:pitted|stopped|boxed|gained|came in|lost out|lost)) (?:then|there|under it|during it"
    r"|during that|from it|from that|by it|out of it)"
)
_LAPS_LED = compile_later(r"(?:for |over )?how many laps")
_FIRST_OR_LAST = compile_later(
    r"(?:who |which (?:one )?)?(?:is |was |went |did it )?(?:out )?"
    r"(?:the )?(?P<which>first|last|latest)(?: one)?(?: out| to go)?(?P<of> of (?:them|those|these|the lot))?"
)
_OF_THOSE_IN = compile_later(
    r"(?:how many|which|what)(?: cars| drivers)?(?: (?:are|were|is))?(?: still)? (?P<place>(?:on|in|within) .+)"
    r"|who (?:is|are)(?: still)? (?P<those>(?:on|in|within) .+)"
)
_LAST_ONE = compile_later(
    r"(?:and )?(?P<asks>when|on which lap|what lap|which lap) (?:was|is|did) (?:the |his |her )?(?P<which>first"
    r"|last|latest|most recent) one"
    r"(?: happen| come)?"
)
_IS_THE_FIRST = compile_later(
    r"(?:is|was) (?:it|that|this) (?:the )?(?:only|first|second|third|fourth|last)(?: one)?(?: today| so far)?"
)
_THERE = compile_later(
    r"(?:since when|how long) (?:is|was|has) (?:he|she|it) (?:been )?(?:there|up there|that high|in that (?:place"
    r"|position)).*"
)
_AGO = compile_later(r"(?P<span>half an hour|an hour|\w+ minutes?) (?:ago|earlier|before)")
_MINUTES = {"half an hour": "30 minutes", "an hour": "60 minutes"}
_OUT = compile_later(r"(?<!in and )\bout\b")
_FIRST = compile_later(r"\b(?:first|last|latest|shortest|quickest|fastest|slowest|longest)\b")
_LOST_IT = compile_later(
    r"(?:to )?whom?(?: did (?:he|she) lose (?:it|that|the lead))?(?: to)?|who took (?:it|that|the lead) (?:off"
    r"|from) (?:him|her)"
    r"|(?:when|on which lap|how) did (?:he|she) lose (?:it|that|the lead)"
)
_COUNTS_OUT = compile_later(r"\d+ out\b")
_LAP = compile_later(r"\blaps? \d+\b(?!:)")
_FINISHED = compile_later(r"\b(?:how many|who|which)\b.*\bfinish(?:ed)?$")
_OLD = compile_later(r"\blaps? old\b")
_PUT_ON = compile_later(r"\bdid\b.*\b(?:put on|fit|switch to|change to|go onto|bolt on|take on)\b")
_SECONDS = compile_later(r"\d s\b")
_THINGS = (
    ("stop", topics.STOPS),
    ("retirement", topics.OUT),
    ("penalty", topics.PENALTY),
    ("overtake", topics.PASSED),
    ("lead change", topics.LEADS),
)
_PAIR = 2


def which_interruption(asked: FollowUp) -> Completion | None:
    """ "And the second one?", "who pitted then?" after a safety car."""
    interruption = topics.interruption(asked.focus.question)
    if interruption and (then := _THEN.fullmatch(asked.said)):
        return Completion((f"{then['asks']} under the {interruption}",))
    if interruption and _IS_THE_FIRST.fullmatch(asked.said):
        return Completion((f"how many {interruption}s have there been",))
    if not interruption or not (found := _WHICH.fullmatch(asked.said)):
        return None
    if found["asks"] == "why":
        return Completion((f"why was the {found['which']} {interruption} out",))
    return Completion((f"when did the {interruption} come out",))


def first_or_last(asked: FollowUp) -> Completion | None:
    """ "Who was the last one?" of those who are out, or came in."""
    if not (found := _FIRST_OR_LAST.fullmatch(asked.said)):
        return None
    question, which = asked.focus.question, found["which"].replace("latest", "last")
    if _FINISHED.search(question):
        return Completion((f"who finished {which}",))
    if topics.STOPS.search(question):
        return Completion((f"who pitted {which}", f"who was the {which} to pit"))
    if (topics.OUT.search(question) or _COUNTS_OUT.match(asked.focus.answer)) and _OUT.search(asked.focus.answer):
        return Completion((f"who retired {which}",))
    if found["of"] and (those := _OF_THOSE_IN.fullmatch(question)) is not None:
        return Completion((f"who is the {which} car {those['place'] or those['those']}",))
    return None


def the_last_one(asked: FollowUp) -> Completion | None:
    """ "When was the last one?" of stops, retirements, penalties and overtakes that were spoken of."""
    if not (found := _LAST_ONE.fullmatch(asked.said)):
        return None
    which = "first" if found["which"] == "first" else "last"
    of = (asked.focus.question, asked.focus.answer)
    thing = next((name for text in of for name, topic in _THINGS if topic.search(text)), None)
    if thing is None:
        return Completion()
    if thing == "stop" and asked.subject:
        return asked.of_subject(f"when was {asked.subject}'s {which} stop", f"on which laps did {asked.subject} pit")
    return Completion((f"when was the {which} {thing}",))


def of_weather(asked: FollowUp) -> Completion | None:
    """ "When did it start?" of the rain that was spoken of; "and half an hour ago?": how the weather has changed since.

    Other tools know laps.
    """
    if (began := _IT_BEGAN.fullmatch(asked.said)) and _RAIN.search(asked.focus.question):
        return Completion((f"when did it {'stop' if began['end'] else 'start'} raining",))
    if not (found := _AGO.fullmatch(asked.said)):
        return None
    span = _MINUTES.get(found["span"], found["span"])
    of_weather = topics.WEATHER.search(asked.focus.question)
    return Completion((f"how has the weather changed over the last {span}",) if of_weather else ())


def lost_the_lead(asked: FollowUp) -> Completion | None:
    """ "When did he lose it?" and "to whom?" after how many laps somebody led."""
    if not _LOST_IT.fullmatch(asked.said) or not topics.LEADS.search(asked.focus.question) or not asked.subject:
        return None
    return asked.of_subject(f"who did {asked.subject} lose the lead to")


def lap_of_the_first(asked: FollowUp) -> Completion | None:
    """ "Which lap?" of the quickest or the first: the answer before has told it with each that it names."""
    question = asked.focus.question
    if "lap" not in asked.said or not _SINCE.fullmatch(asked.said) or not asked.focus.again:
        return None
    ranked = _FIRST.search(question) and not asked.people.named(asked.base)
    return Completion((question,)) if ranked and _LAP.search(asked.focus.answer) else None


def _is_told(asked: FollowUp, *, long: bool) -> bool:
    """Whether the answer before tells of how many seconds a penalty is, or how old the tyres are."""
    question, answer = asked.focus.question, asked.focus.answer
    if long:
        return bool(topics.PENALTY.search(question) and _SECONDS.search(answer))
    return bool(asked.focus.again and topics.TYRES.search(question) and _OLD.search(answer))


def when_put_on(asked: FollowUp) -> Completion | None:
    """ "When?" after what somebody put on: the laps of his stops."""
    if not (_SINCE.fullmatch(asked.said) and _PUT_ON.search(asked.focus.question) and asked.subject):
        return None
    if "since" in asked.said:
        return None
    return structs.replace(asked.of_subject(f"on which laps did {asked.subject} pit"), surely=True)


def since_when(asked: FollowUp) -> Completion | None:
    """ "On which lap?", "since when?", "for how long?"."""
    if _LAPS_LED.fullmatch(asked.said) and topics.LEADS.search(asked.focus.question) and asked.subject:
        return asked.of_subject(f"how many laps has {asked.subject} led")
    if _THERE.fullmatch(asked.said):
        return Completion()  # no tool tells since when somebody is where he is
    long = _HOW_LONG.fullmatch(asked.said) is not None
    if not (long or _SINCE.fullmatch(asked.said)):
        return None
    question, subject = asked.focus.question, asked.subject
    if interruption := topics.interruption(question):
        asks = f"how long was the {interruption} out" if long else f"when did the {interruption} come out"
        return Completion((asks,))
    if _is_told(asked, long=long):
        return Completion((question,))
    if asked.focus.both and len(asked.focus.pair) == _PAIR and _OUT.search(asked.focus.answer):
        return asked.of_both("on which laps did {a} and {b} retire", asked.focus.pair)
    if not subject and not long and asked.focus.again and len(_LAP.findall(asked.focus.answer)) == 1:
        return Completion((question,))  # its answer tells the lap
    if not subject:
        return Completion(alone=long)
    if not long and asked.focus.again and topics.FASTEST.search(question) and _LAP.search(asked.focus.answer):
        whose = f"best lap of {subject}" if subject and asked.people.named(asked.base) else "who has the fastest lap"
        return Completion((question, whose), alone=False)  # its answer tells the lap
    if topics.LEADS.search(question) and (long or "since" in asked.said):
        return asked.of_subject(f"when did {subject} take the lead")
    if "lap" in asked.said and asked.focus.again and len(_LAP.findall(asked.focus.answer)) == 1:
        return Completion((question,), alone=False)
    if topics.TYRES.search(question):
        return asked.of_subject(f"how old are the tyres of {subject}")
    if topics.STOPS.search(question):
        return asked.of_subject(f"how long was {subject}'s last stop" if long else f"on which laps did {subject} pit")
    if not long and _OUT.search(asked.focus.answer):
        return asked.of_subject(f"on which lap did {subject} retire")
    return Completion(alone=long or not _LAP.search(asked.focus.answer))
