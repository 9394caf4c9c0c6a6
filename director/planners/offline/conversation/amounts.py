"""By how much and how many, asked of what was said before."""

from __future__ import annotations

from director.language.late_patterns import compile_later
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp

_GAP = r"(?:gap|interval|difference|diff|margin|distance|lead|delta)"
_IS = r"(?:(?:what|how (?:big|large|much|close)) (?:is|was) )?"
_BETWEEN = r"(?: between (?:them|those two|these two|the two|the two of them|both|them two))"
_HOW_MUCH = compile_later(
    r"(?:how much by|by (?:how much|how many(?: seconds| places| positions)?|what|what margin)"
    r"|by much|how (?:much|close|big|large|tight)"
    r"|how (?:much|far) (?:ahead|apart))"
    r"(?: (?:is|was|are|were) (?:it|that|they))?(?: then| now)?"
    r"(?: (?:over|from|to|on|ahead of) (?:the )?(?:next|second|p2|one behind)(?: (?:guy|one|car|man|driver|best))?)?"
    rf"|{_IS}(?:the |their |his |her )?{_GAP}{_BETWEEN}?(?: then| now)?"
    rf"|{_IS}(?:the )?{_GAP} to (?:second|p2)(?: place)?(?: there)?"
    rf"|what (?:(?:is|was){_BETWEEN}|separates (?:them|the two))|between (?:them|those two|these two|the two)"
)
_WILL_CATCH = compile_later(
    r"(?:will|can|could|does|would|is) (?:he|she) (?:going to |gonna |likely to )?"
    r"(?:get|catch|reach|pass|overtake|beat|reel in|get past|get by) (?:him|her)(?: back| in| up| then| now)*"
)
_FRONT = r"(?:the )?(?:winner|leader|lead|front|top|p1|first|pole)"
_HOW_FAR = compile_later(
    r"how far(?: (?:back|behind|off|down))?(?: (?:is|was) (?:he|she|that|it))?(?: then| now)?"
    rf"|(?:{_IS}(?:the |his |her )?{_GAP} to|how far (?:back|behind|off|from)) "
    rf"{_FRONT}(?: (?:is|was) (?:he|she|it))?"
    rf"|(?:off|from|to|behind) {_FRONT}"
)
_TO_A_PLACE = compile_later(
    rf"(?:{_IS}(?:the |his |her )?{_GAP} to|how far (?:off|from|behind)|off|from|to) "
    r"(?:the )?(?P<place>podium|points|top (?:three|ten|3|10))"
    r"(?: (?:is|was) (?:he|she|it))?"
)
_CHANGES = (
    r"(?:(?:is|has|was|did) )?(?:(?:it|that|the gap|the lead|the margin) )?(?:(?:is|been) )?(?:getting |going )?"
    r"(?:bigger|smaller|larger|growing|shrinking|closing|opening|coming down|going down|going up"
    r"|increasing|decreasing|closer|shrunk|shrink|grown|grow|widened|widening|narrowed|narrowing|come down|gone up"
    r"|gone down|closed(?: up)?|opened(?: up)?|changed|dropped|increased|decreased"
    r"|catching(?: up| him)?|gaining on him|reeling him in|closing in|gaining|losing ground|dropping back"
    r"|pulling away)(?: at all| yet| now)?(?: (?:in|over) the last (?:\w+ )?laps)?"
)
_GROWING = compile_later(
    rf"{_CHANGES}|how (?:quickly|fast|rapidly)(?: (?:is|are) (?:he|she|it|they)(?: \w+)?(?: him| up| in)?)?"
)
_CATCHING = compile_later(
    r"(?:is|was) (?:he|she|it) (?:catching|closing|gaining|closing in|reeling them in|pulling away|getting away"
    r"|dropping back|losing ground)(?: up)?(?: at all| now| yet)?"
)
_ONE_GAINS = compile_later(
    r"(?:is|was) \S+(?: \S+)? (?:gaining|closing|catching|losing|dropping|pulling|falling|getting closer)(?: \w+){0,2}"
)
_OF_OTHERS = compile_later(rf"(?:now )?\S+(?: \S+)? (?:to|and|v|vs|on) \S+(?: \S+)? {_CHANGES}")
_TO_THE_FRONT = compile_later(r"\b(?:winner|leader|lead|front|top|p1|first|pole)\b")
_OF_TWO = compile_later(rf"^(?!.*\b(?:his|her)\b).*\b(?:{_GAP}|apart)\b")
_APART = compile_later(r"\bapart\b")
_LEAD = compile_later(r"\blead\b")
_THEY = compile_later(r"\b(?:they|(?:between|separates) (?:them|the two|those two))")
_LAST_LAP = compile_later(r"\b(?:last|latest) lap\b")
_DIFFERENCE = compile_later(r"(?:what is )?(?:the )?(?:difference|diff|delta|margin)")
_BETWEEN_THEM = compile_later(r"\bbetween (?:them|those two|these two|the two)\b")
_PER_LAP = compile_later(
    r"(?:by )?how much (?:(?:is|was) (?:he|she) )?(?:losing |gaining |slower |faster |quicker )?"
    r"(?:per|a|each|every) lap"
)
_HOW_CLOSE = compile_later(r"how (?:close|near) (?:is|was) (?:he|she)(?: now)?")
_IN_RANGE = compile_later(
    r"(?:(?:is|are|was) )?(?:(?:he|she|that|it|they) )?(?:(?:in|within|inside|under) )?(?:drs(?: range)?|range"
    r"|(?:a|one) second|close enough)(?: now| then| or not)?"
)
_TIMES = compile_later(r"how many times")
_HOW_MANY = compile_later(
    r"(?:that is |is that |that makes |they are )?how many(?: (?:is|are|was|were) (?:it|that|they|those|there"
    r"|these)| exactly| in total| cars)?"
)
_HOW_MANY_GOT = compile_later(r"how many (?:did|does|has|will|would) .+? (?:get|got|score|scored|have|take|taken)")
_WHO = compile_later(
    r"who|which|which (?:ones?|drivers?|cars?|teams?)|who (?:is|are|was|were) (?:it|they|that|those|these)"
    r"|(?:their )?names|who exactly"
)
_COUNTED = compile_later(r"\bhow many(?: (?:of the )?(?:cars|drivers|people|guys))?\b")
_WHO_ASKS = compile_later(r"^(?:who|which (?:cars|drivers))(?: (?P<verb>has|is|was|have|are|were))?\b")
_PLURAL = {"has": "have", "is": "are", "was": "were"}
_BESIDE = compile_later(r"^(?!.*\bor\b)who (?:is|was) (?P<side>behind|ahead|in front)\b")
_CHASED = compile_later(
    r"^who (?:is|was) (?!chasing|catching|following)\S.* (?:chasing|catching|following|stuck behind|hunting)(?: down)?$"
)
_HE_IS_AHEAD = compile_later(r"^who (?:is|was) \S.* (?:ahead|in front) of$")
_UP_THE_ROAD = compile_later(
    r"how far (?:up the road|up|ahead|away|in front)(?: (?:is|was) (?:he|she|that|it))?(?: now)?"
)
_AT_FRONT = compile_later(r"\b(?:leads|won|is fastest|P1)\b")
_TELLS_GAP = compile_later(r"(?P<behind>[^,;:]+?) (?:is|was) [\d:.]+ s behind\b")
_SECONDS = compile_later(r"\d s\b")
_PART = compile_later(r"\bs?q[123]\b")
_GOAL = compile_later(r"\b(?P<goal>points|podium|top (?:three|five|six|ten|\d+))\b")
_CUT = compile_later(r"\b(?:make|made|makes|in|into|reach\w*|through to) (?P<part>s?q[23])\b")
_SPEED = compile_later(r"\b(?:straights?|speed traps?|top speeds?|km h|kph)\b")
_GAINED = compile_later(r"\b(?:gain\w*|movers?|climb\w*|los[te]\w*|made up|dropped)\b")
_PLACES = compile_later(r"\bP\d+ to P\d+\b")
_PAIR = 2
_COUNTS = compile_later(r"\d+ (?!s\b)[a-z]")
"""An answer that begins with how many there are."""
_NUMBER = compile_later(r"(?<![P\d])\d")


def how_much(asked: FollowUp) -> Completion | None:
    """ "By how much?": of two who are apart, of whoever leads, won or was fastest."""
    pair = asked.focus.pair
    two_laps = _LAST_LAP.search(asked.focus.question) and asked.is_race and asked.latest_of()
    if two_laps and _DIFFERENCE.fullmatch(asked.said):
        return asked.of_both("last laps of {a} and {b}", two_laps, surely=True)
    if _PER_LAP.fullmatch(asked.said) and (two := pair or asked.latest_of()):
        return asked.of_both("who is faster {a} or {b}", two)
    if _HOW_CLOSE.fullmatch(asked.said) and pair and _TELLS_GAP.match(asked.focus.answer):
        return asked.of_both("gap between {a} and {b}", pair)
    if _IN_RANGE.fullmatch(asked.said) and pair:
        return asked.of_both(
            "is {a} in drs range of {b}" if "range" in asked.said or "drs" in asked.said else "gap between {a} and {b}",
            pair,
        )
    if (caught := _catching(asked)) is not None:
        return caught
    if _GROWING.fullmatch(asked.said) and pair and topics.APART.search(asked.focus.question):
        return asked.of_both("gap between {a} and {b}", pair)
    gaining = len(asked.named) == 1 and asked.named[0] in pair and _ONE_GAINS.fullmatch(asked.said)
    if gaining and topics.APART.search(asked.focus.question):
        return asked.of_both("gap between {a} and {b}", pair)
    if _OF_OTHERS.fullmatch(asked.said) and len(asked.named) == _PAIR and topics.APART.search(asked.focus.question):
        return asked.of_both("gap between {a} and {b}", asked.named)
    if place := _TO_A_PLACE.fullmatch(asked.said):
        return (
            asked.of_subject(f"how far off the {place['place']} is {asked.subject}") if asked.subject else Completion()
        )
    goal = _GOAL.search(asked.focus.question)
    if goal and asked.subject and _HOW_FAR.fullmatch(asked.said) and not _TO_THE_FRONT.search(asked.said):
        return asked.of_subject(f"how far off the {goal['goal']} is {asked.subject}")
    if _UP_THE_ROAD.fullmatch(asked.said) and _CHASED.match(asked.focus.question) and asked.subject:
        return asked.of_subject(asked.at_moment(f"gap from {asked.subject} to the car ahead"))
    if _HOW_FAR.fullmatch(asked.said):
        if (beside := _beside(asked)) and not _TO_THE_FRONT.search(asked.said):
            return beside
        of_two = topics.APART.search(asked.focus.question) or _TELLS_GAP.match(asked.focus.answer)
        apart = pair and of_two and not _TO_THE_FRONT.search(asked.said)
        return asked.of_both("gap between {a} and {b}", pair) if apart else _behind_the_leader(asked)
    return _apart(asked) if _HOW_MUCH.fullmatch(asked.said) else None


def _catching(asked: FollowUp) -> Completion | None:
    """ "Is he catching?" of the car ahead, "will he get him?" of the other of the two who were spoken of."""
    focus = asked.focus
    if _WILL_CATCH.fullmatch(asked.said) and len(focus.pair) == _PAIR and (told := _TELLS_GAP.match(focus.answer)):
        for who, other in (focus.pair, focus.pair[::-1]):  # who is ahead catches nobody
            if told["behind"].endswith(asked.people.name(who).split()[-1]):
                return asked.of_both("will {a} catch {b}", (who, other))
    if _WILL_CATCH.fullmatch(asked.said) and focus.subject in focus.pair:
        other = next(who for who in focus.pair if who != focus.subject)
        return asked.of_both("will {a} catch {b}", (focus.subject, other))
    if _CATCHING.fullmatch(asked.said) and len(focus.pair) == _PAIR and topics.APART.search(focus.question):
        return asked.of_both("gap between {a} and {b}", focus.pair)
    of_two = focus.found or (focus.pair and focus.both)
    if not _CATCHING.fullmatch(asked.said) or of_two or not (asked.subject and asked.is_race):
        return None
    return asked.of_subject(asked.at_moment(f"is {asked.subject} catching the car ahead"))


def _apart(asked: FollowUp) -> Completion:
    focus, question = asked.focus, asked.focus.question
    if asked.class_named:
        return Completion((asked.at_moment(f"what is the gap in {asked.class_named}"),))
    of_one = bool(asked.people.named(asked.base))
    if of_one and asked.subject and (cut := _CUT.search(question)):
        return asked.of_subject(f"by how much did {asked.subject} miss {cut['part']}")
    if _PART.search(question) and _SECONDS.search(focus.answer):
        return Completion((question,))  # of a segment its answer tells the gaps
    if _SPEED.search(question):
        return Completion((question,))  # its answer tells the speeds
    if topics.FASTEST.search(question) and asked.is_race and of_one and asked.subject:
        told = f"best lap of {asked.subject}"  # by how much, too
        return Completion((told,), asked.of_subject().of, surely=True)
    if topics.FASTEST.search(question) and not focus.lap and not of_one:
        return Completion(("the 2 fastest drivers",) if asked.is_race else ("gap between first and second",))
    if topics.WON.search(question) and asked.subject:
        first = _AT_FRONT.search(focus.answer)
        return asked.of_subject(f"gap from {asked.subject} to the car behind") if first else _behind_the_leader(asked)
    if beside := _beside(asked):
        return beside
    if _GAINED.search(question) and _PLACES.search(focus.answer):
        return Completion((question,))  # it tells from which position to which
    leads = asked.subject and topics.LEADS.search(question) and not (focus.both or topics.APART.search(question))
    if leads and _LEAD.search(asked.said):
        return asked.of_subject(asked.at_moment(f"by how much does {asked.subject} lead"))
    if pair := _two_asked_of(asked) or focus.pair:
        return asked.of_both(_wording(asked), pair)
    if _APART.search(asked.said):
        return Completion()
    if asked.subject and topics.LEADS.search(question):
        return asked.of_subject(asked.at_moment(f"by how much does {asked.subject} lead"))
    if asked.subject and topics.PLACE.search(question):
        return asked.of_subject(asked.at_moment(f"gap from {asked.subject} to the car ahead"))
    return Completion((question,)) if question and _SECONDS.search(focus.answer) else Completion()


def _two_asked_of(asked: FollowUp) -> tuple[str, ...]:
    """The two whom the question says in a word for both; nobody where it has none."""
    if not asked.focus.both and _BETWEEN_THEM.search(asked.said) and (two := asked.latest_of()):
        return two  # how far the two of one answer are apart it has told
    of_two = _OF_TWO.search(asked.said) and not topics.APART.search(asked.focus.question)
    if of_two and (two := asked.two):
        return two
    return _both_of_late(asked) if of_two or _THEY.search(asked.said) else ()


def _both_of_late(asked: FollowUp) -> tuple[str, ...]:
    """The two for whom "they" stands: of the last answer, of one before it, or of whom the last two were."""
    return asked.focus.pair or asked.pair_of(asked.focus.subject or "") or asked.latest_of()


def _wording(asked: FollowUp) -> str:
    """How two are compared of whom the question before was."""
    if asked.is_race and topics.FASTEST.search(asked.focus.question):
        return "best laps of {a} and {b}"
    apart = topics.APART.search(asked.focus.question) or topics.APART.search(asked.said)
    pace = topics.PACE.search(asked.focus.question) and not apart
    return "who is faster {a} or {b}" if pace else "gap between {a} and {b}"


def _beside(asked: FollowUp) -> Completion | None:
    """ "How far?" after "who is behind Ocon?"."""
    if (side := _side_asked_for(asked.focus.question)) is None or not asked.subject:
        return None
    stays = not asked.focus.found and asked.focus.subject in asked.focus.pair
    whom = asked.focus.pair[-1] if asked.focus.pair and not stays else asked.focus.subject or ""
    text = f"gap from {asked.people.name(whom)} to the car {side}"
    return Completion((asked.at_moment(text),), frozenset({whom}))


def _side_asked_for(question: str) -> str | None:
    """On which side the car is that was asked for: "who is behind Ocon", "who is Ocon chasing"."""
    if beside := _BESIDE.match(question):
        return "behind" if beside["side"] == "behind" else "ahead"
    return "behind" if _HE_IS_AHEAD.match(question) else "ahead" if _CHASED.match(question) else None


def _behind_the_leader(asked: FollowUp) -> Completion:
    if not asked.is_race and asked.subject:
        return asked.of_subject(f"how far is {asked.subject} off the fastest", f"how far is {asked.subject} off pole")
    text = f"how far is {asked.subject} behind the leader"
    return asked.of_subject(asked.at_moment(text)) if asked.subject else Completion()


def how_many(asked: FollowUp) -> Completion | None:
    """ "How many?" of those who were listed, and of somebody's points."""
    question = asked.focus.question
    if _TIMES.fullmatch(asked.said) and topics.STOPS.search(question) and asked.subject:
        return asked.of_subject(f"how many stops has {asked.subject} made")
    if len(asked.named) == 1 and topics.POINTS.search(question) and _HOW_MANY_GOT.fullmatch(asked.said):
        return Completion((f"how many points does {asked.people.name(asked.named[0])} get",), frozenset(asked.named))
    if not _HOW_MANY.fullmatch(asked.said):
        return None
    if topics.POINTS.search(question) and asked.focus.both and len(asked.focus.pair) == _PAIR:
        return asked.of_both("points of {a} and {b}", asked.focus.pair)
    if topics.POINTS.search(question) and asked.subject:
        return asked.of_subject(f"how many points does {asked.subject} get")
    if topics.MOST.search(question) and _NUMBER.search(asked.focus.answer):
        return Completion((question,))
    if (asks := _WHO_ASKS.match(question)) is None and _COUNTS.match(asked.focus.answer):
        return Completion((question,))
    if asks is None:
        return Completion(alone=False)
    verb = _PLURAL.get(asks["verb"], asks["verb"]) if asks["verb"] else ""
    return Completion((" ".join(f"how many cars {verb}{question[asks.end() :]}".split()),), alone=False)


def who_were_counted(asked: FollowUp) -> Completion | None:
    """ "Who?" and "which ones?" of those who were counted."""
    if not _WHO.fullmatch(asked.said) or not _COUNTED.search(asked.focus.question):
        return None
    return Completion(tuple(_COUNTED.sub(who, asked.focus.question, count=1) for who in ("which cars", "who", "which")))
