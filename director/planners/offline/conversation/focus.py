"""What a conversation is about: whom the last answer was of, with whom, and what was asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct, structs

from director.language.back_references import spelt_out
from director.language.grammar import QUESTION_WORDS
from director.language.late_patterns import compile_later
from director.planners.base import Turn
from director.planners.offline.conversation.people import WHOM, People
from director.planners.offline.follow_up import MOMENT_NAMES, spoken_of
from director.planners.offline.question_items import Item
from director.references import referred_to
from toolgate.contract import JsonObject, Plan

MOMENT_TOLD = compile_later(r"^(?:On lap \d+|At [\d:.]+):?\s")
_CLOSEST = compile_later(r"Closest battle: [^,;]+ behind [^,;]+")
"""The two of whom an answer tells first that they are closest."""
_AHEAD_OF_TWO = compile_later(
    r"^(?:(?:and|so) )?(?:(?:who|which)\b.*\b(?:ahead|in front|leads|leading|first|won|wins|winner|higher)\b(?! of)"
    r"|(?:the )?leader\b|(?:what is |how (?:big|large) is )(?:the )?leader s\b)"
)
_ONE_BEHIND = compile_later(
    r"^[^,;:]+? (?:is|was) (?:[\d:.]+ (?:s|laps?) )?behind (?P<front>[^,;:.]+)"
    r"|^[^;]+ out, so there is no gap; (?P<still>[^,;:.]+?) was P\d"
)
_CUT = compile_later(r"\band \d+ more\b|…")
_CAR = r"(?:#\d+ )?"
_RANKED = compile_later(
    rf"(?:^|[:,]\s)1 (?!out\b|laps?\b|stops?\b|cars?\b)(?P<first>{_CAR}[^\d,+.]+)"
    rf"|(?:\w+ first|^Best laps|^(?:Fastest|Slowest|Top|Lowest|Best|Oldest|Freshest|Newest"
    r"|Shortest|Longest|Most (?:gained|lost)|The (?:last|first))\b[^:;,.]*|^Led, of [^:;.]*): "
    rf"(?P<ranked>{_CAR}[^\d,.]+)"
)
_MISSED = compile_later(r"(?:^|[:,;] )(?P<who>[^,;:]+?) missed it by\b")
_ONE_ASKED = compile_later(
    r"\b(?:who|which)\b.*\b(?:won|wins|leads?|leading|led|first|best|worst|most|fewest|fastest|quickest|slowest|oldest"
    r"|newest|freshest|longest|older|newer|fresher|p1|top|quicker|faster|pole|retired last)\b|\b(?:winner|leader)s?\b"
    r"|\b(?:fastest|slowest|quickest|best|top) (?:guy|car|driver|man|lap|lap time|time|speed"
    r"|(?:pit )?stop)\b"
    r"|^p1\b|^(?:and )?(?:the )?(?:best|highest|leading|fastest|quickest|slowest|lowest)\b"
)
_LAST_ASKED = compile_later(r"\bwho\b.*\blast$|\blast (?:car|place|position)\b")
_NEIGHBOUR = compile_later(
    r"\b(?:who|what|which (?:car|driver)) (?:is |are |s )?(?:right |directly |just |immediately |running |next )?"
    r"(?P<side>behind|ahead of|in front of|following|chasing)\b"
)
_OF_HIM = compile_later(r"\b(?:behind|ahead of|in front of) (?:him|her)\b")
"""Then "he" stays who he was: "window for Leclerc, who is behind him"."""
_AHEAD_OF = compile_later(r"\bahead of (?P<who>[^,.;:]+)")
_BEHIND = compile_later(r"\bbehind (?P<who>[^,.;:]+)")
_OF_MATE = compile_later(
    r"^(?:(?:and|so) )?(?:where|what|how|is|has|did|which)\b(?!.*\b(?:and|or|vs|than|to|from)\b).*(?:'s?"
    r"|\bs) team ?mate\b|^where is the team ?mate of\b"
    r"|^(?:and|so) [^ ]+(?: [^ ]+){0,2}(?:'s?| s) team ?mate$"
)
_NEXT_BEST = compile_later(
    r"(?:and )?(?:who (?:is|was|comes|came) )?(?:the )?(?:next|second)(?: one)?"
    r"(?: (?:best|fastest|quickest))?(?: (?:then|up))?"
)
_PAIR = 2
_SENTENCES = compile_later(r"(?:\. |… )(?=\S)")

Read = Callable[[str], Sequence[Item]]
Named = Callable[[str], tuple[str, ...]]
"""Gives those whom a text names."""


class Focus(Struct, frozen=True):
    """What the last turn that was answered leaves to be asked of."""

    question: str
    """What it asked, in full and in small letters; empty where that could not be answered."""
    said: str = ""
    """The same as it was said, in small letters."""
    answer: str = ""
    subject: str | None = None
    """Whom it was about, where that is one."""
    found: bool = False
    """Whether that one was asked for, as who is beside another, and named by the answer alone."""
    pair: tuple[str, ...] = ()
    """The two it was about, or nobody."""
    both: bool = False
    """Whether those two were asked for, and not only named in the answer."""
    listed: tuple[str, ...] = ()
    """All whom the answer names, where it names all that it counts."""
    again: bool = True
    """Whether what it asked may be asked again; not where another question came after it and met with silence."""
    turn: int = 0
    """Which turn that was."""
    lap: int | None = None
    """The lap it was about, where that was a past one."""


def focus_of(memory: Sequence[Turn], people: People, read: Read, full: Callable[[int], str]) -> Focus | None:
    """The focus of the turns before, None where nothing was answered. `full` gives the question of a turn in full.

    A turn that was met with silence still leaves the names in it to be asked about. If it was a question, what was
    asked before it is not asked again.
    """
    asks_again = True
    for at in range(len(memory) - 1, -1, -1):
        turn = memory[at]
        if turn.plan.steps:
            focus = _answered(turn, full(at), people, read)
            return structs.replace(focus, turn=at, again=asks_again)
        if named := people.named(items := read(turn.question)) or people.of_team(items):
            return _named_in_vain(named)
        asks_again = asks_again and QUESTION_WORDS.isdisjoint(spelt_out(turn.question))
    return None


def _named_in_vain(named: tuple[str, ...]) -> Focus:
    alone, pair = named[0] if len(named) == 1 else None, named if len(named) == _PAIR else ()
    return Focus("", subject=alone, pair=pair, both=bool(pair), again=False)


def subjects(memory: Sequence[Turn], people: People, read: Read) -> tuple[str, ...]:
    """The two whom the last two answers were about, each of one; nobody where that is not so."""
    answered = [turn for turn in memory if turn.plan.steps][-_PAIR:]
    found = [_answered(turn, turn.question.lower(), people, read).subject for turn in answered]
    two = tuple(dict.fromkeys(who for who in found if who is not None))
    return two if len(two) == _PAIR else ()


def _answered(turn: Turn, question: str, people: People, read: Read) -> Focus:
    answer = MOMENT_TOLD.sub("", turn.answer)
    called = people.called(turn.plan)
    items = read(answer) if answer else ()
    left_out = people.left_out(turn.plan)
    told = tuple(who for who in people.named(items) if who not in left_out)
    of_first = len(called) == 1 or _is_of_first(turn.plan, people)
    subject = called[0] if called and of_first else _sole(people, items, read, question, answer)
    together = called if len(called) > 1 else told

    def named(text: str) -> tuple[str, ...]:
        return people.named(read(text))

    found = (
        _beside(" ".join(spelt_out(turn.question)), answer, subject, named)
        or _ahead_of_two(question, answer, together, named)
        or _mate(question, subject, called, people)
        or _told_of(turn.plan, answer, subject, named)
        or _next_best(" ".join(spelt_out(turn.question)), told)
    )
    if found:
        subject, together = found[0], found
    if not called and len(told) > _PAIR and (first := _CLOSEST.match(answer)):
        together = named(first[0])
    laps = [value for step in turn.plan.steps for name, value in step.arguments.items() if name == MOMENT_NAMES[0]]
    return Focus(
        question,
        turn.question.lower(),
        answer,
        subject,
        pair=together if len(together) == _PAIR else (),
        both=len(called) == _PAIR,
        listed=() if _CUT.search(answer) else told,
        found=bool(found),
        lap=laps[-1] if laps and isinstance(laps[-1], int) else None,
    )


def _beside(question: str, answer: str, whom: str | None, named: Named) -> tuple[str, ...]:
    """The one who was found beside somebody who was named, and that one; nobody where no such question was answered."""
    asked = _NEIGHBOUR.search(question)
    if asked is None or whom is None or whom not in named(question) or _OF_HIM.search(question):
        return ()
    told = _AHEAD_OF if asked["side"] in ("behind", "following", "chasing") else _BEHIND
    texts = [answer.split(",", 1)[0], *(found["who"] for found in told.finditer(answer))]
    others = [who for text in reversed(texts) for who in named(text) if who != whom]
    return (others[0], whom) if others else ()


def _ahead_of_two(question: str, answer: str, two: tuple[str, ...], named: Named) -> tuple[str, ...]:
    """The one of two who is ahead, where that was asked, and the other; nobody where it was not."""
    told = _ONE_BEHIND.match(answer) if len(two) == _PAIR and _AHEAD_OF_TWO.match(question) else None
    front = next(iter(named(told["front"] or told["still"])), None) if told is not None else None
    return (front, *(who for who in two if who != front)) if front in two and front is not None else ()


def _mate(question: str, subject: str | None, called: Sequence[str], people: People) -> tuple[str, ...]:
    """The team mate of one who was named, where he was asked for, and that one; nobody where he was not."""
    if subject is None or subject not in called or not _OF_MATE.search(question):
        return ()
    mate = people.teammate(subject)
    return (mate, subject) if mate is not None else ()


def _told_of(plan: Plan, answer: str, whom: str | None, named: Named) -> tuple[str, ...]:
    """The one whom a step found, and whom the last one tells of, and the one beside whom he was looked for."""
    if whom is None or len(plan.steps) < _PAIR or not referred_to(Plan(plan.steps[-1:])):
        return ()
    others = [who for who in named(_SENTENCES.split(answer)[-1]) if who != whom]
    return (others[0], whom) if others else ()


def _next_best(question: str, told: tuple[str, ...]) -> tuple[str, ...]:
    """The second of those an answer ranks, and the first, where the next best was asked for."""
    return (told[1], told[0]) if len(told) >= _PAIR and _NEXT_BEST.fullmatch(question) else ()


def _sole(people: People, items: Sequence[Item], read: Read, question: str, answer: str) -> str | None:
    """Whom an answer is about that nobody was named for: one before all others, or first where one was asked for."""
    if (missed := _MISSED.search(answer)) is not None:
        return next(iter(people.named(read(missed["who"]))), None)
    who = spoken_of(items).get(WHOM)
    if (
        isinstance(who, str)
        and who in people.entries
        and (len(people.named(items)) <= _PAIR or _LAST_ASKED.search(question))
    ):
        return who
    if (first := _RANKED.search(answer)) and _ONE_ASKED.search(question):
        return next(iter(people.named(read(first["first"] or first["ranked"]))), None)
    return None


def _is_of_first(plan: Plan, people: People) -> bool:
    """Whether one call names several: then the first is whom it is about."""
    return len(plan.steps) == 1 and sum(value in people.entries for value in _own(plan.steps[0].arguments)) > 1


def _own(arguments: JsonObject) -> list[str]:
    return [value for value in arguments.values() if isinstance(value, str)]
