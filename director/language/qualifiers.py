"""Words that narrow or turn what is asked. An answer that leaves one out answers another question."""

from __future__ import annotations

from director.language.word_lists import words

NEGATION = words("not no never none nobody nothing without except neither nor")
LACKING = NEGATION | words(
    """
    yet still fail failed failing lack lacks lacking lacked miss missed missing missing waiting wait left remaining
    remain out outstanding unused clean free only awaiting absent zero neither empty pending refuse refused nought
    """
)
"""Words of which a question has one where it asks for what is not so."""
QUANTITY = words(
    """
    many much more less fewer most least few several each every average mean total sum half percentage share often
    """
)
RANK = words(
    """
    first last final latest earliest next previous oldest newest best worst highest lowest longest shortest biggest
    largest smallest fastest quickest slowest closest furthest
    """
)
COMPARISON = words(
    """
    than better worse faster slower closer further bigger smaller larger longer shorter older newer younger higher lower
    compared compare different same similar
    """
)
MOMENT = words(
    """
    before after since until till during while when under ago earlier later ever always start started end ending
    beginning recently lately once
    """
)
CONDITION = words("if unless would should could can might may will shall must")
REASON = words("why because cause caused reason matter matters")
EXCLUSION = words("only else other others another alone instead besides outside excluding")
STATE = words("used new fresh old virtual")

QUALIFIERS = NEGATION | QUANTITY | RANK | COMPARISON | MOMENT | CONDITION | REASON | EXCLUSION | STATE
