"""Something else of whom the last answer was about: "how many stops?", "last lap?", "so what place?"."""

from __future__ import annotations

from director.language.grammar import AUXILIARIES, POINTING, PRONOUNS
from director.language.late_patterns import compile_later
from director.language.word_lists import words
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp
from director.planners.offline.conversation.people import WHOM
from director.planners.offline.question_items import NUMBER

_OF_ALL = compile_later(
    r"\b(?:fastest|quickest|slowest|longest|top|order|standings|everyone|everybody|all|total|race|field|anyone|any|who|leader"
    r"|winner|pole|podium|cars|drivers|latest|next|other|others"
    r"|biggest|losers?|gainers?|movers?|open|pending"
    r"|safety|flag|flags|weather|rain|left|remaining|to go|first|last \d+)\b"
)
_FINISHED = compile_later(r"(?:where |and )*(?:finish|finished|finishing|end up|ended up)(?: where)?")
_STARTED = compile_later(r"(?:where |and )*(?:on the )?(?:start|started|starting|grid)(?: where| position| place)?")
_BEHIND_WHOM = compile_later(r"(?:right |just )?(?P<side>behind|ahead of|in front of) who(?:m)?")
_PLACE = compile_later(
    r"what (?:position|place) (?:is|was) (?:that|it)|(?:so )?(?:what |which )?(?:position|place|p what)|p\?"
)
_HIS_TIME = compile_later(
    r"(?:(?:what|how fast) (?:is|was) )?(?:his|her|the) (?:best )?(?:lap )?time"
    r"|what time (?:did|has) (?:he|she) (?:do|done|set)"
)
_COMPARING = words(
    "getting still more less bigger smaller faster slower quicker better worse closer growing shrinking closing"
)
_OLD = compile_later(
    r"(?:the )?(?:tyre )?ages? of (?:those|them|these)"
    r"|how (?:many laps )?(?:old|worn|fresh|used)(?: (?:are|is) (?:they|it|those|that)(?: tyres)?)?"
    r"|how long (?:has|have) (?:he|she|they) (?:had|been on)"
    r" (?:them|those|it|(?:the )?(?:inters|softs|mediums|hards|wets))"
    r"|how many laps (?:(?:are |is |has (?:he|she) (?:done|got|had|put) )?(?:on|in|with) )"
    r"(?:them|it|(?:those|these|his|her|that|the)(?: (?:tyres|tires|set))?)(?: now| then)?"
)
_SAYS_TYRES = compile_later(r"\b(?:tyres|tires|set)\b")
_SAYS_THEM = compile_later(r"\b(?:they|them|it|those|these)\b")
_NEW = compile_later(
    r"(?:(?:are|is|were|was) (?:they|those|it|these)(?: brand)? )?(?:new|used|fresh|old|scrubbed)"
    r"(?: (?:ones?|tyres|tires|set|rubber))?"
)
_ON_WHAT = compile_later(r"what (?:is|are|was) \S.* on(?: now)?$")
_TELLS_AGE = compile_later(r"\blaps? old\b")
_ALL_ON = compile_later(r"^\d+ on (?P<what>\w+) tyres?\b")
"""An answer that names all who are on a compound."""
_EACH = compile_later(r"\b(?:of )?(?:each|both)\b")
_PAIR = 2
_SPARE = frozenset({NUMBER, WHOM})
_MOST_WORDS = 7


def says_of_all(said: str) -> bool:
    """Whether words without a verb ask of the race or of all, and not of whom was spoken of: "laps left"."""
    return _OF_ALL.search(said.lower()) is not None


def age_of_them(question: str) -> bool:
    """Whether a question asks for the age of tyres that were spoken of before it: "how many laps on them"."""
    return _OLD.fullmatch(question) is not None and _SAYS_THEM.search(question) is not None


def ages_of_those(asked: FollowUp) -> Completion | None:
    """ "How many laps on them?" after who is on a compound: of all who are on it."""
    compound = _ALL_ON.search(asked.focus.answer) if _OLD.fullmatch(asked.said) else None
    if compound is None or not asked.is_race:
        return None
    return Completion((asked.at_moment(f"how old are the tyres of cars on {compound['what']}s"),), surely=True)


def attribute(asked: FollowUp) -> Completion | None:
    """The completion of words without a verb that say of nobody what they ask."""
    if _EACH.search(asked.said) and len(asked.two) == _PAIR and AUXILIARIES.isdisjoint(asked.said.split()):
        rest = _EACH.sub("", asked.said).strip()
        return asked.of_both(f"{'how many laps' if rest == 'laps' else rest} {{a}} and {{b}}", asked.two)
    if not asked.subject or asked.named:
        return None
    subject, said = asked.subject, asked.said
    if _FINISHED.fullmatch(said):
        return asked.of_subject(f"where did {subject} finish")
    if _STARTED.fullmatch(said):
        return asked.of_subject(f"where did {subject} start")
    if beside := _BEHIND_WHOM.fullmatch(said):
        side = "ahead of" if beside["side"] == "behind" else "behind"
        return asked.of_subject(asked.at_moment(f"who is {side} {subject}"))
    if _HIS_TIME.fullmatch(said) and not asked.is_race:
        return asked.of_subject(f"best lap of {subject}")
    if _PLACE.fullmatch(said):
        return asked.of_subject(asked.at_moment(f"where is {subject}"))
    told = _TELLS_AGE.search(asked.focus.answer) or _ON_WHAT.match(asked.focus.question)
    of_tyres = told or topics.TYRES.search(asked.focus.question)
    if (_OLD.fullmatch(said) or _NEW.fullmatch(said)) and (of_tyres or _SAYS_TYRES.search(said)):
        return asked.of_subject(asked.at_moment(f"how old are the tyres of {subject}"))
    spoken = said.split()
    of_nobody = (AUXILIARIES | PRONOUNS | POINTING | _COMPARING).isdisjoint(spoken) and not says_of_all(said)
    if (
        not of_nobody
        or len(spoken) > _MOST_WORDS
        or any(item.firm or not _SPARE.isdisjoint(item.readings) for item in asked.items)
    ):
        return None
    completed = asked.of_subject(f"{said} {subject}", f"{subject} {said}")
    return Completion(completed.texts, completed.of, alone=False)
