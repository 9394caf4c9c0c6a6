"""What is asked of the one thing that was just told: the tyres of that lap, how long that stop took, who else."""

from __future__ import annotations

from director.language.late_patterns import compile_later
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp

_TYRES = r"(?:tyres?|tires?|compound|rubber|set)"
_WHAT_ON = compile_later(
    rf"(?:on )?(?:what|which) {_TYRES} (?:was|were|is) (?:that|it|he|she|this|that lap|the lap|they)"
    r"(?: (?:set|done|driven|running|using))?(?: on| with)?"
    r"|(?:what|which) (?:was|is) (?:that|it|he|she|that lap)(?: (?:set|done|running))? on(?: then| for (?:it|that))?"
    rf"|(?:on )?(?:what|which)(?: {_TYRES})? did (?:he|she|they) (?:do|set|get|manage|run)"
    r" (?:it|that|that lap)(?: on| with)?"
    rf"|(?:what|which) {_TYRES} did (?:he|she|they) (?:use|have)(?: for (?:it|that))?|on (?:what|which)(?: {_TYRES})?"
    rf"|(?:what|which) {_TYRES}"
)
_IS_ON = compile_later(rf"(?:on )?(?:what|which)(?: {_TYRES})? (?:is|are) (?:he|she|they) on(?: now)?")
"""In a race that is asked of now, and not of the lap."""
_HOW_OLD = compile_later(rf"how (?:old|worn|fresh|new) (?:were|was) (?:they|it|those|the {_TYRES}|his {_TYRES})")
_HOW_LONG = compile_later(
    r"how (?:long|much time) (?:did|does|was|is) (?:it|that|he|she|the stop|that stop|that one)"
    r"(?: (?:take|took|taking|spend|cost|last|in the (?:pits|pit lane|lane)))*"
    r"|how (?:quick|fast|slow|long) (?:was|is) (?:it|that|the stop|that one)"
    r"|(?:the |its )?(?:duration|length|time in the lane)"
)
_STILL_IN = compile_later(r"\b(?:still in|in the pit lane now)\b")
_TAKES = compile_later(r"\b(?:take|took|taking)\b")
_PUT_ON = compile_later(
    rf"(?:what|which {_TYRES}|what {_TYRES}) did (?:he|she|they)"
    r" (?:put on|take|fit|go for|go onto|switch to|change to|get|bolt on|stick on|throw on|slap on)"
    rf"(?: (?:then|there|at it))?|(?:onto|on to|for|to) (?:what|which)(?: {_TYRES})?"
)
_CAME_OUT = compile_later(r"where did (?:he|she) (?:come|go|get|rejoin|end up)(?: back)?(?: out)?")
_AFTER_A_STOP = (
    (_PUT_ON, "what tyres did {} put on at his last stop"),
    (_CAME_OUT, "where did {} come out after his last stop"),
)
_WHOM = compile_later(r"(?:on|past|of|against) whom?|whom|who did (?:he|she) (?:pass|overtake|get past|get by|get)")
_LAP = compile_later(r"\blap \d+\b")
_WHERE = compile_later(r"where (?:was|is|did) (?:that|it|this)(?: happen)?")
_BY_WHOM = compile_later(r"by whom?|who by|whose(?: (?:is|was) (?:it|that))?|who (?:did|set|does|has) (?:it|that)")
_TOOK_IT = compile_later(
    r"(?:who|(?:which|what) (?:car|driver|team|one))"
    r" (?:took|got|claimed|grabbed|bagged|snatched|stole|has|had|won|set|did) (?:it|that)(?: then| in the end)?"
)
_POLE = compile_later(r"\bpole\b")
_ELSE = compile_later(
    r"(?:who|which cars|which drivers|anyone|anybody|anything|what) else"
    r"(?: (?:has|have|did|is|was|got|led))?|any others?"
)
_BEST_OF = compile_later(r"\b(?:quickest|fastest|slowest|longest|shortest|best|worst)\b")
_TELLS_LANE = compile_later(r"\d s\b")
_LED = compile_later(r"\b(?:led|lead)\b")


def tyres_of_that(asked: FollowUp) -> Completion | None:
    """ "What did he do it on?" after a best lap, "what did he put on?" after a stop."""
    question, subject = asked.focus.question, asked.subject
    if topics.STOPS.search(question):
        whole = next((whole for said, whole in _AFTER_A_STOP if said.fullmatch(asked.said)), None)
        if whole is None:
            return None
        if _STILL_IN.search(asked.focus.answer):
            return Completion()  # the stop that the answer tells of is not over
        return asked.of_subject(whole.format(subject)) if subject else None
    by_laps = not asked.is_race and bool(asked.subject) and not topics.TYRES.search(question)
    if not (topics.FASTEST.search(question) or by_laps) or (topics.WON.search(question) and asked.is_race):
        return None  # where best laps make the order, whoever was told is told by his best lap
    if _HOW_OLD.fullmatch(asked.said):
        told = _LAP.search(asked.focus.answer) if asked.is_race else None
        return asked.of_subject(f"tyre age of {subject} on {told[0]}") if subject and told else Completion()
    if not _WHAT_ON.fullmatch(asked.said) or (asked.is_race and _IS_ON.fullmatch(asked.said)):
        return None
    return asked.of_subject(f"tyres of the best lap of {subject}") if subject else Completion()


def time_of_that(asked: FollowUp) -> Completion | None:
    """ "How long did that take?": of a stop, or what the answer has told; of nothing else."""
    if not _HOW_LONG.fullmatch(asked.said):
        return None
    question, subject = asked.focus.question, asked.subject
    if topics.interruption(question) and not ("take" in asked.said and topics.STOPS.search(question)):
        return None  # how long a safety car was out
    if topics.STOPS.search(question):
        if subject and not _BEST_OF.search(question):
            return asked.of_subject(f"how long was {subject}'s last stop")
        return _again(asked) if _TELLS_LANE.search(asked.focus.answer) else Completion()
    if topics.FASTEST.search(question):
        return _again(asked)
    return Completion() if _TAKES.search(asked.said) else None


def other_than_that(asked: FollowUp) -> Completion | None:
    """ "Who else?": the question before again, where its answer names all ("who has stopped?"); "on whom?" of an
    overtake.
    """
    question = asked.focus.question
    if _WHOM.fullmatch(asked.said) and topics.PASSED.search(question):
        return _again(asked)
    if _BY_WHOM.fullmatch(asked.said) and (topics.FASTEST.search(question) or topics.STOPS.search(question)):
        return _again(asked)
    if _TOOK_IT.fullmatch(asked.said):
        return _taken(asked)
    if _WHERE.fullmatch(asked.said):
        of_position_holder = (
            topics.OUT.search(question) or topics.PENALTY.search(question) or topics.interruption(question)
        )
        return None if of_position_holder else Completion()  # no tool tells where on the track
    if not _ELSE.fullmatch(asked.said):
        return None
    if _LED.search(question):
        return Completion(("who has led which laps",))
    if topics.PENALTY.search(question):
        return Completion(("who has been penalised",))
    several = not (asked.people.named(asked.base) or _BEST_OF.search(question))
    of_all = topics.STOPS.search(question) or topics.OUT.search(question) or topics.TYRES.search(question)
    return _again(asked) if several and of_all else Completion()


def _taken(asked: FollowUp) -> Completion:
    """Who took what the question before was about, where its answer says so; a victory is no pole and no best lap."""
    question = asked.focus.question
    if " team " in asked.said:
        return asked.of_subject(f"which team does {asked.subject} drive for") if asked.subject else Completion()
    if _POLE.search(question):
        return Completion(("who started on pole",) if asked.is_race else ("who took pole",))
    told = (topics.FASTEST, topics.STOPS, topics.LEADS, topics.WON)
    return _again(asked) if any(topic.search(question) for topic in told) else Completion()


def _again(asked: FollowUp) -> Completion:
    """What was asked before: its answer tells this too."""
    return Completion((asked.focus.question,) if asked.focus.question and asked.focus.again else ())
