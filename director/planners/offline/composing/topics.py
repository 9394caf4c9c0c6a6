"""Which topic a question is about: the first that has a use for every part of it."""

from __future__ import annotations

from collections.abc import Sequence, Set

from director.language.word_lists import words
from director.planners.offline.composing.lexicon import Lexicon, Topic, Way
from director.planners.offline.composing.scan import Narrowed, QuestionParts
from director.planners.offline.question_items import Item
from toolgate.contract import Plan
from toolgate.errors import LocalError

DELTA = "delta"
DOING = words("did do does has have had")
"""Words before a name after which the verb is what that one did."""
VAGUE = words("best worst")
_LAST_LAP = ["laps_ago", "less", 1]


class NotComposed(LocalError):
    """A part of the question has no query. The message is that part."""


def chosen_topic(reading: QuestionParts, lexicon: Lexicon) -> tuple[Topic, str]:
    """What is asked for and how it is ranked: `up`, `down` or not at all. NotComposed where no topic uses all of it."""
    for number, topic in enumerate(lexicon.topics):
        roles = [{use.role for use in uses if use.number == number} for uses, _ in reading.topics]
        if not lexicon.has(topic) or not all(roles) or (ranks := _ranks(reading, topic, roles)) is None:
            continue
        if _is_meant(reading, topic, roles) and _takes(reading, topic, roles, lexicon):
            return topic, ranks or topic.rank
    raise NotComposed("")


def _ranks(reading: QuestionParts, topic: Topic, roles: Sequence[Set[str]]) -> str | None:
    """The one direction in which a topic is ranked, "" for none; None where it cannot be."""
    ranks = {role for found in roles if "said" not in found for role in found & {"up", "down"}}
    if reading.most and reading.fewest:
        return None  # "who did the most laps and who the fewest" is two questions
    if reading.most or reading.fewest:
        if not topic.most or ranks or (reading.fewest and not topic.value):
            return None
        if topic.each_car and not topic.value and not reading.by:
            return None  # of whom there is one row each, nobody has the most
        other = {"up": "down", "down": "up"}[topic.most]
        return topic.most if reading.most else other
    return next(iter(ranks), "") if len(ranks) < 2 else None


def _is_meant(reading: QuestionParts, topic: Topic, roles: Sequence[Set[str]]) -> bool:
    """Whether the topic is said, or goes without saying."""
    if topic.compared:
        asks = bool(roles or reading.asks or reading.asks_whether)  # "wets or inters" alone compares no pace
        return asks and not reading.everybody
    names, ranked = reading.names_said(), any({"up", "down"} & found for found in roles)
    if topic.compares and not topic.mean and (names < 2 or reading.nth is not None or reading.before):
        return False
    if not roles:
        return _goes_without(reading, topic)
    said = any("said" in found for found in roles)
    goes_unsaid = topic.alone and (ranked or (not topic.value and topic.each_car))
    return said or goes_unsaid or (topic.compares and names > 1)


def _goes_without(reading: QuestionParts, topic: Topic) -> bool:
    """Whether a topic is meant where nothing but what narrows, averages or compares is said."""
    if reading.average:
        return topic.alone and bool(topic.average)
    if topic.mean:
        return topic.compares and reading.names_said() > 1 and reading.either and bool(reading.narrows)
    if topic.sums and reading.of_now:
        return False  # "is he in P3" is of now, and not of all laps that he ended there
    return topic.alone and not topic.value and bool(reading.narrows or reading.without)


PAIR = 2


def _takes(reading: QuestionParts, topic: Topic, roles: Sequence[Set[str]], lexicon: Lexicon) -> bool:
    """Whether what is asked can be asked of the topic, and everything that narrows it does."""
    relation = topic.unless.relation if reading.negated and topic.unless else topic.relation
    ways = [way_of(lexicon, relation, narrow) for narrow in reading.narrows]
    narrowed = {one[0] for way in ways if way is not None for one in way.where}
    if (topic.other and reading.suffered) or (topic.passive and not reading.suffered):
        return False
    if any(way is not None and not _goes_with(way, reading, ways, lexicon) for way in ways):
        return False
    if topic.compared != any(way is not None and way.by for way in ways):
        return False
    if not narrowed.isdisjoint(topic.whole) or (topic.each == DELTA and topic.value in narrowed):
        return False  # a value that a condition fixes cannot change
    if (
        None in ways
        or (reading.names_said() and topic.each_car and not (roles or topic.value or narrowed))  # of them, nothing
        or (topic.needs and not ways and not _needs_no_more(reading, topic))
        or (topic.now and any(way.arguments for way in ways if way is not None))
        or (topic.nobody and not _is_of_nobody(reading, topic, ways))
        or (topic.done_to and _does_it(reading))
        or (topic.each_car and topic.relation == "drivers" and "by" in reading.led_to)
        or any(lexicon.by[number] not in lexicon.fields[relation] for number in reading.by)
    ):
        return False
    if (reading.before or reading.last) and not topic.time:
        return False
    if reading.nth is not None and not roles and topic.time:
        return False  # "who was third before the safety car" is no third of what happened
    if reading.nth is not None and not (topic.time or topic.nth or topic.value):
        return False  # rows in no order have no first one
    counts_rows = reading.count and not reading.counts_cars
    if topic.holds and (topic.holds not in narrowed or (counts_rows and not topic.counts)):
        return False
    by_rank = reading.most or reading.fewest or any({"up", "down"} & found for found in roles)
    if topic.ranks and not (reading.average or by_rank):
        return False
    if _takes_several(topic, roles) and any(leaves_one(lexicon, narrow) for narrow in reading.narrows):
        return False
    if not roles and topic.time and not any(way is not None and way.only == [relation] for way in ways):
        return False
    if reading.average and not topic.average:
        return False
    if topic.each == DELTA and any(way is not None and _spans(way) for way in ways):
        return True  # "how many places did he gain at the restart": a tool tells of no such span
    return not reading.count or topic.counts or topic.each_car or topic.amount or reading.counts_cars


def _takes_several(topic: Topic, roles: Sequence[Set[str]]) -> bool:
    """Whether a topic is of more laps than one: a change, or an average that nobody asks for by its name."""
    return topic.each == DELTA or (topic.mean and not any("said" in found for found in roles))


def _goes_with(way: Way, reading: QuestionParts, ways: Sequence[Way | None], lexicon: Lexicon) -> bool:
    """Whether a way narrows a question with these parts: one that stands beside others does not do it alone, nor of
    the same laps where only cars are narrowed, and "how many laps has he been behind Vettel" is not of those who are
    behind Vettel.
    """
    others = [other for other in ways if other is not None and other is not way]
    if way.beside and (not others or (way.same and all(map(lexicon.is_of_cars, others)))):
        return False
    return not (way.then and reading.names_said())


def _is_of_nobody(reading: QuestionParts, topic: Topic, ways: Sequence[Way | None]) -> bool:
    """Whether nobody is named; of cars it must be said which: "gap to the car behind on lap 9" is not of all."""
    said_which = any(way is not None and way.where for way in ways)
    return not reading.names_said() and (said_which or not topic.each_car)


def _does_it(reading: QuestionParts) -> bool:
    """Whether the topic is what the one named right before it did: "has he lapped anyone"."""
    at = next((at for _, at in reading.topics), None)
    return at is not None and at - 1 in reading.names_at and reading.led_to[reading.names_at.index(at - 1)] in DOING


def _needs_no_more(reading: QuestionParts, topic: Topic) -> bool:
    """Whether a topic that needs something to narrow it goes without: of several who are named it is of them."""
    several = topic.ranks and (reading.team or reading.names_said() > (1 if topic.now else PAIR))
    return (
        bool(reading.without or (reading.by and not topic.value)) or several or (topic.each == DELTA and reading.either)
    )


def of_all(reading: QuestionParts, topic: Topic, ranked: str) -> bool:
    """Whether it asks if somebody is first of all: "did Hamilton get the fastest lap" is of all laps."""
    alone = reading.names_said() == 1 and not (reading.narrows or reading.without or reading.by or reading.team)
    return alone and reading.asks_whether and bool(ranked) and topic.each != DELTA


def _spans(way: Way) -> bool:
    """Whether it narrows to laps between two that are named, or that are counted back from now or from an event, or
    to those behind a safety car.
    """
    fields = [field for field, *_ in way.where]
    return bool(way.find) or not {"laps_ago", "track_status"}.isdisjoint(fields) or fields.count("lap") > 1


def wrong_kind(lexicon: Lexicon, relation: str) -> str:
    """Why a session of this kind has no rows of a relation; empty where it may have."""
    told = [topic.kinds for topic in lexicon.topics if topic.relation == relation]
    kinds = next(filter(None, told), ())
    if not kinds or lexicon.session_kind is None or any(lexicon.session_kind in each or not each for each in told):
        return ""
    here, meant = (text.replace("_", " ") for text in (lexicon.session_kind, " or a ".join(kinds)))
    return f"this is a {here} session: {relation} are of a {meant}"


def way_of(lexicon: Lexicon, relation: str, narrow: Narrowed, names: int = 0) -> Way | None:
    """How something narrows the rows of a relation, of so many who are named, if it can."""
    fields = lexicon.fields[relation]
    for way in lexicon.narrows[narrow.number]:
        if (way.one and names != 1) or (way.kinds and lexicon.session_kind not in way.kinds):
            continue
        if (not way.only or relation in way.only) and all(field in fields for field, *_ in way.where):
            return way
    return None


def leaves_one(lexicon: Lexicon, narrow: Narrowed) -> bool:
    """Whether a narrow leaves one row of each car, so that nothing can be compared over time."""
    ways = lexicon.narrows[narrow.number]
    return any(condition[:2] == ["lap", "is"] or condition == _LAST_LAP for way in ways for condition in way.where)


def of_what(items: Sequence[Item], reading: QuestionParts, plan: Plan) -> str | None:
    """The word of praise or blame in a question that does not say of what, where laps are averaged for it: "best of the
    McLarens".
    """
    said = any(use.role in ("said", "beside") for uses, _ in reading.topics for use in uses)
    asked = plan.steps[-1].arguments
    averaged = asked["from"] == "laps" and any(one["op"] == "avg" for one in asked.get("aggregate", ()))
    return next((item.said for item in items if item.said in VAGUE), None) if averaged and not said else None
