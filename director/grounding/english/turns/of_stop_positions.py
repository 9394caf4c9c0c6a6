"""Turns of the positions around a stop: `kept the lead both times`, `was second when he pitted`, `lost no place`."""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import ALONE, END, HEAD, NAME, PLACE, SPELLED, Turn

_STOPS = r"\b(?:stops?|stopped|pitted|pits|came in|boxed)\b"
_WHICH = r"(?:first|second|third|fourth|last|latest|most recent|final|only)"
_LAP = r"(?:,? on lap \d+,?)"
_PUT = "dropped|cost|left|put|sent|moved|set|brought|gained|kept"
_OUT = "rejoined|came out|emerged|came back out|returned"
_WENT = (
    "kept|stayed|held|lost|dropped|fell|slipped|gained|rejoined|came out|emerged|rose|climbed|remained|made up|"
    "gave up|came back out"
)
_LEAD = r"(?:the lead|in the lead|in front|at the front|the race leader|leading|the leader)"
_WITH = r"(?:at|with|by|after|through|in|on|during|following)"


def _both(match: re.Match[str]) -> str:
    """`lost eight places with his first stop and two with his second` as what each stop cost him."""
    own = "his" if match["who"].lower() in ("he", "she") else f"{match['who']}'s"
    told = zip(("first", "second"), (match["nth_one"], match["nth_two"]), ("lap_one", "lap_two"), strict=True)
    return ", and ".join(
        f"{own} {nth} stop{match[lap] or ''} " + _what_it_did(match[amount]) for amount, nth, lap in told
    )


def _what_it_did(said: str) -> str:
    """What a stop did: `dropped him from fourth to sixth`, `cost him two places`."""
    return f"dropped him {said}" if said.lower().startswith("from") else f"cost him {said} places"


def _two_stops_cost(match: re.Match[str]) -> str:
    """`X's stops cost him six and three places`: how many he has made, and what each of the two cost."""
    who = match[1]
    return (
        f"{who} has made two stops, and {who}'s first stop cost him {match[2]} places, and {who}'s second stop cost "
        f"him {match[3]} places"
    )


def _came_from(match: re.Match[str]) -> str:
    """`was fifth when he made his second stop on lap 33` as `pitted for second time from fifth on lap 33`."""
    nth = match["nth"] or match.groupdict().get("nth2")
    return f"{match['who']} pitted{f' for {nth}time' if nth else ''} from {match['place']}{match['lap'] or ''}"


def _lost_the_lead(match: re.Match[str]) -> str:
    """`lost the lead with his stop on lap 30`: what that stop dropped him from."""
    return f"{match['who']}'s {match['nth'] or ''}stop{match['lap'] or ''} dropped him from first"


def _kept_the_lead(match: re.Match[str]) -> str:
    """`stopped twice without losing the lead` as `stopped twice and stayed first both times`."""
    how = {"once": "", "twice": " both times"}.get(match[2].lower(), " every time")
    return f"{match[1]} and stayed first{how}"


_NUMBER = rf"(?:no|an?|\d+|{SPELLED})"
_MOVE = rf"from {PLACE} to {PLACE}"
_PLACED = rf"(?:in |running |lying |up )*(?P<place>{PLACE})(?: place)?"
TURNS_OF_STOP_POSITIONS: tuple[tuple[str, Turn], ...] = (
    (rf"({_STOPS}{ALONE}\b(?:{_OUT}|to|from|stayed|left him) (?:in )?{PLACE}) (?:place|position)\b", r"\1"),
    (rf"\bwent (?={_MOVE} {_WITH} (?:his|her|the) (?:{_WHICH} )?(?:pit )?stop\b)", "moved "),
    (
        rf"{HEAD}it was (?:his|her) ((?:{_WHICH} )?(?:pit )?stop{_LAP}?) that ({_PUT}) ({NAME})\b(?!')",
        r"\3's \1 \2 him",
    ),
    (r"\bby (?:pitting|stopping)(?= on lap)", "with his stop"),
    (rf"{HEAD}(?:pitting|stopping|the stop|coming in)( on lap \d+) ({_PUT}) ({NAME})\b(?!')", r"\3's stop\1 \2 him"),
    (
        rf"\b({NAME}) (dropped|lost|fell) ({_NUMBER} places?), ({_MOVE}), (with his (?:{_WHICH} )?stop{_LAP}?)",
        r"\1 dropped \4 \5, losing \3",
    ),
    (
        rf"\b({NAME})'s (?:two )?(?:pit )?stops (?:have )?cost (?:him|her) ({_NUMBER})(?: places?)? and ({_NUMBER}) "
        rf"places?{END}",
        _two_stops_cost,
    ),
    (
        rf"(\b(?:cost|lost|losing|costing)\b(?: him| her)? {_NUMBER} places?\b{ALONE}\b(?:losing|costing him|lost|cost "
        rf"him) {_NUMBER}){END}",
        r"\1 places",
    ),
    (
        rf"\b({NAME})'s (first stop{_LAP}? cost him {_NUMBER} places?),? and his (second|last)(?: one| stop)? "
        rf"(?:cost him )?({_NUMBER}){END}",
        r"\1's \2, and \1's \3 stop cost him \4 places",
    ),
    (rf"({_STOPS}{ALONE}) cost (?:him|her) nothing\b", r"\1 cost him 0 places"),
    (
        rf"\b({NAME}) (?:was|came out|lay|ran) {_PLACED} (after (?:his|her) (?:{_WHICH} )?(?:pit )?stop)",
        r"\1 came out \g<place> \3",
    ),
    (
        rf"\b(?P<who>{NAME}) (?:was|lay|ran) {_PLACED} (?:before|ahead of|going into) (?:his|her) (?P<nth>{_WHICH} )?"
        rf"(?:pit )?stop(?P<lap>{_LAP})?(?! and {PLACE})",
        _came_from,
    ),
    (
        rf"\b({NAME}) (?:was leading|led|was (?:in )?the lead(?:er)?|was in front) when (?:he|she) (?:pitted|"
        rf"stopped|came in)({_LAP})?",
        r"\1 pitted from first\2",
    ),
    (rf"\b({NAME}) (?:pitted|stopped|came in) as (?:the )?(?:race )?leader({_LAP})?", r"\1 pitted from first\2"),
    (
        rf"{HEAD}(?:yes,? )?(once|twice|(?:{SPELLED}) times)[:,] (?:when )?({NAME}) (?=(?:came in|stopped|pitted|"
        r"boxed)\b)",
        r"\2 has stopped \1: \2 ",
    ),
    (
        rf"{HEAD}(?:his|her) ((?:{_WHICH} )?(?:pit )?stop{_LAP}?) ({_PUT}) ({NAME})\b(?!')",
        r"\3's \1 \2 him",
    ),
    (
        rf"\b(?P<who>{NAME}) (?:was|ran|lay|sat) {_PLACED} when (?:he|she) (?:pitted|stopped|came in|boxed|made "
        rf"(?:his|her) (?P<nth>{_WHICH} )?stop)(?: for (?:the (?P<nth2>{_WHICH} )time|tyres))?(?P<lap>{_LAP})?",
        _came_from,
    ),
    (
        rf"\b({NAME}) (?:was|ran) ({PLACE}) before (?:his|her) ((?:{_WHICH} )?(?:pit )?stop{_LAP}?) and ({PLACE}) "
        rf"(?:after|behind) (?:it|that){END}",
        r"\1's \3 moved him from \2 to \4",
    ),
    (
        rf"\b({NAME}) came in ({PLACE})( on lap \d+)(?=,? (?:and|but|,)? ?(?:{_OUT})\b)",
        r"\1 pitted from \2\3",
    ),
    (
        rf"\b(?P<who>{NAME}) (?:lost|gave up) (?P<first>{_NUMBER}) places? {_WITH} (?:his|her|the) "
        rf"(?P<nth_one>{_WHICH}) (?:pit )?stop(?P<lap_one>{_LAP})?,? and (?P<second>{_NUMBER}) (?:more )?"
        rf"{_WITH} (?:his|her|the) "
        rf"(?P<nth_two>{_WHICH})(?: stop)?(?P<lap_two>{_LAP})?",
        _both,
    ),
    (
        rf"\b(?P<who>{NAME}) (?:dropped|fell|slipped) (?P<first>{_MOVE}) {_WITH} (?:his|her|the) (?P<nth_one>{_WHICH}) "
        rf"(?:pit )?stop(?P<lap_one>{_LAP})?,? and (?P<second>{_MOVE}) {_WITH} (?:his|her|the) (?P<nth_two>{_WHICH})"
        rf"(?: stop)?(?P<lap_two>{_LAP})?",
        _both,
    ),
    (
        rf"\b({NAME}) (?:pitted|stopped|came in)( for the {_WHICH} time)?({_LAP})? (?:while|when|whilst) (?:he was )?"
        r"leading\b",
        r"\1 pitted\2 from first\3",
    ),
    (rf"(\b(?:pitted|stopped|came in|boxed)\b{ALONE}\bfrom) (?:the lead|the front)\b", r"\1 first"),
    (
        rf"\b(?P<who>{NAME}) (?:lost|gave up|surrendered|ceded) the lead (?:{_WITH} (?:his|her) (?P<nth>{_WHICH} )?"
        rf"(?:pit )?stop|when (?:he|she) (?:pitted|stopped|came in))(?P<lap>{_LAP})?",
        _lost_the_lead,
    ),
    (
        rf"\b(?P<who>{NAME})'s (?P<nth>{_WHICH} )?(?:pit )?stop(?P<lap>{_LAP})? cost (?:him|her) the lead\b",
        _lost_the_lead,
    ),
    (
        rf"(\b(?:stopped|pitted) (once|twice|(?:{SPELLED}) times)),? (?:without (?:ever )?losing|and (?:has )?never "
        r"lost|and (?:has )?not lost) the lead\b",
        _kept_the_lead,
    ),
    (
        rf"({_STOPS}{ALONE}(?:,? and|:)) (?:he|she) (?=(?:still )?(?:{_WENT})\b)",
        r"\1 ",
    ),
    (
        rf"({_STOPS}{ALONE}(?:\b(?:and|but)|,)) (?:kept|held|retained|held on to|hung on to|stayed in|remained in|"
        r"still had) the lead\b",
        r"\1 stayed first",
    ),
    (rf"({_STOPS}{ALONE}(?:\band|,)) (?:keeping|holding|retaining|staying in) the lead\b", r"\1 staying first"),
    (
        rf"\b({NAME}) (?:kept|held|retained|stayed in|remained in) the lead (?={_WITH} (?:both |each |every )?(?:of )?"
        rf"(?:his |her )?(?:{_WHICH} )?(?:pit )?stops?\b)",
        r"\1 stayed first ",
    ),
    (
        rf"({_STOPS}{ALONE}\b(?:(?:{_OUT}|rejoining|coming out|emerging|left him|leaving him)(?: still)?)) "
        rf"{_LEAD}\b",
        r"\1 first",
    ),
    (r"\b(through|with|after|at) both of (his|her) (?=(?:pit )?stops\b)", r"\1 both \2 "),
    (
        rf"({_STOPS}{ALONE})\b(?:did not lose|not losing) (?:an?|any|a single) (?:place|position)s?\b",
        r"\1lost 0 places",
    ),
    (rf"({_STOPS}{ALONE})(?: and)? without losing (?:a|any) (?:place|position)s?\b", r"\1 and lost 0 places"),
    (
        rf"({_STOPS}{ALONE}(?:\band|,|but)) (?:kept|held|keeping|holding|retained) "
        r"(?:(?:his|her) place|(?:(?:his|her) )?position)\b",
        r"\1 shifted 0 places",
    ),
    (
        rf"\b({NAME}) (?:kept|held|retained) (?:his|her) (?:place|position) (?={_WITH} (?:his|her) (?:{_WHICH} )?"
        r"(?:pit )?stop\b)",
        r"\1 shifted 0 places ",
    ),
)
"""`Verstappen kept the lead through both of his stops`, `Leclerc was fifth before his first stop and 13th after it`."""
