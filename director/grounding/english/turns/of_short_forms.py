"""Turns of short forms: `Checo's seventh`, `Mr Russell`, `has it, with a 1:36.368`, `ten to Norris's four`."""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import ANY_NUMBER, END, FAR, HEAD, NAME, PLACE, Turn

_BEGINS = rf"(?:{HEAD}|(?<=, )|(?<=: )|(?<=\band )|(?<=\bbut )|(?<=\bwhile ))"
_TIME = r"\d:\d\d\.\d+"
_HARDLY = r"(?:hardly|barely|scarcely|almost|next to|virtually|practically) (?:anything|nothing)"


def _led_to(match: re.Match[str]) -> str:
    """`Piastri has led the most laps, ten to Norris's four` as what each has led."""
    who, own, other, theirs = match["who"], match["own"], match["other"], match["theirs"]
    return f"{who} has led the most laps, {own}, and {other} has led {theirs} laps"


def _laps_down(match: re.Match[str]) -> str:
    """`isn't on the same lap as Alonso: he's one down` as `is one lap down on Alonso`."""
    many = "" if match[3].lower() in ("a", "an", "one", "1") else "s"
    return f"{match[1]} is {match[3]} lap{many} down on {match[2]}"


TURNS_OF_SHORT_FORMS: tuple[tuple[str, Turn], ...] = (
    (rf"\b(?:mr|sir|monsieur|signor|herr)\.? (?={NAME})", ""),
    (rf"{HEAD}({NAME})'s (?=(?:up |down |back |now |still |only |just )*(?:in )?{PLACE}{END})", r"\1 is "),
    (
        rf"{_BEGINS}({NAME})'s (?=(?:now |still |just |only )?(?:within {FAR}|{FAR} (?:behind|ahead|clear|adrift|up|"
        r"down|off|back)|leading|closing|catching|pulling|losing ground|gaining on|ahead of|behind (?-i:[A-Z])))",
        r"\1 is ",
    ),
    (
        rf"{HEAD}(?:an?|one) ({NAME}(?: {NAME})?) (leads|is leading|is first|heads the field),? (?:and|with|while|but) "
        rf"the other(?: one| car| {NAME})?(?: is)? (?:in )?(?={PLACE})",
        r"the leading \1 \2, and his team-mate is ",
    ),
    (
        rf"{HEAD}(?:an?|one) ({NAME}(?: {NAME})?) (leads|is leading|is first|heads the field){END}",
        r"the leading \1 \2",
    ),
    (rf"{HEAD}{_HARDLY} (?:in it|between them)[:,;] (?={NAME} (?:was|is|has been) 0\.0\d)", ""),
    (
        rf"{HEAD}({NAME}) (?:has|holds|owns|set) it,? (?=(?:with |at )?(?:an? )?{_TIME}|{FAR} (?:better|quicker|faster|"
        r"clear|up|ahead)\b)",
        r"\1 has the fastest lap, ",
    ),
    (rf"{HEAD}({NAME}),? (?:with|on) an? ({_TIME})(?=[;.]|$| on lap)", r"\1 has the fastest lap, a \2"),
    (
        rf"((?:fastest|quickest) lap[^.;]*?(?:{_TIME})?[^.;]*?)(?:;|,? and|,? but|,) ({NAME}) (?:is|was) ({FAR}) "
        rf"(?:off|shy of|down on|slower than|adrift of) (?:it|that){END}",
        r"\1, and \2 is \3 off the fastest lap",
    ),
    (
        rf"\b({NAME}) is(?:n't| not) on the same lap as ({NAME})[:,;] (?:he|she)(?:'s| is) ({ANY_NUMBER}|an?)"
        rf"(?: laps?)? (?:down|behind|back|adrift){END}",
        _laps_down,
    ),
    (
        rf"\bhaving been ({FAR}) (?:away|adrift|back|off)(?: (?:him|her))? (?=(?:on|at) lap)",
        r"having been \1 behind him ",
    ),
    (
        rf"\b(?:is|was) making (?:no|little or no) (?:headway|progress|inroads|impression) (?:on|into|against) ({NAME})"
        rf"(?:[:,;] (?:he is )?(?:still )?({FAR})(?: behind| back| adrift)?)?{END}",
        lambda match: f"is not closing on {match[1]}" + (f", {match[2]} behind" if match[2] else ""),
    ),
    (
        rf"\b(is not (?:closing|gaining) on {NAME})[:,;] (?:he is )?(?:still )?({FAR})(?: behind| back| adrift)?{END}",
        r"\1, \2 behind",
    ),
    (
        rf"\b(?P<who>{NAME}) (?:has )?led (?:the )?most laps[,:] (?P<own>{ANY_NUMBER}) to (?P<other>{NAME})'s "
        rf"(?P<theirs>{ANY_NUMBER}){END}",
        _led_to,
    ),
    (
        rf"\bhave each (gained|lost|made up|led|made) ({ANY_NUMBER} [a-z]+)(?=,? more than (?:anyone|anybody)\b)",
        r"have \1 \2 each",
    ),
    (r",? more than (?:anyone|anybody)(?=[.,;]|$)", ", more than anyone else"),
    (
        r"\b(?:a touch|a shade|a tad|a fraction|fractionally|marginally) "
        r"(?=(?:warmer|cooler|hotter|colder|higher|lower)\b)",
        "slightly ",
    ),
    (r"\bwithin an? second and a half\b", "within 1.5 seconds"),
)
"""`Leclerc is making no headway on Russell: still 5.2 s`, `isn't on the same lap as Alonso: he's one down`."""
