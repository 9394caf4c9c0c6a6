"""From the parts of a question to a query, or to several with references, where one tells what another asks about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from director.planners.offline.composing.conditions import NEGATED, conditions
from director.planners.offline.composing.form import Form
from director.planners.offline.composing.lexicon import Lexicon, Topic, Unless
from director.planners.offline.composing.narrowing import Narrowing
from director.planners.offline.composing.renaming import within
from director.planners.offline.composing.scan import QuestionParts, scan
from director.planners.offline.composing.spotting import NEGATIONS
from director.planners.offline.composing.topics import (
    NotComposed,
    chosen_topic,
    leaves_one,
    of_all,
    of_what,
    way_of,
    wrong_kind,
)
from director.planners.offline.composing.whom import named
from director.planners.offline.follow_up import will_be
from director.planners.offline.question_items import Item
from toolgate.contract import JsonObject, Plan

_PAIR = 2
"""Two cars are compared lap by lap by a tool of its own."""


class Composition(Struct, frozen=True):
    """A plan, and the number of qualifiers in the question: the more, the closer an example must be to go before the
    plan.
    """

    plan: Plan
    qualifiers: int


def compose(items: Sequence[Item], lexicon: Lexicon) -> Composition | str:
    """The plan for a question of which every word has a use in it, else the first word that has none."""
    if not lexicon.tool or not items:
        return ""
    if will_be(items):
        return "when"
    reading = scan(items, lexicon)
    composed = reading.left if reading.left is not None else compose_reading(reading, lexicon)
    if isinstance(composed, Composition) and (vague := of_what(items, reading, composed.plan)) is not None:
        return vague
    if isinstance(composed, Composition) or not any(item.said in NEGATIONS for item in items):
        return composed
    # "Who has not stopped under the safety car" is of stops, not of cars that have made none.
    apart = scan(items, lexicon, denying=False)
    instead = apart.left if apart.left is not None else compose_reading(apart, lexicon)
    return instead if isinstance(instead, Composition) else composed


def of_another_kind(items: Sequence[Item], lexicon: Lexicon) -> str:
    """Why no plan can be composed in a session of this kind, where one could in another; else empty."""
    composed = compose(items, lexicon.of_kind(None))
    return wrong_kind(lexicon, composed.plan.steps[-1].arguments["from"]) if isinstance(composed, Composition) else ""


def compose_reading(reading: QuestionParts, lexicon: Lexicon) -> Composition | str:
    """The plan for what was read, else the part that has no use."""
    try:
        topic, ranked = chosen_topic(reading, lexicon)
        return _Composer(reading, lexicon, topic, ranked).composed()
    except NotComposed as part:
        return str(part)


class _Composer:
    """One question in the making."""

    def __init__(self, reading: QuestionParts, lexicon: Lexicon, topic: Topic, ranked: str) -> None:
        self._reading = reading
        self._lexicon = lexicon
        self._topic = topic
        self._ranked = ranked
        self._one_each = (topic.each_car and topic.alone) or (topic.unless is not None and topic.unless.one_each)
        ways = [way_of(lexicon, topic.relation, narrow) for narrow in reading.narrows]
        compared = next((way.by for way in ways if way is not None and way.by), "")
        said = lexicon.by[reading.by[0]] if reading.by else topic.passive or topic.told_by or lexicon.by[0]
        self._by = compared or said
        narrowed = {field for way in ways if way for field, *_ in way.where}
        self._form = Form(reading, topic, ranked, self._by, narrowed)
        self._narrowing = Narrowing(reading, lexicon, self._form)

    def composed(self) -> Composition:
        """The plan with its steps, the query itself the last."""
        query = self._negated() if self._reading.negated or self._flips() else self._asserted()
        self._narrowing.add(self._within(query))
        qualifiers = self._qualifiers()
        several = len(self._names()) > 1 or self._of_the_first()
        listed = several and self._topic.each_car and bool(self._topic.value)
        if not (qualifiers or listed or self._ranked or self._asks_plainly()):
            raise NotComposed("")
        return Composition(Plan(tuple(self._narrowing.steps), "composed"), qualifiers)

    def _within(self, query: JsonObject) -> JsonObject:
        """The query with the fields that mean others by what narrows it to one value."""
        relation, narrows, slots = query["from"], self._reading.narrows, self._lexicon.slots
        ways = [way for one in narrows if (way := way_of(self._lexicon, relation, one)) is not None]
        several = any(isinstance(one.values.get(slot), list) for one in narrows for slot in slots)
        return within(query, ways, self._lexicon.fields[relation], several=several)

    def _qualifiers(self) -> int:
        reading = self._reading
        several, mean = len(self._names()) > 1, self._topic.mean
        compared = several and not mean and bool(self._ranked or reading.either or reading.before)
        pair = len(self._names()) == _PAIR and not reading.team
        held = self._topic.ranks and self._topic.holds in self._form.narrowed  # a tool ranks just what must be narrowed
        of_one = len(reading.narrows) == 1 and self._topic.each_car and not self._names()  # a tool may count just that
        flags = (
            reading.nth, reading.average or (mean and not pair), reading.negated, reading.most or reading.fewest,
            reading.count and not of_one, self._flips(), compared,
        )  # fmt: skip
        timed = bool(self._topic.time and reading.narrows)
        # "Fastest stop on lap 34" ranks what was done on that lap; a tool asked at that moment ranks all until then.
        of_a_lap = self._topic.ranks and any(leaves_one(self._lexicon, one) for one in reading.narrows)
        of_cars = not (self._names() or reading.by or (reading.without and reading.narrows))
        if self._topic.each_car and self._topic.alone and of_cars and self._is_the_order():
            return 0
        if self._topic.each_car and self._topic.alone and not self._topic.holds and len(self._names()) == 1:
            return 0  # of one car a tool says more than whether the condition holds
        return (
            len(reading.narrows)
            - held
            + bool(reading.without)
            + bool(reading.suffered and self._topic.each_car and self._topic.plain)  # what one did is much alike
            + sum(map(bool, (*flags, timed, of_a_lap, reading.some is not None, several and bool(self._topic.other))))
        )

    def _asks_plainly(self) -> bool:
        """Whether the topic alone is asked for: "who has pitted" is, and "pit now" is not."""
        reading = self._reading
        of_all = reading.everybody or reading.each
        asks = bool(reading.asks or reading.asks_whether or reading.anyone or of_all or self._names())
        return self._topic.plain and asks

    def _of_the_first(self) -> bool:
        """Whether a value that is said is asked of so many from the front: "tyres of the top three"."""
        said = any(use.role == "said" for uses, _ in self._reading.topics for use in uses)
        return said and not self._names() and bool(self._reading.narrows) and self._is_the_order()

    def _is_the_order(self) -> bool:
        """Whether nothing but how far down the order is asked: a tool tells the order itself."""
        ways = [way_of(self._lexicon, self._topic.relation, narrow) for narrow in self._reading.narrows]
        return all(way and all(one[:2] == ["position_now", "at_most"] for one in way.where) for way in ways)

    def _asserted(self) -> JsonObject:
        reading, topic = self._reading, self._topic
        first_few = reading.some is not None and reading.nth == 1 and bool(topic.time)
        if reading.some is not None and not (self._ranked or (reading.last and topic.time) or first_few):
            raise NotComposed(str(reading.some))
        # "is Mercedes fastest" holds a team against others, and not its drivers against each other
        of_a_team = reading.team and topic.mean and self._ranked and len(reading.names_at) == 1
        if reading.asks_whether and (reading.everybody or of_a_team):
            raise NotComposed("every")
        if reading.apart and reading.narrows and not (self._topic.other or self._ranked or self._topic.mean):
            raise NotComposed(reading.apart)
        if "when" in reading.asks and not topic.time:
            raise NotComposed("when")
        where, more = self._narrowing.narrowed(topic.relation, reading.narrows, topic.ops)
        if topic.nth and reading.nth is not None and not first_few and (not self._ranked or self._is_of_the_nth()):
            where.append([topic.nth, "is", reading.nth])
            reading.nth = None if self._ranked else reading.nth
        if reading.average or topic.mean:
            where += topic.average
        named = [] if of_all(reading, topic, self._ranked) else self._named()
        more = {**more, "group_by": [self._by]} if more.get("group_by") == self._lexicon.by[:1] else more
        query: JsonObject = {"from": topic.relation, "where": [*topic.where, *where, *named], **more}
        form = {} if "group_by" in more else self._form.arguments()
        if "select" in form:
            form["select"] = list(dict.fromkeys((*form["select"], *self._shown())))
        return {**query, "where": conditions(query["where"]), **form}

    def _is_of_the_nth(self) -> bool:
        """Whether an ordinal says which of each one's rows are ranked, "longest second stint", and not which of all is
        meant: "second longest stint".
        """
        nth, roles = self._reading.nth_at, {at: {use.role for use in uses} for uses, at in self._reading.topics}
        return "said" in roles.get(nth + 1, ()) or nth > next((at for at in roles if {"up", "down"} & roles[at]), nth)

    def _shown(self) -> list[str]:
        """Columns that tell how far what narrows the question holds."""
        relation, lexicon = self._topic.relation, self._lexicon
        ways = [way_of(lexicon, relation, narrow) for narrow in self._reading.narrows]
        return [*self._said_beside(relation), *(column for way in ways if way for column in way.show)]

    def _flips(self) -> bool:
        """ "Is everyone on mediums" asks who is not."""
        reading = self._reading
        return (
            reading.everybody
            and reading.asks_whether
            and (self._topic.alone or self._one_each)
            and bool(reading.narrows)
            and not self._ranked
        )

    def _negated(self) -> JsonObject:
        reading, topic = self._reading, self._topic
        if self._ranked or reading.average or reading.nth or reading.some:
            raise NotComposed("not")
        if self._one_each and len(reading.narrows) == 1 and not reading.everybody * reading.negated:
            narrowed, more = self._narrowing.narrowed(topic.relation, reading.narrows)
            if len(narrowed) != 1 or more:
                raise NotComposed("not")
            field, op, value = narrowed[0]
            held = conditions([*topic.where, [field, NEGATED[op], value], *self._named()])
            return {"from": topic.relation, "where": held, **self._form.arguments()}
        of_one = any(leaves_one(self._lexicon, one) for one in reading.narrows)
        if topic.unless is None or not reading.narrows or of_one:
            raise NotComposed("not")
        return self._without(topic.unless)

    def _without(self, unless: Unless) -> JsonObject:
        """Those of whom no row is as it says; what is of them and not of their rows stays as it is."""
        reading = self._reading
        ways = [(one, way_of(self._lexicon, unless.relation, one)) for one in reading.narrows]
        cars = [one for one, way in ways if way and self._lexicon.is_of_cars(way)]
        kept, _ = self._narrowing.narrowed(unless.relation, cars)
        rest = [one for one in reading.narrows if one not in cars]
        without, more = self._narrowing.narrowed(unless.relation, rest, unless.ops)
        for_what = unless.relation == "laps" and any(one[0] == "compound" for one in without)
        if for_what or not (without or unless.without):
            raise NotComposed("not")  # rows of laps do not tell for which tyres a car has stopped
        meant = [*kept, *(without if unless.without else [])]
        values = [{"op": "last", "field": field, "as": field} for field in self._said_beside(unless.relation)]
        return {
            "from": unless.relation,
            "where": conditions([*unless.where, *meant, *self._named()]),
            "without": conditions([*unless.without, *without]),
            "group_by": [self._by],
            **({"aggregate": values} if values else {}),
            **more,
        }

    def _said_beside(self, relation: str) -> list[str]:
        """The values of cars that are asked for beside what they did, where the rows tell them: "positions of the cars
        that have pitted".
        """
        if not self._topic.time:
            return []
        said = [use.number for uses, _ in self._reading.topics for use in uses if use.role == "said"]
        topics = [self._lexicon.topics[number] for number in said]
        fields = [
            [each.value, *each.show] for each in topics if each.each_car and each.value and each is not self._topic
        ]
        return next((some for some in fields if set(some) <= set(self._lexicon.fields[relation])), [])

    def _names(self) -> list[str]:
        return [name for names in self._reading.names.values() for name in names]

    def _named(self) -> list[list[Any]]:
        return named(self._reading, self._topic, self._lexicon)
