"""What the results say, and whether tokens of English word a claim of theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product

from director.grounding.column_statements import SCOPES, said_of
from director.grounding.derived.for_reading import in_time, read_too
from director.grounding.derived.of_one_result import with_derived
from director.grounding.derived.of_sessions import is_penalised
from director.grounding.english.best_of_team import first_of_teams
from director.grounding.english.events.event_details import is_text_told
from director.grounding.english.readings import WordedClaim, options, readings, with_reason
from director.grounding.english.tenses import other_tenses
from director.grounding.english.tokens import Amount, NamesInText, Token
from director.grounding.going_on import AT_A_STOP, FOLLOWS, ONLY_BEHIND, SAME_CHANGE
from director.grounding.languages import Tokens, language
from director.grounding.meanings import READ_MEANINGS, TOLD_AS_PAST
from director.grounding.proof.of_directions import is_turned
from director.grounding.proof.of_laps import is_of_one_lap
from director.grounding.statements import Statement, StatementPart, moment_of
from director.grounding.values import Drivers, drivers_of
from director.language.word_lists import words
from director.session_progress import is_over, is_race
from toolgate.contract import Context, StepResult

READINGS_MOST = 64
_OF_LAPS = words("best_lap fastest_lap lap_rank off_fastest slower_best_lap")
_LAP_WORDS = words("best lap laps time fastest quickest faster quicker slower")
_WHERE_CARS_ARE = words("behind off ahead down up clear shy adrift separates separated covers edge beat")
_AHEAD = words("ahead up clear")
_LEADS_NOW = words("leads leading heads heading")
_OF_THE_LEAD = words("lead leader pace win winner spot")
_JOINT = frozenset(("joint_most_stops", "joint_most_passes", "joint_trap_fastest", "joint_trap_slowest"))
"""What is true of several together, and of none of them alone."""
_SHARED = frozenset(("share_stops", "share_passes"))
_BARE = words(
    "with by on in at for from to after and of then again him his up down more less is lap behind back off ahead "
    "adrift slower faster clear has was were over since until than"
)
"""Words that leave open what they are said of: what goes on with these alone follows some claims only."""
FIRST_OF: Mapping[str, str] = {"leads": "has_position", "fastest_lap": "lap_rank", "on_pole": "started"}
"""Claims that hold of the first of an order alone: of whoever stands elsewhere in it they are untrue."""
_TRENDS = {"gap_grew": "opening", "gap_shrank": "closing"}
"""What only says that a gap grows or shrinks is of the trend, not of one lap of it."""


class Proof:
    """The results, what has been said so far, and whether a clause holds."""

    def __init__(self, steps: Sequence[StepResult], context: Context) -> None:
        self.statements: dict[str, list[Statement]] = {}
        self.session = context.session
        self.is_race = is_race(context)
        made = with_derived(said_of(steps, context, READ_MEANINGS))
        self.drivers: Drivers = drivers_of(context.vocabularies)
        for one in in_time((*made, *read_too(made, is_race=self.is_race), *first_of_teams(made, self.drivers)), steps):
            self.statements.setdefault(one.says, []).append(one)
        told = {(step.envelope.get("as_of") or {}).get("segment") for step in steps if not moment_of(step)}
        self.segment = str(told.pop() or "") if len(told) == 1 else ""
        """The part of a qualifying, `q2`, that every result is of which asked for no moment."""
        self.scopes = sorted({one.moment for one in made if one.moment.startswith(SCOPES)})
        """What rows of the results are narrowed to."""
        self.laps = {step.id: (step.envelope.get("as_of") or {}).get("lap") for step in steps}
        self.cars = tuple(car for car, entry in self.drivers.items() if car == entry.get("car"))
        places = [one for one in self.statements.get("has_position", ()) if not one.moment]
        self.positions = {int(one.value("value")): one.value("subject") for one in places}
        self.names = NamesInText(self.drivers, context.vocabularies.get("team", ()))
        ranks = [one for one in self.statements.get("lap_rank", ()) if not one.moment]
        self.ranks = {int(one.value("value")): one.value("subject") for one in ranks}
        leading = {one.value("subject") for one in self.statements.get("leads", ()) if not one.moment}
        self.leader = frozenset(leading) if len(leading) == 1 else None
        self.over = is_over(context) or "won" in self.statements
        gone = (*self.statements.get("out", ()), *self.statements.get("seems_out", ()))
        self.gone = {frozenset((one.value("subject"),)) for one in gone}
        """Who did not finish."""
        named = (("won_class", "value"), ("position_in_class", "reason"))
        self.classes = {str(one.value(of)).lower() for says, of in named for one in self.statements.get(says, ())}
        now = {self.laps[step.id] for step in steps if not moment_of(step)} or set(self.laps.values())
        self.now = now.pop() if len(now) == 1 else None
        """The lap that every result is of which asked for no moment."""
        self.since_start = {step.id for step in steps if step.arguments.get("since_start") is True}
        """The steps that compare with the start."""
        self.whole = {step.id for step in steps if _is_whole(step)}
        """The steps that were asked about all cars."""
        self.lap: float | None = None
        """The lap that the sentence begins or ends with."""
        self.scope = ""
        """What the sentence narrows itself to, one of `scopes`."""
        self.said = ""
        """The claim of the clause before, and of whom it was."""
        self.whose: Mapping[str, object] = {}
        self.whom: object = None
        """Of whom a clause without a name is, where it is of one."""
        self.together: frozenset[object] = frozenset()
        """Whom a clause names together."""
        self.told: tuple[Token, ...] = ()
        """The tokens of the clause before, as they were proved."""

    @cached_property
    def readings(self) -> Mapping[Tokens, list[WordedClaim]]:
        """The wordings of what the results say: of other claims none can hold."""
        return readings({*self.statements, *FIRST_OF})

    def is_true(self, tokens: tuple[Token, ...]) -> bool:
        """Whether the tokens are a wording of a claim that the results make."""
        for index, token in enumerate(tokens[:-1]):
            if token.word in ("only", "sole") and tokens[index + 1].word in ("stop", "pit"):
                subject = next((each.means["who"] for each in tokens if "who" in each.means), None)
                once = {"subject": subject, "value": Amount(1.0)}
                return self.made("stop_count", once, "", ()) and self.is_true((*tokens[:index], *tokens[index + 1 :]))
        plain = [token for token in tokens if token.word != ","]
        reasoned = with_reason(tokens)
        if self._is_reading(plain, tokens) or (reasoned != plain and self._is_reading(reasoned, tokens)):
            return True
        # of one lap `made` is said of that lap, `has made` of all until it
        ways = other_tenses(plain) if self.lap is None else ()
        return any(self._is_reading(way, way) for way in ways)

    def _is_reading(self, read: Sequence[Token], tokens: tuple[Token, ...]) -> bool:
        """Whether these tokens, `tokens` as they are read, word a claim."""
        choices = [tuple(options(token)) for token in read]
        for number, reading in enumerate(product(*choices)):
            if number > READINGS_MOST:
                return False
            key = tuple(symbol for symbol, _ in reading)
            values = [value for _, value in reading if value is not None]
            for meant in self.readings.get(key, ()) if self.is_race or "race" not in key else ():
                said = dict(zip(meant.roles, values, strict=True))
                if meant.compares.startswith("&") and not self._goes_on(meant.says, key):
                    continue
                if meant.says == "slower_best_lap" and self.is_race and not self._is_of_laps(key):
                    continue
                if meant.says == "off_fastest" and self.said == "has_position" and self.is_race:
                    continue  # `third, 4 s down` is said of where the cars are
                if self._is_past_leading(meant.says, key) or is_turned(meant.says, said, key, self.statements):
                    continue
                if meant.says == "off_lead" and "object" in self.whose and _OF_THE_LEAD.isdisjoint(key):
                    continue  # `on Hamilton's tail, 8.8 s back` is said of Hamilton
                if meant.compares == "&" and self.said in (meant.says, SAME_CHANGE.get(meant.says)):
                    said = self._of_the_same(said)
                if meant.compares == "&" and meant.says in AT_A_STOP and self.said in AT_A_STOP:
                    said = self._of_the_stop(said)
                said |= self._understood(meant.says, said)
                is_open = meant.says == "is_behind" and said.keys().isdisjoint(("subject", "object"))
                if is_open and self.whom is not None:
                    said["subject" if _AHEAD.isdisjoint(key) else "object"] = self.whom  # a gap alone is of whom it is
                if self.made(meant.says, said, meant.compares, tokens):
                    if meant.says == "stopped_on" == self.said and "again" not in key and self._is_another_stop(said):
                        said = {**said, "several": True}
                    self.said, self.whose, self.told = meant.says, said, tokens
                    return True
        return False

    def _is_another_stop(self, said: Mapping[str, object]) -> bool:
        """Whether a clause tells of another stop of whom the one before was: what goes on is of both."""
        mine, before = said.get("lap"), self.whose.get("lap")
        return said.get("subject") == self.whose.get("subject") and mine is not None and mine != before

    def _is_past_leading(self, says: str, key: Sequence[str]) -> bool:
        """Whether a clause lets somebody lead now, of a race that is over."""
        leads = says in ("leads", "lead_margin") or (says == "is_behind" and not _LEADS_NOW.isdisjoint(key))
        return leads and self.over and self.is_race and self.lap is None

    def _is_of_laps(self, key: Sequence[str]) -> bool:
        """Whether a clause is about lap times; in a race `1.5 s behind` is said of where the cars are."""
        return self.said in _OF_LAPS or not _WHERE_CARS_ARE.intersection(key) or not _LAP_WORDS.isdisjoint(key)

    def _goes_on(self, says: str, key: Sequence[str]) -> bool:
        """Whether a claim may be the rest of the one before: by what that was, or where its words tell what it is."""
        tells = any(not word.startswith("<") and word not in _BARE for word in key)
        if self.said and tells and says not in ONLY_BEHIND:
            return True
        same = says == self.said or ("_" in says and says.rpartition("_")[0] == self.said.rpartition("_")[0])
        is_gap = self.said == "is_behind" and key[0] == "by"  # `leads him by 3 s`, not: has opened by 3 s
        return same or (self.said in FOLLOWS.get(says, ()) and not (is_gap and says in _TRENDS.values()))

    def _of_the_same(self, said: Mapping[str, object]) -> dict[str, object]:
        """What goes on about one thing, with what was said of it before; `again on lap 40` is another thing."""
        before = {role: value for role, value in self.whose.items() if role not in ("all", "several")}
        return {**before, **said} if before.keys().isdisjoint(said) else dict(said)

    def _of_the_stop(self, said: Mapping[str, object]) -> dict[str, object]:
        """What goes on about one stop, `and lost two places`, with whose it was and which of them."""
        several = "several" in self.whose  # `on laps 14 and 35, and lost two places` does not say with which
        roles = ("subject",) if several else ("subject", "lap", "nth")
        which = {role: self.whose[role] for role in roles if role in self.whose}
        return {**which, **said} if which.keys().isdisjoint(said) else dict(said)

    def _understood(self, says: str, said: Mapping[str, object]) -> dict[str, object]:
        """What a clause leaves unsaid, as the clause before had it: whom it is about, and the lap of the same claim."""
        meaning = READ_MEANINGS[says]
        before = {role: value for role, value in self.whose.items() if role != "all" and isinstance(value, frozenset)}
        teams = {role for role, kind in meaning.roles.items() if kind == "team" and role not in said}
        if teams == {"subject"} and isinstance(self.whose.get("subject"), str):
            return {"subject": self.whose["subject"]}
        left = [role for role, kind in meaning.roles.items() if kind == "who" and role not in said]
        named = [value for value in said.values() if isinstance(value, frozenset)]
        found: dict[str, object] = {}
        if left == ["subject"] and "object" in before and list(meaning.roles.values()).count("who") == 1:
            return {"subject": self.whom} if self.whom is not None else {}
        for role in left if named or before else ():
            others = [before.get(role), *before.values()]
            who = next((one for one in others if one is not None and one not in named), None)
            if who is not None:
                found[role] = who
                named.append(who)
        if says == self.said and "lap" in meaning.roles and "lap" not in said and "lap" in self.whose:
            found["lap"] = self.whose["lap"]
        return found

    def made(self, says: str, said: Mapping[str, object], compares: str, tokens: Sequence[Token]) -> bool:
        """Whether the results make this claim, of one subject, at the moment that is said."""
        of_it = [one for one in self.statements.get(says, ()) if self.is_then(one, tokens)]
        told = {role: value for role, value in said.items() if role in ("nth", "subject")}
        if "nth" in said:
            told |= {role: value for role, value in said.items() if isinstance(value, frozenset)}
        of_all = of_it
        of_it = [one for one in of_it if all(fits(one.parts.get(role), value, "") for role, value in told.items())]
        meaning = READ_MEANINGS[says]
        if says in _JOINT and {frozenset((one.value("subject"),)) for one in of_all} != self.together:
            return False
        if says in _SHARED and any(isinstance(value, Amount) and value.bound for value in said.values()):
            return False  # `at least two` may be said of more than those who have two
        if says == "no_further_action" and is_penalised(self.statements, said):
            return False  # of one case nothing came, of another a penalty
        if compares == "!" and (not self.over or said.get("subject") in self.gone):
            return False
        if says in _TRENDS and said.keys().isdisjoint(("start", "lap")) and _TRENDS[says] not in self.statements:
            return False
        if compares == "?":
            of_it = [one for one in of_it if "end" not in one.parts]
        if compares == "&@":
            others = {role: value for role, value in said.items() if role != "value"}
            of_it = [
                one for one in of_it if all(fits(one.parts.get(role), value, "") for role, value in others.items())
            ]
            return len(of_it) > 1 and all(fits(one.parts.get("value"), said["value"], "") for one in of_it)
        if compares in ("=0", "=1", "~", "&~"):
            if compares[-1] == "~":
                of_it = [one for one in of_it if _is_within(one, said["start"])]
                said = {role: value for role, value in said.items() if role != "start"}
            else:
                of_it = [one for one in of_it if one.value("value") == int(compares[1:])]
            return any(all(fits(one.parts.get(role), value, "") for role, value in said.items()) for one in of_it)
        of_two = of_it
        if says == "slower_on_lap" and "lap" in said:  # the two are the same on every lap
            of_two = [one for one in of_it if fits(one.parts.get("lap"), said["lap"], "")]
        if (meaning.roles.keys() - meaning.open - said.keys()) and len({one.about(meaning.open) for one in of_two}) > 1:
            return False
        by = {"value": compares}
        return any(all(fits(one.parts.get(role), of, by.get(role, "")) for role, of in said.items()) for one in of_it)

    def is_then(self, statement: Statement, tokens: Sequence[Token]) -> bool:
        """Whether a statement is of the moment that is said: now, where none is."""
        past = language("en").past
        if any(token.text.lower() in past for token in tokens) and not (
            statement.moment or self.over or statement.says in TOLD_AS_PAST
        ):
            return False
        if self.scope or statement.moment in self.scopes:
            return statement.moment == self.scope
        if self.lap is not None:
            told_of_it = is_of_one_lap(statement.says, tokens)
            now = not told_of_it and not statement.moment and self.laps.get(statement.step) == self.lap
            return now or statement.moment == f"lap {self.lap:.0f}"
        return not statement.moment or statement.event


def _is_within(statement: Statement, lap: object) -> bool:
    """Whether a lap is one of those from the start of something that has ended to its end."""
    start, end = statement.value("start"), statement.value("end")
    return isinstance(lap, Amount) and not lap.bound and end is not None and bool(start <= lap.value <= end)


def fits(part: StatementPart | None, said: object, compares: str) -> bool:
    """Whether what is said agrees with a part of a statement; `compares` is `>`, `<`, `<=` or empty for equality."""
    if part is None:
        return False
    if isinstance(said, Amount):
        value = abs(float(part.value))
        if compares in (">", "<", "<="):
            return value > said.value if compares == ">" else value < said.value + (compares == "<=") * 1e-6
        return said.is_said_of(value)
    if isinstance(said, frozenset):
        return said == {part.value}
    if part.kind == "text":
        return is_text_told(str(said), str(part.value))
    return str(part.value).upper() == str(said).upper()


def _is_whole(step: StepResult) -> bool:
    """Whether a call set no limit to its rows, and none is cut."""
    unlimited = all(name.startswith("at_") or value is None for name, value in step.arguments.items())
    rows = max((len(value) for value in step.envelope.values() if isinstance(value, list)), default=0)
    cars = step.envelope.get("cars")
    return unlimited and "truncated" not in step.envelope and (not isinstance(cars, int) or cars == rows)
