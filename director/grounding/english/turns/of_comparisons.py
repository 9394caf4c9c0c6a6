"""Turns of phrase that set a value against another: `Sainz averaged 1:34.2, against Leclerc's 1:34.5`.

Each is told as plain clauses that are proved one by one: the one's value, the other's, and what is between them. All of
it stands at the head of a sentence, so that no moment before it is lost to the second clause.
"""

from __future__ import annotations

import re

from director.grounding.english.turns.patterns import HEAD, SPELLED, TYRES, WHO, Turn

_NAMES = rf"{WHO}(?:, {WHO})*(?:,? and {WHO})?"
_END = r"(?=[.!]?\s*$|[.!;] |, (?:and|but|while) )"
_VALUE = rf"(?:\d+(?:[.:]\d+)*|{SPELLED})"
_LAP_TIME = r"\d:\d\d\.\d+"
_AGAINST = r",? (?:against|versus|compared with|compared to|as against|while it is) "
_BOUND = r"(?:(?:just |a little )?(?:over|under)|about|around|almost|nearly|only|just|less than|more than)"
_FAR = (
    rf"(?:{_BOUND} )?(?:\d+(?:\.\d+)? ?(?:s|seconds?)|(?:an?|half a|{SPELLED}) (?:seconds?|tenths?|hundredths?|"
    r"thousandths?)(?: of a second)?)"
)
_BETTER = "better|faster|quicker|worse|slower"
_NOUN = r"(?:best|fastest|quickest)(?: lap)?(?: time)?|average(?: lap)?(?: time)?|(?:last|latest) lap(?: time)?"
_ORDINAL = r"(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|[a-z]+(?:st|nd|rd|th)|P\d+)"
_KIND = "virtual safety car|vsc|safety car|red flag"

_PLAIN = (
    (r" (?:has |had )?(?:averaged|averages)", "{who} averaged {value}"),
    (r"'s average(?: lap)?(?: time)? (?:is|was)", "{who}'s average is {value}"),
    (r"'s (?:best|fastest|quickest)(?: lap)?(?: time)? (?:is|was)", "{who}'s best lap is {value}"),
    (r" (?:has|holds|set) the (?:fastest|quickest) lap(?:,| with| at| of)", "{who}'s best lap is {value}"),
    (r"'s (?:last|latest) lap(?: time)? (?:is|was)", "{who}'s last lap is {value}"),
    (r" (?:has|had|holds|set) the (?:highest|best|top) speed(?: (?:at|through|in) the (?:speed )?trap)?"
     r"(?:,| with| at| of)", "{who}'s highest speed is {value}"),
    (r"'s (?:highest|best|top) speed(?: (?:at|through|in) the (?:speed )?trap)? (?:is|was)",
     "{who}'s highest speed is {value}"),
    (r" tops the (?:speed )?trap(?:,| with| at)", "{who}'s highest speed is {value}"),
    (r" has (?:made|done)", "{who} has made {value}"),
    (r" has led", "{who} has led {value}"),
    (rf"'s (?P<tyres>{TYRES}) are(?: now)?", "{who}'s {tyres} are {value} old"),
)  # fmt: skip
"""What is told of somebody with a value, and how the same is told of another."""
_UNIT = r"(?: ?(?:laps? old|laps?|km/h|kph|stops?|pit stops|passes|overtakes|seconds|s))"
_PAIR = rf"{_VALUE}{_UNIT}? for (?:both )?{_NAMES}"


def _against(plain: str) -> Turn:
    """`X has led 30 laps, against 12 for Y`: each has so much."""

    def told(match: re.Match[str]) -> str:
        said, unit = match.groupdict(), (match["unit"] or "").removesuffix(" old")
        pairs = [(said["value"], said["owner"])] if said["owner"] else []
        for pair in re.finditer(rf"({_VALUE}{_UNIT}?) for (?:both )?({_NAMES})", said["others"] or "", re.I):
            pairs += [(pair[1], who) for who in re.split(r",? and |, ", pair[2])]
        clauses = [
            plain.format(who=who, value=_with_unit(value, unit), tyres=said.get("tyres")) for value, who in pairs
        ]
        whole = " and ".join((match["first"], *clauses))
        if not said["far"]:
            return whole
        how = _way_between(said["told"], pairs[0][0], said["far"]) if len(pairs) == 1 else ""
        return f"{whole} and {match['who']} was {said['far']} per lap {how} than {pairs[0][1]}" if how else match[0]

    return told


def _with_unit(value: str, unit: str) -> str:
    """`12` with the unit of the value that it is set against, where it has none of its own."""
    if re.search(rf"{_UNIT}$", value, re.IGNORECASE):
        return value
    return value + (unit.removesuffix("s") if value.lower() in ("one", "1") and "stop" in unit else unit)


def _way_between(one: str, other: str, far: str) -> str:
    """How an average is against another that lies so far from it; empty where it does not, or is none of a lap."""
    times = [re.fullmatch(r"(\d):(\d\d\.\d+)", time) for time in (one, other)]
    own, others = (60 * float(time[1]) + float(time[2]) if time else 0.0 for time in times)
    if not all(times) or abs(abs(own - others) - float(re.sub(r"[^\d.]", "", far) or -1)) > 1e-6:
        return ""
    return "faster" if own < others else "slower"


def _noun(said: str) -> str:
    word = said.lower().split()[0]
    return {"average": "average", "last": "last lap", "latest": "last lap"}.get(word, "best lap")


def _better_by(match: re.Match[str]) -> str:
    """`X's best of 1:27.4 is 0.4 s faster than Y's 1:27.8`: both times, and what is between them."""
    who, of_laps = match["who"], match["clean"] or match["lap"] or ""
    noun = _noun(match["noun"] or "best")
    value = match["value"]
    if match["clean"] and noun != "average":
        return match[0]
    parts = [f"{who} averaged {value}{of_laps}" if match["clean"] else f"{who}'s {noun} is {value}{of_laps}"]
    for other in re.finditer(rf"({_FAR}) ({_BETTER}) than ({WHO})'s(?: ({_LAP_TIME}))?", match["others"], re.I):
        parts.append(f"{who}'s {noun} is {other[1]} {other[2]} than {other[3]}'s")
        if other[4]:
            parts.append(f"{other[3]}'s {noun} is {other[4]}")
    return " and ".join(parts)


def _took_less(match: re.Match[str]) -> str:
    """`X's second stop took 24.1 s in the lane, 0.9 s less than his first`: its time, and how much shorter."""
    how = "shorter" if match["how"].lower() in ("less", "quicker", "faster", "shorter") else "longer"
    first = f"{match['first']} and " if match["first"] else ""
    return f"{first}{match['stop']} was {match['far']} {how} than {match['than']}"


def _latest(match: re.Match[str]) -> str:
    """`X's pass on Y for third on lap 12 is the latest of nine`: which the latest is, and how many there are."""
    place, lap = match["place"] or "", match["lap"] or ""
    count = f", and there have been {match['count']} {match['noun']}" if match["count"] else ""
    return f"the most recent overtake was {match['who']} passing {match['whom']}{place}{lap}{count}"


def _followed(match: re.Match[str]) -> str:
    """`the VSC of laps 2 and 3 was followed by a safety car that ended on lap 5`: where there was one of each."""
    kind, other, start = match["kind"], match["other"], int(match["start"])
    end = int(match["end"])
    if match["join"] == "and" and end != start + 1:
        return match[0]
    return (
        f"there was one {kind}. There was one {other}. The {kind} was out from lap {start} to lap {end}. "
        f"The {kind} was followed by a {other}. The {other} "
    )


def _no_action(match: re.Match[str]) -> str:
    """`the blocking cases against X and Y ended with no further action`: none against each, and no penalty."""
    reason = match["reason"]
    reason = f"{'an' if reason[0].lower() in 'aeiou' else 'a'} {reason}"
    names = re.split(r",? and |, ", match["names"])
    each = ". ".join(f"There was no further action against {who} for {reason}" for who in names)
    return ". ".join((each, *(f"{who} escaped a penalty for {reason}" for who in names)))


_OWN_BEST = rf"{WHO}'s (?:(?:{_NOUN})(?:(?: of|,)(?: an?)? {_LAP_TIME},?)?|{_LAP_TIME})(?: (?:on|from) lap \d+,?)?"


def _at_their_best(match: re.Match[str]) -> str:
    """`X has gone 0.4 s faster than Y: 1:34.1 against 1:34.5`: how far their best laps are apart, and each of them."""
    who, other, said = match["who"], match["other"], match.groupdict()
    far = f"{match['far']} " if match["far"] else ""
    times = ((who, said.get("time") or match["own"]), (other, match["than"]))
    parts = [f"{who}'s best lap is {far}{said.get('how') or 'faster'} than {other}'s"]
    return " and ".join((*parts, *(f"{name}'s best lap is {time}" for name, time in times if time)))


_BESTS = r"(?:at|on) (?:their|his|her) (?:very )?best(?: laps?| efforts?)?|at best|on best laps"
_TIMES = (
    rf"[:,;] (?:with )?(?:an? )?(?P<own>{_LAP_TIME}) (?:against|to|versus|compared (?:to|with)) (?:an? )?"
    rf"(?P<than>{_LAP_TIME})"
)
_FASTER = rf"(?P<far>{_FAR}) (?P<how>faster|quicker|slower) than (?P<other>{WHO})"
_BEST = r"(?:best|fastest|quickest)(?: lap)?(?: time)?"
_OF_BEST_LAPS: tuple[tuple[str, Turn], ...] = (
    (
        rf"{HEAD}(?:{_BESTS}),? (?P<who>{WHO}) (?:(?:has|have|had) (?:been|gone|lapped)|is|was|lapped|went) {_FASTER}"
        rf"(?:{_TIMES})?{_END}",
        _at_their_best,
    ),
    (
        rf"{HEAD}(?P<who>{WHO}) (?:(?:has|have|had) (?:gone|lapped)|lapped|went) {_FASTER}(?:{_TIMES})?{_END}",
        _at_their_best,
    ),
    (rf"{HEAD}(?P<who>{WHO}) (?:is|was|has been) {_FASTER}{_TIMES}{_END}", _at_their_best),
    (
        rf"{HEAD}(?P<who>{WHO})'s (?:{_BEST}(?:(?:,| of) (?P<own>{_LAP_TIME}),?)?|(?P<time>{_LAP_TIME})) "
        rf"(?:beats?|betters?|pips|shades|tops|trumps) (?P<other>{WHO})'s(?: {_BEST})?"
        rf"(?:(?: of)? (?P<than>{_LAP_TIME}))?(?: by (?P<far>{_FAR}))?{_END}",
        _at_their_best,
    ),
)
"""`at their best X has lapped 0.7 s quicker than Y`, `X's best of 1:22.2 beats Y's by more than a second`."""
TURNS_OF_COMPARISONS: tuple[tuple[str, Turn], ...] = (
    *_OF_BEST_LAPS,
    (
        rf"{HEAD}({_OWN_BEST}) (?:beats?|(?:is|was) (?P<how>{_BETTER}) than) ({WHO}'s)(?: (?:{_NOUN}))?,? by ({_FAR})"
        rf"{_END}",
        lambda match: f"{match[1]} is {match[4]} {match['how'] or 'faster'} than {match[3]}",
    ),
    (rf"{HEAD}({WHO}'s (?:{_NOUN})(?: of|,)) an? (?={_LAP_TIME})", r"\1 "),
    (
        rf"{HEAD}({_FAR}) separates? ({WHO})'s (?:{_NOUN}) (?:from|and) ({WHO})'s(?: (?:{_NOUN}))?{_END}",
        r"\1 separates the best laps of \2 and \3",
    ),
    (
        rf"{HEAD}({WHO})'s and ({WHO})'s (?:best|fastest|quickest) (?:laps|times) are (?={_FAR} apart)",
        r"the best laps of \1 and \2 are ",
    ),
    (
        rf"{HEAD}((?:{WHO} and {WHO} )?(?:both |each )?set their (?:best|fastest)(?: laps?| times?)? on "
        rf"(?:the same lap|lap \d+)), (?:and |with |but )?({WHO})'s (?:lap )?(?:being |was |is )?((?:{_FAR} )?)"
        rf"({_BETTER}){_END}",
        r"\1, and \2's best lap is \3\4",
    ),
    (
        rf"{HEAD}((?:{WHO} and {WHO} )?(?:both |each )?set their (?:best|fastest)(?: laps?| times?)? on "
        rf"(?:the same lap|lap \d+)), ({WHO}) (?:the (?:faster|quicker) )?by ({_FAR}){_END}",
        r"\1, and \2's best lap is \3 faster",
    ),
    *(
        (
            rf"{HEAD}(?P<first>(?P<who>{WHO}){said} (?P<told>{_VALUE})(?P<unit>{_UNIT})?){_AGAINST}"
            rf"(?:(?P<others>{_PAIR}(?:(?:,|,? and) {_PAIR})*)(?:'s)?|(?P<owner>{WHO})'s (?P<value>{_VALUE}))"
            rf"(?:, (?:a difference of|a gap of) (?P<far>\d+(?:\.\d+)? ?(?:s|seconds)) (?:per|a) lap)?{_END}",
            _against(plain),
        )
        for said, plain in _PLAIN
    ),
    (
        rf"{HEAD}(?P<who>{WHO})'s (?:(?P<noun>{_NOUN})(?: of|,) )?(?P<value>{_LAP_TIME})"
        rf"(?P<lap> (?:on|from) lap \d+)?(?P<clean> (?:over|on|from|across) his clean laps)?,? "
        rf"(?:is|was) (?P<others>{_FAR} (?:{_BETTER}) than "
        rf"{WHO}'s(?: {_LAP_TIME})?(?:(?:,|,? and) {_FAR} (?:{_BETTER}) than {WHO}'s(?: {_LAP_TIME})?)*){_END}",
        _better_by,
    ),
    (
        rf"{HEAD}(?:(?P<first>(?P<stop>{WHO}'s (?:{_ORDINAL} )?stop) took \d+(?:\.\d+)? ?(?:s|seconds)"
        r"(?: in the (?:pit ?)?lane)?), )"
        rf"(?P<far>{_FAR}) (?P<how>less|more|quicker|faster|shorter|slower|longer) than "
        rf"(?P<than>(?:his|her|{WHO}'s)(?: {_ORDINAL})?)(?: one| stop)?{_END}",
        _took_less,
    ),
    (
        rf"{HEAD}(?P<who>{WHO})'s (?:pass|overtake|move) on (?P<whom>{WHO})(?P<place> for {_ORDINAL})?(?: place)?"
        rf"(?P<lap> on lap \d+)? (?:is|was) the (?:most recent|latest|last)(?: of (?:the )?(?P<count>{_VALUE}) "
        rf"(?P<noun>(?:passes|overtakes)(?: on track)?)| (?:pass|overtake))(?: so far)?{_END}",
        _latest,
    ),
    (
        rf"{HEAD}the (?P<kind>{_KIND}) (?:of|on|from) laps (?P<start>\d+) (?P<join>and|to) (?P<end>\d+) was "
        rf"followed by an? (?P<other>{_KIND})(?:,? which|,? that) (?=(?:lasted|ended|came|was)\b)",
        _followed,
    ),
    (
        rf"{HEAD}the (?P<reason>[a-z][a-z -]+?) cases? against (?P<names>{_NAMES}) (?:have |has )?(?:all |both )?"
        rf"(?:ended (?:with|in)|resulted in|led to|(?:was|were|been) closed with) no further action{_END}",
        _no_action,
    ),
    (
        rf"{HEAD}((?P<who>{WHO}) (?:holds|has|set|took|owns) the (?:best|fastest|quickest) (?:first|second|third|"
        rf"middle|last|final) sector(?:(?:,| of| with| in) \d+\.\d+ ?s)?,? (?:but|and|while) {WHO} (?:was|is) {_FAR} "
        r"(?:quicker|faster|slower)) in the (first|second|third|middle|last|final)(?: sector| one)?"
        r"(?=[.!]?\s*$|[.!;] )",
        r"\1 than \g<who> in the \3 sector",
    ),
    (
        rf"\b(there (?:was|has been) (?:only |just )?(?:one|a|a single) (?:{_KIND})),? (?:which|that) lasted (?=\d)",
        r"\1, lasting ",
    ),
    (
        rf"\b(led) (?:each|all|every(?: single)? one) of the (\d+) laps(?: (?:at|over|across) the line)?{_END}",
        r"\1 all \2 laps",
    ),
    (rf"\b(led (?:all \d+ laps|every(?: single)? lap|each lap)) (?:at|over|across) the line{_END}", r"\1"),
    (
        rf"{HEAD}({WHO}) ((?:is|was|runs|lies|sits|remains|finished|stands)(?: still| now| currently)?(?: in)? "
        rf"({_ORDINAL})(?: place)?), (?:exactly |right |just )?(?:where|the place where|the place) (?:he|she) "
        r"(?:started|began|lined up)(?: on the grid| the race)?(?=[.!]?\s*$|,| and\b| but\b)",
        r"\1 started \3, and \1 \2",
    ),
)
"""`Hamilton's softs are 5 laps old, against 7 laps for Vettel's`, `Norris is fourth, where he started`."""
