"""The same of somebody else: "and the other Ferrari?", "vs Alonso", "who of them has newer tyres"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp
from director.planners.offline.conversation.focus import Read
from director.planners.offline.items import NUMBER, ORDINAL, affixed

_OTHER = re.compile(r"\b(?:the|his|her|their) (?:other (?P<of>(?!two\b|three\b)\w+)|(?P<mate>team ?mate))(?: s)?\b")
_ANY_OTHER = frozenset({"one", "car", "guy", "driver", "man", "side"})
_VERSUS = re.compile(
    r"""(?:(?:and|by)\s)*
    (?:how\s(?:much|far)\s?(?:(?:faster|slower|quicker|ahead|behind|better|worse|more)\s?)?|(?:what\sis\s)?(?:the\s)?gap\s)?
    (?P<word>vs|v|versus|than|compared\s(?:to|with)|over|against|ahead\sof|behind|of|off|to|from)\s.+""",
    re.VERBOSE,
)
_OF_THEM = re.compile(
    r"(?<!ahead )(?<!front )(?<!outside )\b(?:out )?of (?:them|those|these|the (?:two|three|four|five|lot)"
    r"|those (?:two|three)|them two|both)\b|(?<=which) one\b"
)
_NUMBERS = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5}
_SO_MANY = re.compile("|".join(_NUMBERS))
_WHO = re.compile(r"^(?:who|which)\b")
_MORE = re.compile(
    r"\b(?:faster|quicker|slower|older|newer|fresher|younger|higher|lower|better|worse|further|ahead|in front"
    r"|behind|more|fewer|less|first|earlier|later|longer|closer)\b"
)
_TWO = re.compile(r"\b(?:those two|these two|them two|the two(?: of them)?|both of them|they|them|both)\b")
_PLACE_KINDS = frozenset({ORDINAL, affixed(NUMBER, "p")})
_PLACED = re.compile(r"\bp\d+\b|\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|top)\b")
_MOST = "fastest|quickest|slowest|best|worst|longest|shortest|oldest|newest|freshest|biggest|smallest|highest|lowest"
_EXTREMES = re.compile(rf"\b(?:{_MOST})\b")
_EXTREME = re.compile(rf"(?:who (?:is|was|has|had) )?(?:the )?(?P<most>{_MOST})(?: one)?")
_DRIVERS = re.compile(
    r"(?:(?:which|what|their|its|the) )?drivers|(?:what|which) car (?:is|was) (?:that|it|this)"
    r"|who (?:drives|drove|is driving|was driving)(?: (?:it|that|that one))?"
)
_TOGETHER = re.compile(r"\b(?:two|both)\b")
_ANYBODY = re.compile(
    r"\b(?:everyone|everybody|all(?: the)?(?: cars| drivers)?|anyone|anybody|each|the field)\b( s\b)?"
)
_OF_ALL = re.compile(r"\s*\b(?:of|in) the (?:race|sprint|session|day|weekend)\b")
_JOINING = frozenset(
    {"and", "about", "what", "how", "for", "with", "s", "then", "the", "same", "also", "too", "of", "or"}
)
_MOST_TOLD = 2


def other_one(asked: FollowUp, read: Read) -> str | None:
    """The question with the name of the one whom "the other one" or "his teammate" is; None where it has no such word.

    Empty where that is nobody surely.
    """
    found = _OTHER.search(asked.said)
    if found is None or asked.named or (found["mate"] and not asked.joined):
        return None
    subject, people = asked.focus.subject, asked.people
    if subject is None:
        return ""
    other = people.teammate(subject)
    if not found["mate"] and found["of"] in _ANY_OTHER:
        pair = [who for who in asked.focus.pair if who != subject]
        other = pair[0] if len(pair) == 1 and other in (None, pair[0]) else None if pair else other
        end = found.end()
    elif not found["mate"]:
        team = next((item for item in read(asked.said[found.start("of") :]) if item.firm), None)
        if team is None or team.readings.get("team") != people.entries[subject].get("team"):
            return ""
        end = found.start("of") + len(team.text)
    else:
        end = found.end()
    return f"{asked.said[: found.start()]}{people.name(other)}{asked.said[end:]}" if other else ""


def versus(asked: FollowUp) -> Completion | None:
    """ "Vs Alonso", "how much faster than Max": whom the last answer was about beside the one who is named."""
    found = _VERSUS.fullmatch(asked.said)
    if found is None or len(asked.named) != 1 or _left_over(asked):
        return None
    focus = asked.focus
    if focus.subject is None or focus.subject == asked.named[0]:
        return Completion()
    return _beside(asked, (focus.subject, asked.named[0]), found["word"])


def _beside(asked: FollowUp, pair: tuple[str, str], word: str) -> Completion:
    question, said = asked.focus.question, f"{asked.focus.question} {asked.said}"
    if not asked.is_race:
        return asked.of_both("gap between {a} and {b}", pair)
    if word in ("over", "ahead of", "behind", "off", "to", "from"):
        return asked.of_both("gap between {a} and {b}", pair)
    if re.search(r"\b(?:best|fastest) (?:lap|time)", question):
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


def of_them(asked: FollowUp) -> Completion | None:
    """ "Which of them has stopped twice": of those whom the last answers named."""
    if not (of := _OF_THEM.search(asked.said)) or asked.named:
        return None
    if not _WHO.match(asked.said):
        return Completion()
    rest = " ".join(f"{asked.said[: of.start()]}{asked.said[of.end() :]}".split())
    groups = [group for group in (asked.two, asked.focus.listed) if len(group) >= _MOST_TOLD]
    if (many := _SO_MANY.search(of[0])) is not None:
        groups = [group for group in groups if len(group) == _NUMBERS[many[0]]]
    if not groups:
        return Completion(alone=many is not None)
    group = groups[0]
    return _of_group(asked, rest, group)


def compared(asked: FollowUp) -> Completion | None:
    """ "Who's faster then?" of the two who were spoken of, "so Perez is quicker?" where he is one of them."""
    pair = asked.two
    if not _MORE.search(asked.said) or len(pair) != _MOST_TOLD or re.search(r"\b(?:him|her|me|than|the)\b", asked.said):
        return None
    if not asked.named and _WHO.match(asked.said):
        rest = re.sub(r"\s(?:then|now|again)$", "", asked.said)
        return _of_group(asked, rest, pair)
    if len(asked.named) == 1 and asked.named[0] in pair and len(asked.said.split()) <= len(asked.named) + 3:
        more = _MORE.search(asked.said)
        return asked.of_both(f"who is {more[0] if more else ''} {{a}} or {{b}}", pair)
    return None


def _of_group(asked: FollowUp, rest: str, group: Sequence[str]) -> Completion:
    names = [asked.people.name(who) for who in group]
    if len(group) == _MOST_TOLD and _MORE.search(rest):
        text = re.sub(r"^which\b", "who", rest).replace(" got ", " ")
        return Completion((asked.at_moment(f"{text} {names[0]} or {names[1]}"),), frozenset(group))
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    first, _, verb = rest.partition(" ")
    return Completion((asked.at_moment(f"{first} of {listed} {verb}"),), frozenset(group))


def they(asked: FollowUp) -> Completion | None:
    """ "Where were they in sector 1": the two who were spoken of, by name."""
    pair = asked.focus.pair if _TOGETHER.search(asked.said) or not asked.focus.subject else ()
    if len(pair) != _MOST_TOLD or asked.named or not _TWO.search(asked.said):
        return None
    one, other = map(asked.people.name, pair)
    return Completion((_TWO.sub(f"{one} and {other}", asked.said, count=1),), frozenset(pair))


def and_another(asked: FollowUp) -> Completion | None:
    """ "And Leclerc's?": what was asked of one, or of all, asked of him."""
    if len(asked.named) != 1 or _left_over(asked):
        return None
    if not (question := asked.focus.question) or not asked.focus.again:
        return None if asked.focus.again else Completion()
    who, name = asked.named[0], asked.people.name(asked.named[0])
    of = frozenset({who})
    if _ANYBODY.search(question):
        return Completion((_ANYBODY.sub(name, question, count=1),), of, alone=False)
    if asked.people.named(asked.base):
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
    plain = _OF_ALL.sub("", question)
    return Completion((f"{plain} {name}",), of, alone=False) if not question.startswith("who") else None


def _left_over(asked: FollowUp) -> bool:
    """Whether it says more than a name and words that join it to what was said."""
    return any(
        not item.firm and item.said and item.said not in _JOINING for item in asked.items
    ) and not _VERSUS.fullmatch(asked.said)


def of_another(asked: FollowUp) -> str | None:
    """The question before with the one who is named alone in place of whom it was about, in full."""
    question, focus = asked.focus.question, asked.focus
    if len(asked.named) != 1 or _left_over(asked) or not question:
        return None
    whom = focus.subject or next(iter(asked.people.named(asked.base)), None)
    spoken = [item.text for item in asked.base if item.firm and whom in item.readings.values()]
    return question.replace(spoken[0], asked.people.name(asked.named[0]).lower(), 1) if spoken else None


def in_class(asked: FollowUp) -> Completion | None:
    """ "And in GTD?": what was asked, of a class."""
    found = [item for item in asked.items if item.firm]
    if len(found) != 1 or "class" not in found[0].readings or asked.named or not asked.focus.question:
        return None
    if any(not item.firm and item.said not in _JOINING and item.said != "in" for item in asked.items):
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
    return (
        asked.of_subject(f"who drives the car of {asked.subject}")
        if _DRIVERS.fullmatch(asked.said) and asked.subject
        else None
    )


def at_a_position(asked: FollowUp) -> Completion | None:
    """ "And third?" after one who was not asked for by his position."""
    places = [item for item in asked.items if not _PLACE_KINDS.isdisjoint(item.readings)]
    rest = [item for item in asked.items if item not in places]
    question = asked.focus.question
    if len(places) != 1 or any(item.firm or item.said not in _JOINING | {"in"} for item in rest) or not question:
        return None
    of_places = (topics.LEADS, topics.WON, topics.FASTEST, topics.PLACE, topics.APART)
    of_more = any(topic.search(question) for topic in (topics.PACE, topics.TYRES, topics.STOPS))
    if of_more or _PLACED.search(asked.focus.said) or not any(topic.search(question) for topic in of_places):
        return None
    return Completion((asked.at_moment(f"who is in P{next(iter(places[0].readings.values()))}"),))


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
