"""What is said in passing, as a claim of its own: `leader Perez`, `Sainz in seventh`, `used softs`, `wins by 2 s`.

A sentence is read as it stands and with its asides taken out. What an aside says has to be proved beside the rest, so
a reading never says less than the sentence does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from msgspec import Struct

from director.grounding.english.readings import HIS, bare
from director.grounding.english.tokens import Amount, Token
from director.grounding.languages import Tokens

Words = tuple[Token, ...]
_ASIDES_MOST = 4
_BEFORE_SOMEBODY = frozenset(("off", "behind", "of", "from", "to", "on", "over"))
_NEW = {"new": "new", "fresh": "new", "used": "used", "scrubbed": "used"}
_LEADS = frozenset(("leads", "heads"))
_BACK = frozenset(("behind", "down", "off", "back", "away", "adrift", "slower"))
_GAPS = _BACK | {"ahead", "clear", "up"}
_WINS = frozenset(("won", "wins"))
_IS_SPLIT = (("is", "covered", "by"), ("is", "separated", "by"), ("is", "split", "by"), ("is", "covered", "by", "just"))
_WITHIN = (("is", "within"), ("is", "covered", "within"), ("is", "separated", "by", "less", "than"))


class Aside(Struct, frozen=True):
    """The tokens `start:end` of a sentence as an aside: `instead` stands in their place, and `claims` have to hold
    besides.
    """

    start: int
    end: int
    instead: Words
    claims: tuple[Words, ...] = ()


class Order(Struct, frozen=True):
    """Who stands where: the cars by position, and by the rank of their best laps."""

    positions: Mapping[int, str]
    ranks: Mapping[int, str]

    def at(self, value: object, by: Mapping[int, str]) -> Token | None:
        """Whoever has a position or a rank."""
        place = int(value.value) if isinstance(value, Amount) and value.value.is_integer() else 0
        return Token(by[place], means={"who": frozenset((by[place],))}) if place in by else None


def ways_to_read(tokens: Sequence[Token], order: Order) -> Iterator[tuple[Words, tuple[Words, ...]]]:
    """The sentence as it stands, then with its asides taken out, each with what has to be true beside it."""
    yield tuple(tokens), ()
    found = list(_asides(tuple(tokens), order))[:_ASIDES_MOST]
    for size in range(len(found), 0, -1):
        for some in combinations(found, size):
            if all(one.end <= other.start for one, other in pairwise(some)):
                yield _without(tuple(tokens), some)


def said(text: str) -> Words:
    """A wording of this project as tokens, in the form that a sentence has once it is read."""
    return tuple(bare([Token(word, word) for word in text.split()]))


def _without(tokens: Words, some: Sequence[Aside]) -> tuple[Words, tuple[Words, ...]]:
    kept: list[Token] = []
    index = 0
    for aside in some:
        kept += [*tokens[index : aside.start], *aside.instead]
        index = aside.end
    return (*kept, *tokens[index:]), tuple(claim for aside in some for claim in aside.claims)


def _asides(tokens: Words, order: Order) -> Iterator[Aside]:
    for index in range(len(tokens)):
        for rule in _RULES:
            if aside := rule(tokens, index, order):
                yield aside
                break


def _words(tokens: Sequence[Token]) -> Tokens:
    return tuple(token.word for token in tokens)


def _who(tokens: Words, index: int) -> Token | None:
    return tokens[index] if index < len(tokens) and "who" in tokens[index].means else None


def _at(tokens: Words, index: int) -> Token | None:
    """A position that stands there, `third` or `P3`."""
    return tokens[index] if index < len(tokens) and "position" in tokens[index].means else None


def _in_position(tokens: Words, index: int, order: Order) -> Aside | None:
    """`Sainz in seventh`, `seventh-placed Sainz`."""
    who, place = _who(tokens, index), _at(tokens, index + 2)
    if index and who and place and tokens[index + 1].word == "in":
        end = index + 3 + (_words(tokens[index + 3 : index + 4]) in (("place",), ("position",)))
        return Aside(index, end, (who,), ((who, *said("is"), place),))
    who, place = _who(tokens, index + 3), _at(tokens, index)
    if who and place and _words(tokens[index + 1 : index + 3]) in ((",", "placed"), (",", "place")):
        return Aside(index, index + 4, (who,), ((who, *said("is"), place),))
    return None


def _is_in_position(tokens: Words, index: int, order: Order) -> Aside | None:
    """`Leclerc is 30 s behind the leader in fourth`, `behind Sainz, in fourth`: whom the sentence began with is fourth.

    Without a comma, `behind Sainz in third` is said of Sainz.
    """
    before = tokens[index - 1] if index else Token("", ",")
    if before.word not in ("leader", ",") and before.text != "team-mate":
        return None
    who = next((token for token in tokens[:index] if "who" in token.means), None)
    if who is None or tokens[index].word != "in" or index + 2 != len(tokens) or not (place := _at(tokens, index + 1)):
        return None
    return Aside(index - (before.word == ","), index + 2, (), ((who, *said("is"), place),))


def _own_value(tokens: Words, index: int, order: Order) -> Aside | None:
    """`Ricciardo's last lap, a 1:45.419, was ...`: his last lap took so long."""
    end = index + 1 if tokens[index].word in HIS else index + 2
    named = _who(tokens, index) is not None and _words(tokens[index + 1 : end]) == ("'s",)
    if _words(tokens[end : end + 3]) not in (("last", "lap", ","), ("best", "lap", ",")) or len(tokens) < end + 4:
        return None
    time = tokens[end + 3]
    if not (named or (index == 0 and end == 1)):
        return None
    if "time" not in time.means or ":" not in time.text:
        return None
    closed = len(tokens) > end + 4 and tokens[end + 4].word == ","
    return Aside(end + 2, end + 4 + closed, (), ((*tokens[index : end + 2], *said("is"), time),))


def _leader(tokens: Words, index: int, order: Order) -> Aside | None:
    """`leader Perez`, `the leader, Perez`."""
    if tokens[index].word != "leader":
        return None
    after = index + 1 + (_words(tokens[index + 1 : index + 2]) == (",",))
    if not (who := _who(tokens, after)) or (after > index + 1 and after + 1 < len(tokens)):
        return None
    return Aside(index, after + 1, (who,), ((who, *said("leads")),))


def _somebody_at(tokens: Words, index: int, order: Order) -> Aside | None:
    """`off second place`: off whoever is second."""
    place = _at(tokens, index + 1)
    if tokens[index].word not in _BEFORE_SOMEBODY or place is None:
        return None
    before = tokens[index - 1] if index else Token("")
    if tokens[index].word == "from" and "seconds" not in before.means and before.word not in ("away", "back", "gap"):
        return None  # who won from second started there
    who = order.at(place.means["position"], order.positions)
    end = index + 2 + (_words(tokens[index + 2 : index + 3]) in (("place",), ("position",)))
    return Aside(index + 1, end, (who,)) if who else None


def _state_of_tyres(tokens: Words, index: int, order: Order) -> Aside | None:
    """`used softs`, of whoever was named before."""
    state = _NEW.get(tokens[index].word)
    of_set = _words(tokens[index + 1 : index + 3]) == ("set", "of")
    after = tokens[index + 1 + 2 * of_set : index + 2 + 2 * of_set]
    last = next((at for at in range(index - 1, -1, -1) if "who" in tokens[at].means), None)
    if state is None or last is None or not after or "compound" not in after[0].means:
        return None
    whose = [token for token in _listed_to(tokens, last) if "who" in token.means]
    return Aside(
        index, index + 1 + 2 * of_set, (), tuple((who, *said(f"'s tyres were {state} when fitted")) for who in whose)
    )


def _listed_to(tokens: Words, last: int) -> Words:
    """The names, with what joins them, that end here."""
    start = last
    while start and ("who" in tokens[start - 1].means or tokens[start - 1].word in (",", "and")):
        start -= 1
    return tokens[start : last + 1]


def _own_tyres(tokens: Words, index: int, order: Order) -> Aside | None:
    """`Perez's softs`, `on his softs`: his tyres, which are softs."""
    own = tokens[index].word
    after = tokens[index + 1 : index + 2]
    named = [token for token in tokens[:index] if "who" in token.means]
    if not after or "compound" not in after[0].means or not named or not (own == "'s" or own in HIS):
        return None
    if own in HIS and len({token.means["who"] for token in named}) > 1:
        return None  # "his" may be any of theirs
    return Aside(index + 1, index + 2, said("tyres"), ((named[-1], *said("is on"), after[0]),))


def _own_time(tokens: Words, index: int, order: Order) -> Aside | None:
    """`Hamilton's 1:11.701 is third fastest`: his lap, which is his best and took so long."""
    after = tokens[index + 1 : index + 3]
    who = _who(tokens, index)
    if (
        who is None
        or len(after) < 2
        or after[0].word != "'s"
        or "time" not in after[1].means
        or ":" not in after[1].text
    ):
        return None
    best = said("'s best lap is")
    rest = tokens[index + 3 : index + 6]
    is_gap = len(rest) > 2 and rest[0].word == "is" and "seconds" in rest[1].means and rest[2].word in _GAPS
    return Aside(index, index + 3, (who, *best[:-1]) if is_gap else (who,), ((who, *best, after[1]),))


def _gap_of_laps(tokens: Words, index: int, order: Order) -> Aside | None:
    """`Norris has the fastest lap, with Lawson 2.6 s back in second`: second by best laps."""
    who, place = _who(tokens, index), _at(tokens, index + 4)
    words = _words(tokens)
    is_of_laps = ("fastest", "lap") in pairwise(words[:index]) and (_LEADS | _WINS).isdisjoint(words)
    if not who or not place or not is_of_laps or "seconds" not in tokens[index + 1].means:
        return None
    if words[index + 2] not in _BACK or words[index + 3] != "in" or len(tokens) != index + 5:
        return None
    best = (who, *said("'s best lap is"))
    return Aside(
        index, index + 5, (*best, tokens[index + 1], *said("off the fastest lap")), ((*best, place, *said("fastest")),)
    )


def _tyres_compared(tokens: Words, index: int, order: Order) -> Aside | None:
    """`on softs two laps older than Sainz's`: on softs, and so much older."""
    after = tokens[index + 1 : index + 3]
    if "compound" not in tokens[index].means or len(after) < 2 or "laps" not in after[0].means:
        return None
    is_compared = after[1].word in ("older", "fresher", "newer", "younger")
    return Aside(index, index + 1, (tokens[index], *said(","))) if is_compared else None


def _margin(tokens: Words, index: int, order: Order) -> Aside | None:
    """`Perez leads by 2 s`, `has the fastest lap by 2 tenths`: ahead of whoever is second."""
    who, words = _who(tokens, index), _words(tokens[index + 1 : index + 7])
    if not who or "by" not in words:
        return None
    by = index + 1 + words.index("by")
    gap = tokens[by + 1 : by + 2]
    if not gap or "seconds" not in gap[0].means or _words(tokens[by + 2 : by + 3]) in (("from",), ("over",)):
        return None
    verb = tuple(word for word in words[: words.index("by")] if word != "race")
    if len(verb) == 1 and verb[0] in _LEADS | _WINS:
        second, more = order.at(Amount(2.0), order.positions), "ahead of"
    elif (
        len(verb) == 3 and verb[0] in ("has", "holds", "set") and verb[1:] in (("fastest", "lap"), ("quickest", "lap"))
    ):
        second, more = order.at(Amount(2.0), order.ranks), "faster than"
    else:
        return None
    if second is None:
        return None
    own = said("'s best is") if more == "faster than" else said("is")
    return Aside(index, by + 2, (who, *own, gap[0], *said(more), second), ((who, *tokens[index + 1 : by]),))


def _covered(tokens: Words, index: int, order: Order) -> Aside | None:
    """`the top six are covered by 8 s`, alone in its sentence."""
    count = tokens[1].means.get("count") if len(tokens) > 1 and tokens[0].word == "top" else None
    first, last = order.at(Amount(1.0), order.positions), order.at(count, order.positions)
    if index or first is None or last is None or first.means == last.means or "seconds" not in tokens[-1].means:
        return None
    between = _words(tokens[2:-1])
    if between in _IS_SPLIT:
        return Aside(0, len(tokens), (last, *said("is"), tokens[-1], *said("behind"), first))
    if between in _WITHIN:
        return Aside(0, len(tokens), (last, *said("is within"), tokens[-1], *said("of"), first))
    return None


def _one_two(tokens: Words, index: int, order: Order) -> Aside | None:
    """`in a Ferrari one-two`."""
    words = _words(tokens[index : index + 5])
    if len(words) < 5 or words[0] not in ("in", "for", ",") or "team" not in tokens[index + 1].means:
        return None
    if words[2:] != ("one", ",", "two"):
        return None
    return Aside(index, index + 5, (), ((*said("it is"), *tokens[index + 1 : index + 5]),))


_RULES: tuple[Callable[[Words, int, Order], Aside | None], ...] = (
    _covered,
    _margin,
    _in_position,
    _is_in_position,
    _leader,
    _somebody_at,
    _state_of_tyres,
    _own_tyres,
    _own_time,
    _gap_of_laps,
    _own_value,
    _tyres_compared,
    _one_two,
)
