"""Turns of phrase of a second part that leaves out what the first one told: `Leclerc next, 1.5 s slower`.

Each is told in full, so that what it says is proved by itself.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import COUNT, END, NAME, ORDINAL, SECTOR, Turn

_SECONDS = r"(?:[\w.-]+ )+?(?:seconds?|tenths?|hundredths?|thousandths?|s)\b"
_NO_LEAD = r"(?!, (?:[\w.-]+ ){1,4}?(?:ahead|clear|quicker|faster|up|in front|better)\b)"
_LINK = r"(?:[;,:]|[;,]? (?:and|with|then|while|but)) (?:and |with |then |while |but )?"
_NEXT = r"(?:'s)?(?: is| was| comes| came)? next(?: best| fastest| quickest| up| in line)?"
_BACK = r"(?:slower|back|behind|off|adrift|down|off it|off that|in arrears)"
_FASTEST = r"(?:fastest|quickest)"
_DELETED = r"deleted|scrubbed|struck off|struck out|cancelled|wiped|wiped out|disallowed|took away|binned|chalked off"
_LIMITS = r"(?: (?:for|to) (?:exceeding )?track limits)?(?: (?:at|in) turn \d+)?"
_SNATCHED = "snatched|grabbed|seized|wrested|stole|nicked|pinched|prised"
_SPLIT = r"(?:have |has )?(?:split|shared?|carved? up|divided?)(?: up)?"
_WHO_IS_NEXT = rf"{_LINK}(?P<who>{NAME}){_NEXT}(?:(?:,| at| by|, at) (?P<far>{_SECONDS})(?: {_BACK})?)?{_NO_LEAD}{END}"


def _second_fastest(match: re.Match[str]) -> str:
    """`X has the fastest lap; Y is next, 1.5 s slower`: Y's best lap is the second fastest, and so much slower."""
    first, who, far = match["first"], match["who"], match["far"]
    slower = f", and {who}'s best lap is {far} off the fastest lap" if far else ""
    return f"{first}; {who} is second fastest{slower}"


def _second(match: re.Match[str]) -> str:
    back = f", {match['far']} back" if match["far"] else ""
    return f"{match['first']}; {match['who']} is second{back}"


def _each_deleted(match: re.Match[str]) -> str:
    """`race control deleted Piastri's laps 37 and 38, both for track limits`: the same of each of both laps."""
    why = match["why"].replace(" to track", " for track")
    each = (f"{match['who']}'s lap {lap} was deleted{why}" for lap in (match["lap"], match["other"]))
    return " and ".join(each)


def _sharing(match: re.Match[str]) -> str:
    """`A and B share the fastest sectors`: each has one, and there are no others who have one."""
    names = match["names"]
    count = len(re.findall(r",? and |, ", names)) + 1
    return f"{names} each have a fastest sector, and {count} drivers share the fastest sectors"


def _other_two(match: re.Match[str]) -> str:
    """`A has the fastest first sector and B the other two`."""
    two = "last" if match["which"].lower() in ("first", "opening") else "first"
    return f"{match['first']} and {match['who']} has the fastest {two} two sectors"


def _cases_all_for(match: re.Match[str]) -> str:
    """`two cases are open, both for impeding` as `two cases of impeding are open`."""
    count, noun, verb, why = match.groups()
    both = " both " in match[0]
    return match[0] if both and count.lower() not in ("two", "2") else f"{count} {noun} of {why} {verb}"


_HOW_FAR = r"(?:(?:just |only |about |almost |nearly |over |under )*(?:an? |half a )?[\w.-]+ ?(?:tenths?|seconds?|s))\b"
_COMPOUND = r"(?:(?:ultra|super|hyper)?softs?|mediums?|hards?|inters?|intermediates?|wets?)"
_EACH_SECTOR = (
    rf"(?:,| and|, and| but|, but|, while) the (?:best |fastest |quickest )?({SECTOR})(?: one| sector)? "
    rf"to ({NAME})"
)
_TEAM = r"(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?"
_IT_IS_DRY = r"(?:it|(?:the )?(?:race|weather|track)|conditions) (?:is|are) (?:still |all )?dry"
_LONGER = "shorter|longer|quicker|slower|faster"
_STARTED = r"(?:he|she|they) (?:started|began|lined up|set off)"


def _each_of_sectors(match: re.Match[str]) -> str:
    """`the best middle sector belongs to A and the best final one to B`: each sector by its name."""
    others = re.findall(_EACH_SECTOR, match["others"], re.IGNORECASE)
    return match["first"] + "".join(f", and the best {sector} sector belongs to {who}" for sector, who in others)


def _did_likewise(match: re.Match[str]) -> str:
    """`A stopped on lap 6, and B did likewise on lap 9`: the same of B, on the lap of A where none is named."""
    then = match["then"] or match["lap"]
    return f"{match['who']} {match['did']} {match['lap']}, and {match['other']} {match['did']} {then}"


def _shorter_of_two(match: re.Match[str]) -> str:
    """`has stopped twice, and the second stop was the shorter`: shorter than the other of the two."""
    which = match["which"].lower()
    return f"{match['twice']}, and his {which} stop was {match['how']} than his {_OTHER_OF_TWO[which]}"


def _of_two_named(match: re.Match[str]) -> str:
    """`A leads B by 2 s, on softs of the same age`: of the two that are named."""
    names = list(dict.fromkeys(re.findall(r"\b[A-Z][\w-]+", match["first"])))
    two = f"{names[0]} and {names[1]}" if len(names) == 2 else ""
    return f"{match['first']}, and {two} are on {match['what']}" if two else match[0]


def _two_cars(match: re.Match[str]) -> str:
    """`McLaren had two cars in the top three, with Stroll between them`."""
    verb, was = ("were", "was") if match["verb"].lower() == "had" else ("are", "is")
    between = f", and {match['who']} {was} between the two {match['team']} cars" if match["who"] else ""
    return f"two {match['team']} cars {verb} in the top {match['top']}{between}"


_OTHER_OF_TWO = {"first": "second", "second": "first"}
_OF_OTHERS: tuple[tuple[str, Turn], ...] = (
    (rf"\b(?P<first>best (?:{SECTOR}) sector belongs to {NAME})(?P<others>(?:{_EACH_SECTOR})+){END}",
     _each_of_sectors),
    (rf"\b(?P<who>{NAME}) (?P<did>(?!(?:[^A-Z.,;])*\b(?:not|never|nor|only)\b)(?-i:[a-z][^A-Z.,;]*?)) "
     rf"(?P<lap>on lap \d+),? (?:and|while) (?P<other>{NAME}) (?:did|has done) (?:likewise|the same)"
     rf"(?P<then> on lap \d+)?{END}", _did_likewise),
    (rf"(?P<twice>\b(?:twice|two (?:pit )?stops)\b(?:[^.;]|\.(?=\d))*?),? (?:and|but|with) (?:the|his|her) "
     rf"(?P<which>first|second)(?: (?:visit|stop|one|of them))?(?: was| being) the (?P<how>{_LONGER})"
     rf"(?: one| of the two| of them)?{END}", _shorter_of_two),
    (rf"^(?P<first>(?![^,;]*\b(?:laps?|pace|beats?|faster|quicker|slower)\b)(?:[^.,;]|\.(?=\d))*), (?:both )?on "
     rf"(?P<what>(?:{_COMPOUND}|tyres) of (?:exactly |precisely )?the same age)(?=\.?$)", _of_two_named),
    (rf"\b(one-two),? (?:with )?({NAME}) (?:from|over) ({NAME})(?:,|, with|,? by| with) ({_HOW_FAR})"
     rf"(?: between them| apart| separating them)?{END}",
     r"\1, with \2 first and \3 second, and \2 is \4 ahead of \3"),
    (rf"\b(one-two),? (?:with )?({NAME}) from ({NAME}){END}", r"\1, with \2 first and \3 second"),
    (rf"\b(?P<first>(?P<who>{NAME})(?:'s \d+ ?(?:km/h|kph)(?: (?:on|from) lap \d+)?)? )(?:still )?"
     r"(?:tops|heads|leads) (?P<trap>(?:the )?speed traps?\b(?: (?:with|at) \d+ ?(?:km/h|kph))?(?: on lap \d+)?)"
     rf", (?P<more>{COUNT})(?: km/h| kph)? (?:up on|clear of|ahead of|more than|faster than|quicker than) "
     rf"(?P<other>{NAME}){END}", r"\g<first>tops \g<trap>, and \g<who> is \g<more> km/h up on \g<other>"),
    (rf"(\b(?:complete|completed|managed|finished) (?:an?|one|no|{COUNT})(?: single)? laps?[;,] (?:and |but |while )?"
     rf"{NAME} (?:managed|completed) (?:only |just )?{COUNT}){END}", r"\1 laps"),
    (rf"\b({NAME}) and ({NAME}) are (?:both )?(?:now )?out,? after ({COUNT}) (?:laps )?and ({COUNT})"
     rf"(?: laps)?,?(?: respectively)?{END}", r"\1 retired after \3 laps and \2 after \4"),
    (rf"\b({ORDINAL})(?: place)?, (?:exactly |precisely |right |just )?where {_STARTED}{END}",
     r"\1, having started \1"),
)  # fmt: skip
"""What one of two did, or is, by what is told of the other."""
_OF_OWN: tuple[tuple[str, Turn], ...] = (
    (rf"\b(?:is|has been) (?:stretching|nursing|eking out) (?:his|her) ({_COMPOUND}) (?:out )?to ({COUNT} laps)\b",
     r"is on \1 that are \2 old"),
    (rf"\bhas (?:stretched|nursed|eked out) (?:his|her) ({_COMPOUND}) (?:out )?to ({COUNT} laps){END}",
     r"is on \1 that are \2 old"),
    (rf"\bfail(?:ed|s)? to (?:complete|finish|do) (?:a|one|even one)(?: single| full)? lap{END}",
     "did not complete a lap"),
    (r"('s|\bhis|\bher) lap[ -](\d+) (?:pit )?(?:stop|visit)\b", r"\1 stop on lap \2"),
    (r"('s|\bhis|\bher) (?:first|opening)-lap (?:pit )?(?:stop|visit)\b", r"\1 stop on lap 1"),
    (r"\bcrossed the line first (?:on|at the end of|in) (?=(?:all|every|each)\b)", "led "),
    (rf"\bwas (?:in front|in the lead|at the front|out front) for (?=(?:the )?(?:first|opening) {COUNT} laps\b)",
     "led "),
    (rf"\bspent (the (?:first|opening) {COUNT} laps) (?:in front|in the lead|at the front|out front){END}",
     r"led \1"),
    (r"(^|(?<=[.!?] ))(dry|wet|raining) (?=(?:now|at the moment|at present)\b)", r"\1it is \2 "),
    (r"(?<!been )(?<!was )(?<!had )(?<!seen )\b(?:there is )?no rain (?=so far\b)", "no rain has fallen "),
    (r"\bit is not raining so far\b", "it has not rained so far"),
    (r"(?:^|(?<=[.!?] ))(?:all )?dry (?=so far\b)", "it has been dry "),
    (rf"\b{_IT_IS_DRY} (?=so far\b)", "it has been dry "),
    (rf"\bso far,? {_IT_IS_DRY}\b", "it has been dry so far"),
    (rf"^(?:the )?(?:stewards' )?only (?:case|incident)(?: so far)? (?:involved|involves|concerned|concerns) "
     rf"({NAME}(?:(?:, {NAME})*,? and {NAME})?(?: (?:at|in) turn \d+)?),? (?:and|but) (?:they took it "
     rf"no further|it (?:went|was taken) no further|(?:they took no|no) further action(?: was taken)?){END}",
     r"there has been one case, and the incident of \1 needed no further action"),
    (rf"^(?P<team>{_TEAM}) (?P<verb>had|have|has) (?:got )?(?:two|both) cars in the top (?P<top>{COUNT})\b"
     rf"(?:, with (?P<who>[^,;.]+?) between them{END})?", _two_cars),
)  # fmt: skip
"""What is told of one by itself."""
TURNS_OF_PARTS: tuple[tuple[str, Turn], ...] = (
    (r",? (?:with )?neither (?:of them |of whom )?having (?:yet )?(?=[a-z]+ed\b|been\b|made\b|led\b)",
     ", and neither has "),
    (rf"^(?P<first>{NAME} (?:has|set|holds|owns|took|posted|clocked) (?:the )?{_FASTEST} lap\b"
     rf"(?! (?:of (?!the race|all|anyone)|in |over |across |among |on (?!lap)))(?:[^.;,]|\.(?=\d)|, (?=an? \d))*)"
     rf"{_WHO_IS_NEXT}", _second_fastest),
    (rf"^(?P<first>{NAME} (?:leads|is leading|heads|is in the lead|is on pole|took pole|takes pole)"
     rf"(?: the (?:race|field|way|sprint))?(?: by {_SECONDS})?)"
     rf"{_WHO_IS_NEXT}", _second),
    (rf"\b(?:race control|the stewards) (?:has |have )?(?:{_DELETED}) (?P<who>{NAME})'s laps (?P<lap>\d+) and "
     rf"(?P<other>\d+),?(?: both| each)?(?P<why>{_LIMITS}){END}", _each_deleted),
    (rf"\b(?P<who>{NAME}) (?:has |had |has had )(?:his |her )?laps (?P<lap>\d+) and (?P<other>\d+) (?:both )?"
     rf"(?:{_DELETED}),?(?: both| each)?(?P<why>{_LIMITS}){END}", _each_deleted),
    (rf"\b(?P<who>{NAME}) (?:has |had )?lost (?:his |her )?laps (?P<lap>\d+) and (?P<other>\d+),?(?: both)?"
     rf"(?P<why> (?:for|to) track limits(?: (?:at|in) turn \d+)?){END}", _each_deleted),
    (rf"\b(?P<who>{NAME})'s laps (?P<lap>\d+) and (?P<other>\d+) (?:were|have been) (?:both )?"
     rf"(?:{_DELETED}),?(?: both| each)?(?P<why>{_LIMITS}){END}", _each_deleted),
    (rf"\b(race control|the stewards) (?:has |have )?(?:{_DELETED}) (?={NAME}'s (?:lap|time|\d:))", r"\1 deleted "),
    (rf"(?P<names>{NAME}(?:, {NAME})*,? and {NAME}) {_SPLIT} the (?:three )?(?:fastest|quickest|best) sectors"
     r"(?: (?:between|among|amongst) (?:them|themselves))?", _sharing),
    (rf"(fastest sectors\b[^.;]*?), (?:with )?({NAME}) (?:(?:claiming|taking|having|holding|owning|with) )?the "
     rf"(first|second|third|middle|last|final)(?: one| sector)?{END}", r"\1, and \2 has the fastest \3 sector"),
    (rf"\b(?:took|{_SNATCHED}) the lead (?:from|off) ({NAME}'?)( on lap \d+)?, "
     rf"one of (?=(?:the )?{COUNT} (?:on-track )?(?:passes|overtakes)\b)", r"passed \1 for the lead\2, one of "),
    (rf"\b((?:passed|overtook) [^.;]*?), one of (?:the )?({COUNT}) ((?:on-track )?(?:passes|overtakes)"
     r"(?: (?:on track|in all|so far|in the race|of the race))*)(?=\.?$)", r"\1, and there were \2 \3"),
    (rf"\b(?:{_SNATCHED}) the lead (?=(?:from|off)\b)", "took the lead "),
    (r"\bled (?:the )?most, (?:with |for )?(?=\w+ laps\b)", "led the most laps, "),
    (r"\b(?:commanded|controlled|headed) (?=the (?:last|first|final|opening|next) \w+)", "led "),
    (r"\bblankets?(?:ed)? the top\b", "cover the top"),
    (r"\b(set|banked|posted|clocked|recorded|did) (his|her) (?:best|fastest|quickest) lap, (?:an? )?"
     r"(\d:\d\d(?:\.\d+)?|\d min(?:ute)? \d[\d.]* ?(?:s|seconds)), "
     r"(last time (?:by|around|round|out)|on lap \d+)(?=,? (?:and|but|while)\b|[.;]|$)", r"\1 \2 best lap \4, a \3"),
    (rf"(\b(?:quicker|faster|slower) than {NAME}), (?=by {_SECONDS} on (?:their )?best laps)", r"\1 "),
    (r"^(?=[^.;]*\b(?:feed|data|results?)\b)([^.;]*?\b(?:no|nothing|not)\b[^.;]*?),? "
     r"so (?:I|we) can ?not (?:say|tell)(?: you)?(?=\.?$)", r"\1"),
    (r",? (?:which is |that is |it is |and it is |and that is )?the (?:only|sole|one) penalty"
     r"(?: (?:so far|of the race|to date|today|given|handed out|yet))*(?=\.?$)", ", and there has been one penalty"),
    (rf"((?:[;,]|\b(?:and|but|while)) (?:and |but |while |with )?)({NAME})( is| was| lies| sits| runs)? ({ORDINAL}"
     rf"(?: fastest| quickest)?), ({_SECONDS} (?:ahead|clear|up|in front|quicker|faster|better))(?=[.,;]|$)",
     r"\1\2\3 \4, and \2 is \5"),
    (r"\b(came|coming|was set|was|being set|lap) on (?:his|her) (?:own )?(?:very )?last lap\b", r"\1 on own last lap"),
    (r"(\bpenalty\b[^.;]*), the only one (?:so far|to date|of the race|today|yet)(?=\.?$)",
     r"\1, and there has been one penalty"),
    (r"\b(to|in|took|takes|claimed|has|had) (?:the )?top spot\b", r"\1 first"),
    (rf"\b(?:fill|occupy) (?={ORDINAL} and {ORDINAL}\b)", "are "),
    (rf"\b(has|have) (?:sat|lain|stayed|remained|stood) (?=(?:in )?{ORDINAL} since lap\b)", r"\1 been "),
    (rf"\b(?P<first>{NAME} (?:has|set|holds|took|owns) the (?:fastest|quickest|best) "
     rf"(?P<which>first|opening|third|last|final) sector),? (?:and|but|while) (?P<who>{NAME}) "
     rf"(?:has |holds |took |set )?the other two(?: sectors)?{END}", _other_two),
    (r"\b(\w+) (cases|investigations|incidents) ((?:are|remain|still|await)\b[^,.;]*?), (?:both|all) "
     r"(?:of them )?(?:for|of|over|about) (?=[a-z])([a-z -]+)(?=\.?$)", _cases_all_for),
    *_OF_OTHERS,
    *_OF_OWN,
)  # fmt: skip
