"""Another language is told from English, and English is never taken for another."""

from __future__ import annotations

from director.language.other_languages import other_language
from tests.rows import each_row


@each_row(
    ("text", "language"),
    [
        ("Wer führt das Rennen?", "German"),
        ("wie weit ist Vettel hinter Hamilton", "German"),
        ("¿Quién va primero?", "Spanish"),
        ("cuántas vueltas quedan", "Spanish"),
        ("qui est en tête de la course", "French"),
        ("chi è in testa alla gara", "Italian"),
        ("quem está em primeiro", "Portuguese"),
        ("wie rijdt er op kop", "Dutch"),
        ("kto prowadzi", "Polish"),
        ("誰がトップ？", "Japanese"),
        ("кто лидирует", "Russian"),
        ("谁领先", "Chinese"),
        ("누가 선두야", "Korean"),
        ("من المتصدر", "Arabic"),
    ],
)
def test_another_language_is_named(text: str, language: str) -> None:
    assert other_language(text) == language


@each_row(
    "text",
    [
        "who leads",
        "gap Hamilton Verstappen",
        "Räikkönen?",
        "top 3",
        "is Sainz on the mediums",
        "va va voom, who is leading",
        "what tyres",
        "",
        "😀😀",
        "44",
        "lap times of Magnussen",
        "leader",
        "en garde",
        "las vegas standings",
    ],
)
def test_english_is_no_other_language(text: str) -> None:
    assert other_language(text) is None
