"""From the parts of a question to a query, or to several with references, where one tells what another asks about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from director.language.word_lists import words
from director.planners.offline.composing.lexicon import Lexicon, Topic, Way
from director.planners.offline.composing.scan import Narrowed, Reading, scan
from director.planners.offline.items import Item
from director.references import KEY as REF
from toolgate.contract import JsonObject, Plan, Step

DOERS = words("did do does has have had by was is")
"""Words after which a name is who did it: "who did Ocon pass", "overtakes by Ocon"."""
DELTA = "delta"
MOST_RANKED = 3
MOST_COUNTED = 5
MOST_NTH = 20
NEGATED = {
    "is": "is_not", "is_not": "is", "in": "not_in", "not_in": "in", "less": "at_least", "at_least": "less",
    "more": "at_most", "at_most": "more",
}  # fmt: skip


class Composed(Struct, frozen=True):
    """A plan, and how much of the question a plain example would hardly say."""

    plan: Plan
    qualifiers: int


class NotComposed(Exception):
    """The question has a part for which there is no query: the part."""


def compose(items: Sequence[Item], lexicon: Lexicon) -> Composed | str:
    """The plan for a question all of whose words have their use in it, else the first word that has none."""
    if not lexicon.tool or not items:
        return ""
    reading = scan(items, lexicon)
    if reading.left is not None:
        return reading.left
    try:
        topic, ranked = _topic(reading, lexicon)
        return _Composer(reading, lexicon, topic, ranked).composed()
    except NotComposed as part:
        return str(part)


def _topic(reading: Reading, lexicon: Lexicon) -> tuple[Topic, str]:
    """What is asked for and how it is ranked: `up`, `down` or not at all. The first topic that uses every part."""
    for number, topic in enumerate(lexicon.topics):
        roles = [{use.role for use in uses if use.number == number} for uses, _ in reading.topics]
        if (
            all(roles)
            and (ranks := _ranks(reading, topic, roles)) is not None
            and _takes(reading, topic, roles, lexicon)
        ):
            return topic, ranks or topic.rank
    raise NotComposed("")


def _ranks(reading: Reading, topic: Topic, roles: Sequence[set[str]]) -> str | None:
    """The one direction in which a topic is ranked, "" for none; None where it cannot be."""
    ranks = {role for found in roles if "said" not in found for role in found & {"up", "down"}}
    if reading.most or reading.fewest:
        if not topic.most or ranks or (reading.fewest and not topic.value):
            return None
        other = {"up": "down", "down": "up"}[topic.most]
        return topic.most if reading.most else other
    return next(iter(ranks), "") if len(ranks) < 2 else None


def _takes(reading: Reading, topic: Topic, roles: Sequence[set[str]], lexicon: Lexicon) -> bool:
    """Whether the question is one that can be asked of the topic."""
    names = sum(map(len, reading.names.values()))
    relation = topic.unless.relation if reading.negated and topic.unless else topic.relation
    if any(_way(lexicon, relation, narrow) is None for narrow in reading.narrows):
        return False
    if topic.compares and not topic.mean and names < 2:
        return False
    if (reading.before or reading.last) and not topic.time:
        return False
    if topic.each == DELTA and any(_is_one_lap(lexicon, narrow) for narrow in reading.narrows):
        return False
    ranked = any({"up", "down"} & found for found in roles)
    if not ((topic.alone and (ranked or not topic.value)) or any("said" in found for found in roles)):
        if not (topic.compares and names > 1 and roles):
            return False
    if not roles and not (reading.narrows and topic.alone and not topic.value):
        return False
    if not roles and topic.time and not any(_only(lexicon, relation, narrow) for narrow in reading.narrows):
        return False
    if (topic.needs and not reading.narrows) or (topic.nobody and names):
        return False
    if reading.average and not topic.average:
        return False
    return not reading.count or topic.counts or topic.each_car or topic.amount or reading.counts_cars


class _Composer:
    """One question in the making."""

    def __init__(self, reading: Reading, lexicon: Lexicon, topic: Topic, ranked: str) -> None:
        self._reading = reading
        self._lexicon = lexicon
        self._topic = topic
        self._ranked = ranked
        self._steps: list[Step] = []
        self._by = lexicon.by[reading.by[0]] if reading.by else lexicon.by[0]

    def composed(self) -> Composed:
        """The plan with its steps, the query itself the last."""
        query = self._negated() if self._reading.negated or self._flips() else self._asserted()
        self._steps.append(self._step(query))
        qualifiers = self._qualifiers()
        if not (qualifiers or self._ranked or self._topic.plain):
            raise NotComposed("")
        return Composed(Plan(tuple(self._steps), "composed"), qualifiers)

    def _qualifiers(self) -> int:
        reading = self._reading
        several, mean = len(self._names()) > 1, self._topic.mean
        compared = several and not mean and bool(self._ranked or reading.either or reading.before)
        flags = (
            reading.nth, reading.average or (mean and not several), reading.negated, reading.most or reading.fewest,
            reading.count, self._flips(), compared,
        )  # fmt: skip
        timed = bool(self._topic.time and reading.narrows)
        listed = several and self._topic.each_car and bool(self._topic.value)
        if self._topic.each_car and self._topic.alone and len(self._names()) == 1:
            return 0  # of one car a tool says more than whether the condition holds
        return len(reading.narrows) + sum(map(bool, (*flags, timed, listed)))

    def _step(self, arguments: JsonObject) -> Step:
        return Step(f"s{len(self._steps) + 1}", self._lexicon.tool, arguments, self._lexicon.server)

    def _asserted(self) -> JsonObject:
        reading, topic = self._reading, self._topic
        if reading.some is not None and not self._ranked:
            raise NotComposed(str(reading.some))
        if reading.everybody and not (topic.alone and not reading.asks_whether):
            raise NotComposed("every")
        if "when" in reading.asks and not topic.time:
            raise NotComposed("when")
        where, more = self._narrowed(topic.relation, reading.narrows)
        if topic.nth and reading.nth is not None and not self._ranked:
            where.append([topic.nth, "is", reading.nth])
        if reading.average or topic.mean:
            where += topic.average
        query: JsonObject = {"from": topic.relation, "where": [*topic.where, *where, *self._named()], **more}
        return {**query, "where": conditions(query["where"]), **self._form()}

    def _form(self) -> JsonObject:
        """How rows become an answer."""
        reading, topic = self._reading, self._topic
        several = len(self._names()) > 1 or reading.each
        by_each = several or bool({"who", "which"} & reading.asks) or bool(reading.by) or bool(self._ranked)
        if reading.average or topic.mean:
            return self._averaged(by_each=by_each)
        if topic.time and not self._ranked and (reading.last or reading.nth or reading.before):
            return self._in_time()
        if reading.last or reading.before:
            raise NotComposed("last" if reading.last else "before")
        if self._ranked and topic.value:
            return self._ranking()
        if self._ranked:
            return {
                **self._counted(by_each=True), "order_by": _order("count", down=True), "limit": self._most(MOST_COUNTED),
            }  # fmt: skip
        if reading.nth is not None and not topic.nth:
            raise NotComposed(str(reading.nth))
        return self._plain(several=several)

    def _plain(self, *, several: bool) -> JsonObject:
        """Rows as they are, or their number."""
        reading, topic = self._reading, self._topic
        if topic.group and not (reading.count and not reading.counts_cars):
            return {"group_by": [self._by]}
        if reading.counts_cars and not topic.each_car:
            return {"group_by": [self._by]}
        if reading.count and topic.counts:
            return self._counted(by_each=not topic.other and (several or bool(reading.by)))
        if reading.count and topic.amount and not (self._names() or reading.narrows):
            raise NotComposed("many")
        shown = [self._by, *([topic.value] if topic.value else []), *topic.show]
        return {"select": list(dict.fromkeys(shown))}

    def _in_time(self) -> JsonObject:
        """The first or the last of its kind, or those of several one after the other."""
        topic, reading = self._topic, self._reading
        several = len(self._names()) > 1
        if reading.count or (reading.nth is not None and not several and reading.nth > MOST_NTH):
            raise NotComposed("many")
        form: JsonObject = {"select": [self._by, *topic.show], "order_by": _order(topic.time, down=reading.last)}
        return form if several else {**form, "limit": reading.nth or 1}

    def _averaged(self, *, by_each: bool) -> JsonObject:
        topic, reading = self._topic, self._reading
        values = [{"op": "avg", "field": topic.value, "as": f"average_{topic.value}"}, {"op": "count", "as": "rows"}]
        form: JsonObject = {"aggregate": values}
        if by_each:
            form["group_by"] = [self._by]
            form["order_by"] = _order(f"average_{topic.value}", down=self._ranked == "up")
            form["limit"] = self._most(MOST_COUNTED)
        elif reading.nth or reading.some:
            raise NotComposed(str(reading.nth or reading.some))
        return form

    def _ranking(self) -> JsonObject:
        topic, reading = self._topic, self._reading
        down = self._ranked == "up"
        of_each = topic.each and (
            topic.each == DELTA or "who" in reading.asks or bool(reading.by) or len(self._names()) > 1
        )
        if of_each:
            ops = ("first", "last", DELTA) if topic.each == DELTA else ("max" if down else "min",)
            values = [{"op": op, "field": topic.value, **({} if len(ops) > 1 else {"as": topic.value})} for op in ops]
            field = f"delta_{topic.value}" if len(ops) > 1 else topic.value
            return {
                "group_by": [self._by],
                "aggregate": values,
                "order_by": _order(field, down=down),
                "limit": self._most(MOST_RANKED),
                **(
                    {"having": [{"field": field, "op": "more" if down else "less", "value": 0}]} if len(ops) > 1 else {}
                ),
            }
        shown = list(dict.fromkeys((self._by, topic.value, *topic.show)))
        return {"select": shown, "order_by": _order(topic.value, down=down), "limit": self._most(MOST_RANKED)}

    def _counted(self, *, by_each: bool) -> JsonObject:
        return {"aggregate": [{"op": "count", "as": "count"}], **({"group_by": [self._by]} if by_each else {})}

    def _most(self, usual: int) -> int:
        asked = self._reading.nth or self._reading.some or max(usual, len(self._names()))
        if not 1 <= asked <= MOST_NTH:
            raise NotComposed(str(asked))
        return asked

    def _flips(self) -> bool:
        """ "Is everyone on mediums" asks who is not."""
        reading = self._reading
        return (
            reading.everybody
            and reading.asks_whether
            and self._topic.alone
            and bool(reading.narrows)
            and not self._ranked
        )

    def _negated(self) -> JsonObject:
        reading, topic = self._reading, self._topic
        if self._ranked or reading.average or reading.nth or reading.some:
            raise NotComposed("not")
        if topic.each_car and topic.alone and len(reading.narrows) == 1 and not reading.everybody * reading.negated:
            where, more = self._narrowed(topic.relation, reading.narrows)
            if len(where) != 1 or more:
                raise NotComposed("not")
            field, op, value = where[0]
            where = [[field, NEGATED[op], value]]
            held = conditions([*topic.where, *where, *self._named()])
            return {"from": topic.relation, "where": held, **self._form()}
        if topic.unless is None or not reading.narrows:
            raise NotComposed("not")
        unless = topic.unless
        held, more = self._narrowed(unless.relation, reading.narrows)
        meant = held if unless.without else []
        return {
            "from": unless.relation,
            "where": conditions([*unless.where, *meant, *self._named()]),
            "without": conditions([*unless.without, *held]),
            "group_by": [self._by],
            **more,
        }

    def _names(self) -> list[str]:
        return [name for names in self._reading.names.values() for name in names]

    def _named(self) -> list[list[Any]]:
        """Conditions for whom it is about. Who comes after the verb is whom it was done to."""
        held: list[list[Any]] = []
        for kind, names in self._reading.names.items():
            field = self._lexicon.names[kind]
            if self._topic.other and self._reading.topics:
                return self._done_to(names, field)
            held.append([field, "is", names[0]] if len(names) == 1 else [field, "in", list(names)])
        return held

    def _done_to(self, names: Sequence[str], field: str) -> list[list[Any]]:
        verb = self._reading.topics[0][1]
        last, led_to = self._reading.names_at[-1], self._reading.led_to[-1]
        after = last > verb and led_to not in DOERS
        if len(names) > 2 or self._reading.either or self._reading.team:
            raise NotComposed(names[-1])
        fields = [field, self._topic.other] if len(names) == 2 else [self._topic.other if after else field]
        return [[each, "is", name] for each, name in zip(fields, names, strict=True)]

    def _narrowed(self, relation: str, narrows: Iterable[Narrowed]) -> tuple[list[list[Any]], JsonObject]:
        """Conditions and arguments of what narrows the question, for one relation."""
        where: list[list[Any]] = []
        arguments: JsonObject = {}
        for narrow in narrows:
            way = _way(self._lexicon, relation, narrow)
            if way is None:
                raise NotComposed("")
            source = self._found(way, narrow) if way.find is not None else None
            for field, op, *rest in way.where:
                if not rest:
                    where.append([field, op])
                    continue
                told = filled(rest[0], narrow.values, source)
                where.append([field, "in" if isinstance(told, list) and op == "is" else op, told])
            arguments |= {name: filled(value, narrow.values, source) for name, value in way.arguments.items()}
        return where, arguments

    def _found(self, way: Way, narrow: Narrowed) -> tuple[str, str]:
        """The step that finds what the way needs to know, and which of its rows is meant."""
        assert way.find is not None
        find = {**way.find, "where": [list(one) for one in way.find.get("where", ())]}
        for condition in find["where"]:
            if condition[2] == "{driver}":
                names = self._names()
                if len(names) != 1:
                    raise NotComposed("his")
                condition[2] = names[0]
        find["where"] = conditions(find["where"])
        step = self._step(find)
        self._steps.append(step)
        pick = str(narrow.values.get("nth", way.pick)) if way.pick == "nth" else way.pick
        return step.id, pick


def _way(lexicon: Lexicon, relation: str, narrow: Narrowed) -> Way | None:
    """How something narrows the rows of a relation, if it can."""
    fields = lexicon.fields[relation]
    for way in lexicon.narrows[narrow.number]:
        if (not way.only or relation in way.only) and all(field in fields for field, *_ in way.where):
            return way
    return None


def _only(lexicon: Lexicon, relation: str, narrow: Narrowed) -> bool:
    """Whether something narrows the rows of this relation and of no other."""
    way = _way(lexicon, relation, narrow)
    return way is not None and way.only == [relation]


def _is_one_lap(lexicon: Lexicon, narrow: Narrowed) -> bool:
    """Whether only one row of each is left, between which nothing can change."""
    return any(
        op == "is" and value in ("{n}", 1) for way in lexicon.narrows[narrow.number] for _, op, *(value,) in way.where
    )


def filled(value: Any, values: Mapping[str, Any], source: tuple[str, str] | None) -> Any:
    """A value of a way: of a slot, of an earlier step, or as it is written."""
    if not isinstance(value, str) or value[:1] != "{":
        return value
    name = value[1:-1]
    if not name.startswith("/"):
        return values[name] if name in values else next(iter(values.values()))
    assert source is not None
    step, pick = source
    if pick.isdigit():
        return {REF: f"{step}#/rows/{int(pick) - 1}{name}"}
    return {REF: f"{step}#/rows", "pick": pick, "get": name}


def conditions(where: Iterable[Sequence[Any]]) -> list[JsonObject]:
    """Conditions as a query writes them."""
    return [
        {"field": field, "op": op} if op in ("told", "untold") else {"field": field, "op": op, "value": rest[0]}
        for field, op, *rest in where
    ]


def _order(field: str, *, down: bool) -> list[JsonObject]:
    return [{"field": field, "down": True}] if down else [{"field": field}]
