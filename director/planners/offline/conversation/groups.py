"""The same of those who were spoken of: "who of them has newer tyres", "who's faster then?", "where were they"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import structs

from director.language.late_patterns import compile_later
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp

_OF_THEM = compile_later(
    r"(?<!ahead )(?<!front )(?<!outside )\b(?:out )?of (?:(?:them|those|these)(?: (?:two|2|three|3|four|4|five|5))?"
    r"|the (?:two|2|three|3|four|4|five|5|lot)|both)\b|(?<=which) one\b"
)
_NUMBERS = {"two": 2, "2": 2, "both": 2, "three": 3, "3": 3, "four": 4, "4": 4, "five": 5, "5": 5}
_SO_MANY = compile_later("|".join(_NUMBERS))
_WHO = compile_later(r"^(?:who|which)\b")
_COUNT = compile_later(r"^how many\b")
_MORE = compile_later(
    r"\b(?:faster|quicker|slower|older|newer|fresher|younger|higher|lower|better|worse|further|ahead|in front"
    r"|behind|more|fewer|less|first|earlier|later|longer|closer)\b"
)
_THE_MORE = compile_later(r"\bthe (?=(?:older|newer|fresher|younger|better|worse|faster|quicker|slower)\b)")
_WHOSE_OLDER = compile_later(r"whose(?: tyres| tires| set| rubber)? (?:is|are) (?P<how>older|newer|fresher|younger)")
_OF_AGE = compile_later(r"\b(?:older|newer|fresher|younger)\b")
_CLOSER_TO = compile_later(r"^(?:who|which(?: one)?) (?:is|was) (?:the )?(?:closer|closest|nearer|nearest) to ")
_BETWEEN = compile_later(r"\bbetween them\b")
_IN_FRONT = compile_later(r"^who (?:came out|comes out|got out|is running|is|was|ended up) (?:ahead|in front)$")
_HIS_TYRES = compile_later(
    r"(?:is|was) (?:he|she) (?:ahead|behind|up|better off) (?:by|on|in|for) (?:the )?(?:tyres?|tires?)(?: age| life)?"
    r"|(?:are|is|were) (?:his|hers|her)(?: tyres| tires)? (?:any )?(?P<more>newer|fresher|younger|older)"
)
_WHOSE = compile_later(
    r"(?:and )?whose(?: (?:best )?(?:lap|stop|time|one))? (?:is|was) (?:the )?"
    r"(?:quicker|faster|better|slower|longer|shorter|best|quickest|fastest)(?: one)?"
)
_LAST_LAP = compile_later(r"\b(?:last|latest) lap\b")
_IS_HE = compile_later(r"(?:is|was) (?:he|she) (?:any )?(?:faster|quicker|slower)")
_TWO = compile_later(
    r"\b(?:those two|these two|them two|the two(?: of them)?|(?:both|each) of them|they|them|both|each)\b"
)
_EITHER = compile_later(r"\beither(?: of (?:them|those|the two))?\b")
_EACH_OF = compile_later(r"\b(?:each|both) of (?:them|those|the two)\b")
_ALL = compile_later(r"\b(?:each(?: one)?|they all|they|all of them|them)\b")
_THEM = compile_later(r"\b(?:they|them|each)\b")
_CUT = compile_later(r"\band \d+ more\b")
_CREW = compile_later(r"\b(?:(?P<verb>are|were|have|do|did|had|will) )?they\b")
"""A car that several drive is "they" too."""
_SEVERAL = compile_later(r"\b(?:cars|drivers|teams|both)\b")
_SINGULAR = {"are": "is", "were": "was", "have": "has", "do": "does"}
_TOGETHER = compile_later(r"\b(?:two|both|each)\b")
_BESIDE_THEM = compile_later(r"\b(?:ahead|in front|behind) (?:of )?(?:them|those two|the two|both)\b")
_NOW = compile_later(r"\s(?:then|now|again|right now|at the moment|currently|of late)$")
_BY_HOW_MUCH = compile_later(r"^(?:by )?how much (?=(?:faster|quicker|slower) (?:is|was)\b)")
_OTHERS = compile_later(r"\b(?:him|her|me|than|the|them)\b")
_PAIR = 2
_FEW_WORDS = 4


def says_of_them(question: str) -> bool:
    """Whether it asks of several who were spoken of."""
    return _OF_THEM.search(question.lower()) is not None


def of_them(asked: FollowUp) -> Completion | None:
    """ "Which of them has stopped twice": of those whom the last answers named."""
    of = _OF_THEM.search(asked.said)
    if of is None or _EACH_OF.search(asked.said) or asked.people.named(asked.items):
        return None
    if not (_WHO.match(asked.said) or _COUNT.match(asked.said)):
        return None if _EITHER.search(asked.said) else Completion()
    rest = " ".join(f"{asked.said[: of.start()]}{asked.said[of.end() :]}".split())
    groups = [group for group in (asked.two, asked.focus.listed) if len(group) >= _PAIR]
    if (many := _SO_MANY.search(of[0])) is not None:
        groups = [group for group in groups if len(group) == _NUMBERS[many[0]]]
    if not groups or " " not in rest:
        return Completion(alone=many is not None)
    group = groups[0]
    return _of_group(asked, rest, group)


def compared(asked: FollowUp) -> Completion | None:
    """ "Who's faster then?" of the two who were spoken of, "so Perez is quicker?" where he is one of them."""
    said, pair = _THE_MORE.sub("", _BY_HOW_MUCH.sub("", _NOW.sub("", asked.said))), asked.two
    if (older := _WHOSE_OLDER.fullmatch(said)) is not None and len(pair) == _PAIR:
        return asked.of_both(f"who has {older['how']} tyres {{a}} or {{b}}", pair, surely=True)
    if _CLOSER_TO.match(said) and len(asked.named) == 1 and len(pair) == _PAIR and asked.named[0] not in pair:
        whom = asked.people.name(asked.named[0])
        gaps = f"what is the gap between {{a}} and {whom} and what is the gap between {{b}} and {whom}"
        return asked.of_both(gaps, pair, surely=True)
    if (his := _HIS_TYRES.fullmatch(said)) is not None and len(pair) == _PAIR:
        return asked.of_both(f"who has {his['more'] or 'newer'} tyres {{a}} or {{b}}", pair, surely=True)
    if _WHOSE.fullmatch(said) and len(pair) == _PAIR and (told := _what_was_told(asked)):
        return asked.of_both(told, pair, surely=True)
    more = _MORE.search(said)
    if more is None or len(pair) != _PAIR or _OTHERS.search(said):
        return None
    if not asked.named and _WHO.match(said):
        return structs.replace(_of_group(asked, said, pair), surely=_OF_AGE.search(said) is not None)
    if not asked.named and _IS_HE.fullmatch(said) and asked.focus.subject == pair[0]:
        return asked.of_both(f"who is {more[0]} {{a}} or {{b}}", pair)
    if len(asked.named) == 1 and asked.named[0] in pair and len(said.split()) <= _FEW_WORDS:
        return asked.of_both(f"who is {more[0]} {{a}} or {{b}}", pair)
    return None


def _what_was_told(asked: FollowUp) -> str:
    """What compares two of whom the same was told, one after the other; empty where that is no lap and no stop."""
    question = asked.focus.question
    if topics.STOPS.search(question):
        return "fastest stops of {a} and {b}"
    if _LAST_LAP.search(question) and asked.is_race:
        return "last laps of {a} and {b}"
    return "best laps of {a} and {b}" if topics.FASTEST.search(question) or not asked.is_race else ""


def _of_group(asked: FollowUp, rest: str, group: Sequence[str]) -> Completion:
    names = [asked.people.name(who) for who in group]
    if len(group) == _PAIR and _MORE.search(rest):
        text = _IN_FRONT.sub("who is ahead", re.sub(r"^which\b", "who", rest).replace(" got ", " "))
        return Completion((asked.at_moment(f"{text} {names[0]} or {names[1]}"),), frozenset(group))
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    first, verb = ("how many", rest[len("how many ") :]) if _COUNT.match(rest) else rest.split(" ", 1)
    return Completion((asked.at_moment(f"{first} of {listed} {verb}"),), frozenset(group))


def _of_all_listed(asked: FollowUp) -> Completion | None:
    """ "How many stops did each make" of three and more who were told."""
    group, subject = asked.focus.listed, asked.focus.subject
    if subject is not None and _is_shared(asked) and _CREW.search(asked.said) and not _SEVERAL.search(asked.said):
        text = _CREW.sub(
            lambda they: f"{_SINGULAR.get(they['verb'], they['verb'] or '')} {asked.subject}".strip(), asked.said
        )
        return asked.of_subject(text)
    if _THEM.search(asked.said) and _CUT.search(asked.focus.answer) and not asked.focus.subject:
        return Completion()  # who they are has not all been told
    if len(group) <= _PAIR or asked.focus.subject or _OF_THEM.search(asked.said) or not _ALL.search(asked.said):
        return None
    names = [asked.people.name(who) for who in group]
    return Completion((_ALL.sub(f"{', '.join(names[:-1])} and {names[-1]}", asked.said, count=1),), frozenset(group))


def _is_shared(asked: FollowUp) -> bool:
    """Whether several drive the car that the last answer was about: "they" may be that one."""
    return asked.focus.subject is not None and "class_name" in asked.people.entries[asked.focus.subject]


def they(asked: FollowUp) -> Completion | None:
    """ "Where were they in sector 1": the two who were spoken of, by name."""
    if asked.named or not (_TWO.search(asked.said) or _EITHER.search(asked.said)):
        return _of_all_listed(asked) if not asked.named else None
    if _BESIDE_THEM.search(asked.said):
        return Completion()  # which of the two is meant is not said
    of_two = _EITHER.search(asked.said) or _TOGETHER.search(asked.said) or _BETWEEN.search(asked.said)
    pair = asked.two if of_two or asked.focus.both else ()
    if not pair and not (asked.focus.subject and _is_shared(asked)):
        pair = asked.focus.pair
    if len(pair) != _PAIR:
        return _of_all_listed(asked)
    one, other = map(asked.people.name, pair)
    if _EITHER.search(asked.said):
        return Completion((_EITHER.sub(f"{one} or {other}", asked.said, count=1),), frozenset(pair))
    return Completion((_TWO.sub(f"{one} and {other}", asked.said, count=1),), frozenset(pair))
