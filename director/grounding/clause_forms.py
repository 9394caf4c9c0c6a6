"""Forms of one thing in the text of a clause: what only says now, words of one meaning, word orders.

Each kind of word is treated once for all claims, in every language. What says only that a clause is of now may stand
beside any claim; what says "so far" beside what has come together until now; words of one meaning are one word; what
changes the truth (no longer, nearly, before, only to begin with) is no form, so that its clause is worded by code.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, product
from typing import Any

from director.grounding.languages import Code, Language, Tokens, language
from director.grounding.meanings import MEANINGS
from director.grounding.reading_words import word_tokens
from director.language.word_lists import words

_ADDS_UP = words(
    "stop_count not_stopped fastest_lap best_lap total_stops safety_car_count vsc_count red_flag_count out_count "
    "laps_done laps_led overtake_count lead_change_count most_stops gained lost most_gained most_lost led_all moved "
    "penalised lap_rank overtook stopped_on"
)
"""Claims of what has come together until now, beside which `so far` may stand."""
_LOOSE = words(
    "is_behind has_position leads stopped_on on_tyre stop_count fastest_lap best_lap last_lap not_stopped laps_left "
    "laps_done out tyre_age off_lead started lap_rank in_pit is_behind_laps off_lead_laps overtook"
)
"""Claims in which no preposition tells anything that the words beside it do not: of a change, one tells by from to."""
_STILL_TELLS = _ADDS_UP | words("tyre_age laps_left fuel_left penalty_not_served")
"""Claims in which `still` tells what is to come: "still has two stops", "still eighteen laps"."""
_ABOUT = words(
    "expected_end catch_predicted rejoin_predicted pit_loss pit_loss_safety_car pit_loss_vsc own_pit_loss tyre_slope"
)
"""Claims that are only about so much, beside which `exactly` says more than is known."""
_SIGNALS = words("safety_car_out safety_car_running vsc_out yellow_flag red_flag")
"""Claims of a flag or a safety car: `is out` says that it is shown, and no other word for a car that is out does."""
_HOLDS_ORDER = words("off_lead off_lead_laps off_pole off_fastest no_further_action")
"""Claims of one with something else that has no slot, whose order tells which is which."""
_PAIRED = frozenset(("start", "end", "total"))
_SUBJECTS = frozenset(("{subject}", "{object}"))
_LAST = {"fastest_lap": ("{value}", "{lap}"), "best_lap": ("{value}", "{lap}"), "last_lap": ("{value}",)}
"""What is said of a whole clause, wherever it stands: `on {lap} {subject} stopped` as `{subject} stopped {lap}`."""
_Table = Mapping[str, tuple[tuple[Tokens, Tokens], ...]]
"""Words with what stands instead of them, by the first of them, the longest first."""


def is_form(tokens: Tokens, says: str, code: Code) -> bool:
    """Whether the words of a clause are a wording of its claim in another form, with adjuncts or without."""
    known = formed_wordings(says, code)
    return any(formed(said, says, code) in known for said in _with_fewer(tokens, language(code).adjuncts(says)))


def _with_fewer(tokens: Tokens, adjuncts: Collection[Tokens]) -> Iterator[Tokens]:
    """The words of a text, and those that are left without one or two of its adjuncts."""
    yield tokens
    for left in _without_one(tokens, adjuncts):
        yield left
        yield from _without_one(left, adjuncts)


def _without_one(tokens: Tokens, adjuncts: Collection[Tokens]) -> Iterator[Tokens]:
    for one in adjuncts:
        for at in range(len(tokens) - len(one) + 1):
            if tokens[at : at + len(one)] == one:
                yield tokens[:at] + tokens[at + len(one) :]


def formed(tokens: Tokens, says: str, code: Code) -> Tokens:
    """The words of a clause in one form of all that mean the same.

    One that begins with its verb is a question or an order, and one that begins with a denial denies something else:
    no wording has their form, in a language of free order.
    """
    forms = _forms(code)
    told = _in_form(tokens, says, language(code), forms)
    return ("?", *told) if tokens[:1] and tokens[0] in forms.verbs else told


@cache
def formed_wordings(says: str, code: Code) -> frozenset[Tokens]:
    """The wordings of a claim, each in its form; those that compare are not among them."""
    plain = (tokens for tokens, compares in language(code).wordings(says).items() if not compares)
    return frozenset(_in_form(tokens, says, language(code), _forms(code)) for tokens in plain)


def _in_form(tokens: Tokens, says: str, tongue: Language, forms: _Forms) -> Tokens:
    tokens = forms.apart(tokens)
    kept = _uncleft(
        _one_word(tokens, forms.beside[says in _ADDS_UP, says not in _STILL_TELLS, says not in _ABOUT]), forms.cleft
    )
    if kept != tokens and len(kept) > 1 and kept[1] in _SUBJECTS and tokens[0] != kept[0]:
        kept = (kept[1], kept[0], *kept[2:])  # `derzeit liegt {subject}` as `{subject} liegt`
    if not forms.verbs:
        return _in_one_word(tongue.bare(kept), says, forms)
    if _is_free(says):
        return tuple(sorted(_in_one_word(tongue.bare(kept), says, forms)))
    kept = tongue.bare(_uncleft(_values_last(kept, says, forms), forms.cleft))
    told = _in_one_word(kept, says, forms)
    is_of_other = tokens[1:2] and tokens[1] in _SUBJECTS and tokens[0] in forms.loose
    return (tokens[0], "...", *told) if is_of_other else told  # `auf {object} hat {subject} {value}`


def _in_one_word(tokens: Tokens, says: str, forms: _Forms) -> Tokens:
    same = forms.same_of_signals if says in _SIGNALS else forms.same
    if not forms.moves:
        loose = says in _LOOSE
        return _one_word(_firm(tokens, forms.loose) if loose else tokens, forms.same_of_loose if loose else same)
    if says not in _LOOSE:
        return _settled(tokens, same)
    moved = _with_last(tokens, _LAST.get(says, ("{lap}",)), forms.loose)
    whose = _whose(moved, forms.of) if says == "best_lap" else moved
    return _settled(_firm(whose, forms.loose, turned=True), forms.same_of_loose)


class _Forms:
    """The table of one language."""

    def __init__(self, tongue: Language) -> None:
        table: Mapping[str, Any] = tongue.words.get("clauses", {})
        self.elided: Mapping[str, str] = table.get("elided", {})
        self.firm: _Table = {}
        self.firm = _by_first({one: ("-".join(one),) for one in map(self.apart, _phrases(table.get("firm", "")))})
        now, so_far, still, exactly = (
            frozenset(map(self.apart, _phrases(table.get(name, "")))) for name in ("now", "so_far", "still", "exactly")
        )
        none = frozenset[Tokens]()
        self.beside = {
            (adds_up, says_little, is_known): _by_first(
                dict.fromkeys(
                    now
                    | (so_far if adds_up else none)
                    | (still if says_little else none)
                    | (exactly if is_known else none),
                    (),
                )
            )
            for adds_up, says_little, is_known in product((False, True), repeat=3)
        }
        """What tells nothing beside a claim: of what adds up or not, where `still` tells little or not, and of what is
        known or is about so much."""
        self.verbs = frozenset(word_tokens(table.get("verbs", "")))
        """What a question or an order begins with, in a language of free order."""
        self.moves = bool(table.get("moves"))
        """Whether a lap or a time may stand anywhere, and words of one meaning are looked for twice."""
        self.loose = frozenset(word_tokens(table.get("loose", "")))
        self.of = frozenset(word_tokens(table.get("of", "")))
        self.cleft = tuple(tuple(word_tokens(part)) for part in table.get("cleft", "").split("...") if part)
        same: Mapping[str, str] = tongue.words.get("clause_words", {})
        one_word = {
            tongue.bare(self.apart(word_tokens(one))): tongue.bare(self.apart(word_tokens(instead)))
            for instead, these in same.items()
            for one in these.split(", ")
        }
        self.same = _by_first(one_word)
        gone = frozenset(tongue.bare(self.apart(one)) for one in _phrases(table.get("gone", "")))
        self.same_of_signals = _by_first({one: instead for one, instead in one_word.items() if instead not in gone})
        """Without the words for a car that is out of the race."""
        self.same_of_loose = _by_first(
            {
                _firm(one, self.loose, turned=self.moves): _firm(instead, self.loose, turned=self.moves)
                for one, instead in one_word.items()
            }
        )

    def apart(self, tokens: Iterable[str]) -> Tokens:
        """The words with an elided one before its noun as a word (`l'écart`), and those that only hold together as one
        (`deve ancora`), of which nothing is then dropped.
        """
        found: list[str] = []
        for token in tokens:
            before, _, noun = token.partition("'")
            found += (self.elided[before], noun) if noun and before in self.elided else (token,)
        return _one_word(tuple(found), self.firm)


@cache
def _forms(code: Code) -> _Forms:
    return _Forms(language(code))


def _phrases(text: str) -> frozenset[Tokens]:
    return frozenset(tuple(word_tokens(one)) for one in text.split(", ") if one)


def _by_first(words: Mapping[Tokens, Tokens]) -> _Table:
    found: dict[str, list[tuple[Tokens, Tokens]]] = {}
    for one in sorted(filter(None, words), key=len, reverse=True):
        found.setdefault(one[0], []).append((one, words[one]))
    return {first: tuple(these) for first, these in found.items()}


def _firm(tokens: Tokens, loose: frozenset[str], *, turned: bool = False) -> Tokens:
    """The words without loose prepositions. `turned`: `a {subject}` that begins a clause turns it round, and stays."""
    kept = 1 if turned and len(tokens) > 1 and tokens[1] in _SUBJECTS else 0
    return tokens[:kept] + tuple(token for token in tokens[kept:] if token not in loose)


def _with_last(tokens: Tokens, last: Tokens, loose: frozenset[str]) -> Tokens:
    """The words with these slots behind them, in this order."""
    if not any(slot in tokens for slot in last):
        return tokens
    pairs = zip(tokens, (*tokens[1:], ""), strict=False)
    rest = [token for token, after in pairs if token not in last and not (token in loose and after in last)]
    return (*rest, *(slot for slot in last if slot in tokens))


def _whose(tokens: Tokens, of: frozenset[str]) -> Tokens:
    """`best lap of {subject}` as `best lap 's {subject}`: `best lap: {subject}` says that nobody was faster."""
    nexts = (*tokens[1:], "")
    return tuple(
        "'s" if token in of and after == "{subject}" else token for token, after in zip(tokens, nexts, strict=False)
    )


@cache
def _is_free(says: str) -> bool:
    """Whether the parts of a claim may stand in any order, as nothing else in it could be taken for its subject."""
    roles = MEANINGS[says].roles.keys() if says in MEANINGS else _PAIRED
    return says not in _HOLDS_ORDER and "object" not in roles and _PAIRED.isdisjoint(roles)


def _values_last(tokens: Tokens, says: str, forms: _Forms) -> Tokens:
    """The words with the values behind them: who does it to whom holds its order."""
    if not _PAIRED.isdisjoint(MEANINGS[says].roles if says in MEANINGS else _PAIRED):
        return tokens
    parts = _parts(tokens, forms.loose)
    values = sorted(part for part in parts if part[-1].startswith("{") and part[-1] not in _SUBJECTS)
    kept = tuple(chain.from_iterable(part for part in parts if part not in values))
    if kept != tokens and len(kept) > 1 and kept[0] in forms.verbs and kept[1] in _SUBJECTS:
        kept = (kept[1], kept[0], *kept[2:])  # `in {lap} überholte {subject} {object}`
    return (*kept, *chain.from_iterable(values))


def _parts(tokens: Tokens, prepositions: frozenset[str]) -> list[Tokens]:
    """The words one by one, a value with the preposition before it."""
    parts: list[Tokens] = []
    for token in tokens:
        if token.startswith("{") and token not in _SUBJECTS and parts and parts[-1][-1] in prepositions:
            parts[-1] = (*parts[-1], token)
        else:
            parts.append((token,))
    return parts


def _uncleft(tokens: Tokens, cleft: tuple[Tokens, ...]) -> Tokens:
    """`c'est {subject} qui mène` as `{subject} mène`."""
    if len(cleft) != 2:
        return tokens
    begins, goes_on = cleft
    at = len(begins)
    is_cleft = tokens[:at] == begins and tokens[at : at + 1] == ("{subject}",)
    if not is_cleft or tokens[at + 1 : at + 1 + len(goes_on)] != goes_on:
        return tokens
    return ("{subject}", *tokens[at + 1 + len(goes_on) :])


def _one_word(tokens: Tokens, same: _Table) -> Tokens:
    """The words with those of one meaning as one, the longest first."""
    found: list[str] = []
    index = 0
    while index < len(tokens):
        for one, instead in same.get(tokens[index], ()):
            if tokens[index : index + len(one)] == one:
                found += instead
                index += len(one)
                break
        else:
            found.append(tokens[index])
            index += 1
    return tuple(found)


def _settled(tokens: Tokens, same: _Table) -> Tokens:
    """The words as they are where what stands instead of some is one word with others: `va en cabeza` as `lidera`."""
    once = _one_word(tokens, same)
    return once if once == tokens else _one_word(once, same)
