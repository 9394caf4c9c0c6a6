"""What a wording denies: `Norris is not on softs` holds where the results say which other tyres he is on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, product

from director.grounding.english.readings import options
from director.grounding.english.tokens import Amount, Token
from director.grounding.proof.by_claims import FIRST_OF, READINGS_MOST, Proof, fits
from director.grounding.statements import Statement
from director.language.word_lists import words

ONE_VALUE = words("has_position on_tyre stop_count started team")
"""Claims of which only one value is true of somebody: another one denies it."""
_CAME_TO = words("fell_to rose_to highest_position lowest_position")
_NOW = words("is are has have now currently")
_VERBS = words("is has are have did does was were had")


class ProofOfDenials(Proof):
    """How a denial is proved: by what is true instead, never by what the results do not tell."""

    def is_true(self, tokens: tuple[Token, ...]) -> bool:
        """Whether the tokens word a claim of the results, or deny what their claims rule out."""
        before = self.said, self.whose, self.told
        if super().is_true(tokens):
            if not self._is_left_again(tokens):
                return True
            self.said, self.whose, self.told = before
        return self._is_denied(tokens)

    def _is_left_again(self, tokens: Sequence[Token]) -> bool:
        """Whether somebody is said to be at a place now to which he once came, and who has another one."""
        is_now = any(token.text.lower() in _NOW for token in tokens)
        came = any(token.word == "to" and "position" in after.means for token, after in pairwise(tokens))
        if self.said not in _CAME_TO or not (is_now and came) or "lap" in self.whose or "value" not in self.whose:
            return False
        who, place = self.whose.get("subject"), self.whose["value"]
        of_now = [one for one in self.statements.get("has_position", ()) if not one.moment]
        own = [one for one in of_now if who == frozenset((one.value("subject"),))]
        return bool(own) and not any(fits(one.parts["value"], place, "") for one in own)

    def _is_denied(self, tokens: tuple[Token, ...]) -> bool:
        at = next((index for index, token in enumerate(tokens) if token.word == "not"), 0)
        if not at or tokens[at - 1].word not in _VERBS or any(token.word == "not" for token in tokens[at + 1 :]):
            return False
        kept = [token for token in (*tokens[:at], *tokens[at + 1 :]) if token.word != ","]
        for number, reading in enumerate(product(*(tuple(options(token)) for token in kept))):
            if number > READINGS_MOST:
                return False
            values = [value for _, value in reading if value is not None]
            for meant in self.readings.get(tuple(symbol for symbol, _ in reading), ()):
                said = dict(zip(meant.roles, values, strict=True))
                if self._is_ruled_out(meant.says, said, meant.compares, tokens):
                    self.said, self.whose, self.told = meant.says, said, tokens
                    return True
        return False

    def _is_ruled_out(self, says: str, said: Mapping[str, object], compares: str, tokens: Sequence[Token]) -> bool:
        """Whether the results say something else of the same subject."""
        who = said.get("subject")
        if who is None:
            return False
        if says == "is_behind" and said.keys() == {"subject", "object"} and not compares:
            turned = {"subject": said["object"], "object": who}
            return self.made("is_behind", turned, "", tokens)
        if says in FIRST_OF and said.keys() == {"subject"} and not compares:
            values = self._values(FIRST_OF[says], who, tokens)
            return bool(values) and all(one.value("value") != 1 for one in values)
        if says == "started" and compares == "=1" and said.keys() == {"subject"}:
            values = self._values(says, who, tokens)
            return bool(values) and all(one.value("value") != 1 for one in values)
        if says not in ONE_VALUE or said.keys() != {"subject", "value"} or compares not in ("", "<="):
            return False
        values = self._values(says, who, tokens)
        amount = said["value"]
        if isinstance(amount, Amount) and amount.bound:
            return bool(values) and all(_is_short_of(amount, one.value("value")) for one in values)
        return bool(values) and not any(fits(one.parts["value"], amount, compares) for one in values)

    def _values(self, says: str, who: object, tokens: Sequence[Token]) -> list[Statement]:
        """What the results say of somebody, where they say one thing."""
        of_it = [one for one in self.statements.get(says, ()) if self.is_then(one, tokens)]
        own = [one for one in of_it if who == frozenset((one.value("subject"),))]
        return own if len({one.value("value") for one in own}) == 1 else []


def _is_short_of(amount: Amount, value: float) -> bool:
    """Whether a value is not as much, or not as little, as is said of it: `more than once` of who has stopped once."""
    if amount.bound in ("over", "at least"):
        return value < amount.value or (amount.bound == "over" and value == amount.value)
    if amount.bound in ("under", "at most"):
        return value > amount.value or (amount.bound == "under" and value == amount.value)
    return False
