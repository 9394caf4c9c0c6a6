"""What is asked in a few words of two who were told of: who stopped earlier, their tyres, has he been past him."""

from __future__ import annotations

from director.language.late_patterns import compile_later
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp

_EARLIER = compile_later(
    r"when did (?:they|both|each of them|the two)(?: both)? (?:pit|box|stop|come in|change)(?: for .+)?"
    r"|who (?:has )?(?:pitted|stopped|boxed|came in|went in|pit|stop)(?: the)? (?:earlier|sooner|later|first|last)"
    r"(?: (?:for|of|out) .+)?"
)
_THEIR_TYRES = compile_later(r"(?:and )?(?:the )?(?:tyres|tires|tyre ages?|rubber|compounds?)")
_OF_THEM = compile_later(r"\b(?:they|them|those two|the two|each other|both)\b")
_DIFFERENCE = compile_later(r"(?:what is )?(?:the )?(?:difference|diff|delta)(?: between (?:them|the two|those two))?")
_SAME_TYRES = compile_later(
    r"(?:are they |is that |both )?(?:on )?(?:the )?same(?: age)?(?: of)? (?:tyres?|tires?|rubber|compounds?)(?: age)?"
    r"|tyres? (?:ages? )?the same|same age(?: tyres)?"
)
_EVER_AHEAD = compile_later(
    r"(?:was|has|did|were) \S+(?: \S+)? ever (?:been |get |got )?(?:ahead|in front|in the lead|leading)"
    r"(?: of (?:him|her))?"
)
_PASSED_HIM = compile_later(
    r"(?:has|did|had) \S+(?: \S+)? (?:been|got|get|gone|go|ever been) (?:past|by|ahead of) (?:him|her).*"
    r"|(?:has|did|had) \S+(?: \S+)? (?:passed|pass|overtaken|overtake) (?:him|her).*"
)
_SAME_LAP = compile_later(r"(?:(?:was|were) (?:it|that|they|both) )?(?:on |in )?(?:the )?same lap(?: as \S+(?: \S+)?)?")
_WHICH_CLOSER = compile_later(
    r"(?:and )?which (?:one|of them|of those|of the two)(?: is|s)? (?:the )?(?:closer|nearer|closest|nearest)"
)
_TWO_GAPS = compile_later(r"\d s behind\b.*\d s behind\b")
_PAIR = 2


def who_stopped_earlier(asked: FollowUp) -> Completion | None:
    """ "Who pitted earlier for inters?" of two: when each of them stopped, and onto what."""
    if asked.named or len(asked.two) != _PAIR or not asked.is_race or not _EARLIER.fullmatch(asked.said):
        return None
    return asked.of_both("on which laps did {a} and {b} pit", asked.two, surely=True)


def of_the_two(asked: FollowUp) -> Completion | None:
    """ "Tyres?" after what two did, of both; "difference?" after their best laps."""
    if not asked.is_race or asked.named or len(asked.two) != _PAIR:
        return None
    if _THEIR_TYRES.fullmatch(asked.said) and asked.focus.both and _OF_THEM.search(asked.focus.said):
        return asked.of_both("tyres of {a} and {b}", asked.two, surely=True)
    if _SAME_TYRES.fullmatch(asked.said):
        return asked.of_both("tyres of {a} and {b}", asked.two, surely=True)
    best = topics.FASTEST.search(asked.focus.question) and asked.people.named(asked.base)
    if _DIFFERENCE.fullmatch(asked.said) and best:
        return asked.of_both("best laps of {a} and {b}", asked.two, surely=True)
    return None


def on_the_same_lap(asked: FollowUp) -> Completion | None:
    """ "Same lap as Leclerc?" after a stop, "same lap?" after two who are out; "which one is closer?" of two gaps."""
    if _WHICH_CLOSER.fullmatch(asked.said) and _TWO_GAPS.search(asked.focus.answer) and asked.focus.again:
        return Completion((asked.focus.question,), surely=True)
    if not asked.is_race or not _SAME_LAP.fullmatch(asked.said):
        return None
    subject = (asked.focus.subject,) if asked.focus.subject and asked.named else asked.two
    pair = tuple(dict.fromkeys((*subject, *asked.named)))
    if len(pair) != _PAIR:
        return None
    if topics.STOPS.search(asked.focus.question):
        return asked.of_both("on which laps did {a} and {b} pit", pair, surely=True)
    return asked.of_both("on which laps did {a} and {b} retire", pair, surely=True) if _out(asked) else None


def _out(asked: FollowUp) -> bool:
    return topics.OUT.search(asked.focus.question) is not None


def past_him(asked: FollowUp) -> Completion | None:
    """ "Has Ricciardo been past him?" of the other of two, or of whom was told."""
    if len(asked.named) == 1 and asked.is_race and _EVER_AHEAD.fullmatch(asked.said):
        text = f"how many laps has {asked.people.name(asked.named[0])} led"
        return Completion((text,), frozenset(asked.named), surely=True)
    if len(asked.named) != 1 or not asked.is_race or not _PASSED_HIM.fullmatch(asked.said):
        return None
    one = asked.named[0]
    others = [who for who in (*asked.two, asked.focus.subject) if who is not None and who != one]
    return asked.of_both("has {a} overtaken {b}", (one, others[0]), surely=True) if others else None
