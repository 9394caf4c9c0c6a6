"""Which language a question is in, as far as its commonest words or its script tell it."""

from __future__ import annotations

import re
import unicodedata

from director.language.back_references import words
from director.language.word_lists import words as word_list

_COMMON = {
    "German": (
        "wer wie wo wann warum ist sind hat haben der die das den dem und nicht von ein eine im auf mit welche "
        "welcher fuhrt runde reifen fahrer platz vor hinter noch"
    ),
    "Spanish": (
        "quien quienes que cual como donde cuando por esta estan va el los las una del y en con vuelta vueltas "
        "neumaticos piloto primero lider carrera cuantas cuantos hay ha"
    ),
    "French": (
        "qui que quoi quel quelle ou quand pourquoi comment est sont le les des une du et en avec tour tours "
        "pneus pilote tete course combien dans sur il elle"
    ),
    "Italian": (
        "chi che cosa quale quali come dove quando perche e sono il lo gli della una di con giro giri gomme "
        "pilota testa gara quanti quanto ha in"
    ),
    "Portuguese": (
        "quem que qual como onde quando porque esta estao o os as uma do da e em com volta voltas pneus piloto "
        "lidera corrida quantas quantos tem"
    ),
    "Dutch": (
        "wie wat waar wanneer waarom hoe is zijn heeft de het een en niet van op met ronde banden rijdt welke "
        "hoeveel eerste"
    ),
    "Polish": "kto co gdzie kiedy dlaczego jak jest sa ma i w na z ile okrazen opony prowadzi kierowca",
    "Turkish": "kim ne nerede nasil kac kimin hangi bir ve var lider tur lastik onde",
    "Finnish": "kuka mika missa milloin miksi on ovat ja kierros kierrosta renkaat johtaa kuinka monta",
    "Swedish": "vem vad var hur ar har och inte en ett varv dack leder vilken",
}
_WORDS = {language: word_list(text) for language, text in _COMMON.items()}
_ENGLISH = word_list(
    """
    who what which where when why how is are was were has have did does do the a an of on in at to for from with and
    that me in it i you go car lap laps pit gap
    """
)
_SCRIPTS = (
    ("HIRAGANA", "Japanese"),
    ("KATAKANA", "Japanese"),
    ("HANGUL", "Korean"),
    ("CJK", "Chinese"),
    ("CYRILLIC", "Russian"),
    ("ARABIC", "Arabic"),
    ("HEBREW", "Hebrew"),
    ("GREEK", "Greek"),
    ("DEVANAGARI", "Hindi"),
    ("THAI", "Thai"),
)
_LEAST_WORDS = 2
_LETTER = re.compile(r"[^\W\d_]")


def other_language(text: str) -> str | None:
    """The language where it is surely not English: another script, or two common words of one and none of English."""
    letters = _LETTER.findall(text[:400])
    foreign = [letter for letter in letters if letter > "\u0370"]
    if letters and 2 * len(foreign) > len(letters):
        names = {unicodedata.name(letter, "").split(" ")[0].split("-")[0] for letter in foreign}
        return next((language for script, language in _SCRIPTS if script in names), "another language")
    said = set(words(text[:400]))
    if not said.isdisjoint(_ENGLISH):
        own = {language: len(said & common - _ENGLISH) for language, common in _WORDS.items()}
        best = max(own, key=lambda language: own[language])
        return best if own[best] > len(said & _ENGLISH) and own[best] > _LEAST_WORDS else None
    counts = {language: len(said & common) for language, common in _WORDS.items()}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] >= min(_LEAST_WORDS, len(said)) and counts[best] else None
