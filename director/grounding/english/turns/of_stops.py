"""Turns of stops and other facts in a list, each told by itself: `X's stops came on laps 17 and 37`."""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import (
    ANY_NUMBER,
    END,
    HEAD,
    NAME,
    NTH,
    PLACE,
    PLACES,
    TENS,
    Turn,
    number_of,
)

_LAPS = rf"(?:lap )?{ANY_NUMBER}(?:, (?:lap )?{ANY_NUMBER})*,? and (?:lap )?{ANY_NUMBER}"
_NAMES = rf"{NAME}(?:, {NAME})*,? and {NAME}"
_MORE = {"quickest": "quicker", "fastest": "quicker", "shortest": "shorter", "slowest": "slower", "longest": "longer"}
_MOST = "|".join(_MORE)


def _nth(match: re.Match[str]) -> str:
    """`the forty-fourth lap` as `the 44th lap`."""
    number = 10 * (TENS.index(match[1].lower()) + 2) + NTH.index(match[2].lower()) + 1
    return f"{number}{({1: 'st', 2: 'nd', 3: 'rd'}).get(number % 10, 'th')}"


def _spelled_laps(match: re.Match[str]) -> str:
    laps = re.sub(rf"\b{ANY_NUMBER}\b", lambda one: str(number_of(one[0])), match["laps"], flags=re.IGNORECASE)
    return f"laps {laps}"


def _stops_on(match: re.Match[str]) -> str:
    """`X's stops came on laps 17 and 37`: how many he has made, as many as are told, and when each was."""
    laps = [number_of(one) for one in re.findall(ANY_NUMBER, match["laps"], re.IGNORECASE)]
    if match["count"] and number_of(match["count"]) != len(laps):
        return match[0]
    each = " and ".join(f"{match['who']} stopped on lap {lap}" for lap in laps)
    return f"{match['who']} has made {len(laps)} stops, and {each}"


def _stops_took(match: re.Match[str]) -> str:
    """`X's two stops took 25.1 s and 24.2 s`: how many he has made, and how long each of the two was."""
    who, lane = match["who"], match["lane"] or ""
    each = (f"{who}'s {which} stop took {match[which]} s{lane}" for which in ("first", "second"))
    return f"{who} has made two stops, and {' and '.join(each)}"


def _nth_laps(match: re.Match[str]) -> str:
    """`on the seventeenth and 37th laps` as `on laps 17 and 37`."""
    laps = (re.sub(r"\D", "", said) or PLACES.index(said.lower()) + 1 for said in match.groups())
    return "on laps {} and {}".format(*laps)


_LAST = r"(?P<last>(?:the )?(?:latest|last|most recent|most recently|first))(?: one| of them| stop)?"


def _last_of_stops(match: re.Match[str]) -> str:
    """`three stops so far, the latest by Norris on lap 10`: how many, and who was the last of all to stop."""
    which = "first" if match["last"] and "first" in match["last"].lower() else "last"
    return f"{match['count']}, and {match['who'] or match['most']} was the {which} to stop, on lap {match['lap']}"


def _one_stop_each(match: re.Match[str]) -> str:
    """`three stops so far, by A, B and C`: so many, and only of these, where it is one each."""
    names = re.split(r",? and |, ", match["names"])
    if number_of(match["count"]) != len(set(names)):
        return match[0]
    return f"{match['first']}, and only {match['names']} have stopped"


TURNS_OF_STOPS: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}(?P<count>(?:there have been )?(?:only |just )?{ANY_NUMBER} (?:pit )?stops(?: so far)?|"
        rf"(?:only |just )?{ANY_NUMBER} (?:drivers|cars) have (?:stopped|pitted)(?: so far)?),? (?:with |and )?"
        rf"(?:{_LAST},? (?:was |being |coming |came |made )*(?:by |from )?(?P<who>{NAME})(?:'s)?|"
        rf"(?P<most>{NAME}) (?:the )?(?:most recently|the last|last|latest)),? on lap (?P<lap>\d+){END}",
        _last_of_stops,
    ),
    (
        rf"{HEAD}(?P<first>(?:there have been )?(?:only |just )?(?P<count>{ANY_NUMBER}) (?:pit )?stops(?: so far)?)"
        rf"(?:, by|,? made by|, from|:) (?P<names>{_NAMES})(?=\.?$)",
        _one_stop_each,
    ),
    (
        rf"{HEAD}(?:nobody|no one)(?: else)? has (?:stopped|pitted) since ({NAME})(?=[.,;]| on lap|$)",
        r"\1 was the last to stop",
    ),
    (
        rf"{HEAD}the (?:latest|last|most recent)(?: pit)? stop (?:was|is) ({NAME})'s(?=[.,;]| on lap|$)",
        r"\1 was the last to stop",
    ),
    (
        rf"{HEAD}({NAME})'s(?: (?:pit )?stop)?( on lap \d+) (?:is|was) the (?:latest|last|most recent)"
        r"(?: (?:pit )?stop)?(?: of all| so far)?(?=[.;]|$)",
        r"\1 was the last to stop,\2",
    ),
    (
        rf"\b({NAME}) (?:has )?(?:made|had|took) the (latest|last|most recent|first)(?: pit)? stop"
        rf"(?: of (?:all|the race))?(?=[,.;]| on lap|$| and\b| but\b)",
        lambda match: f"{match[1]} was the {'first' if match[2].lower() == 'first' else 'last'} to stop",
    ),
    (
        rf"\bthe (latest|last|most recent|first)(?: pit)? stop (?:of all |of the race |so far )?(?:was|is|came|comes)"
        rf"(?: made)? (?:by|from) ({NAME})(?=[,.;]| on lap|$| and\b| but\b)",
        lambda match: f"{match[2]} was the {'first' if match[1].lower() == 'first' else 'last'} to stop",
    ),
    (rf"\b({'|'.join(TENS)})[- ]({'|'.join(NTH)})\b(?! of)", _nth),
    (rf"\bon the ((?!P\d){PLACE}) and (?:the )?((?!P\d){PLACE}) laps\b", _nth_laps),
    (rf"\b({NAME})'s first (?:pit )?stop (?:is|has) (?:still|yet) to (?:come|be made){END}", r"\1 has not stopped"),
    (rf"\blaps (?P<laps>{_LAPS})\b", _spelled_laps),
    (
        rf"\b(?P<who>{NAME})'s (?:(?P<count>{ANY_NUMBER}) )?(?:pit )?stops (?:so far )?(?:came|were|have come|fell|"
        rf"have been|were made)(?: both)? on (?:laps )?(?P<laps>{_LAPS}){END}",
        _stops_on,
    ),
    (
        rf"\b(?P<who>{NAME})'s (?:two )?(?:pit )?stops (?:took|lasted|cost (?:him|her)) (?P<first>\d+\.\d+)"
        rf"(?: ?s| seconds)? and (?P<second>\d+\.\d+) ?(?:s|seconds)\b(?P<lane> in the (?:pit ?)?lane)?{END}",
        _stops_took,
    ),
    (
        rf"\b({NAME}) has not (?:yet )?(?:stopped|pitted|boxed|been in|made (?:a|another) stop) (?:again )?since "
        rf"(lap \d+){END}",
        r"\1's last stop was on \2",
    ),
    (
        rf"\b({NAME})'s (first|second) stop (?:is|was) the ({_MOST}){END}",
        lambda match: f"{match[1]}'s {match[2]} stop was the {_MORE[match[3].lower()]} of the two",
    ),
    (
        rf"\b({NAME}) is one of (?:just |only )?(?:the )?({ANY_NUMBER}) (?:cars |drivers )?(?:(?:yet|still) to "
        rf"(?:stop|pit)|(?:who|that) have not (?:yet )?(?:stopped|pitted))(?: yet)?{END}",
        r"\2 drivers have not stopped, and \1 has not stopped",
    ),
    (rf"\b({NAME})'s race (?:ended|was over|finished) (?=(?:on lap|after {ANY_NUMBER} laps?)\b)", r"\1 retired "),
    (
        rf"{HEAD}the only ({ANY_NUMBER}) (?:drivers |cars |men |runners )?((?:on|with|in|not|to|out|who)\b[^.;,]*?) "
        rf"(?:are|were) ({_NAMES}){END}",
        r"\3 are the only \1 drivers \2",
    ),
    (
        r"(\b(?:fastest|quickest|best) lap\b(?:[^.;,]|\.(?=\d)|,(?= an? \d))*[;,] (?:and |but |while |with )?"
        rf"{NAME}'s) (?=(?:is|ranks) (?:only )?{PLACE}{END})",
        r"\1 best ",
    ),
    (
        rf"\b({NAME})'s (?:best|fastest|quickest)(?: lap)?(?: time)? (?:only )?(?:ranks|is|stands|sits|lies|was|"
        rf"puts (?:him|her)|is good (?:enough )?for) (?:only )?((?!first|P1\b|1st){PLACE})(?: place| overall)?{END}",
        r"\1's best lap is the \2 fastest",
    ),
)
"""`Leclerc's second stop was his quickest`, `Bottas is one of three yet to stop`."""
