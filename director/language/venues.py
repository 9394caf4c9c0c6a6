"""What an event is called beside its name: its country, its people, its town, its circuit."""

from __future__ import annotations

from director.language.word_lists import phrases

VENUES: tuple[tuple[str, ...], ...] = tuple(
    tuple(" ".join(name) for name in phrases(line))
    for line in """
    azerbaijan / baku
    british / britain / silverstone / uk / england
    monaco / monte carlo / monte-carlo
    italian / italy / monza
    emilia romagna / imola
    spanish / spain / barcelona / catalunya / madrid
    bahrain / sakhir
    australian / australia / melbourne / albert park / aus
    austrian / austria / spielberg / red bull ring
    styrian / spielberg
    belgian / belgium / spa
    dutch / netherlands / zandvoort
    hungarian / hungary / budapest / hungaroring
    canadian / canada / montreal
    united states / usa / austin / cota
    miami
    las vegas / vegas
    mexico city / mexican / mexico
    são paulo / sao paulo / brazilian / brazil / interlagos
    japanese / japan / suzuka
    chinese / china / shanghai
    singapore / marina bay
    qatar / lusail
    saudi arabian / saudi / jeddah
    abu dhabi / yas marina
    french / france / paul ricard
    german / germany / hockenheim
    russian / russia / sochi
    turkish / turkey / istanbul
    portuguese / portugal / portimao
    """.strip().splitlines()
)
"""What one event is called: by its country, its people, its town, its circuit."""


def venue_words(session: str) -> frozenset[str]:
    """The words by which the event of a session's line may be called, folded."""
    return frozenset(
        word
        for names in VENUES
        if any(f" {name} " in f" {session} " for name in names)
        for name in names
        for word in name.split()
    )
