"""Turns of places, and of what a race has not seen, each in plainer words: `one place below where he started`."""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import ANY_NUMBER, END, HEAD, NAME, PLACE, PLACES, WHO, Turn

_PLAINLY = r"(?:(?!\b(?:not|and|but|with|who|while|only|man|men|cars?|drivers?|runners?)\b)[^;.,]|\.(?=\d))*?"
_SPOTS = r"\b(places?|spots?|positions?)"
_STARTED = r"(?:(?:where|what|when|than) )?(?:he|she) (?:started|began|lined up|set off)\b"
_SO_MANY = rf"(?=(?:an?|{ANY_NUMBER}) (?:places?|spots?|positions?)\b)"
_TOP = rf"the (?:top ({ANY_NUMBER})(?: places| positions| spots)?|podium){END}"
_TEAM = r"(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?"
_NOW = r"(?: now| at the moment| right now| currently)?"

_KIND = r"(?:(?:full |virtual )?safety cars?|vscs?|red flags?|yellow flags?)"
_NEITHER = {"is": "are not", "has": "have not", "was": "were not", "finished": "did not finish"}


def _between_on_grid(match: re.Match[str]) -> str:
    """`started eighth, between A and B`: A was seventh and B ninth."""
    digits, who, did = re.sub(r"\D", "", match["nth"]), match["who"], match["did"]
    place = int(digits) if digits else PLACES.index(match["nth"].lower()) + 1
    if place < 2 or len({who, match["front"], match["back"]}) != 3:
        return match[0]
    return f"{who} {did} P{place}, and {match['front']} {did} P{place - 1}, and {match['back']} {did} P{place + 1}"


_ROSE = "climbed|risen|moved up|come up|come through|jumped|gained|advanced|progressed"
_FELL = "dropped|fallen|slipped|slid|sunk|tumbled|slumped|gone down|plunged|dropped back|fallen back|slipped back"
_DOWN_OR_UP = "(?P<way>down|lost|up|gained|higher|lower)"


def _gained_or_lost(match: re.Match[str]) -> str:
    """`has fallen from pole to eleventh, ten places in all`: a loss of so many, where nothing says otherwise."""
    gained = bool(match["up"])
    if match["way"] and (match["way"].lower() in ("up", "gained", "higher")) != gained:
        return match[0]
    went = "climbed" if gained else "dropped"
    told = re.sub(r"\b(?:come (?:up|through)|gone down|advanced|progressed)\b", went, match[1])
    return f"{told}, a {'gain' if gained else 'loss'} of {match['many']} {match['places']}"


def _missed_the_top(match: re.Match[str]) -> str:
    return f"did not finish in the top {match[1] or 'three'}"


_OF_PLACES: tuple[tuple[str, Turn], ...] = (
    (
        rf"(\bhas (?:(?P<up>{_ROSE})|{_FELL}) from (?:{PLACE}|pole)[^.;,]*? to {PLACE}(?: place)?), "
        rf"(?:a (?:total|swing) of )?(?P<many>an?|{ANY_NUMBER}) (?P<places>places?|positions?)"
        rf"(?: in (?:all|total)| altogether| {_DOWN_OR_UP})?{END}",
        _gained_or_lost,
    ),
    (
        rf"{HEAD}({ANY_NUMBER}) of the (top {ANY_NUMBER}) are ((?-i:[A-Z])[\w ]*?s)(?: cars)?(?=\.?$)",
        r"\1 \3 are in the \2",
    ),
    (rf"{HEAD}({NAME}) (?:heads|leads) ({NAME}) for ({PLACE})(?: place)?{END}", r"\1 is \3, and \1 is ahead of \2"),
    (
        rf"\b({NAME}) splits the two ((?-i:[A-Z])\w*(?: (?-i:[A-Z])\w*)?),? in ({PLACE})(?: place)?(?=\.?$)",
        r"\1 is \3, and \1 is between the two \2",
    ),
    (
        rf"{HEAD}({NAME})( (?:leads|is|trails|heads)\b{_PLAINLY} {NAME}\b{_PLAINLY}),? without "
        rf"(?:a(?: single)? (?:pit )?stop|stopping|pitting|having (?:yet )?(?:stopped|pitted|made a stop))"
        rf"(?: yet| so far)?{END}",
        r"\1\2, and \1 has not stopped",
    ),
    (
        rf"{HEAD}the ((?:biggest|best|top) (?:climber|gainer|mover|riser|loser|faller)) (?:is|has been|was) ({WHO})"
        rf"(?=,| with| at| up| down|[.;]? ?$)",
        r"\2 is the \1",
    ),
    (
        rf"{HEAD}({_TEAM})(?:'s|(?<=s)') (?:best-placed|highest-placed|leading|lead|foremost|top) "
        rf"(?:car|driver|man|runner) is ({WHO})(?=,| in|[.;]? ?$)",
        r"\2 is the leading \1",
    ),
    (
        rf"{HEAD}(?:the )?({PLACE})-placed ({WHO})(?: |(?='s )|(?<=s)(?=' ))"
        r"(?!(?:[^.;]|\.(?=\d))*\b(?:was|were|had|ago|lap \d|like|unlike)\b)",
        lambda match: f"{match[2]} is {match[1]}. {match[2]}{' ' if match[0][-1] == ' ' else ''}",
    ),
    (
        rf"{HEAD}(?P<two>(?:two|both|the two) (?P<team>{_TEAM})(?: cars)? are in the top {ANY_NUMBER}), "
        rf"with (?P<who>[^,;.]+?) (?:between|splitting|separating|in between|sandwiched between) them{END}",
        r"\g<two>, and \g<who> is between the two \g<team>",
    ),
    (
        rf"{HEAD}(?:neither|no) (?!VSC\b)({_TEAM})(?: car| driver)? (?P<verb>is|has|was|finished)\b"
        r"(?! (?:higher|better placed|further up|ahead|in front)\b)",
        lambda match: f"both {match[1]} cars {_NEITHER[match['verb'].lower()]}",
    ),
    (
        r"\b(?:did not|failed to) (?:make(?: it)?(?: into| onto| to)?|finish (?:in|on)|get (?:into|onto|in|on)|reach) "
        rf"{_TOP}",
        _missed_the_top,
    ),
    (rf"\b(?:missed|(?:finished|ended up|came home) outside) {_TOP}", _missed_the_top),
    (rf"\b(is|was|are) outside the top ({ANY_NUMBER}){END}", r"\1 not in the top \2"),
    (
        rf"\b(?P<who>{NAME}) (?P<did>started|lined up|qualified) (?P<nth>{PLACE}),? (?:sandwiched |just )?between "
        rf"(?P<front>{NAME}) and (?P<back>{NAME}){END}",
        _between_on_grid,
    ),
    (
        rf"{_SPOTS} (?:below|behind|down from|off|(?:lower|worse(?: off)?|further (?:back|down)) than) {_STARTED}",
        r"\1 down on the start",
    ),
    (
        rf"{_SPOTS} (?:above|up from|(?:higher|better(?: off)?|further (?:up|forward)) than) {_STARTED}",
        r"\1 up on the start",
    ),
    (
        r",? since (?:(?:he|she) )?(?:starting|started|lining up|lined up|beginning) "
        rf"(?=(?:from |in )?(?:{PLACE}|pole\b))",
        ", having started ",
    ),
    (
        rf"\b(has |have |)(?:tumbled|slid|plunged|plummeted|sunk|sank|slumped|drifted|gone down|gone back) {_SO_MANY}",
        r"\1lost ",
    ),
    (
        rf"\b(has |have |)(?:jumped|leapt|vaulted|surged|rocketed|stormed|come up|come through) {_SO_MANY}",
        r"\1gained ",
    ),
)
_OF_A_RACE: tuple[tuple[str, Turn], ...] = (
    (rf"{HEAD}in (?:the|this) (?:practice )?session,? (?={NAME} (?:is|was|finished|came|set)\b)", ""),
    (r"\b(?:is|was) (?:fastest|quickest) in (?:the|this) (?:practice )?session (?=by\b)", "topped the session "),
    (
        rf"\btopped the (?:practice )?session(?:,| ahead of| from) ({NAME}) and ({NAME}){END}",
        r"topped the session, with \1 second and \2 third",
    ),
    (
        rf"((?:\b(?:is|was|finished|ended up|came|ranks|ranked)|, with {NAME})(?: only)? {PLACE}"
        r"(?: fastest| quickest)?) (?:overall )?(?:in|of) (?:the|this) (?:practice )?session(?=[,.;]|$| and\b| but\b)",
        r"\1",
    ),
    (
        r"(\bthe (virtual safety car|vsc|safety car) (?:is|has been) out[^.;,]*), its (second|third|fourth|fifth) "
        rf"(?:appearance|outing|deployment|period)(?: of the race| today)?{END}",
        r"\1, and this is the \3 \2 of the race",
    ),
    (
        r"\bwe are (?:still |now |currently )?(?:running )?(?:under|behind|on|in) (?:the|our|a) "
        rf"(first|second|third|fourth|fifth) (virtual safety car|vsc|safety car)(?: period)?"
        rf"(,? (?:which has been )?out (?=since lap)|{END})",
        lambda match: (
            f"the {match[1]} {match[2]} is out" + (f", and the {match[1]} {match[2]} has been out " if match[3] else "")
        ),
    ),
    (
        rf"\b(?:we|you|I) have (?:not|never) (?:yet )?(?:seen|had) (?:an?|any) ({_KIND}) (?:or|nor) "
        rf"(?:an? )?({_KIND}){END}",
        r"there has been no \1 and there has been no \2",
    ),
    (
        r"\b(?:we|you|I) have (?:not|never) (?:yet )?(?:seen|had|needed) (?:an?|any|one|a single) "
        r"(?=(?:full |virtual )?(?:safety cars?|vscs?|red flags?|yellow flags?|yellows?)\b)",
        "there has been no ",
    ),
    (
        r"\bthere has (?:not (?:yet )?been|been no|yet to be)(?: an?| a single| one| even a)? (?:drop|spot) of rain\b",
        "no rain has fallen",
    ),
    (r"\bnot (?:an?|a single|one|even a) (?:drop|spot) of rain (?:so far|yet)\b", "no rain so far"),
    (r"\bnot (?:an?|a single|one|even a) (?:drop|spot) of rain\b", "no rain"),
    (rf"(\b(?:air|track) (?:[^.;]|\.(?=\d))*, (?:and )?wind(?: at)? \d+\.\d+){END}", r"\1 m/s"),
    (
        r"\bthere (?:is|was|has been) (?:no|not any|hardly any|barely any|next to no) (?:wind|breeze)"
        rf"(?: at all| to speak of| to mention| worth mentioning| whatsoever)?{END}",
        "the wind is at 0.0 m/s",
    ),
    (
        r"\b(?:no (?:virtual )?(?:safety car|vsc) is|the (?:virtual )?(?:safety car|vsc) is not) "
        rf"(?:out|deployed|on track){_NOW}{END}",
        "the track is clear",
    ),
    (
        r"\bwe have (?:(?:not (?:yet )?lost|yet to lose) (?:anyone|anybody|(?:a|any) (?:single )?(?:car|driver)s?)|"
        rf"lost (?:nobody|no one)){END}",
        "nobody has retired",
    ),
    (
        rf"\b(?:there is )?an? ({ANY_NUMBER})-degree (?:difference|gap) between (?:the )?track and (?:the )?air"
        rf"(?: temperatures?)?{END}",
        r"the track is \1 degrees warmer than the air",
    ),
    (
        r"\b(it|the race|the track) is dry,? and has been (?=(?:all race|all day|so far|throughout)\b)",
        r"\1 is dry, and it has been dry ",
    ),
    (r"\bthe (?:full|whole|entire) (?:field|grid) (?=is still (?:running|going|racing|out there))", "every car "),
    (
        r"(\b(?:one|a|a single) (?:virtual safety car|vsc|safety car|red flag)),? (?:which|that|and it) lasted ",
        r"\1, lasting ",
    ),
    (
        rf"\b(is|are|stands?|sits?) (still |now |just |well |)(below|above) "
        rf"(?=(?:\d+\.\d+|{ANY_NUMBER}) ?(?:degrees|percent|%))",
        lambda match: f"{match[1]} {match[2]}{'under' if match[3].lower() == 'below' else 'over'} ",
    ),
    (
        rf"{HEAD}((?:[^.;:,]|\.(?=\d))+): that is how much (faster|quicker|slower) ({NAME}) (is|was|has been) than "
        rf"({NAME})(?=\.?$)",
        r"\3 \4 \1 \2 than \5",
    ),
)
TURNS_OF_POSITIONS: tuple[tuple[str, Turn], ...] = (*_OF_PLACES, *_OF_A_RACE)
"""`missed the podium`, `we have not seen a safety car`."""
