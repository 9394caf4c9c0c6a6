"""The text of a clause, read as an allow-list: every word beside the slots belongs to its claim, or code words it.

What a text may get wrong without being false is only dropped. What it turns round, denies, or says with a number or a
name that is in no slot is a flaw, and the model hears of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from director.grounding.clause_forms import is_form
from director.grounding.languages import Language, Tokens
from director.grounding.meanings import TOLD_AS_PAST
from director.grounding.reading_words import plain_text, spelled_out, word_tokens
from director.grounding.statements import Statement, StatementPart
from director.grounding.values import Drivers, written
from director.language.folding import fold
from director.language.word_lists import words

_SLOT = re.compile(r"\{(\w+)(?::(\w+))?\}")
_NUMBER = re.compile(
    r"(?<![\w.,:])P?(\d{1,3}:\d{2}(?:[.,]\d{1,3})?|\d+(?:[.,]\d+)?)"
    r"\s*(?:s\b|sec\w*|sek\w*|seg\w*|°\s?C|%|m/s|km/h|kph|mph)?(?![\w])",
    re.IGNORECASE,
)
_NEGATIONS = words(
    "not never no none nobody neither nor without nicht nie kein keine keinen niemand ohne pas jamais aucun aucune "
    "personne sans nunca ningún ninguno ninguna nadie sin non mai nessun nessuno nessuna senza não nenhum nenhuma "
    "ninguém sem niet nooit geen zonder ne"
)


def worded(
    text: str,
    statement: Statement,
    wanted: frozenset[str],
    tongue: Language,
    drivers: Drivers,
    *,
    is_past: bool = False,
) -> tuple[str, dict[str, str]]:
    """The clause as it is said, and what stands in each slot: the model's text filled, or the claim's own phrase.

    A claim about now is not worded in the past, unless it `is_past`: `Bottas was second` would say that he no longer
    is.
    """
    slotted = in_slots(text, statement, tongue, drivers)
    tokens = tongue.bare(_tokens(slotted))
    named = frozenset(match[1] for match in _SLOT.finditer(slotted))
    is_told_as_past = statement.says in TOLD_AS_PAST and not tongue.words.get("past_is_over")
    in_time = is_past or is_told_as_past or tongue.past.keys().isdisjoint(word_tokens(slotted))
    moved = statement.value("start"), statement.value("value")
    other_way = statement.says == "moved" and tongue.is_other_way(word_tokens(slotted), *moved)
    may_be = in_time and not other_way and "?" not in text and named <= statement.parts.keys()
    own = may_be and (tongue.wordings(statement.says).get(tokens) == "" or _is_form(slotted, statement.says, tongue))
    phrase = (
        slotted if own else tongue.phrase(statement.says, wanted, frozenset(statement.parts), statement.value("value"))
    )
    filled: dict[str, str] = {}

    def fill(slot: re.Match[str]) -> str:
        filled[slot[1]] = written(statement.parts[slot[1]], slot[2] or "", tongue, drivers)
        return filled[slot[1]]

    said = _SLOT.sub(fill, _without_double_s(phrase, statement, tongue, drivers)).strip().rstrip(".!?").strip()
    return f"{said[:1].upper()}{said[1:]}.", filled


def _tokens(slotted: str) -> Tokens:
    """The words of a text, its slots without how they are to be written."""
    return tuple(word_tokens(re.sub(r"(?<=\w):\w+(?=\})", "", slotted)))


def _is_form(slotted: str, says: str, tongue: Language) -> bool:
    """Whether a text is a wording of its claim in another form."""
    return is_form(_tokens(slotted), says, tongue.code)


def _without_double_s(phrase: str, statement: Statement, tongue: Language, drivers: Drivers) -> str:
    """`{subject}s Reifen` with an apostrophe for an s where the name ends with one, as German and Dutch write it."""

    def own(slot: re.Match[str]) -> str:
        name = written(statement.parts[slot[1]], slot[2] or "", tongue, drivers)
        return slot[0][:-1] + ("'" if name[-1:].lower() in ("s", "x", "z", "ß") else "s")

    return re.sub(r"\{(\w+)(?::(\w+))?\}s\b", own, phrase) if tongue.code in ("de", "nl") else phrase


def contradictions(text: str, statement: Statement, tongue: Language, drivers: Drivers) -> Iterator[str]:
    """What a text says that its claim does not: the reverse, a denial, a number or a name of its own."""
    slotted = in_slots(text, statement, tongue, drivers)
    tokens = tongue.bare(_tokens(slotted))
    wordings = tongue.wordings(statement.says)
    if tokens in wordings or _is_form(slotted, statement.says, tongue):
        return
    is_turned = _is_form(_SLOT.sub(lambda slot: _TURN.get(slot[0], slot[0]), slotted), statement.says, tongue)
    is_core_turned = _turned(tokens) & {_core(known) for known in wordings}
    if is_turned or (is_core_turned and _core(tokens) not in map(_core, wordings)):
        yield "the text swaps subject and object"
        return
    if not _NEGATIONS.isdisjoint(tokens) and not any(not _NEGATIONS.isdisjoint(known) for known in wordings):
        yield f"the text denies {statement.says}"
    rest = _SLOT.sub(" ", slotted)
    for number in _NUMBER.finditer(rest):
        yield f"'{number[0].strip()}' is in no slot"
    if set(_named(rest, drivers)) - _who(statement):
        yield "the text names a driver who is in no slot"


_TURN = {"{subject}": "{object}", "{object}": "{subject}"}
_JOINS = frozenset(["{value}", "by", "with", "of", "mit", "um", "de", "con", "di", "da", "com", "por", "met", "op"])
"""What may stand elsewhere, or be missing, without another meaning."""


def _core(tokens: Tokens) -> Tokens:
    return tuple(token for token in tokens if token not in _JOINS)


def _turned(tokens: Tokens) -> set[Tokens]:
    return {_core(tuple(_TURN.get(token, token) for token in tokens))}


def in_slots(text: str, statement: Statement, tongue: Language, drivers: Drivers) -> str:
    """The text with each name and number that a part of the statement has replaced by that part's slot."""
    text = spelled_out(plain_text(text)) if tongue.code == "en" else plain_text(text)
    for role, part in statement.parts.items():
        if part.kind == "who" and f"{{{role}" not in text:
            for alias in sorted(_aliases(part.value, drivers), key=len, reverse=True):
                text, found = re.subn(rf"(?<!\w){re.escape(alias)}(?!\w)", f"{{{role}}}", text, count=1)
                if found:
                    break
    for role, part in statement.parts.items():
        if isinstance(part.value, int | float) and f"{{{role}" not in text:
            text = _number_in_slot(text, role, part, tongue)
    return text


def _number_in_slot(text: str, role: str, part: StatementPart, tongue: Language) -> str:
    """The text with the first number that is the part's value, rounded as the text has it, as its slot."""
    for match in _NUMBER.finditer(text):
        digits = match[1].replace(",", ".")
        minutes, _, rest = digits.rpartition(":")
        value = float(rest) + (60 * float(minutes) if minutes else 0)
        decimals = len(digits.partition(".")[2])
        if abs(abs(part.value) - value) <= 0.5 * 10**-decimals + 1e-9:
            begins, ends = match.span()
            for word in ("lap", *tongue.words["laps"], "laps") if part.kind in ("lap", "laps") else ():
                if part.kind == "laps" and text[ends:].lstrip().lower().startswith(word.lower()):
                    ends += len(text[ends:]) - len(text[ends:].lstrip()) + len(word)
                elif part.kind == "lap" and text[:begins].rstrip().lower().endswith(word.lower()):
                    begins = len(text[:begins].rstrip()) - len(word)
            form = f":{decimals}" if part.kind in ("seconds", "time", "degrees", "percent", "speed", "kmh") else ""
            return f"{text[:begins]}{{{role}{form}}}{text[ends:]}"
    return text


def _aliases(who: str, drivers: Drivers) -> set[str]:
    entry = drivers.get(who, {})
    name = str(entry.get("name") or "")
    return {alias for alias in (name, *name.split()[-1:], str(entry.get("code") or "")) if alias}


def _named(text: str, drivers: Drivers) -> Iterator[str]:
    """The cars of the drivers whose surname stands in a text."""
    said = set(word_tokens(text))
    for entry in drivers.values():
        name = str(entry.get("name") or "")
        if name and fold(name.rsplit(maxsplit=1)[-1]) in said:
            yield str(entry["car"])


def _who(statement: Statement) -> set[str]:
    return {part.value for part in statement.parts.values() if part.kind == "who"}


Slots = Mapping[str, object]
