"""What English says by where and when it stands: `five laps ago`, `a further 4 s back`, `in FP1`, `the last stop`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from director.grounding.english.tokens import Amount, Token
from director.grounding.languages import Tokens
from director.grounding.reading_words import word_tokens
from director.language.folding import fold
from director.language.word_lists import words

_PARTS = words("separates separate splits split between")
_OF_THEN = words(
    "was were had ago then grid start qualifying best fastest quickest pace average lap laps points class net"
)
_OF_OTHERS = words("stop stops stint stints sector sectors row rows set sets safety vsc car cars place places lap laps")
_NTH = ("first", "second", "third")
_BACK = frozenset(("back", "behind", "adrift", "down", "off"))
_NOT_OWNED = words("up down on in out ahead behind back leading closing running now still just not under")
_HAS_DONE = words(
    "been dropped gained lost moved climbed fallen slipped stopped pitted made done retired closed pulled taken"
)
"""Before these `'s` is `has`: `Hamilton's dropped to third`."""
TAKES_PART = words("is are was were car cars drivers ran appeared part")
"""Behind these `in Q3` is where somebody took part."""
_GOES_OUT = words("out eliminated knocked dropped went exit")
"""Behind these `in Q2` is the part that somebody did not get beyond."""
_OF_SECONDS = frozenset(("penalty", "time", "lead", "advantage", "cushion", "deficit", "gap", "margin", "stop"))
"""What somebody can have of so many seconds: `Stroll's ten-second penalty`."""
_TOPPED = frozenset(("topped", "tops", "heads", "headed"))
_LAST = frozenset(("last", "latest"))
_COUNTED_NOUNS = frozenset(
    (
        "safety",
        "stop",
        "stopped",
        "pitted",
        "came",
        "pit",
        "virtual",
        "vsc",
        "red",
        "pass",
        "overtake",
        "move",
        "overtaking",
    )
)


def counted_back(tokens: Sequence[Token]) -> list[Token]:
    """`last safety car`: `last` as the ordinal 0, by which statements name the last of a kind."""
    return [
        Token(token.text, token.word, {"position": Amount(0.0)})
        if token.word in _LAST and after.word in _COUNTED_NOUNS | {"from"}
        else token
        for token, after in zip(tokens, (*tokens, Token(""))[1:], strict=True)
    ]


def moments_of(tokens: list[Token]) -> Iterator[tuple[float | None, list[Token]]]:
    """Each way to read when a sentence is about: the lap with which it begins or ends and the other tokens, then None
    (now) and all tokens.
    """
    if len(tokens) > 3 and tokens[0].word in ("on", "after"):
        amount = tokens[1].means.get("lap") or tokens[1].means.get("laps")
        if isinstance(amount, Amount):
            yield amount.value, tokens[3:] if tokens[2].word == "," else tokens[2:]
    if len(tokens) > 4 and [token.word for token in tokens[:2]] == ["end", "of"]:
        amount = tokens[2].means.get("lap")
        if isinstance(amount, Amount):
            yield amount.value, tokens[4:] if tokens[3].word == "," else tokens[3:]
    if len(tokens) > 4 and [token.word for token in tokens[-3:-1]] == ["end", "of"]:
        amount = tokens[-1].means.get("lap")
        if isinstance(amount, Amount):
            yield amount.value, tokens[:-3]
    if len(tokens) > 3 and tokens[-2].word == "on" and isinstance(amount := tokens[-1].means.get("lap"), Amount):
        yield amount.value, tokens[:-2]
    yield None, tokens


def dated(tokens: Sequence[Token], now: object) -> list[Token]:
    """`five laps ago`, and `ten laps later` than a lap that was told, as the lap that was."""
    found = list(tokens)
    for index in range(1, len(found)):
        laps = found[index - 1].means.get("laps")
        told = [amount for token in found[: index - 1] if isinstance(amount := token.means.get("lap"), Amount)]
        is_compared = [token.word for token in found[index + 1 : index + 2]] == ["than"]
        done = [
            amount
            for at, token in enumerate(found[1 : index - 1], 1)
            if isinstance(amount := token.means.get("laps"), Amount) and found[at - 1].word == "after"
        ]
        if found[index].word == "later" and isinstance(laps, Amount) and done and not told and not is_compared:
            after = Token(found[index - 1].text, means={"laps": Amount(done[-1].value + laps.value)})
            return dated([*found[: index - 1], Token("after", "after"), after, *found[index + 1 :]], now)
        if found[index].word == "later" and isinstance(laps, Amount) and told and not is_compared:
            lap = Token(found[index - 1].text, means={"lap": Amount(told[-1].value + laps.value)})
            return dated([*found[: index - 1], Token("on", "on"), lap, *found[index + 1 :]], now)
    for index in range(len(found) - 1):
        laps = found[index].means.get("laps")
        compared = index and found[index - 1].word in ("than", "in", "over")
        if found[index + 1].word == "ago" and isinstance(laps, Amount) and isinstance(now, int) and not compared:
            lap = Token(found[index].text, means={"lap": Amount(now - laps.value)})
            return [*found[:index], Token("on", "on"), lap, *found[index + 2 :]]
    return found


def further_back(tokens: Sequence[Token], positions: Mapping[int, str]) -> list[Token]:
    """`a further 4.8 s back`: behind whoever of those who were named stands furthest back."""
    found = list(tokens)
    for index in range(len(found) - 2):
        if "seconds" in found[index].means and found[index + 1].word == "further" and found[index + 2].word in _BACK:
            found[index : index + 2] = [found[index + 1], found[index]]
        if found[index].word == "further" and "seconds" in found[index + 1].means and found[index + 2].word in _BACK:
            after = found[index + 3 : index + 4]
            own = next((each for each in reversed(found[:index]) if "who" in each.means), None)
            named = {each.means["who"] for each in found[:index] if "who" in each.means} - {own and own.means["who"]}
            last = max((place for place, car in positions.items() if frozenset((car,)) in named), default=0)
            if not last or (after and (after[0].word == "of" or "who" in after[0].means)):
                return [Token("further", "beyond"), *found]
            who = Token(positions[last], means={"who": frozenset((positions[last],))})
            found[index : index + 3] = [found[index + 1], Token("behind", "behind"), who]
            return found
    return found


def by_name(tokens: Sequence[Token], positions: Mapping[int, str]) -> list[Token]:
    """`a second separates third and fourth`: a gap of two places by who is in them."""
    found = list(tokens)
    if any("lap" in token.means or token.word in _OF_THEN for token in found):
        return found
    for index in range(len(found) - 2):
        one, between, other = found[index : index + 3]
        places = [token.means.get("position") for token in (one, other)]
        after = [token.word for token in found[index + 3 : index + 5]]
        is_apart = (index and found[index - 1].word in _PARTS) or after in (["are", "separated"], ["are", "split"])
        if between.word not in ("and", "from") or not is_apart or not _OF_OTHERS.isdisjoint(after[:1]):
            continue
        cars = [positions.get(int(place.value), "") for place in places if isinstance(place, Amount)]
        if len(cars) == 2 and all(cars) and cars[0] != cars[1]:
            found[index], found[index + 2] = (Token(car, means={"who": frozenset((car,))}) for car in cars)
    return found


def with_verbs(tokens: Sequence[Token]) -> list[Token]:
    """`Alonso's up two places`: `'s` as `is`, where no noun follows that could be his; `from pole` as from P1."""
    found: list[Token] = []
    following = zip(tokens, (*tokens[1:], Token("")), (*tokens[2:], Token(""), Token("")), strict=False)
    for token, after, then in following:
        amount = "seconds" in after.means and ":" not in after.text and not after.word
        own = "lap" in then.means or then.word in _OF_SECONDS or (after.word in ("in", "out") and then.word == "lap")
        if token.word == "'s" and (after.word in _NOT_OWNED or amount) and not own:
            found.append(Token("is", "is"))
        elif token.word == "'s" and after.word in _HAS_DONE:
            found.append(Token("has", "has"))
        elif token.word == "pole" and found and found[-1].word == "from" and after.word != "position":
            found.append(Token(token.text, token.word, {"position": Amount(1.0)}))
        else:
            found.append(token)
    return found


def as_seconds(tokens: Sequence[Token]) -> list[Token]:
    """`4.4 s behind Norris and four clear of Piastri`: a bare number after an amount of seconds may be seconds too."""
    found: list[Token] = []
    told = False
    for token in tokens:
        told = told or ("seconds" in token.means and not token.word)
        count = token.means.get("count")
        if told and token.word and isinstance(count, Amount) and "seconds" not in token.means:
            found.append(Token(token.text, token.word, {**token.means, "seconds": count}))
        else:
            found.append(token)
    return found


_THE_SPRINT = {("the", "sprint"), ("this", "sprint")}


def without_session(tokens: Sequence[Token], session: str) -> list[Token]:
    """The tokens without `in FP1` or `in the race`, where that is the session; the meeting's name becomes `race`."""
    names = _session_names(session)
    alone = {name[1:] for name in names} - {("the", "race"), ("race",), ("the", "sprint"), ("sprint",)}
    meeting = tuple(word_tokens(session.partition(",")[0]))
    is_sprint = ("in", "sprint") in names and not re.search("qualifying|shootout", session.lower())
    found: list[Token] = []
    index = 0
    while index < len(tokens):
        length = index and next((n for n in (4, 3, 2) if _words(tokens[index : index + n]) in names), 0)
        called = next((n for n in (3, 2, 1) if _words(tokens[index : index + n]) in alone), 0)
        if length:
            index += length
        elif index and _words(tokens[index : index + 2]) in {("in", word) for word in meeting[:-2]}:
            index += 2  # `in Bahrain`, at the Bahrain Grand Prix
        elif called and index and tokens[index - 1].word in _TOPPED:
            found.append(Token(tokens[index].text, "session"))
            index += called
        elif meeting[2:] and _words(tokens[index : index + len(meeting)]) == meeting and "race" in session.lower():
            found.append(Token(tokens[index].text, "race"))
            index += len(meeting)
        elif is_sprint and _words(tokens[max(index - 1, 0) : index + 1]) in _THE_SPRINT:
            found.append(Token(tokens[index].text, "race"))
            index += 1
        else:
            found.append(tokens[index])
            index += 1
    return found


def without_segment(tokens: Sequence[Token], segment: str) -> list[Token]:
    """The tokens without `in Q2`, where that is the part of the qualifying that the results are of."""
    number = segment.removeprefix("q")
    found = list(tokens)
    for index in range(len(found) - 2):
        words = [token.word for token in found[index : index + 3]]
        before = found[index - 1].word if index else ""
        if words[0] == "in" and (before in TAKES_PART or _GOES_OUT & {token.word for token in found[:index]}):
            continue  # `was in Q3`, `was knocked out in Q2`
        if words[0] in ("in", "of") and words[1] == "q" and words[2] == number and number:
            return [*found[:index], *found[index + 3 :]]
    return found


def _session_names(session: str) -> set[Tokens]:
    """`in practice`, `in FP1`, `in first practice`: how the session that a line of context tells of is called."""
    kind = session.lower()
    called = [name for name in ("practice", "qualifying", "sprint", "race") if re.search(rf"{name}\b", kind)]
    for number, word in enumerate(_NTH, start=1):
        called += [f"fp{number}", f"practice {number}", f"{word} practice"] if f"practice {number}" in kind else []
    return {tuple(word_tokens(f"in {the}{name}")) for name in called for the in ("", "the ")}


def _words(tokens: Sequence[Token]) -> Tokens:
    return tuple(fold(token.text) for token in tokens)
