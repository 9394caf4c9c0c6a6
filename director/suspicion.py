"""Whether a text speaks to a language model, and by which sign.

It knows signs, not meaning, and few: a race is full of orders ("REPORT TO THE STEWARDS"), names ("CRYPTO.COM") and
questions to somebody. Text that is quiet enough passes; what holds it is that no text can change a plan, and that no
value reaches an answer but by its pointer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

LOOKED_AT = 2000
"""How much of a text is looked at: no more of it is handed on."""

# No pattern here may scan the text anew from each of its places: strangers decide how long the text is.
_RULES = r"\w{0,4}nstructions?|rules|prompts?|orders|commands|directions|guidelines|directives|context"
_BEFORE = r"previous|prior|above|earlier|preceding|foregoing|former|system"
_ORDERS = (
    rf"\b(?:ignore|ignoring|disregard|forget|override|bypass)\s(?:\w+\s){{0,3}}?(?:{_BEFORE})\s"
    rf"(?:\w+\s){{0,2}}?(?:{_RULES})\b",
    rf"\b(?:ignore|disregard|forget)\s(?:all|your|these|those)\s(?:of\s)?(?:your\s)?(?:{_RULES})\b",
    r"\b(?:ignoriere|vergiss)\s(?:\w+\s){0,3}(?:anweisungen|regeln|befehle)",
    r"\b(?:ignore[zs]?|oublie[zs]?)\s(?:\w+\s){0,3}(?:instructions|règles|consignes)",
    r"\b(?:ignora|olvida)\s(?:\w+\s){0,3}(?:instrucciones|reglas|órdenes)",
    r"\b(?:ignora|dimentica)\s(?:\w+\s){0,3}(?:istruzioni|regole)",
    r"\b(?:ignore|esqueça|esquece)\s(?:\w+\s){0,3}(?:instruções|regras)",
    r"\b(?:negeer|vergeet)\s(?:\w+\s){0,3}(?:instructies|regels)",
    r"忽略.{0,8}(?:指令|指示|规则)|無視.{0,8}|(?:игнорируй|забудь).{0,24}(?:инструкци|правил|указани)",
    r"\byou\sare\snow\s(?:an?\b|in\s(?:\w+\s){0,3}mode\b|the\s(?:\w+\s){0,2}(?:assistant|system|model|bot|ai|admin)\b)",
    r"\bfrom\snow\son,?\syou\b",
)
_TAGS = "system|user|assistant|tool|data|information|instructions?|prompt|script|img|iframe|a|b|i|p|div|html"
_SIGNS: Mapping[str, str] = {
    "a link": r"https?://|\bwww\.\w|(?<=[a-z0-9_.+-])@[a-z0-9-]{1,80}\.[a-z]",
    "markup": rf"</?(?:{_TAGS})\b[^<>]{{0,200}}>|```|#{{3,}}|<\||\|>|\[/?inst\]|\{{\{{|\$\{{",
    "a role": r"(?:^|[\n.!?]\s{0,3})\W{0,3}(?:system|assistant|developer)\s?(?:message|prompt)?\s?\)?\s?:|\btodo\s?:"
    r"|\bsystem[ _]message\b",
    "an order to leave its rules": "|".join(_ORDERS),
    "an account": r"\b[a-z]{2}\d{10,}\b|\b\d{13,}\b",
}


@lru_cache(maxsize=1)
def _signs() -> Mapping[str, re.Pattern[str]]:
    """The signs by their names, compiled when first needed."""
    return {name: re.compile(sign) for name, sign in _SIGNS.items()}


def suspicion(text: str) -> str:
    """The sign by which a text speaks to a model, as `a link`; empty where it does not."""
    plain = text[:LOOKED_AT]
    if not plain.isascii():
        taken = unicodedata.normalize("NFKC", plain).casefold()
        plain = "".join(char for char in taken if unicodedata.category(char) != "Cf")
    plain = plain.lower()
    if "\n" in plain.strip():
        return "more than one line"
    return next((name for name, sign in _signs().items() if sign.search(plain)), "")


def is_suspect(text: str) -> bool:
    """Whether a text speaks to a model."""
    return bool(suspicion(text))
