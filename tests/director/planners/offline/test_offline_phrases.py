"""Optional values given by phrase."""

from __future__ import annotations

from director.language.tokens import tokenise
from director.planners.offline.phrases import Phrase, PhraseBook, read_phrases, strip_phrases, without_overlaps

TOP, ON_LAP, LAP, SINCE = (
    Phrase(words, "number") for words in (("top", "{}"), ("on", "lap", "{}"), ("lap", "{}"), ("since", "lap", "{}"))
)


def is_number(words: list[str]) -> dict[int, bool]:
    return {at: word.isdigit() for at, word in enumerate(words)}


def test_reads_the_phrases_of_a_schema() -> None:
    assert read_phrases({"x-phrases": ["top {}", "best {} of {}", 3, "none"]}, "number") == [TOP]
    assert read_phrases({"x-phrases": "top {}"}, "number") == []


def test_a_phrase_is_read_as_it_was_written() -> None:
    assert [Phrase.read(phrase.written) for phrase in (TOP, ON_LAP)] == [TOP, ON_LAP]


def test_finds_phrases_where_their_value_stands() -> None:
    words = ["top", "5", "on", "lap", "20", "top", "gap"]
    found = PhraseBook.of([TOP, ON_LAP, LAP]).find(words, lambda at, _: is_number(words)[at])
    assert [(one.phrase, one.at) for one in without_overlaps(found)] == [(TOP, 1), (ON_LAP, 4)]


def test_a_part_of_a_longer_phrase_is_told_from_the_whole() -> None:
    words = ["since", "lap", "20"]
    found = {one.phrase: one for one in PhraseBook.of([SINCE, LAP]).find(words, lambda at, _: is_number(words)[at])}
    assert found[LAP].within(found[SINCE])
    assert not found[SINCE].within(found[LAP])


def test_an_example_is_stripped_of_its_own_phrases_only() -> None:
    phrases = {ON_LAP.written: "at_lap", TOP.written: "top_n"}
    words = tokenise("top {n} on lap {lap}", slots=True)
    stripped = strip_phrases(words, PhraseBook.of([ON_LAP, TOP]), phrases, {"at_lap": "{lap}", "place": "{n}"})
    assert [word.text for word in stripped] == ["top", "{n}"]
