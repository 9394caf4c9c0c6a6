"""How rows become an answer: as they are, counted, averaged, ranked, or one after the other in time."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from director.planners.offline.composing.lexicon import Topic, Way
from director.planners.offline.composing.scan import QuestionParts
from director.planners.offline.composing.topics import DELTA, NotComposed
from toolgate.contract import JsonObject

MOST_RANKED = 3
MOST_COUNTED = 5
MOST_NTH = 20
SUM = "sum"
_NAMED = {DELTA: DELTA, SUM: "total"}
"""Aggregates whose values are called other than the field they are of."""


class Form:
    """The form of one question's answer.

    `by` is the column that says whose it is, `narrowed` are the fields that conditions are of.
    """

    def __init__(self, reading: QuestionParts, topic: Topic, ranked: str, by: str, narrowed: Set[str]) -> None:
        self._reading = reading
        self._topic = topic
        self._ranked = ranked
        self._by = by
        self.narrowed = narrowed

    def besides(self, way: Way) -> list[list[Any]]:
        """What must hold besides what narrows the question, where nobody is named."""
        ranks = bool(self._ranked and self._topic.value) or self._reading.average or self._topic.mean
        return [] if any(self._reading.names.values()) else [*way.unnamed, *(way.ranked if ranks else [])]

    def arguments(self) -> JsonObject:
        """The arguments of a query, but for its relation and its conditions. NotComposed for a part that none
        expresses.
        """
        reading, topic = self._reading, self._topic
        if reading.than and reading.names_said() < 2:
            return self._above()
        several = self._reading.names_said() > 1 or reading.each or reading.everybody
        ranked = bool(self._ranked) and reading.names_said() != 1
        by_each = several or bool({"who", "which"} & reading.asks) or bool(reading.by) or ranked
        if reading.average or topic.mean:
            return self._averaged(by_each=by_each or topic.compared)
        if topic.sums:
            return self._summed()
        if topic.time and not self._ranked and (reading.last or reading.nth or reading.before):
            return self._in_time()
        if reading.last or reading.before:
            raise NotComposed("last" if reading.last else "before")
        if self._ranked and topic.value:
            return self._ranking()
        if self._ranked:
            ranking: JsonObject = {"order_by": _order("count", down=True), "limit": self._most(MOST_COUNTED)}
            return {**self._counted(by_each=True), **ranking}
        if reading.nth is not None and not topic.nth:
            raise NotComposed(str(reading.nth))
        return self._plain(several=several)

    def _summed(self) -> JsonObject:
        """All rows of each who is named at once."""
        if not self._reading.names_said() or self._ranked or self._reading.last or self._reading.nth is not None:
            raise NotComposed("")
        return {"group_by": [self._by], "aggregate": [dict(one) for one in self._topic.sums]}

    def _above(self) -> JsonObject:
        """Those who have more than a number, or fewer."""
        reading = self._reading
        if reading.some is None or not (self._topic.counts and (reading.most or reading.fewest)):
            raise NotComposed("than")
        op = "more" if reading.most else "less"
        return {
            **self._counted(by_each=True),
            "having": [{"field": "count", "op": op, "value": reading.some}],
            "order_by": _order("count", down=True),
        }

    def _plain(self, *, several: bool) -> JsonObject:
        """Rows as they are, or their number."""
        reading, topic = self._reading, self._topic
        asks_which = bool({"what", "which"} & reading.asks) and self.narrowed.isdisjoint(topic.show)
        if topic.group and topic.show and asks_which and not reading.count:
            return {"select": [self._by, *topic.show]}
        if topic.group and not (reading.count and not reading.counts_cars):
            return {"group_by": [self._by]}
        if topic.each_car and not topic.value and reading.by:
            return {"group_by": [self._by]}
        if reading.counts_cars and not topic.each_car:
            return {"group_by": [self._by]}
        if reading.count and topic.counts:
            return self._counted(by_each=reading.each or (not topic.other and (several or bool(reading.by))))
        if reading.count and topic.amount and not (self._reading.names_said() or reading.narrows):
            raise NotComposed("many")
        shown = [self._by, *([topic.value] if topic.value else []), *topic.show]
        asks = bool(reading.asks) or reading.asks_whether
        of_all = reading.everybody or reading.each or ("position_now" in self.narrowed and not asks)
        in_time = bool(topic.time) and of_all and not (reading.count or reading.names_said())
        order = {"order_by": _order(topic.time, down=False)} if in_time else {}
        return {"select": list(dict.fromkeys(shown)), **order}

    def _in_time(self) -> JsonObject:
        """The first or the last of its kind, or those of several one after the other."""
        topic, reading = self._topic, self._reading
        several = self._reading.names_said() > 1
        if reading.count or (reading.nth is not None and not several and reading.nth > MOST_NTH):
            raise NotComposed("many")
        if reading.nth is not None and reading.names_said() == 1 and not reading.narrows:
            raise NotComposed(str(reading.nth))  # a limit gives the first ones, not the one that is asked for
        form: JsonObject = {"select": [self._by, *topic.show], "order_by": _order(topic.time, down=reading.last)}
        return form if several else {**form, "limit": min(reading.some or reading.nth or 1, MOST_NTH)}

    def _averaged(self, *, by_each: bool) -> JsonObject:
        topic, reading = self._topic, self._reading
        values = [{"op": "avg", "field": topic.value, "as": f"average_{topic.value}"}, {"op": "count", "as": "rows"}]
        form: JsonObject = {"aggregate": values}
        of_all = "position_now" in self.narrowed or reading.everybody  # "of the top three" asks of each of them
        if by_each or of_all:
            form["group_by"] = [self._by]
            form["order_by"] = _order(f"average_{topic.value}", down=self._ranked == "up")
            form["limit"] = self._most(MOST_NTH if of_all else MOST_COUNTED)
        elif reading.nth or reading.some:
            raise NotComposed(str(reading.nth or reading.some))
        return form

    def _ranking(self) -> JsonObject:
        topic, reading = self._topic, self._reading
        down = self._ranked == "up"
        of_all = "position_now" in self.narrowed and not reading.asks  # "best laps of the top five": of each of them
        of_each = topic.each and (
            topic.each in _NAMED
            or topic.group
            or "who" in reading.asks
            or bool(reading.by)
            or reading.each
            or self._reading.names_said() > 1
            or of_all
        )
        if of_each and topic.each != DELTA and reading.some is not None and not reading.narrows:
            raise NotComposed(str(reading.some))  # it does not say whether so many laps or so many cars
        if of_each:
            ops = ("first", "last", DELTA) if topic.each == DELTA else (self._op(down=down),)
            field = f"{_NAMED[topic.each]}_{topic.value}" if topic.each in _NAMED else topic.value
            values = [{"op": op, "field": topic.value, **({} if len(ops) > 1 else {"as": field})} for op in ops]
            return {
                "group_by": [self._by],
                "aggregate": values,
                "order_by": _order(field, down=down),
                "limit": self._most(MOST_NTH if (of_all or reading.each) and topic.each != DELTA else MOST_RANKED),
                **({"having": _moved(field, down=down)} if len(ops) > 1 and self._reading.names_said() != 1 else {}),
            }
        shown = list(dict.fromkeys((self._by, topic.value, *topic.show)))
        return {"select": shown, "order_by": _order(topic.value, down=down), "limit": self._most(MOST_RANKED)}

    def _op(self, *, down: bool) -> str:
        """How rows of one become one."""
        return SUM if self._topic.each == SUM else "max" if down else "min"

    def _counted(self, *, by_each: bool) -> JsonObject:
        return {"aggregate": [{"op": "count", "as": "count"}], **({"group_by": [self._by]} if by_each else {})}

    def _most(self, usual: int) -> int:
        asked = self._reading.nth or self._reading.some or max(usual, self._reading.names_said())
        if not 1 <= asked <= MOST_NTH:
            raise NotComposed(str(asked))
        return asked


def _moved(field: str, *, down: bool) -> list[JsonObject]:
    """Only those who moved that way; of one car it is told how it moved."""
    return [{"field": field, "op": "more" if down else "less", "value": 0}]


def _order(field: str, *, down: bool) -> list[JsonObject]:
    return [{"field": field, "down": True}] if down else [{"field": field}]
