"""Forms of one thing in the text of a clause: what only says now, words of one meaning, word orders.

Each kind of word is treated once for all claims, in every language. What says only that a clause is of now may stand
beside any claim; what says "so far" beside what has come together until now; words of one meaning are one word; what
changes the truth (no longer, nearly, before, only to begin with) is no form, so that its clause is worded by code.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from director.grounding.languages import Code, Language, Tokens, language
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
_SUBJECTS = frozenset(("{subject}", "{object}"))
_LAST = {"fastest_lap": ("{value}", "{lap}"), "best_lap": ("{value}", "{lap}"), "last_lap": ("{value}",)}
"""What is said of a whole clause, wherever it stands: `on {lap} {subject} stopped` as `{subject} stopped {lap}`."""
_Table = Mapping[str, tuple[tuple[Tokens, Tokens], ...]]
"""Words with what stands instead of them, by the first of them, the longest first."""


def formed(tokens: Tokens, says: str, code: Code) -> Tokens:
    """The words of a clause, or of a wording of it, in one form of all that mean the same."""
    tongue, forms = language(code), _forms(code)
    kept = _one_word(tokens, forms.now_or_so_far if says in _ADDS_UP else forms.now)
    if kept != tokens and len(kept) > 1 and kept[1] in _SUBJECTS and tokens[0] != kept[0]:
        kept = (kept[1], kept[0], *kept[2:])  # `derzeit liegt {subject}` as `{subject} liegt`
    kept = tongue.bare(_uncleft(kept, forms.cleft))
    if says not in _LOOSE:
        return _settled(kept, forms.same)
    kept = _whose(
        _with_last(kept, _LAST.get(says, ("{lap}",)), forms.loose), forms.of if says == "best_lap" else frozenset()
    )
    return _settled(_firm(kept, forms.loose), forms.same_of_loose)


@cache
def formed_wordings(says: str, code: Code) -> frozenset[Tokens]:
    """The wordings of a claim, each in its form; those that compare are not among them."""
    plain = (tokens for tokens, compares in language(code).wordings(says).items() if not compares)
    return frozenset(formed(tokens, says, code) for tokens in plain)


class _Forms:
    """The table of one language."""

    def __init__(self, tongue: Language) -> None:
        table: Mapping[str, str] = tongue.words.get("clauses", {})
        now, so_far = _phrases(table.get("now", "")), _phrases(table.get("so_far", ""))
        self.now = _by_first(dict.fromkeys(now, ()))
        self.now_or_so_far = _by_first(dict.fromkeys(now | so_far, ()))
        self.loose = frozenset(word_tokens(table.get("loose", "")))
        self.of = frozenset(word_tokens(table.get("of", "")))
        self.cleft = tuple(tuple(word_tokens(part)) for part in table.get("cleft", "").split("...") if part)
        same: Mapping[str, str] = tongue.words.get("clause_words", {})
        one_word = {
            tongue.bare(tuple(word_tokens(one))): tongue.bare(tuple(word_tokens(instead)))
            for instead, these in same.items()
            for one in these.split(", ")
        }
        self.same = _by_first(one_word)
        self.same_of_loose = _by_first(
            {_firm(one, self.loose): _firm(instead, self.loose) for one, instead in one_word.items()}
        )


def _by_first(words: Mapping[Tokens, Tokens]) -> _Table:
    found: dict[str, list[tuple[Tokens, Tokens]]] = {}
    for one in sorted(filter(None, words), key=len, reverse=True):
        found.setdefault(one[0], []).append((one, words[one]))
    return {first: tuple(these) for first, these in found.items()}


def _firm(tokens: Tokens, loose: frozenset[str]) -> Tokens:
    """The words without loose prepositions; `a {subject}` that begins a clause turns it round, and so keeps its own."""
    kept = 1 if len(tokens) > 1 and tokens[1] in _SUBJECTS else 0
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
def _forms(code: Code) -> _Forms:
    return _Forms(language(code))


def _phrases(text: str) -> frozenset[Tokens]:
    return frozenset(tuple(word_tokens(one)) for one in text.split(", ") if one)


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
