"""The same of somebody else: "and the other Ferrari?", "vs Alonso", "who of them has newer tyres"."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.attributes import age_of_them
from director.planners.offline.conversation.completion import Completion, FollowUp
from director.planners.offline.conversation.focus import Read
from director.planners.offline.conversation.people import NUMBERED
from director.planners.offline.question_items import NUMBER, ORDINAL, affixed

_OTHER = compile_later(r"\b(?:the|his|her|their) (?:other (?P<of>(?!two\b|three\b)\w+)|(?P<mate>team ?mate))(?: s)?\b")
_THE_OTHER = compile_later(r"\bthe other(?=$| (?:so|that|doing|far|back|down|behind|running|still|then|now|not)\b)")
_ANY_OTHER = frozenset({"one", "car", "guy", "guys", "driver", "man", "side"})
_A_PERSON = frozenset({"guy", "guys", "man"})
"""The one of the two who were spoken of, rather than of his team."""
_VERSUS = compile_later(
    r"""(?:(?:and|by)\s)*
    (?:(?:is|was)\s(?:it|that|he|she)\s(?:any\s)?(?:faster|quicker|slower|better)\s)?
    (?:how\s(?:much|far|many\sseconds)\s?(?:(?:faster|slower|quicker|ahead|behind|better|worse|more)\s?)?|(?:what\sis\s)?(?:the\s)?(?:gap|difference|margin|deficit)\s)?
    (?P<word>vs|v|versus|than|compared\s(?:to|with)|over|against|ahead\sof|behind|of|off|to|from)\s.+""",
    re.VERBOSE,
)
_GAINED_OR_LOST = compile_later(
    r"(?:who )?(?:has |have )?(?:(?P<lost>lost|dropped)|gained)(?: the)?(?: most)?(?: places| positions)?"
)
_GAINED_MOST = compile_later(r"\b(?:gained|lost|dropped|made up)\b.*\bmost\b|\bmost\b.*\b(?:gained|lost)\b")
_OFF_THAT = compile_later(
    r"\S+(?: \S+)?(?: is| was)? (?:off|from|behind|down on|slower than|short of) (?:that|it|this|him)"
    r"(?: by)?(?: how much| what)?"
    r"|(?:by )?how (?:far|much)(?: (?:is|was))? (?:off|from|behind|slower than|down on|short of) (?:that|it|this|him)"
    r" (?:is|was) \S+(?: \S+)?"
    r"|(?:by )?how (?:far|much) (?:is|was) \S+(?: \S+)? (?:off|from|behind|slower than|down on|short of)"
    r" (?:that|it|this|him)"
)
_PLACE_KINDS = frozenset({ORDINAL, affixed(NUMBER, "p")})
_TO_PLACE = compile_later(
    r"(?:(?:what is )?the (?:gap|difference|margin|deficit) )?(?:to|over|from|off|behind|ahead of) (?:the )?"
    r"(?:car |guy |man )?(?:in )?[a-z\d]+"
    r"(?: place)?"
)
_TELLS_GAP = compile_later(r"\d s (?:behind|ahead)")
_PLACED = compile_later(r"\bp\d+\b|\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|top)\b")
_MOST = (
    "most|fewest|least|fastest|quickest|slowest|best|worst|longest|shortest|oldest|newest|freshest|biggest|smallest"
    "|highest|lowest"
)
_EXTREMES = compile_later(rf"\b(?:{_MOST})\b")
PAIR = 2
_EXTREME = compile_later(rf"(?:who (?:is|was|has|had) )?(?:the )?(?P<most>{_MOST})(?: one)?")
_OF_FIRST = compile_later(r"\bthe (?:winner|leader)(?! s)\b")
_LEADER = compile_later(r"(?:(?:what|how) about )?the (?:winner|leader)(?: s)?")
_DRIVERS = compile_later(
    r"(?:(?:which|what|their|its|the) )?drivers|(?:what|which) car(?: (?:is|was) (?:that|it|this))?"
    r"|who (?:drives|drove|is driving|was driving)(?: (?:it|that|that one))?"
    r"|(?:what|which) (?:make|manufacturer|brand) (?:is|was) (?:it|that|this|he in)|who (?:made|makes|built) "
    r"(?:it|that)"
    r"|who (?:is|was) (?:in (?:it|that|that one|that car|the car)|(?:at|behind) the wheel)(?: now)?"
)
_THAT = compile_later(r"\b(?:it|that|this)\b")
_ANYBODY = compile_later(
    r"\b(?:everyone|everybody|all(?: the)?(?: cars| drivers)?|anyone|anybody|each|the field)\b( s\b)?"
)
_OF_ALL = compile_later(r"\s*\b(?:of|in) the (?:race|sprint|session|day|weekend)\b")
JOINING = frozenset(
    {"and", "about", "what", "how", "for", "with", "s", "then", "the", "same", "also", "too", "of", "or"}
)


_BEST = frozenset({"best", "fastest", "quickest"})
_PART = compile_later(r"\bs?q[123]\b")
_AT_PLACE = JOINING | {"in", "place", "position", "spot", "there"}
_IN_CLASS = JOINING | {"in", "among", "amongst", "only", "just", "class", "cars"}


def other_one(asked: FollowUp, read: Read) -> str | None:
    """The question with "the other one" or "his teammate" as a name; None where it has no such word.

    Empty where it is not certain who that is.
    """
    found = _OTHER.search(_THE_OTHER.sub("the other one", asked.said))
    if found is None or asked.named or (found["mate"] and not asked.joined):
        return None
    subject, people = asked.focus.subject, asked.people
    if subject is None and not asked.is_race and len(asked.focus.listed) == PAIR and _EXTREMES.search(asked.focus.said):
        subject = asked.focus.listed[0]  # of the two cars of a team the better one is told first
    if subject is None:
        return ""
    other = people.teammate(subject)
    if not found["mate"] and found["of"] in _ANY_OTHER:
        pair = [who for who in asked.pair_of(subject) if who != subject]
        other = None if pair and found["of"] in _A_PERSON else other
        other = pair[0] if len(pair) == 1 and other in (None, pair[0]) else None if pair else other
        end = found.end()
    elif not found["mate"]:
        team = next((item for item in read(asked.said[found.start("of") :]) if item.firm), None)
        whose = team.readings.get("team") if team is not None else None
        known = [who for who in (subject, *asked.focus.pair) if people.entries[who].get("team") == whose]
        if team is None or not known:
            return ""
        other = people.teammate(known[0])
        end = found.start("of") + len(team.text)
    else:
        end = found.end()
    return f"{found.string[: found.start()]}{people.name(other)}{found.string[end:]}" if other else ""


def versus(asked: FollowUp) -> Completion | None:
    """ "Vs Alonso", "how much faster than Max": whom the last answer was about beside the one who is named."""
    found = _VERSUS.fullmatch(asked.said)
    if found is None or len(asked.named) != 1 or _left_over(asked):
        return None
    focus = asked.focus
    if focus.subject is None or focus.subject == asked.named[0]:
        return Completion()
    return _beside(asked, (focus.subject, asked.named[0]), found["word"])


def off_that(asked: FollowUp) -> Completion | None:
    """ "And Max is off that by?": how far the one who is named is behind whom the last answer was about."""
    subject = asked.focus.subject
    if not _OFF_THAT.fullmatch(asked.said) or len(asked.named) != 1 or subject in (None, asked.named[0]):
        return None
    name = asked.people.name(asked.named[0])
    if asked.is_race and topics.FASTEST.search(asked.focus.question):
        return Completion((f"best lap of {name}",), frozenset(asked.named), surely=True)
    text = asked.at_moment(f"how far is {name} behind {asked.subject}")
    return Completion((text,), frozenset((*asked.named, str(subject))), surely=True)


def _beside(asked: FollowUp, pair: tuple[str, str], word: str) -> Completion:
    question, said = asked.focus.question, f"{asked.focus.question} {asked.said}"
    if not asked.is_race:
        return asked.of_both("gap between {a} and {b}", pair)
    if word in ("over", "ahead of", "behind", "off", "to", "from"):
        return asked.of_both("gap between {a} and {b}", pair)
    if re.search(r"\b(?:best|fastest) (?:lap|time)", question) or "of the fastest laps" in asked.focus.answer:
        return asked.of_both("best laps of {a} and {b}", pair)
    if topics.PACE.search(said):
        return asked.of_both("who is faster {a} or {b}", pair)
    if topics.TYRES.search(question):
        return asked.of_both("tyres of {a} and {b}", pair)
    if topics.STOPS.search(question):
        return asked.of_both("how many stops have {a} and {b} made", pair)
    if topics.PLACE.search(question) or topics.APART.search(question) or topics.LEADS.search(question):
        return asked.of_both("gap between {a} and {b}", pair)
    return Completion()


def and_another(asked: FollowUp) -> Completion | None:
    """ "And Leclerc's?": what was asked of somebody, or of all, asked of Leclerc."""
    if len(asked.named) != 1 or _left_over(asked):
        return None
    if not (question := asked.focus.question) or not asked.focus.again:
        return None if asked.focus.again else Completion()
    who, name = asked.named[0], asked.people.name(asked.named[0])
    of = frozenset({who})
    if age_of_them(question):
        return Completion((asked.at_moment(f"how old are the tyres of {name}"),), of, like=False)
    if _ANYBODY.search(question):
        return Completion((_ANYBODY.sub(name, question, count=1),), of, alone=False)
    if asked.people.named(asked.base) or asked.people.numbered(question):
        again = of_another(asked)
        return Completion((again,), of, like=True, alone=False) if again else None
    if re.search(r"\b(?:fastest|quickest|best) (?:lap|time)", question):
        return Completion((f"best lap of {name}",), of)
    if not asked.is_race:
        return Completion((f"where is {name}",), of) if topics.FASTEST.search(question) else None
    if topics.TYRES.search(question):
        return Completion((f"what tyres is {name} on",), of)
    if topics.WON.search(question):
        return Completion((f"where did {name} finish",), of)
    if topics.LEADS.search(question) and question.startswith("who"):
        return Completion((asked.at_moment(f"where is {name}"),), of)
    if topics.STOPS.search(question) and question.startswith("who"):
        return Completion((f"has {name} pitted",), of)
    if asked.focus.subject:
        return None
    plain = _OF_ALL.sub("", question)
    return Completion((f"{plain} {name}",), of, alone=False) if not question.startswith("who") else None


def _left_over(asked: FollowUp) -> bool:
    """Whether it says more than a name and words that join it to what was said."""
    before = {item.key for item in asked.base}
    joining = JOINING | _BEST if topics.FASTEST.search(asked.focus.question) else JOINING
    return any(
        not item.firm and item.said and item.said not in joining and item.key not in before for item in asked.items
    ) and not _VERSUS.fullmatch(asked.said)


def of_another(asked: FollowUp) -> str | None:
    """The question before with the one who is named alone in place of whom it was about, in full."""
    question, focus = asked.focus.question, asked.focus
    if len(asked.named) != 1 or _left_over(asked) or not question:
        return None
    whom = focus.subject or next(iter(asked.people.named(asked.base)), None)
    spoken = [item.text for item in asked.base if item.firm and whom in item.readings.values()]
    spoken = spoken or [numbered[0] for numbered in NUMBERED.finditer(question)]
    return question.replace(spoken[0], asked.people.name(asked.named[0]).lower(), 1) if spoken else None


def in_class(asked: FollowUp) -> Completion | None:
    """ "And in GTD?": what was asked, of a class."""
    found = [item for item in asked.items if item.firm]
    if len(found) != 1 or "class" not in found[0].readings or asked.named or not asked.focus.question:
        return None
    if any(not item.firm and item.said not in _IN_CLASS for item in asked.items):
        return None
    if asked.people.named(asked.base):
        return Completion()
    name, question = str(found[0].readings["class"]), asked.focus.question
    if asked.class_named:
        return Completion((re.sub(rf"\b{re.escape(asked.class_named.lower())}\b", name, question),))
    plain = _OF_ALL.sub("", question).removesuffix(" overall")
    fastest = (f"who has the fastest lap in {name}",) if re.search(r"\b(?:fastest|best) lap", question) else ()
    return Completion((*fastest, f"{plain} in {name}"))


def drivers(asked: FollowUp) -> Completion | None:
    """ "Who drove it?": those of the car that the last answer was about."""
    if not _DRIVERS.fullmatch(asked.said):
        return None
    if asked.subject:
        return asked.of_subject(f"who drives the car of {asked.subject}")
    return Completion() if _THAT.search(asked.said) or asked.said.endswith(" car") else None


def to_a_position(asked: FollowUp) -> Completion | None:
    """ "And to third?" after how far one is from another."""
    said = _TO_PLACE.fullmatch(asked.said)
    if said is None or not asked.subject or not _TELLS_GAP.search(asked.focus.answer):
        return None
    place = next((item.readings[ORDINAL] for item in asked.items if ORDINAL in item.readings), None)
    place = place or next(
        (item.readings[kind] for item in asked.items for kind in _PLACE_KINDS & item.readings.keys()), None
    )
    return asked.of_subject(f"gap between {asked.subject} and P{place}") if place else None


def at_a_position(asked: FollowUp) -> Completion | None:
    """ "And third?" after one who was not asked for by his position."""
    places = [item for item in asked.items if not _PLACE_KINDS.isdisjoint(item.readings)]
    rest = [item for item in asked.items if item not in places]
    question = asked.focus.question
    if len(places) != 1 or any(item.firm or item.said not in _AT_PLACE for item in rest) or not question:
        return None
    of_places = (topics.LEADS, topics.WON, topics.FASTEST, topics.PLACE, topics.APART)
    of_more = any(topic.search(question) for topic in (topics.PACE, topics.TYRES, topics.STOPS))
    if of_more and _OF_FIRST.search(question):
        place = next(iter(places[0].readings.values()))
        return Completion((_OF_FIRST.sub(f"P{place}", question, count=1),))
    if of_more:
        return Completion()
    if _PLACED.search(asked.focus.said) or not any(topic.search(question) for topic in of_places):
        return None
    place = f"P{next(iter(places[0].readings.values()))}"
    part = _PART.search(question)
    return Completion((f"{place} in {part[0]}" if part else asked.at_moment(f"who is in {place}"),))


def gained_or_lost(asked: FollowUp) -> Completion | None:
    """ "And lost?" after who has gained the most places, and the other way round."""
    said = _GAINED_OR_LOST.fullmatch(asked.said)
    if said is None or not _GAINED_MOST.search(asked.focus.question) or asked.people.named(asked.base):
        return None
    did = "lost" if said["lost"] else "gained"
    return Completion((f"who has {did} the most places",), surely=True)


def other_extreme(asked: FollowUp) -> Completion | None:
    """ "And the slowest?" after the fastest."""
    if (found := _EXTREME.fullmatch(asked.said)) is None:
        return None
    question = asked.focus.question
    if _EXTREMES.search(question):
        return Completion((_EXTREMES.sub(found["most"], question, count=1),), alone=False)
    if found["most"] in ("fastest", "best", "quickest") and re.search(r"\blaps?\b", question) and asked.subject:
        return asked.of_subject(f"best lap of {asked.subject}")
    return Completion(alone=" one" in asked.said)


def of_the_leader(asked: FollowUp) -> Completion | None:
    """ "And the winner?": what was asked of somebody, asked of the leader."""
    his_own = asked.said.endswith(" s")
    if not _LEADER.fullmatch(asked.said) or not (asked.joined or his_own) or not asked.focus.subject:
        return None
    if topics.PLACE.search(asked.focus.question) and not his_own:
        return None  # the leader's position is known: the question is who he is
    spoken = [item.text for item in asked.base if item.firm and asked.focus.subject in item.readings.values()]
    his = re.compile(rf"{re.escape(spoken[0])}(?P<his> s\b)?") if spoken else None
    text = his.sub(lambda name: "the leader's" if name["his"] else "the leader", asked.focus.question, 1) if his else ""
    return Completion((text,) if text and asked.focus.again else (), like=True, surely=his_own)
