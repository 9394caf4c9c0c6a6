"""Forms of the text of a clause: one word means one thing, and what changes the truth is no form."""

from __future__ import annotations

import re

import pytest

from director.grounding.clause_forms import formed, is_form
from director.grounding.languages import LANGUAGES, Code, language
from director.grounding.reading_words import spelled_out, word_tokens
from tests.director.grounding.test_render_rates import clause_texts, sayable
from tests.rows import each_row


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_word_is_a_form_of_two(code: Code) -> None:
    tongue = language(code)
    found: dict[tuple[str, ...], str] = {}
    for instead, these in tongue.words["clause_words"].items():
        for one in these.split(", "):
            words = tongue.bare(tuple(word_tokens(one)))
            assert words, one
            assert found.setdefault(words, instead) == instead, one


@pytest.mark.parametrize("code", ["en", "es", "pt"])
def test_forms_settle(code: Code) -> None:
    """What stands instead of a word is not itself read as another for ever: `safety` as `safety car`."""
    tongue = language(code)
    for says in ("leads", "dry"):  # one in which prepositions are left out, and one in which they are not
        for instead in tongue.words["clause_words"]:
            once = formed(tuple(word_tokens(instead)), says, code)
            assert formed(once, says, code) == once, instead


@each_row(
    ("code", "says", "text", "holds"),
    [
        ("de", "is_behind", "derzeit liegt {subject} {value} hinter {object}", True),
        ("de", "is_behind", "derzeit liegt {subject} {value} vor {object}", False),
        ("de", "is_behind", "{subject} läuft {value} auf {object} auf", False),
        ("nl", "is_behind", "{subject} loopt {value} in op {object}", False),
        ("es", "is_behind", "ahora mismo {subject} está {value} por detrás de {object}", True),
        ("es", "is_behind", "ahora mismo {subject} está {value} por delante de {object}", False),
        ("fr", "leads", "c'est {subject} qui mène la course pour le moment", True),
        ("fr", "leads", "actuellement c'est {subject} qui mène la course", True),
        ("fr", "leads", "ce n'est pas {subject} qui mène la course", False),
        ("it", "stop_count", "finora {subject} ha effettuato {value} soste", True),
        ("it", "stop_count", "{subject} deve ancora effettuare {value} soste", False),
        ("es", "is_behind", "a {object} le saca {value} {subject}", False),  # `a` says who is led
        ("es", "best_lap", "mejor vuelta: {subject}, {value}", False),  # that of all, not his own
        ("es", "best_lap", "mejor vuelta de {subject}: {value}", True),
        ("pt", "best_lap", "na {lap} {subject} fez sua melhor volta, {value}", True),
        ("pt", "best_lap", "na {lap} {subject} fez a melhor volta, {value}", False),
        ("en", "stopped_on", "on {lap} {subject} came into the pits", True),
        ("es", "leads", "{subject} va en cabeza de la carrera", True),
        ("es", "leads", "{subject} sigue al líder", False),
        ("pt", "leads", "{subject} segue o líder", False),
        ("pt", "dry", "até agora não chove", False),  # so far is said of what comes together, not of a state
        ("pt", "dry", "de momento não chove", True),
        ("fr", "is_behind", "l'écart entre {subject} et {object} est de {value}", True),
        ("fr", "leads", "{subject} a mené la course", False),  # `a` is loose, but not before what led
        ("fr", "best_lap", "le meilleur tour en course : {subject}, {value}", False),
        ("it", "not_stopped", "{subject} deve ancora fermarsi", True),
        ("it", "not_stopped", "{subject} deve fermarsi", False),
        ("it", "is_behind", "{subject} ha {value} di distacco da {object}", True),
        ("it", "is_behind", "{subject} ha {value} di distacco su {object}", False),
        ("en", "safety_car_out", "the safety car is out now", True),
        ("en", "safety_car_out", "the safety car has retired", False),  # as a car does that is out
        ("es", "safety_car_out", "el safety car se ha retirado", False),
        ("es", "yellow_flag", "la bandera amarilla ya se ha retirado", False),
        ("pt", "safety_car_out", "o safety car retirou-se", False),
        ("es", "out", "{subject} se ha retirado", True),
        ("de", "is_behind", "{subject} liegt genau {value} hinter {object}", True),
        ("de", "expected_end", "das Rennen endet in genau {value}", False),  # it is about so much
        ("nl", "pit_loss", "een stop kost precies {value}", False),
        ("de", "new_tyres", "{subject} bekommt gerade neue Reifen", False),
        ("en", "total_stops", "there have been {value} stops each", False),
        ("en", "fastest_lap", "{subject} had the fastest lap until now, {value} on {lap}", False),
        ("nl", "undercut_predicted", "de undercut van {subject} op {object} werkt", False),  # no word of prediction
        ("nl", "undercut_predicted", "de undercut van {subject} op {object} werkt naar verwachting", True),
    ],
)
def test_what_only_says_now_may_stand_beside_a_claim(code: Code, says: str, text: str, holds: bool) -> None:
    assert is_form(tuple(word_tokens(text)), says, code) is holds


@pytest.mark.parametrize("code", ["en", "es", "pt"])
def test_false_texts_are_wordings_of_no_claim_and_true_ones_nearly_all_are(code: Code) -> None:
    """Of every claim, also of those that no result at hand says."""
    tongue = language(code)
    worded: list[bool] = []
    for says, of, is_true, text in clause_texts():
        tokens = tuple(word_tokens(re.sub(r"(?<=\w):\w+(?=\})", "", spelled_out(text) if code == "en" else text)))
        if of != code or not tongue.past.keys().isdisjoint(tokens):
            continue
        is_worded = is_form(tokens, says, code) or tongue.wordings(says).get(tongue.bare(tokens)) == ""
        assert is_true or not is_worded, (says, text)
        worded += [is_worded] if is_true else []
    assert len(worded) > 100
    assert sum(worded) > 0.95 * len(worded)


def test_texts_of_claims_that_no_result_here_makes_are_forms_where_they_are_true() -> None:
    made = {one.says for one, _ in sayable()}
    codes: tuple[Code, ...] = ("de", "nl")
    others = [(code, row) for row in clause_texts() for code in codes if row[0] not in made and row[1] == code]
    assert len(others) > 40
    for code, (says, _, is_true, text) in others:
        tokens = tuple(word_tokens(re.sub(r"(?<=\w):\w+(?=\})", "", text)))
        if not is_true and not language(code).past.keys().isdisjoint(tokens):
            continue  # a past is told apart later
        is_wording = language(code).wordings(says).get(language(code).bare(tokens)) == ""
        assert (is_wording or is_form(tokens, says, code)) is is_true, (says, code, text)


@each_row(
    ("code", "says", "text", "holds"),
    [
        ("de", "fastest_lap", "mit {value} in {lap} hält {subject} die schnellste Runde", True),
        ("nl", "started", "vanaf {value} startte {subject}", True),
        ("de", "has_position", "liegt {subject} auf {value}", False),  # a question
        ("de", "not_stopped", "nicht {subject} hat gestoppt", False),  # somebody else has
        ("de", "overtook", "in {lap} überholte {subject} {object}", True),
        ("de", "overtook", "in {lap} überholte {object} {subject}", False),
        ("de", "is_behind", "auf {object} hat {subject} {value} Vorsprung", False),  # not as {object} auf {subject}
        ("nl", "is_behind", "op {object} heeft {subject} {value} voorsprong", False),
        ("de", "off_lead", "der Führende hat {value} Rückstand auf {subject}", False),
        ("de", "moved", "{subject} ist von {value} auf {start} vorgerückt", False),
        ("de", "stop_count", "{subject} hat noch {value} Boxenstopps", False),  # still to come
        ("de", "is_behind", "{subject} liegt noch {value} hinter {object}", True),
        ("de", "won", "{subject} hätte das Rennen gewonnen", False),  # folded, it would be `hatte`
    ],
)
def test_parts_may_stand_in_any_order_where_none_can_be_taken_for_another(
    code: Code, says: str, text: str, holds: bool
) -> None:
    assert is_form(tuple(word_tokens(text)), says, code) is holds


@each_row(
    ("code", "says", "text", "holds"),
    [
        ("en", "on_tyre", "{subject} is on {value}, {age} old", True),
        ("en", "on_tyre", "{subject} is on {value} for {age}", False),  # the set may be older than the stint
        ("en", "on_tyre", "{subject} was on {value}, {age} old, before", False),
        ("en", "penalised", "the stewards handed {subject} a {value} penalty: {reason}", True),
        ("en", "penalised", "the stewards spared {subject} a {value} penalty for {reason}", False),
        ("de", "seems_out", "{subject} ist offenbar nach {value} ausgeschieden", True),
        ("de", "seems_out", "{subject} ist nach {value} nicht ausgeschieden", False),
        ("fr", "closest_battle", "le duel le plus serré : {subject} à {value} de {object} pour la {position}", True),
        ("fr", "vsc_period", "la VSC est toujours active du {start} au {end}, soit {value}", False),
        ("it", "tyre_age", "le gomme di {subject} hanno ancora {value} di vita", False),
        ("es", "safety_car_period", "el safety car estuvo en pista {value}, de la {start} a la {end}", True),
        ("pt", "fastest_sector_2", "no segundo setor ninguém supera {subject}, com {value} na {lap}", True),
        ("pt", "fastest_sector_2", "no terceiro setor ninguém supera {subject}, com {value} na {lap}", False),
        ("nl", "best_sector_3", "de snelste derde sector is van {subject} met {value}", False),  # that of all
    ],
)
def test_an_adjunct_may_stand_in_any_wording(code: Code, says: str, text: str, holds: bool) -> None:
    assert is_form(tuple(word_tokens(text)), says, code) is holds


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_adjunct_alone_is_no_wording(code: Code) -> None:
    tongue = language(code)
    told = [(says, one) for says in tongue.phrases for one in tongue.adjuncts(says)]
    assert len(told) > 50
    assert [(says, one) for says, one in told if tongue.wordings(says).get(tongue.bare(one)) in ("", "+")] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_adjunct_makes_a_false_text_true(code: Code) -> None:
    tongue = language(code)
    false = {
        (says, tuple(word_tokens(re.sub(r"(?<=\w):\w+(?=\})", "", spelled_out(text) if code == "en" else text))))
        for says, of, is_true, text in clause_texts()
        if of == code and not is_true
    }
    rest = [(says, tokens) for says, tokens in false if not is_form(tokens, says, code)]  # a past is told apart later
    told = [(says, (*tokens, *one)) for says, tokens in rest for one in tongue.adjuncts(says)]
    assert len(told) > 200
    assert [(says, tokens) for says, tokens in told if is_form(tokens, says, code)] == []
