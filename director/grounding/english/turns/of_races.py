"""Turns of phrase of a race that say what plainer words say: `crossed the line 4 s after Hamilton`, `half a dozen`.

These come after those of `english_turns`.
"""

from __future__ import annotations

from director.grounding.english.turns.patterns import NAME

_SECONDS = r"(?:[\w.-]+ )+(?:seconds?|tenths?|hundredths?|s)"
_HOME = "crossed the (?:finish )?line|came home|took the (?:chequered )?flag|finished|got home"
_STOP = "(?:pit ?|pit-)?stop"
TURNS_OF_A_RACE: tuple[tuple[str, str], ...] = (
    (r"\ba (?:lonely|distant|comfortable|solid|strong|fine|close|safe|clear|superb|brilliant|quiet|well-earned|"
     r"steady|respectable|lowly) (?=(?:[a-z]+(?:st|nd|rd|th)|second|third)\b)", ""),
    (r"\b(?:brought|brings) (?:his|her|the) (?:car|\w+) (?:home|in) (?=[a-z]+(?:st|nd|rd|th)\b|second|third)",
     "finished "),
    (r"\ba (second|tenth|minute) and a (?:bit|little|touch)\b", r"just over a \1"),
    (r"\b(?:a|one) (second|tenth|minute) and a bit\b", r"just over a \1"),
    (r"\b(up|down|ahead) (?:on|from|of) where (?:he|she) (?:started|lined up|began)\b", r"\1 on the start"),
    (r"\bthe full (?=\d+(?: points)?\b)", ""),
    (r"\b(?:ended|finished|wound) up (quickest|fastest)(?: on| with)? (?=(?:an? )?\d+:)", r"was \1 with "),
    (r"\bhalf a dozen\b", "six"),
    (r"\ba dozen\b", "twelve"),
    (r"\ba couple of (?=seconds|tenths)", "about two "),
    (r"\ba couple of\b", "two"),
    (r"\ba single one (?=(?:is )?on\b)", "one "),
    (r"\b(?:a|just the) (?:lone|solitary|single) (?=(?:car|driver)\b)", "one "),
    (rf"\b((?:{_HOME})\b[^.;]*?{_SECONDS}) (?:after|later than) (?={NAME})", r"\1 behind "),
    (r"\b(is|are) in the pits from (the lead|P\d+|[a-z]+(?:st|nd|rd|th))\b", r"\1 in \2, and \1 in the pits"),
    (rf"\bdouble (?:the number of|what) ({NAME}) (?:has|have)(?: managed| led| made)?", r"twice as many as \1"),
    (rf"\bdouble ({NAME})'s (?:tally|total|number|haul)", r"twice as many as \1"),
    (rf"\bexpect (?:a|your|the) ({_STOP}) (.*?)to (cost|take) ", r"a \1 \2costs "),
    (rf"\b(?:you (?:would|will)|you|a driver would|drivers|they would) (?:expect to )?lose ({_SECONDS}) "
     rf"(?:with|by|in|making|for) (?:a |making a )?(?:{_STOP}|pitting|stopping)( under green| on a green track)?",
     r"a stop costs \1\2"),
    (r"\b((?:expected|predicted|projected|going|set|on course|likely|able) to|would|will|should|could|can)( not)? "
     r"(?:get|be|come|move|close|close up|get back|be back) (?:to )?within (?:a|one|1) (?:second|s) of", r"\1\2 catch"),
    (r"\b(?:does not|is not going to) ((?:get|be|come) )?within (?:a|one) second of (?=[^.;]*(?:end|flag|finish))",
     "will not catch "),
    (rf"(a lap (?:up on|faster than|quicker than|better than|clear of) {NAME}) in ([a-z]+(?:nd|rd|th))(?= place)?",
     r"\1, who is \2 on pace"),
    (rf",? ({_SECONDS}) a lap (?:better than|quicker than|faster than|up on|clear of) "
     r"(?:anyone|anybody|everyone|everybody)(?: else)?", r", by \1 a lap"),
    (r"\bwon (?:the (?:race|sprint) )?(?=from (?:pole|[a-z]+(?:st|nd|rd|th)|second|third|P\d+)(?: on the grid)?"
     r"(?:[.,;]|$| and\b| but\b))", "finished first "),
    (r"(^|(?<=[.!?] ))(?:all )?green (?=since lap \d)", r"\1it has been green "),
    (r"(^|(?<=[.!?] ))((?:none of|nobody|no one)\b(?: (?!has|have|had)[a-z]+)* (?:is|are) [^.;,]*?) yet"
     r"(?=[.!]?$|[.!] )", r"\1\2"),
    (r"^((?:a|one|two|three|four|five|six|seven|eight|nine|ten|\d+) laps?) back,? "
     r"(?=(?-i:[A-Z])[\w-]+ (?:was|led|trailed|had)\b)", r"\1 ago "),
    (rf"\b(?:nobody|no one|no driver) has (?:a |had a )?(?:better|quicker|faster) average(?: lap| pace)? than ({NAME})"
     r"( (?:over|across|in|for) the last \w+ laps)?(?=[.,;]|$| and\b| but\b)", r"\1 has the best average\2"),
    (r"^((?:[^.;]|\.(?=\d))*?),? provisionally\b(,?(?: (?:[^.;]|\.(?=\d))*)?)", r"\1\2, provisionally"),
    (r"\bis the one for (?=[a-z]+(?:st|nd|rd|th)|P\d+|the lead)", "is for "),
    (r"\b(?:(?:walks?|walked|comes?|came|leaves?|left) away with|bags?|bagged|pockets?|pocketed|nets?|netted|hauls? in|"
     r"hauled in|racks? up|racked up) (?=[\w-]+ points?)", "score "),
)  # fmt: skip
