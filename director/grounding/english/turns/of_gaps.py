"""Turns of phrase of leads, gaps and places: `cut his cushion to 1.8 s`, `2 s is all that separates A from B`.

These come before those of clauses, so that what they leave goes through all others.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import COUNT, HEAD, LEAD, NAME, ONLY, ORDINAL, WHO, Turn

_END = r"(?=[,;:]|\.(?!\d)|$| and\b| but\b| while\b)"
"""Where a clause ends; not at the point of a number."""
_BEGIN = r"(^|(?<=[.!?;:] )|(?<=\band )|(?<=\bbut ))"
_FAR = (
    r"(?:[a-z]+ ){0,4}?(?:(?:\d[\d.]*|[a-z-]+|half a|an?)(?: (?:and a half ))? ?"
    r"(?:seconds?|tenths?|hundredths?|thousandths?|s)\b)"
)
_PURSUER = "pursuer|chaser|follower|challenger"
_CLOSEST = rf"(?:closest|nearest) (?:{_PURSUER})"
_LEADING = "leading|best-placed|highest-placed|highest|top|first|best"
_CUT = "brought|cut|trimmed|whittled|reduced|pared|chopped|slashed|narrowed"
_SHRUNK = "has (?:shrunk|come down|fallen|dropped|dwindled|been (?:cut|reduced|trimmed|whittled down))|is down"
_GROWN = "has (?:grown|gone up|increased|risen|gone out|stretched|extended|been extended|widened)|is up"
_MOVED = (
    "grown|shrunk|come down|gone up|increased|fallen|dropped|risen|closed|opened up|opened|gone out|widened|narrowed|"
    "stretched|been cut"
)
_THERE = "(?:place|position|spot)"


def _went(says: str) -> Turn:
    """`Norris's cushion is down to 1.8 s`: what his lead is, and that the gap has gone to this."""

    def told(match: re.Match[str]) -> str:
        return f"{match['who']}'s lead{match['over'] or ''} is {match['far']}. The gap has {says} to {match['far']}"

    return told


def _beside_on_the_grid(match: re.Match[str]) -> str:
    """`lined up fifth, a place behind Ricciardo`: where he started, and how many places behind whom."""
    who, started, places, how, other = match.groups()
    many = f" {'one' if places.lower() == 'a' else places} places" if places else ""
    return f"{who} {started}, and {who} started{many} {how} {other}"


_OF_LEADS: tuple[tuple[str, Turn], ...] = (
    (rf"((?:'s|\bhis|\bher) )(?:{LEAD}) over\b", r"\1lead over"),
    (
        rf"\b(?P<who>{NAME})'s (?:{LEAD})(?P<over> over {NAME})? (?:{_SHRUNK}) to (?P<far>{_FAR}){_END}",
        _went("shrunk"),
    ),
    (rf"\b(?P<who>{NAME})'s (?:{LEAD})(?P<over> over {NAME})? (?:{_GROWN}) to (?P<far>{_FAR}){_END}", _went("grown")),
    (
        rf"\b({NAME}) has (?:{_CUT}) ({NAME})'s (?:{LEAD})(?: (?:back|down))? to {ONLY}({_FAR}){_END}",
        r"\1 is \3 behind \2, and the gap to \2 has shrunk to \3",
    ),
    (
        rf"\b({NAME}) has (?:{_CUT}) (?:the|his|her) (?:gap|deficit) (?:to|on) ({NAME})(?: (?:back|down))? to "
        rf"{ONLY}({_FAR}){_END}",
        r"\1 is \3 behind \2, and the gap to \2 has shrunk to \3",
    ),
    (
        rf"\b({NAME}) has (?:{_CUT}) (?:the|his|her) (?:gap|deficit)(?: (?:back|down))? to {ONLY}({_FAR})"
        rf"{_END}",
        r"\1 is \2 behind, and the gap has shrunk to \2",
    ),
    (
        r"^(?P<all>(?![^;]*\b(?:on|at|by|after) lap \d)(?![^;]*\b(?:was|were|had)\b)(?:[^.;]|\.(?=\d))*?"
        rf"(?:more|less|bigger|smaller|larger|up|down) (?:than|on) {COUNT} laps?) (?:earlier|before|previously){_END}",
        r"\g<all> ago",
    ),
    (
        rf"\b(has (?:{_MOVED}) by (?:[^,.;]|\.(?=\d))+?) (?:over|across|within) (?={COUNT} laps{_END})",
        r"\1 over the last ",
    ),
    (
        rf"{_BEGIN}(?:over|in|across|within) (?:the (?:last|past) )?({COUNT}) laps,? "
        rf"((?:the gap|it|(?:{NAME}'s|his|her) lead) has (?:{_MOVED})(?: by (?:[^,.;]|\.(?=\d))+?)?){_END}",
        r"\1\3 over the last \2 laps",
    ),
)
_OF_MARGINS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b({NAME}) has lost ({_FAR}) (?:of|off|from) his (?:{LEAD})"
        rf"(?= (?:in|over) (?:the last )?{COUNT} laps\b|{_END})",
        r"\1's lead has shrunk by \2",
    ),
    (rf"\b({_FAR}) is all (?:that )?({NAME}) has (?:in hand )?(over|on) (?={NAME}{_END})", r"\2 has \1 \3 "),
    (
        r"\bhas (?:eked|carved|pulled|prised) out an? ([a-z\d.]+[- ]seconds? (?:lead|advantage|gap|cushion|margin)) "
        r"(?=over|on|to)",
        r"has a \1 ",
    ),
    (
        rf"\b({NAME}) (?:edges|edged|pips|pipped|shades|shaded|beats) ({NAME}) by ({_FAR}|\d\.\d+) "
        r"(?=on (?:their )?best laps\b)",
        r"\1 is \3 quicker than \2 ",
    ),
    (
        rf"\b({NAME}) (leads|heads) an? ([A-Z][\w ]*?) one-two (?:from|over|ahead of) ({NAME}){_END}",
        r"\1 leads from \4, and it is a \3 one-two",
    ),
    (
        rf"^behind ({NAME}), ({NAME}) and ({NAME}) (?:complete|round out|make up|fill) the (?:top three|podium)"
        rf"(?: places)?{_END}",
        r"the top three are \1, \2 and \3",
    ),
)
_OF_PURSUERS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\bwith ({NAME}) (?:right |hard |close |all )?(?:on|in|over) (?:his|her) (?:tail|heels|gearbox|mirrors|"
        rf"exhaust|rear wing){_END}",
        r"with \1 right behind him",
    ),
    (
        rf"^({NAME} (?:leads|is leading|is in the lead|heads the (?:race|field|way))(?: the (?:race|field|way|sprint))?"
        rf"(?: by {_FAR})?),? (?:and |with )?({NAME}) (?:is |remains |as )?(?:his|her) {_CLOSEST}{_END}",
        r"\1, with \2 second",
    ),
    (rf"\b({NAME})'s {_CLOSEST} (?:is|remains) ({NAME}){_END}", r"\2 is one place behind \1"),
    (rf"\b({NAME}) (?:is|remains) ({NAME})'s {_CLOSEST}{_END}", r"\1 is one place behind \2"),
    (
        rf"\b(?:the )?next (?:car|driver|man|one)? ?(?:behind|after) ({NAME}) is ({NAME}){_END}",
        r"\2 is one place behind \1",
    ),
    (
        rf"\b({NAME}) is (?:the )?next (?:car |driver |man |one )?(?:behind|after) ({NAME}){_END}",
        r"\1 is one place behind \2",
    ),
)
_OF_WHAT_SEPARATES: tuple[tuple[str, Turn], ...] = (
    (r"\bis all (?:that |which )?(separates|splits|covers|divides)\b", r"\1"),
    (r"\bis all (?:that is|there is|that lies|that stands) between (?=(?-i:[A-Z]))", "separates "),
    (
        rf"({_FAR}) (?:is all that |is what )?(?:keeps|separates) ({NAME}) from ({NAME})'s (?:{ORDINAL} )?{_THERE}"
        rf"{_END}",
        r"\2 is \1 behind \3",
    ),
    (rf"\b(one-two),? by ({_FAR}){_END}", r"\1, and the top two are separated by \2"),
)
_PAIR = r"(?:the two|both(?: the)?|the) ((?-i:[A-Z])[\w-]*(?: (?-i:[A-Z])[\w-]*)?s)"
_REST = r"(?:the )?best of the rest"
_OF_TEAMS: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b(one-two|are first and second),? (?:with |and |then |comes |and then )+({WHO}) (?:is )?{_REST}(?=[,.;]|$)",
        r"\1, and \2 is third",
    ),
    (rf"\b(one-two|are first and second),? (?:and )?then (?:comes )?({WHO})(?=[,.;]|$)", r"\1, and \2 is third"),
    (
        rf"{HEAD}behind {_PAIR},? ({WHO}) (?:is|was|sits|remains) {_REST}\b",
        r"the two \1 are first and second, and \2 is third",
    ),
    (
        rf"{HEAD}behind {_PAIR},? ({WHO}) (is|was|sits|lies|runs) "
        rf"(?=(?:in )?{ORDINAL}\b|{_FAR} (?:off|behind) (?:the lead|{NAME}))",
        r"both \1 are ahead of \2, and \2 \3 ",
    ),
    (
        rf"{HEAD}({WHO}) (?:is|was|sits|remains)(?: third,?)? {_REST},? behind {_PAIR}(?=[,.;]|$)",
        r"the two \2 are first and second, and \1 is third",
    ),
    (
        rf"{HEAD}{_REST},? behind {_PAIR},? (?:is|was) ({WHO})(?:,? in third)?(?=[,.;]|$)",
        r"the two \1 are first and second, and \2 is third",
    ),
    (
        rf"{HEAD}{_PAIR} (?:lead|are leading|are in front|are ahead),? (?:with|then|and) ({WHO}) "
        r"(?:next|third|best of the rest)(?=[,.;]|$)",
        r"the two \1 are first and second, and \2 is third",
    ),
    (
        rf"{HEAD}neither ((?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?) (?=(?:is|has|leads|was|had)\b)",
        r"neither of the \1 ",
    ),
    (
        rf"{HEAD}no (?:other )?({WHO}) is (?:higher|better placed|further up|ahead|in front)(?: up)? (?:than|of) "
        rf"({NAME})(?:'s)?(,? in {ORDINAL})?{_END}",
        r"\2 is the leading \1\3",
    ),
    (r"\b(neither of the [A-Z][\w -]*?) is (?:leading|in the lead)\b", r"\1 leads"),
    (rf"\b({NAME})'s is (?=the (?:{_LEADING}) (?-i:[A-Z]))", r"\1 is "),
    (rf"{HEAD}no ({WHO}) is (?:higher|better placed|further up) than ({ORDINAL}){_END}", r"the leading \1 is \2"),
    (
        rf"{HEAD}the (?:{_LEADING}) ((?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?) is ({NAME})'s(,? in {ORDINAL})?{_END}",
        r"\2 is the leading \1\3",
    ),
)
_OF_PLACES: tuple[tuple[str, Turn], ...] = (
    (
        rf"\b({NAME}) ((?:started|lined up|began)(?: in)? {ORDINAL}(?: on the grid)?), "
        rf"(?:(?:just )?(a|{COUNT}) places? )?"
        rf"(behind|ahead of|in front of) ({NAME}){_END}",
        _beside_on_the_grid,
    ),
    (rf"\bthe (?:first|leading|top|front) ({COUNT}) (?:cars|drivers|men|runners) (?=are\b|covered\b)", r"the top \1 "),
    (
        rf"\b({COUNT}) (up|down) on (?=where (?:he|she) |(?:his|her) (?:grid|starting) |the start\b)",
        r"\1 places \2 on ",
    ),
    (r"\boff (?:the )?top spot\b", "off the best"),
    (
        rf"(\bfrom {ORDINAL} (?:down |up )?to {ORDINAL}),? (?:in (?:just )?one go|all in one go|in a single lap|at a "
        r"stroke|in one fell swoop|all at once) (?=on lap \d)",
        r"\1 ",
    ),
    (r"\b(is|are) (?:all |both )?(?:still )?(?:exactly|precisely|right) (?=where (?:he|she|they) )", r"\1 still "),
    (r"\b(the top [a-z]+ are) (?:still )?(?=where they (?:started|began|lined up))", r"\1 all still "),
    (
        rf"\b({NAME}) (?:had|has) ({NAME}(?:(?:, {NAME})*,? and {NAME})?) (behind|ahead|in front)(?: of)? (?:him|her) "
        rf"(on the (?:starting )?grid|at the start){_END}",
        lambda match: (
            f"{match[2]} {'were' if ' and ' in match[2] else 'was'} {match[3]}"
            f"{'' if match[3].lower() == 'behind' else ' of'} {match[1]} {match[4]}"
        ),
    ),
    (rf"^that is (?=(?:{COUNT}|an?) (?:places?|positions?|stops?|laps?|passes|pass|overtakes?)\b)", ""),
    (rf"^([^;]*\bbest laps?\b[^;]*), in ({NAME})'s favour{_END}", r"\1, with \2 faster"),
    (rf", in ({NAME})'s favour{_END}", r", with \1 ahead"),
)
TURNS_OF_GAPS: tuple[tuple[str, Turn], ...] = (
    *_OF_LEADS,
    *_OF_MARGINS,
    *_OF_PURSUERS,
    *_OF_WHAT_SEPARATES,
    *_OF_TEAMS,
    *_OF_PLACES,
)
