"""Forms of one thing in the text of a clause: what only says now, words of one meaning, word orders.

Each kind of word is treated once for all claims, in every language. What says only that a clause is of now may stand
beside any claim; what says "so far" beside what has come together until now; words of one meaning are one word; what
changes the truth (no longer, nearly, before, only to begin with) is no form, so that its clause is worded by code.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import chain

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
_HOLDS_ORDER = words("off_lead off_lead_laps off_pole off_fastest no_further_action")
"""Claims of one with something else that has no slot, whose order tells which is which."""
_PAIRED = frozenset(("start", "end", "total"))
_SUBJECTS = frozenset(("{subject}", "{object}"))
_FORMS_MOST = 5


def formed(tokens: Tokens, says: str, code: Code) -> Tokens:
    """The words of a clause in one form of all that mean the same.

    One that begins with its verb is a question or an order, and one that begins with a denial denies something else:
    no wording has their form, in a language of free order.
    """
    forms = _forms(code)
    told = _in_form(tokens, says, language(code), forms)
    return ("?", *told) if tokens[:1] and tokens[0] in forms.verbs else told


def _in_form(tokens: Tokens, says: str, tongue: Language, forms: _Forms) -> Tokens:
    beside = forms.so_far if says in _ADDS_UP else frozenset()
    kept = _without(tokens, forms.now | beside | (frozenset() if says in _STILL_TELLS else forms.still))
    if kept != tokens and len(kept) > 1 and kept[1] in _SUBJECTS and tokens[0] != kept[0]:
        kept = (kept[1], kept[0], *kept[2:])  # `derzeit liegt {subject}` as `{subject} liegt`
    if forms.verbs and not _is_free(says):
        kept = _values_last(kept, says, forms)
    kept = tongue.bare(_uncleft(kept, forms.cleft))
    if forms.verbs and _is_free(says):
        return tuple(sorted(_in_one_word(kept, says, forms)))
    is_of_other = forms.verbs and tokens[1:2] and tokens[1] in _SUBJECTS and tokens[0] in forms.loose
    told = _in_one_word(kept, says, forms)
    return (tokens[0], "...", *told) if is_of_other else told  # `auf {object} hat {subject} {value}`


def _in_one_word(tokens: Tokens, says: str, forms: _Forms) -> Tokens:
    if says in _LOOSE:
        return _one_word(_firm(tokens, forms.loose), forms.same_of_loose)
    return _one_word(tokens, forms.same)


@cache
def formed_wordings(says: str, code: Code) -> frozenset[Tokens]:
    """The wordings of a claim, each in its form; those that compare are not among them."""
    plain = (tokens for tokens, compares in language(code).wordings(says).items() if not compares)
    return frozenset(_in_form(tokens, says, language(code), _forms(code)) for tokens in plain)


class _Forms:
    """The table of one language."""

    def __init__(self, tongue: Language) -> None:
        table: Mapping[str, str] = tongue.words.get("clauses", {})
        self.now = _phrases(table.get("now", ""))
        self.so_far = _phrases(table.get("so_far", ""))
        self.still = _phrases(table.get("still", ""))
        self.verbs = frozenset(word_tokens(table.get("verbs", "")))
        """What a question or an order begins with, in a language of free order."""
        self.loose = frozenset(word_tokens(table.get("loose", "")))
        self.cleft = tuple(tuple(word_tokens(part)) for part in table.get("cleft", "").split("...") if part)
        same: Mapping[str, str] = tongue.words.get("clause_words", {})
        self.same: Mapping[Tokens, Tokens] = {
            tongue.bare(tuple(word_tokens(one))): tongue.bare(tuple(word_tokens(instead)))
            for instead, these in same.items()
            for one in these.split(", ")
        }
        self.same_of_loose: Mapping[Tokens, Tokens] = {
            _firm(one, self.loose): _firm(instead, self.loose) for one, instead in self.same.items()
        }


def _firm(tokens: Tokens, loose: frozenset[str]) -> Tokens:
    return tuple(token for token in tokens if token not in loose)


@cache
def _forms(code: Code) -> _Forms:
    return _Forms(language(code))


def _phrases(text: str) -> frozenset[Tokens]:
    return frozenset(tuple(word_tokens(one)) for one in text.split(", ") if one)


def _without(tokens: Tokens, phrases: frozenset[Tokens]) -> Tokens:
    """The words without these phrases, the longest first."""
    found: list[str] = []
    index = 0
    while index < len(tokens):
        length = next((n for n in range(_FORMS_MOST, 0, -1) if tokens[index : index + n] in phrases), 0)
        found += () if length else (tokens[index],)
        index += length or 1
    return tuple(found)


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


def _one_word(tokens: Tokens, same: Mapping[Tokens, Tokens]) -> Tokens:
    """The words with those of one meaning as one, the longest first."""
    found: list[str] = []
    index = 0
    while index < len(tokens):
        for length in range(min(_FORMS_MOST, len(tokens) - index), 0, -1):
            instead = same.get(tokens[index : index + length])
            if instead is not None:
                found += instead
                index += length
                break
        else:
            found.append(tokens[index])
            index += 1
    return tuple(found)
