"""Slips are corrected; other English is left alone."""

from __future__ import annotations

import string

from hypothesis import given
from hypothesis import strategies as st

from director.language.common_words import ORDINARY
from director.language.spelling import Speller
from tests.rows import each_row

WORDS = ("carried", "standings", "fastest", "leader", "between", "position", "cars", "pole", "stuck", "third", "gap")
SPELLER = Speller(WORDS, ["verstappen", "raikkonen", "vettel", "hulkenberg", "leclerc"], {"laptime": ("lap", "time")})


@each_row(
    ("slip", "word"),
    [
        ("standigns", "standings"),
        ("fatest", "fastest"),
        ("leadr", "leader"),
        ("beetween", "between"),
        ("postion", "position"),
        ("thrid", "third"),
        ("acrs", "cars"),
        ("gappp", "gap"),
        ("verstapen", "verstappen"),
        ("raikonen", "raikkonen"),
        ("hulkenburg", "hulkenberg"),
        ("vetell", "vettel"),
        ("lecrelc", "leclerc"),
        ("crs", "cars"),
        ("fasttest", "fastest"),
    ],
)
def test_corrects_a_slip(slip: str, word: str) -> None:
    assert SPELLER.spell(slip) == (word,)


@each_row("word", ["married", "cats", "titles", "suck", "money", "bottle", "hi", "x", "weather", "raining", "33"])
def test_leaves_other_words_alone(word: str) -> None:
    assert SPELLER.spell(word) == (word,)


@each_row("word", ["seen", "sent", "pile", "load", "loving", "lift", "strong"])
def test_a_word_of_english_is_no_slip_for_another(word: str) -> None:
    known = Speller(["seven", "spent", "pole", "lead", "losing", "left", "averages"], ["stroll"])
    assert known.correct(word) is None


@each_row(("word", "form"), [("average", "averages"), ("cautions", "caution")])
def test_it_may_be_a_form_of_one(word: str, form: str) -> None:
    assert Speller(["averages", "caution"]).correct(word) == form


def test_splits_words_written_as_one() -> None:
    assert SPELLER.spell("laptime") == ("lap", "time")
    assert SPELLER.spell("latpime") == ("lap", "time")
    assert SPELLER.spell("leadergap") == ("leader", "gap")


@given(st.sampled_from(sorted(ORDINARY)))
def test_an_ordinary_word_is_never_corrected(word: str) -> None:
    assert SPELLER.correct(word) is None


@given(st.text(alphabet=string.ascii_lowercase, max_size=12))
def test_a_correction_is_a_known_word(word: str) -> None:
    known = {*WORDS, "verstappen", "raikkonen", "vettel", "hulkenberg", "leclerc", "lap", "time"}
    spelled = SPELLER.spell(word)
    assert spelled == (word,) or set(spelled) <= known
