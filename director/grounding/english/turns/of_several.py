"""Turns of phrase of several cars or stops: `apart from A and B, nobody has stopped`, `one of two on softs`."""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import END, HEAD, MANY, NAME, PLACE, TYRES, Turn

_STOP = r"(?=[,;:]|\.(?!\d)|$| and\b| but\b| while\b)"
_SOFTS_ONLY = rf"(?:{TYRES.removeprefix('tyres|')})"
_LISTED = rf"{NAME}'s(?:, {NAME}'s)*,? and {NAME}'s"
_NOBODY = r"(?:nobody|no one|no driver|no car|no other (?:driver|car)|none of the (?:drivers|cars|others))(?: else)?"
_BUT = r"(?:(?:apart|aside) from|except(?: for)?|other than|besides|bar|but for|with the exception of)"
_NAMES = rf"{NAME}(?:(?:, {NAME})*,? and {NAME})?"
_GROUP = rf"(?:(?:both(?: the)?|the two|the) (?-i:[A-Z])[\w-]*(?: (?-i:[A-Z])[\w-]*)?s|{_NAMES})"
_ADVERB = "(?: yet| so far)?"


def _only(match: re.Match[str]) -> str:
    """`apart from A and B, nobody has stopped` as `only A and B have stopped`."""
    several = " and " in match["names"]
    verb = {"has": ("has", "have"), "have": ("has", "have"), "is": ("is", "are"), "are": ("is", "are")}
    return f"only {match['names']} {verb[match['verb'].lower()][several]} {match['did']}"


def _like(match: re.Match[str]) -> str:
    """`Bottas has stopped, like Hamilton`: the same of both; `unlike Hamilton`: the contrary of the other."""
    who, verb, did, other = match["who"], match["verb"].lower(), match["did"], match["other"]
    if match["un"]:
        denied = re.match(r" (?:not|yet to) ", did)
        if denied and denied[0] != " not ":
            return match[0]
        did = f" {did[denied.end() :]}" if denied else f" not{did}"
    place = f"{who} is {match['place']}, and " if match["place"] else ""
    several = " " in other
    own = {"is": "are", "has": "have", "are": "are", "have": "have"} if several else {"are": "is", "have": "has"}
    side = f", and {other} {'are' if several else 'is'} {match['side']} {who}" if match["side"] else ""
    side = side.replace(" ahead ", " ahead of ")
    return f"{place}{who} {verb}{match['did']}, and {other} {own.get(verb, verb)}{did}{side}"


def _older_by(match: re.Match[str]) -> str:
    """`has four more laps on his tyres than Verstappen`: his tyres are so much older."""
    if not re.search(rf"\b(?:{TYRES})\b", match[0], re.IGNORECASE):
        return match[0]
    laps = "one lap" if match[2].lower() in ("one", "1") else f"{match[2]} laps"
    return f"{match[1]}'s tyres are {laps} {'older' if match[3].lower() == 'more' else 'fresher'} than {match[4]}'s"


def _of_the_other(match: re.Match[str]) -> str:
    """`A is 1.2 s behind B, whose softs are a lap fresher`: than A's."""
    names = list(dict.fromkeys(re.findall(NAME, match["first"])))
    if len(names) != 2 or names[1] != match["other"] or re.search(r"\b(?:was|were|had)\b", match["first"]):
        return match[0]
    far = f"{match['far']} " if match["far"] else ""
    return f"{match['first']}, and {names[1]}'s {match['tyres']} are {far}{match['how']} than {names[0]}'s tyres"


_YET = r"(?:yet to (?:stop|pit|come in)|still to (?:stop|pit|come in)|who (?:has|have) not (?:stopped|pitted))"
_WHO_DID = (
    rf"(?:(?P<place>{PLACE})-placed )?(?P<who>{_GROUP}) (?P<verb>is|has|are|have)"
    r"(?P<did> (?:not )?(?:on|stopped|pitted|started|led)\b(?:(?!\b(?:only|than|of)\b)(?-i:[^A-Z,;.]))*?)"
)
_LIKE_WHOM = rf"(?P<un>un)?like (?P<other>{_GROUP})(?: (?P<side>ahead|behind)(?: of)?(?: him)?)?"
_OF_SEVERAL: tuple[tuple[str, Turn], ...] = (
    (
        rf"^{_WHO_DID},? (?:just )?{_LIKE_WHOM}(?=\.?$)",
        _like,
    ),
    (rf"^{_LIKE_WHOM}, {_WHO_DID}(?=\.?$)", _like),
    (
        rf"^({NAME}) (set (?:his|her) (?:best|fastest|quickest)(?: lap)? on lap \d+),? (?:just )?(?:like|as did) "
        rf"({NAME})(?=\.?$)",
        r"\1 \2, and \3 \2",
    ),
    (
        rf"^({NAME}) is (?:one of|among)(?: the)?(?: just| only)? ({MANY})(?: cars| drivers)?(?: still)? on "
        rf"({_SOFTS_ONLY})(?=\.?$)",
        r"\1 is on \3, and \2 cars are on \3",
    ),
    (
        rf"^({NAME}) is (?:one of|among)(?: the)?(?: just| only)? ({MANY})(?: cars| drivers)?"
        rf"(?: that are| who are)? {_YET}(?=\.?$)",
        r"\1 has not stopped, and \2 cars have not stopped",
    ),
    (
        rf"^(?:nobody|no one|no (?:car|driver)) (is on|has) ({_SOFTS_ONLY}) or ({_SOFTS_ONLY})(?=\.?$)",
        r"nobody is on \2, and nobody is on \3",
    ),
    (
        rf"^(?:both of ({NAME})'s|({NAME})'s two|({NAME})'s) stops (?:have )?(?:both |each )?(?:took|taken|lasted) "
        r"(?=(?:over|under|about|more than|less than|just|nearly|almost|around)\b)((?:[^,;.]|\.(?=\d))+)(?=\.?$)",
        lambda match: "{0} has made two stops, and {0}'s first stop took {1} and {0}'s second stop took {1}".format(
            match[1] or match[2] or match[3], match[4]
        ),
    ),
)
_BEHIND_OTHER = rf"^(?P<first>{NAME}\b(?:(?-i:[^A-Z.;])|\.(?=\d))*?\b(?P<other>{NAME})),?"
_HOW = "(?P<how>older|fresher|newer|younger)"
_OF_TYRES: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}({NAME})(?: has|'s (?:{TYRES}) have(?: done)?) ({MANY}) (more|fewer) laps?"
        rf"(?: on (?:his|her|the) (?:{TYRES}))? than ({NAME})(?:'s)?(?: (?:{TYRES}))?{END}",
        _older_by,
    ),
    (
        rf"\b(than {NAME})'s ({MANY})[ -]laps?[ -]old (?:set|ones|{TYRES}){END}",
        lambda match: f"{match[1]}'s, and {match[1].split()[1]}'s tyres are {match[2]} laps old",
    ),
    (rf"\b(has (?:now )?done {MANY} laps on) (?:those|these|that|this) (?={TYRES}|set\b)", r"\1 his "),
    (
        rf"{_BEHIND_OTHER} whose (?P<tyres>{TYRES}) are (?P<far>(?:an?|{MANY}) laps? )?{_HOW}(?=\.?$)",
        _of_the_other,
    ),
    (
        rf"{_BEHIND_OTHER} who (?:is on|has|runs) (?P<far>(?:an?|{MANY}) laps? )?{_HOW} (?P<tyres>{TYRES})(?=\.?$)",
        _of_the_other,
    ),
    (
        rf"{_BEHIND_OTHER} who (?:is on|has|runs) (?P<tyres>{TYRES})(?: that are| which are)? "
        rf"(?P<far>(?:an?|{MANY}) laps? )?{_HOW}(?=\.?$)",
        _of_the_other,
    ),
    (
        rf"\b(?:that|which) (?:now |already )?have (?:now |already )?({MANY}) laps (?:in|on) (?:them|the clock)\b",
        r"that are \1 laps old",
    ),
    (rf"\b(on (?:{_SOFTS_ONLY})),? with ({MANY}) laps (?:in|on) (?:them|the clock)\b", r"\1 that are \2 laps old"),
    (
        rf"('s (?:{TYRES})) (?:now |already )?have (?:now |already )?({MANY}) laps (?:in|on) (?:them|the clock)\b",
        r"\1 are \2 laps old",
    ),
    (
        rf"\b(?:nobody|no one|no driver|no car)(?:'s| is) ({TYRES}) are (older|fresher|newer|younger) than ({NAME})'s"
        rf"(?=,? (?:at|which are) {MANY} laps?|{END})",
        r"nobody has \2 \1 than \3",
    ),
    (r"\b(every|each) single (?=(?:car|driver|runner)\b)", r"\1 "),
    (r"('s) being the (?=oldest|freshest|newest|youngest)", r"\1 the "),
    (
        rf", (?:with )?the (oldest|freshest|newest|youngest)(?: of them| set)? (?:being )?({NAME})'s"
        rf"(?= at {MANY} laps?\b|{END})",
        r", \2's the \1",
    ),
    (
        rf"\b({NAME}) (?:is|runs|is running) on ({TYRES}) (?:of|that are) (?:exactly )?the same age as ({NAME})'s"
        rf"(?: (?:{TYRES}))?{END}",
        r"\1 is on \2 and \1's \2 are the same age as \3's",
    ),
    (rf"\b({NAME})'s (?=are (?:the )?(?:oldest|freshest|newest|youngest|{MANY} laps? old)\b)", r"\1's tyres "),
    (
        rf"^((?:just |only )?{MANY} (?:cars|drivers) are on {_SOFTS_ONLY})(,|:) ({_LISTED})(?=\.?$)",
        lambda match: f"{match[1]}{match[2]} {match[3].replace(chr(39) + 's', '')}",
    ),
    (
        r"\b(is|was) the one (?=(?:driver|car|man|runner) (?:still |yet )?(?:on|with|without|to have|who)\b)",
        r"\1 the only ",
    ),
)


_OF_STOPS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b(ha(?:s|ve) (?:stopped|pitted|come in|been in|boxed|made (?:an?|{MANY}) (?:pit )?stops?)"
        rf"(?: once| twice| again| {MANY} times)?) since (?=lap \d)",
        r"\1 after ",
    ),
    (
        rf"\b({NAME}) has not (?:stopped|pitted|come in|been in|been back in|made a stop) since lap (\d+){_STOP}",
        r"\1's last stop was on lap \2",
    ),
)
_OF_EXCEPTIONS: tuple[tuple[str, Turn], ...] = (
    (
        rf"^{_BUT} (?P<names>{_NAMES}),? {_NOBODY} (?P<verb>has|have|is|are) (?:yet )?(?P<did>(?!not\b|yet\b)[^,;.]+?)"
        rf"{_ADVERB}(?=\.?$)",
        _only,
    ),
    (
        rf"^{_NOBODY} (?P<verb>has|have|is|are) (?:yet )?(?P<did>(?!not\b|yet\b)[^,;.]+?){_ADVERB},? {_BUT} "
        rf"(?P<names>{_NAMES}){_ADVERB}(?=\.?$)",
        _only,
    ),
)
TURNS_OF_SEVERAL: tuple[tuple[str, Turn], ...] = (*_OF_TYRES, *_OF_STOPS, *_OF_SEVERAL, *_OF_EXCEPTIONS)
