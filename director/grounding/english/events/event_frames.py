"""The verbs of what happens in a race, by kind of event: how English says that somebody stopped, passed, retired."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

BE = frozenset(("is", "are", "was", "were", "been", "be", "got"))


class EventVerb(Struct, frozen=True):
    """A verb of a kind of event, of one role in its row."""

    kind: str
    verb: str
    role: Literal["subject", "object"] = "subject"
    of: bool = False
    """Whether those follow to whom it was done, or by whom."""
    states: tuple[str, ...] = ()
    denies: bool = False
    """Whether it says that nothing of the kind happened: `is still running`."""
    passive: bool | None = False
    """Whether a form of `be` goes before it; None where one may."""
    told: bool = False
    """Whether its lap or its laps have to be told with it."""
    needs: str = ""
    """The helping verb that has to stand before it."""
    leads: bool = False
    """Whether it was for the lead."""

    def goes_with(self, helper: str) -> bool:
        """Whether a helping verb may stand before it."""
        if self.needs:
            return helper == self.needs
        return self.passive is None or not helper or (helper in BE) is self.passive


_PITS = "(pits|pit lane|lane|box|pit)"
NO_STOPS = "(made|make|has|have|had) no [pit] (stop|stops)"
_TIMES_STOPPED = (
    f"((made|make|has made|has|have|had|is on|are on|on) [just|only] {{count}} [pit|scheduled] (stop|stops)|"
    f"(visited|visit) {_PITS} [on] {{count}} (occasion|occasions)|"
    f"(made|make) {{count}} (visit|visits|trip|trips) (to|into|through) {_PITS})"
)
_STOPPED = (
    f"(made (his|their) {{position}} [pit] stop|make (his|their) {{position}} [pit] stop|"
    f"made (his|their) [pit] (stop|stops|visit to {_PITS})|make (his|their) [pit] (stop|stops)|"
    f"made [pit] stop|make [pit] stop|stopped for (tyres|fresh tyres|new tyres)|"
    f"(come|came|called|dived|gone|went|ducked|peeled) (in|into {_PITS})|(visited|visit) {_PITS}|"
    "stopped|stop|stops|pitted|pit|pits|boxed)"
)
_RETIRED = (
    "(retired|retire|dropped out|drop out|gone out|went out|go out|fallen out|fell out|bowed out|pulled out|"
    "stopped running) [of (race|it|running|contention)|from race]"
)
_PENALTY = "({seconds} [time] (penalty|penalties)|{seconds}|penalty|[time] penalty)"
_GOT = "(has|have|got|get|gets|received|receive|picked up|collected|earned|copped|carries|served up|incurred|had)"
_GIVEN = "(given|handed|hit with|slapped with|awarded|landed with|issued with|penalised with|dealt|docked)"
_OVERTOOK = (
    "(passed|pass|overtook|overtake|overtaken|got past|get past|got by|get by|went past|moved past|came past|"
    "slipped by|gone past|got ahead of|picked off|pick off|cleared|went by|swept past|got round|nipped past|"
    "overhauled|passed by)"
)
_SO_MANY_PASSES = "[on-track] (pass|passes|overtake|overtakes|overtaking moves|overtaking move)"
_BEEN_PASSED = "(passed|overtaken|picked off|overhauled)"
_AFTER = "(after [race|session|sprint|flag]|afterwards|later)"
ANY_CASE = ("noted", "investigated", "investigated_later", "no_further_action", "penalised")
_CLEARED = ("no_further_action",)

FRAMES: tuple[EventVerb, ...] = (
    EventVerb("stop", NO_STOPS),
    EventVerb("stop", _TIMES_STOPPED, passive=None),
    EventVerb("stop", _STOPPED),
    EventVerb("stop", f"(in|into|to) {_PITS}", needs="been"),
    EventVerb("stop", "in", needs="been"),
    EventVerb("out", _RETIRED),
    EventVerb("out", "out [of (race|it|running|contention)]", passive=True),
    EventVerb("out", "retirement", passive=True),
    EventVerb("out", "(went|gone|go)", told=True),
    EventVerb("out", "(failed to finish|failed to complete race)"),
    EventVerb("lead", "led [lap|single lap|any laps|laps|race|lap of it]"),
    EventVerb("lead", "lead (lap|single lap|any laps|race)"),
    EventVerb("out", "no longer (running|racing|going|in race|in it)", passive=True),
    EventVerb("out", "[still] (running|racing|going|in race|in it|circulating)", denies=True, passive=True),
    EventVerb("case", f"{_GOT} {_PENALTY}", states=("penalised",)),
    EventVerb("case", f"{_GIVEN} {_PENALTY}", states=("penalised",), passive=True),
    EventVerb("case", "penalised [{seconds}|by {seconds}]", states=("penalised",), passive=True),
    EventVerb("case", "punished", states=("penalised",), passive=True),
    EventVerb("case", "(served|serve) [[his|their|that] [{seconds} [time]] penalty|it|that|his|theirs|{seconds}]",
          states=("penalty_served",)),
    EventVerb("case", "(looked at|investigated|noted)", states=ANY_CASE, passive=True, told=True),
    EventVerb("case", "[being] (investigated|under investigation)", states=("investigated",), passive=True),
    EventVerb("case", f"(face|faces|facing|faced|has|have) investigation {_AFTER}", states=("investigated_later",),
          passive=None),
    EventVerb("case", f"will be (investigated|looked at|dealt with) {_AFTER}", states=("investigated_later",)),
    EventVerb("case", f"[to be|being] (investigated|under investigation) {_AFTER}", states=("investigated_later",),
          passive=True),
    EventVerb("case", "(face|faces|faced|facing|received|got) no further action", states=_CLEARED, passive=None),
    EventVerb("case", "(cleared|let off|absolved)", states=_CLEARED, passive=True),
    EventVerb("case", "(escaped|escapes|avoided|avoids|dodged) [any] (punishment|penalty|sanction|further action)",
          states=_CLEARED),
    EventVerb("case", "(escaped|escapes|got away|got off) without (penalty|punishment|sanction|further action)",
          states=_CLEARED),
    EventVerb("pass", _OVERTOOK, of=True),
    EventVerb("pass", f"(made|make|pulled off|completed|done|has|have) [only|just] {{count}} {_SO_MANY_PASSES}"),
    EventVerb("pass", "(taken|took|take) {position} [place|spot] (from|off)", of=True),
    EventVerb("pass", "(taken|took|take) lead from", of=True, leads=True),
    EventVerb("pass", f"{_BEEN_PASSED} by", role="object", of=True, passive=True),
    EventVerb("pass", _BEEN_PASSED, role="object", passive=True),
)  # fmt: skip
