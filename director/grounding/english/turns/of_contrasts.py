"""Turns of two values beside each other and of small amounts: `24.2 v 25.1 s`, `by a mere 0.007 s`, `missed third by`.

Each side of a pair is told of whom it is: `his second stop was quicker than his first, 24.2 v 25.1 s` as what both
took.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import (
    ANY_NUMBER,
    BOUND,
    COUNT,
    END,
    FAR,
    HEAD,
    NAME,
    ONLY,
    PLACE,
    PLACES,
    Turn,
)

_SMALL = "mere|paltry|measly|scant|bare|slender|slim|tiny|meagre"
_AGAINST = r"(?:v\.?|vs\.?|versus|against|to|compared (?:with|to)|as against|as opposed to)"
_SIDE = r",? ?(?:[:;,(]|-|\u2013|\u2014)? ?(?:with |at |in )?"
_TIME = r"(?:an? )?(\d:\d\d\.\d+)"
_SECONDS = r"(\d+(?:\.\d+)?)(?: ?s| seconds)?"
_NTH = "first|second|third|fourth|fifth|last|latest"
_FASTER = "quicker|faster|slower|shorter|longer"
_BETTER = "better|quicker|faster"
_IN_LANE = r"(?P<lane> in the (?:pit )?lane)?\)?"
_TIMES = r"(?:best|fastest|quickest)(?: lap)?(?: time)?"
_LAPS = rf"(?:the )?(?:last |past )?{COUNT} laps|laps \d+ to \d+"
_MISSED = r"(?:just |narrowly |only just )?(?:missed|misses)(?: out on)?"


def _stops(match: re.Match[str]) -> str:
    """What each of two stops took, after which was the quicker one."""
    whose, one, two = match["whose"], match["one"], match["two"]
    return f"{match['said']}, and {whose} {one} stop took {match[5]} s and his {two} {match[6]} s{match['lane'] or ''}"


def _of_two(match: re.Match[str]) -> str:
    """What the stop of each of two took, where that says whose was the quicker one."""
    more = match["how"].lower() in ("slower", "longer")
    one, two = float(match["took"]), float(match["other"])
    if one == two or (one > two) is not more:
        return match[0]
    of, lane = f" {match['nth']}" if match["nth"] else "", match["lane"] or ""
    return (
        f"{match['one']}'s{of} stop took {match['took']} s and {match['two']}'s{of} stop took {match['other']} s{lane}"
    )


def _covered(match: re.Match[str]) -> str:
    """`three thousandths cover the two Mercedes at the top` as how far they are apart, and that they are first."""
    apart = f"{match[2]} are {match[1]} apart"
    return f"{apart} and {match[2]} are first and second" if " at the " in match[0] else apart


def _counts(match: re.Match[str]) -> str:
    """`has led more laps than Bottas, 30 to 15` with how many each has led."""
    one, two = match["own"], match["other"]
    noun = match["noun"] or match["noun2"]
    ones, twos = (noun[:-1] if said.lower() in ("1", "one") else noun for said in (one, two))
    did = match["did"]
    return f"{match['said']}, and {match['one']} {did} {one} {ones}, and {match['two']} {did} {two} {twos}"


def _best_laps(match: re.Match[str]) -> str:
    """`has the better best lap, 1:34.090 against Sainz's 1:34.709` as whose is faster, and both."""
    one, two = match["one"], match["two"]
    return f"{one}'s best lap is faster than {two}'s, and {one}'s best is a {match[2]}, {two}'s a {match[4]}"


def _after(place: str) -> str:
    """The position behind one that is said, `fourth` of `third`."""
    said = place.lower()
    if said == "pole":
        return "second"
    return PLACES[PLACES.index(said) + 1] if said in PLACES[:-1] else f"P{int(re.sub('[^0-9]', '', said) or 98) + 1}"


def _missed(match: re.Match[str]) -> str:
    """`missed third to Hamilton by 0.002 s` as fourth, so far behind Hamilton, who is third."""
    far, other = match["far"] or match["far2"], match["other"] or match["other2"]
    place = match["place"]
    first = "on pole" if place.lower() == "pole" else place
    return f"{match['who']} is {_after(place)}, {far} behind {other}, and {other} is {first}"


def _just_missed(match: re.Match[str]) -> str:
    """`missed third by 0.002 s` as fourth, so far off third."""
    return f"{match['who']} is {_after(match['place'])}, and {match['who']} is {match['far']} off {match['place']}"


_OF_PAIRS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b(?P<said>(?P<whose>{NAME}'s|his) (?P<one>{_NTH}) (?:stop|one) was (?:{_FASTER}) than (?:his|the) "
        rf"(?P<two>{_NTH})(?: stop| one)?){_SIDE}{_SECONDS} {_AGAINST} {_SECONDS}{_IN_LANE}{END}",
        _stops,
    ),
    (
        rf"{HEAD}(?P<one>{NAME})'s(?: (?P<nth>{_NTH}))? (?:pit )?stop was (?P<how>{_FASTER}) than (?P<two>{NAME})'s"
        rf"(?: (?P=nth))?(?: stop| one)?{_SIDE}(?P<took>\d+\.\d+)(?: ?s| seconds)? {_AGAINST} "
        rf"(?P<other>\d+\.\d+)(?: ?s| seconds)?{_IN_LANE}{END}",
        _of_two,
    ),
    (
        rf"{HEAD}(?P<said>(?P<one>{NAME}) (?P<did>has (?:led|made|gained|lost|completed)) (?:(?:more|fewer) "
        rf"(?P<noun>laps|(?:pit )?stops|places|positions) than|(?:twice|three times|half) as many (?P<noun2>laps|"
        rf"(?:pit )?stops|places|positions) as) (?P<two>{NAME}))[,:] (?P<own>{ANY_NUMBER}) {_AGAINST} "
        rf"(?P<other>{ANY_NUMBER}){END}",
        _counts,
    ),
    (
        rf"{HEAD}(?P<said>(?P<one>{NAME}) beat (?P<two>{NAME}) to pole(?: position)?)[,:] (?:with )?{_TIME} {_AGAINST} "
        rf"{_TIME}{END}",
        lambda match: f"{match['said']}, and {match['one']}'s best is a {match[4]}, {match['two']}'s a {match[5]}",
    ),
    (
        rf"{HEAD}(?:just |only )?({FAR}) (?:covers?|separates?|splits?) (the two {NAME}(?: {NAME})?)"
        rf"(?: at the (?:top|front|head)(?: of the (?:times|field|order))?)?{END}",
        _covered,
    ),
    (
        rf"{HEAD}(?P<one>{NAME}) (?:has|had|holds|set) the (?:{_BETTER}) (?:{_TIMES}|lap|time){_SIDE}{_TIME} "
        rf"{_AGAINST} (?P<two>{NAME})'s {_TIME}{END}",
        _best_laps,
    ),
)
"""What two have, or one twice, said beside each other."""
_OF_BESTS: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}({NAME}) (?:beats|beat) ({NAME})'s (?:{_TIMES}|time) by (?:just |only )?"
        rf"(?=(?:an? (?:{_SMALL}) )?{FAR})",
        r"\1's best lap beats \2's best by ",
    ),
)
"""Whose best lap is better."""
_OF_AMOUNTS: tuple[tuple[str, Turn], ...] = (
    (rf"\b(by |is |was )?an? (?:{_SMALL}) (?=(?:{BOUND} )?{FAR})", r"\1"),
    (
        rf"(\bwithin {FAR} of (?:{NAME}|the lead(?:er)?))(?:,|:|;| -| \u2013)? (?:at )?({ONLY}(?:{BOUND} )?{FAR})"
        rf"(?: (?:back|behind|adrift|off))?{END}",
        r"\1, \2 behind",
    ),
    (
        rf"[:;,] ({ONLY}(?:{BOUND} )?{FAR}) (?:of it )?(?P<way>lost|dropped|conceded|gained|made up|won) "
        rf"(?P<in>in|over|across) (?P<laps>{_LAPS}){END}",
        lambda match: (
            f", having {'lost' if match['way'].lower() in ('lost', 'dropped', 'conceded') else 'gained'} {match[1]} "
            f"{match['in']} {match['laps']}"
        ),
    ),
    (
        rf"{HEAD}(?P<who>{NAME}) {_MISSED} (?P<place>{PLACE}|pole)(?: place| position)? (?:by {ONLY}(?P<far>{FAR}) to "
        rf"(?:his team-mate )?(?P<other>{NAME})|to (?:his team-mate )?(?P<other2>{NAME}) by {ONLY}"
        rf"(?P<far2>{FAR})){END}",
        _missed,
    ),
    (
        rf"{HEAD}(?P<who>{NAME}) {_MISSED} (?P<place>{PLACE}|pole)(?: place| position)? by {ONLY}(?P<far>{FAR}){END}",
        _just_missed,
    ),
)
"""How much it is, where the words around it say only that it is little."""
TURNS_OF_CONTRASTS: tuple[tuple[str, Turn], ...] = (*_OF_PAIRS, *_OF_BESTS, *_OF_AMOUNTS)
