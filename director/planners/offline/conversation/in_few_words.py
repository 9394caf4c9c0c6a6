"""What a few words ask of what was just told: who else is on those tyres, where they were, who went before him."""

from __future__ import annotations

from director.language.late_patterns import compile_later
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp
from director.planners.offline.conversation.spoken_of import IS_OUT
from director.planners.offline.conversation.told_in_lists import TELLS_LAP, WHICH_LAP

_ELSE_ON_THOSE = compile_later(
    r"(?:is |are )?(?:anyone|anybody|who|any(?: other)? (?:cars?|drivers?)|any other)(?: else)?"
    r"(?: (?:is|are|running|has|got))? (?:on )?(?:those|that|them|these|the same)(?: tyres?| ones?| compound| rubber)?"
    r"(?: too| as well| now)?"
)
_COMPOUND = compile_later(r"\b[A-Z]{3,}\b")
_LAP_OF_END = compile_later(
    r"(?:(?:on |in )?(?:what|which) lap|when) (?:did|was) (?:he|she|it)"
    r" (?:stop|go out|go off|retire|drop out|pull over|park it|out)"
)
_GAINED = compile_later(
    r"(?:and )?(?P<did>gained|lost|made up|dropped) (?:how many|any)(?: places| positions| spots)?"
    r"|how many(?: places| positions| spots)? (?:gained|lost|made up|dropped|(?:up|down) is (?:that|he|she|it))"
)
_LAPS_OF_HIS = compile_later(
    r"(?:his|her) laps(?: so far| done| today| completed)*"
    r"|how many laps (?:has|did) (?:he|she)(?: (?:done|do|completed?|got|driven))?(?: so far| today| in total)?"
)
_NEEDS = compile_later(r"(?:what|how much) (?:does|do|is) (?:he|she) needs?(?: (?:for|to) .+)?")
_IS_HIS_BEST = compile_later(
    r"(?:is|was) (?:that|it|this) (?:his|her) (?:best|fastest|quickest|pb|personal best)(?: lap| time)?"
    r"(?: so far| of the race| today)?"
)
_ONE_TO_OTHER = compile_later(r"\S+(?: \S+)? to \S+(?: \S+)?")
_HOW_FAR_OFF = compile_later(r"\S+ how far (?:off|back|behind|away)|how far (?:off|back|behind|away) is \S+")
_HIS_TIME = compile_later(r"(?:what|which)(?: lap)? time|(?:lap )?time|with what(?: lap)?(?: time)?")
_CLOSE_TO_HIM = compile_later(
    r"how (?:close|near) is \S+(?: \S+)?|\S+ how (?:close|near)"
    r"|(?P<whether>is \S+(?: \S+)? (?:close|near)(?: to (?:him|her))?)"
)
_LEADS = compile_later(r"\bleads \(P1\)|\bleads\b|\bis fastest\b")
_WHEN_CAUGHT = compile_later(
    r"(?:and )?(?:when|on (?:what|which) lap) (?:would|will|does|can|could) (?:he|she)"
    r" (?:get (?:there|to (?:him|her)|(?:him|her))|catch (?:him|her)(?: up)?|be (?:there|on (?:him|her)))"
)
_WILL_LAST = compile_later(
    r"(?:will|can|could|would) (?:they|those|it|these|the tyres|his tyres)"
    r" (?:last|hold(?: up| on| out)?|survive|make it|go the distance|do it)(?: (?:to|until|till|for) .+)?"
)
_REPLACED = compile_later(r"who (?:is|was) (?:he|she) (?:replac\w+|standing in for|filling in for|subbing for|in for)")
_IN_TIME = compile_later(
    r"time wise|(?:what is that )?in (?:time|minutes|mins)|how (?:long|many minutes|much time) is that"
)
_TO_GO = compile_later(r"\blaps? (?:left|to go|remain\w*)|\b(?:left|to go|remaining)\b")
_LAPS_LEFT = compile_later(
    r"how many laps (?:are )?(?:left|to go|remaining|remain)(?: (?:for|to) (?:him|her|them|that|it|do it))?"
)
_ADDED = compile_later(
    r"(?:is|was|has|have) (?:it|that|they|the (?:penalty|time|\d+ seconds?)|his penalty)(?: been)?(?: already)?"
    r" (?:added|included|applied|counted|in there)(?: (?:in|on|up|to|already).*)?"
)
_STUCK = compile_later(
    r"who (?:is )?(?:he|she)(?: is)? (?:stuck|held up|bottled up|trapped|sat|sitting|tucked in|queued up|sitting right)"
    r" (?:right )?behind"
)
_NEXT_CAR = compile_later(
    r"who (?:(?:is|has) (?:he|she) (?:got )?)?(?:is )?(?:(?:right|directly|just|immediately|next) )?"
    r"(?P<side>behind|ahead|in front)(?: of (?:him|her))?(?: (?:him|her))?(?: now)?"
)
_SAYS_WHOSE = compile_later(r"\b(?:he|she|him|her|right|directly|just|immediately|next)\b")
_GAP_TO = compile_later(r"(?:what is )?(?:the )?(?:gap|distance)(?: (?:up|back))? to (?P<place>p\d+)")
_LAPS_ON = compile_later(r"(?:how many )?laps on (?:his|her|the|those|these)(?: (?P<what>\w+))?")
_GAP_THEN = compile_later(
    r"(?:what|how (?:big|large)) was (?:the|his|her) (?:gap|lead|margin) before(?: (?:that|it|this|then))?"
)
_PAIR = 2


def else_on_those(asked: FollowUp) -> Completion | None:
    """ "Anyone else on those?" after somebody's tyres."""
    if not asked.is_race or asked.named or not asked.subject or not _ELSE_ON_THOSE.fullmatch(asked.said):
        return None
    told = (word.lower() for word in _COMPOUND.findall(asked.focus.answer))
    compound = next((word for word in told if topics.TYRES.fullmatch(word)), None)
    if compound is None:
        return None
    return Completion((asked.at_moment(f"who is on {compound}s other than {asked.subject}"),), surely=True)


def lap_of_his_end(asked: FollowUp) -> Completion | None:
    """ "What lap did he stop?" of one who is out."""
    if not asked.is_race or not _LAP_OF_END.fullmatch(asked.said) or not IS_OUT.search(asked.focus.answer):
        return None
    return _surely(asked, f"on which lap did {asked.subject} retire") if asked.subject else None


def of_his_laps(asked: FollowUp) -> Completion | None:
    """ "His laps so far" and "what time?" where best laps make the order; in a race "laps on those inters" and "gained
    how many".
    """
    if not asked.subject or asked.named:
        return None
    if _GAINED.fullmatch(asked.said) and asked.is_race:
        did = "lost" if "lost" in asked.said or "dropped" in asked.said else "gained"
        return _surely(asked, f"how many places has {asked.subject} {did}")
    if _IS_HIS_BEST.fullmatch(asked.said):
        return _surely(asked, f"best lap of {asked.subject}")
    untold = asked.is_race and TELLS_LAP.search(asked.focus.answer) is None
    if untold and WHICH_LAP.fullmatch(asked.said) and topics.FASTEST.search(asked.focus.question):
        return _surely(asked, f"best lap of {asked.subject}")
    if not asked.is_race and _LAPS_OF_HIS.fullmatch(asked.said):
        return _surely(asked, f"how many laps has {asked.subject} done")
    if not asked.is_race and _NEEDS.fullmatch(asked.said):
        return _surely(asked, f"how much does {asked.subject} need")
    by_time = not asked.is_race or topics.FASTEST.search(asked.focus.question)
    if by_time and _HIS_TIME.fullmatch(asked.said):
        return _surely(asked, f"best lap of {asked.subject}")
    on = _LAPS_ON.fullmatch(asked.said) if asked.is_race else None
    if on is not None and (on["what"] is None or topics.TYRES.fullmatch(on["what"]) or on["what"] == "set"):
        return _surely(asked, asked.at_moment(f"how old are the tyres of {asked.subject}"))
    return None


def beside_him(asked: FollowUp) -> Completion | None:
    """ "Who's directly ahead?" and "who has he got behind?" of whom was told."""
    side = _NEXT_CAR.fullmatch(asked.said) if asked.is_race and _SAYS_WHOSE.search(asked.said) else None
    if side is None or asked.focus.found or asked.named or not asked.subject:
        return None
    where = "behind" if side["side"] == "behind" else "ahead of"
    return _surely(asked, asked.at_moment(f"who is {where} {asked.subject}"))


def how_close(asked: FollowUp) -> Completion | None:
    """ "How close is Perez?" after who leads; "is Norris close?", "gap to P10" of whom was told."""
    if len(asked.named) == _PAIR and _ONE_TO_OTHER.fullmatch(asked.said):
        return asked.of_both("gap between {a} and {b}", asked.named, surely=True)
    if not asked.subject:
        return None
    if (to := _GAP_TO.fullmatch(asked.said)) is not None and not asked.named:
        return _surely(asked, asked.at_moment(f"gap between {asked.subject} and {to['place']}"))
    if (
        _WHEN_CAUGHT.fullmatch(asked.said)
        and len(asked.focus.pair) == _PAIR
        and asked.focus.subject in asked.focus.pair
    ):
        other = next(who for who in asked.focus.pair if who != asked.focus.subject)
        return asked.of_both("when will {a} catch {b}", (str(asked.focus.subject), other), surely=True)
    if _STUCK.fullmatch(asked.said) and asked.is_race:
        return _surely(asked, asked.at_moment(f"who is ahead of {asked.subject}"))
    if len(asked.named) == 1 and not asked.is_race and _HOW_FAR_OFF.fullmatch(asked.said):
        whom = asked.people.name(asked.named[0])
        return Completion((asked.at_moment(f"how far off is {whom}"),), frozenset(asked.named), surely=True)
    near = _CLOSE_TO_HIM.fullmatch(asked.said)
    if near is None or len(asked.named) != 1 or asked.named[0] == asked.focus.subject:
        return None
    if not (near["whether"] or _LEADS.search(asked.focus.answer)):
        return None
    text = asked.at_moment(f"gap between {asked.people.name(asked.named[0])} and {asked.subject}")
    return Completion((text,), frozenset(asked.named), surely=True)


def to_the_end(asked: FollowUp) -> Completion | None:
    """ "Will they last?" of tyres; "how many laps left for them?"; "is it added already?" of a penalty."""
    if _LAPS_LEFT.fullmatch(asked.said) and asked.is_race:
        return Completion(("how many laps are left",), surely=True)
    if _IN_TIME.fullmatch(asked.said) and _TO_GO.search(asked.focus.question) and asked.focus.again:
        return Completion((asked.focus.question,), surely=True)
    if _WILL_LAST.fullmatch(asked.said) and topics.TYRES.search(asked.focus.question):
        return _surely(asked, f"can {asked.subject} go to the end") if asked.subject else Completion()
    if _ADDED.fullmatch(asked.said) and topics.PENALTY.search(f"{asked.focus.question} {asked.focus.answer}".lower()):
        return Completion(("what is the result",), surely=True)
    return None


def told_by_nothing(asked: FollowUp) -> Completion | None:
    """Whom somebody replaces, and what the gap was before something that happened, no tool tells."""
    gap_then = asked.focus.lap is None and _GAP_THEN.fullmatch(asked.said)
    return Completion(surely=True) if gap_then or _REPLACED.fullmatch(asked.said) else None


def _surely(asked: FollowUp, text: str) -> Completion:
    return Completion((text,), asked.of_subject().of, surely=True)
