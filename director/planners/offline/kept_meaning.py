"""Whether another wording asks for as much as a question does: a reason, a manner and a number must be asked for there
too, and of who did it and not of who suffered it, or its answer would be true and not to the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from director.language.grammar import WHY
from director.language.numbers import read_number
from director.language.word_lists import words
from director.planners.offline.question_items import NUMBER, ORDINAL, Item

_HOW = "how"
_COME = "come"
_MANY = "many"
_EXPLAINED = WHY | words("how happened wrong reason caused cause")
"""A wording with one of these asks what bears on a reason or a manner."""
_FOR_WHAT = " for"
"""Who asks what a penalty is for asks why it was given."""
_COUNTED = words("how number count")
_LAPS, _STINT = words("lap laps"), words("stint stints")
"""Of a stint its laps are told."""
_HAPPENED = words("happen happens happened")
_TOLD_OF = _HAPPENED | words("went wrong incident incidents crash crashed")
_UNITS = words("second seconds tenth tenths hundredth hundredths minute minutes metre metres meters")
"""So many of these are a gap or a time, and no number of things."""
_DONE = words("did do does has have had is was are were can could come")
"""After "how" they ask in which manner; "how many" and "how far" ask for a measure."""
_MEASURED = words("far much many long big large close old fast quick often")
"""After "how" they ask for a measure, and neither a reason nor a manner."""
_TIMES = "lap times"
_TIMED = words(
    "lap laps time times timing timed pace fast faster fastest quick quicker quickest slow slower slowest speed "
    "clock clocked doing rate"
)
"""Who asks for lap times says one of these."""
_NOT, _PLACING = "not", words("on in with from using used run ran tried fitted")
"""What is said not to be "on hards", or not to have used them, is left out, which a wording must say."""
_DENYING = words("not no without never nobody except outside")
_SEGMENTS = words("q1 q2 q3")
"""A wording of one answers no question of another."""
_STANDING, _OF_A_SEASON = words("constructors championship title"), words("constructors championship title points")
"""Who leads these is told by points, and by no order of this race."""
_PIT = "pit"
_SUFFERED = "been"
_LOST, _PASSED = "lost", "overtook"
"""Who lost a place to somebody is not who overtook him."""
_NEVER = "never"
_WHO = words("who whom which")
_ANYONE = words("anyone anybody any")
"""Whether any of these did it is told with who it was."""
_STOPS = words("stop stops stint stints")
_ORDINALS = words("first second third fourth fifth")
_BY_TIME = words("fastest quickest slowest longest shortest")
"""Of the first stops the fastest is not that of all."""
_BEFORE_STOPS, _STOPPING = "before the stops", words("stop stops stopped pit pits pitted pitting box boxed tyres")
_IF_NOW, _PAST = "if he stops now", words("did was were put cost")
_HAS, _DONE_STOP = words("has have"), words("stopped pitted")
_LISTED, _PLACED, _EACH, _TOP = "positions", "placed", "each", "top"
_RANKED = words("best highest first top worst lowest last")
"""Without these nobody asks who is placed best."""
_CAR_AHEAD, _AHEAD = "car ahead", words("ahead front next lead")
_BEHIND, _ANYBODY = "behind", words("anyone anybody someone somebody")
_HAPPENED_OF_LATE, _ONLY = "what happened in the last", "only"
_STAYS, _OUT = ("stay", "stays", "stayed", "staying"), words("out")
_PACE, _WHERE_OR_WHO = "pace", ("where is ", "who is behind ", "who is ahead ")
_FARING = words("doing going getting faring looking went")
"""How somebody does is told by where he is."""


_IN_OTHER_WORDS = frozenset((1, 2))
"""The leader's and the runner-up's place."""
_EXCEPT = words("excluding excepting except besides")
_THOSE, _WHO_ARE, _SHORT = words("those of"), words("who that with without on in"), 3
"""What follows these says of whom alone is asked; a word of so many letters says little."""
_SECTOR, _SECTORS, _IDEAL = "sector", "sectors", "ideal"
_DRS, _TOLD_OF_DRS = words("drs flap"), words("drs train trains second")
_LAST, _OF_ALL_STOPS = "last", words("spent lost total average")
"""A wording with one of these is of all stops of somebody."""
_LOOKED_AT, _PENALISED = words("noted reported mentioned flagged"), words("penalty penalties penalised penalized")
_TAKING_OFF = words("off from dump dumps dumped ditch ditched bin binned discard discarded abandon abandoned")
_CAUSED, _RETIRED = words("caused causing"), words("retire retired")
_PITS_FOR, _COMPOUNDS = ("pit for ", "pitted for "), words("softs mediums hards inters intermediates wets slicks")
_PARTS, _NUMBERED = words("part segment"), words("one two three 1 2 3 last final next")
"""A part of qualifying with none of these is the one that it is."""


def keeps_the_meaning(items: Sequence[Item], wording: str) -> bool:
    """Whether a wording asks for the reason, the manner, the number or the event that a question asks for."""
    said, told = [item.said for item in items], set(wording.split())
    if _SUFFERED in told and _did_it(items, said):
        return False
    if _LOST in said and _PASSED in told:
        return False
    astray = (
        is_of_the_past, is_of_a_stop, is_of_tyres_taken_off, is_of_another_position, looks_the_other_way,
        leaves_out_what, is_only_of_late,
    )  # fmt: skip
    if any(of(items, wording) for of in astray):
        return False
    if _BEFORE_STOPS in wording and _STOPPING.isdisjoint(said):
        return False
    if not _STANDING.isdisjoint(said) and _OF_A_SEASON.isdisjoint(told):
        return False
    if _follows(said, _NOT, _PLACING) and told.isdisjoint(_DENYING):
        return False
    if _NEVER in said and told.isdisjoint(_DENYING):
        return False
    if (segments := told & _SEGMENTS) and _SEGMENTS & set(said) and segments.isdisjoint(said):
        return False
    if _asks_why(said) or _asks_in_which_manner(said):
        measures = _follows(wording.split(), _HOW, _MEASURED) and told.isdisjoint(_EXPLAINED - {_HOW})
        return (not told.isdisjoint(_EXPLAINED) and not measures) or wording.endswith(_FOR_WHAT)
    if _TIMES in wording and _TIMED.isdisjoint(said):
        return False
    if not _HAPPENED.isdisjoint(said):
        return not told.isdisjoint(_TOLD_OF)
    counts = _follows(said, _HOW, frozenset((_MANY,))) and not _follows(said, _MANY, _UNITS)
    of_a_stint = _follows(said, _MANY, _LAPS) and not told.isdisjoint(_STINT)
    return not counts or of_a_stint or not told.isdisjoint(_COUNTED)


def asks_who_as_whether(items: Sequence[Item], wording: str) -> bool:
    """Whether a question asks who it was, and a wording whether it was so of somebody: "did Norris overtake Perez"."""
    told = wording.split()
    return bool(items) and items[0].said in _WHO and told[:1] != [] and told[0] in _DONE and _ANYONE.isdisjoint(told)


def ranks_all(items: Sequence[Item], wording: str) -> bool:
    """Whether a wording ranks all stops or stints, where a question ranks the first or the second ones."""
    said, told = [item.said for item in items if item.said != _PIT], set(wording.split())
    return bool(_BY_TIME & told) and any(_follows(said, nth, _STOPS) and nth not in told for nth in _ORDINALS)


def ranks_a_list(items: Sequence[Item], wording: str) -> bool:
    """Whether a wording asks who is placed best or worst, or who is first in something, where a question asks for the
    positions of all or a value of each.
    """
    said, told = {item.said for item in items}, wording.split()
    of_each = _EACH in said and told[:1] == [_TOP]
    return of_each or (_LISTED in said and _PLACED in told and said.isdisjoint(_RANKED))


def is_of_tyres_taken_off(items: Sequence[Item], wording: str) -> bool:
    """Whether a question is of whoever came off some tyres, and a wording of who pitted for them."""
    if not any(one in wording for one in _PITS_FOR):
        return False
    after = (items[at + 1 : at + 3] for at, item in enumerate(items) if item.text.lower() in _TAKING_OFF)
    return any(item.text.lower() in _COMPOUNDS for some in after for item in some)


def is_of_another_position(items: Sequence[Item], wording: str) -> bool:
    """Whether a wording is of a position that a question does not name, and that nobody says in other words: third to
    sixth is not third and fourth.
    """
    numbers = (read_number(word) for word in wording.lower().split())
    places = {number.value for number in numbers if number is not None and number.ordinal}
    named = {item.readings[NUMBER] for item in items if NUMBER in item.readings}
    return any(ORDINAL in item.readings for item in items) and not places <= named | _IN_OTHER_WORDS


def leaves_out_those(items: Sequence[Item], wording: str) -> bool:
    """Whether a question asks only of those who did something or are something, or of all but somebody, and a wording
    says nothing of it.
    """
    said = [item.text.lower() for item in items]
    if not _EXCEPT.isdisjoint(said) and _DENYING.isdisjoint(wording.split()):
        return True
    at = next((at for at, pair in enumerate(pairwise(said)) if pair[0] in _THOSE and pair[1] in _WHO_ARE), None)
    if at is None:
        return False
    of_them = [word for word in said[at + 2 :] if len(word) > _SHORT]
    return bool(of_them) and not any(word[: _SHORT + 1] in wording for word in of_them)


def leaves_out_what(items: Sequence[Item], wording: str) -> bool:
    """Whether a wording does not ask of the one thing that a question asks of: the last stop, one sector, ideal
    laps, DRS, who was noted and not penalised, the part of qualifying that it is, two parts of it.
    """
    said, told = [item.said for item in items], set(wording.split())
    spoken = set(said)
    if _IDEAL in spoken - told:
        return True
    if _SECTOR in spoken and _SECTORS in told - spoken and _SECTOR not in told:
        return True
    if spoken & _DRS and told.isdisjoint(_TOLD_OF_DRS):
        return True
    if _follows(said, _LAST, _STOPS | {_PIT}) and told & _OF_ALL_STOPS and spoken.isdisjoint(_OF_ALL_STOPS):
        return True
    if spoken & _LOOKED_AT and told & _PENALISED and spoken.isdisjoint(_PENALISED):
        return True
    if told & _SEGMENTS and len(told & _SEGMENTS) < len(spoken & _SEGMENTS):
        return True
    of_any_part = not spoken.isdisjoint(_PARTS) and spoken.isdisjoint(_SEGMENTS | _ORDINALS | _NUMBERED)
    return bool(told & _SEGMENTS) and of_any_part


def is_of_the_past(items: Sequence[Item], wording: str) -> bool:
    """Whether a question asks what has happened, and a wording what a stop now would bring."""
    said = {item.said for item in items}
    happened = not _PAST.isdisjoint(said) or (not _HAS.isdisjoint(said) and not _DONE_STOP.isdisjoint(said))
    return _IF_NOW in wording and happened


def looks_the_other_way(items: Sequence[Item], wording: str) -> bool:
    """Whether a question is of who is behind somebody, and a wording of who is ahead of him."""
    said = [item.text.lower() for item in items]
    if _CAR_AHEAD not in wording or _BEHIND not in said or not _AHEAD.isdisjoint(said):
        return False
    at = said.index(_BEHIND)
    of_him = any(item.firm for item in items[at + 1 : at + 2])
    return of_him or not _ANYBODY.isdisjoint(said[:at])


def is_of_a_stop(items: Sequence[Item], wording: str) -> bool:
    """Whether a question asks what is so where somebody stays out, and a wording where he stops."""
    said = [item.text.lower() for item in items]
    return _IF_NOW in wording and any(_follows(said, stay, _OUT) for stay in _STAYS)


def is_only_of_late(items: Sequence[Item], wording: str) -> bool:
    """Whether a wording asks what happened in the last laps, and a question speaks of nothing late: "only 18 laps"."""
    return wording.startswith(_HAPPENED_OF_LATE) and _ONLY in [item.said for item in items]


def is_of_no_cause(items: Sequence[Item], wording: str) -> bool:
    """Whether a question asks who caused something, and a wording why somebody retired."""
    return not _CAUSED.isdisjoint(item.said for item in items) and not _RETIRED.isdisjoint(wording.split())


def is_of_no_pace(items: Sequence[Item], wording: str) -> bool:
    """Whether a question asks for a pace, and a wording where somebody is or who he is."""
    return _PACE in {item.text.lower() for item in items} and wording.startswith(_WHERE_OR_WHO)


def _did_it(items: Sequence[Item], said: Sequence[str]) -> bool:
    """Whether it asks what somebody did: "did Norris get past anyone"."""
    return len(items) > 1 and said[0] in _DONE and items[1].firm and not said[1] and _SUFFERED not in said


def _asks_why(said: Sequence[str]) -> bool:
    return not WHY.isdisjoint(said) or _follows(said, _HOW, frozenset((_COME,)))


def _asks_in_which_manner(said: Sequence[str]) -> bool:
    return _follows(said, _HOW, _DONE) and _FARING.isdisjoint(said)


def _follows(said: Sequence[str], word: str, others: frozenset[str]) -> bool:
    return any(one == word and other in others for one, other in pairwise(said))
