"""The wordings of English by the kinds of their slots, and what a sentence of tokens says before it is proved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct

from director.grounding.english.tokens import Amount, Token
from director.grounding.languages import Tokens, language
from director.grounding.meanings import READ_MEANINGS, Kind
from director.grounding.reading_words import word_tokens
from director.grounding.values import Drivers
from director.language.word_lists import words

JOINS = frozenset(
    (
        ",",
        "and",
        "but",
        "so",
        "then",
        "while",
        "where",
        "with",
        "who",
        "whose",
        "which",
        "that",
        "as",
        "having",
        "though",
        "plus",
    )
)
GO_ON = words(
    "on in after before from for to without between over at by since until up down split covered separated missing "
    "among through"
)
"""Before these a clause may end without a sign."""
HE = frozenset(("he", "she", "they", "who", "that", "which"))
HIM = frozenset(("him", "her", "them"))
HIS = frozenset(("his", "their", "whose"))
_NOW = frozenset((("right", "now"), ("as", "things"), ("things", "stand")))
_REWORDED_MOST = 5
_DONE_SO_OFTEN = frozenset(("stopped", "pitted"))
"""What is counted behind it: `only stopped once`."""
_ORDINALS: Mapping[str, Mapping[Kind, Amount]] = {
    word: {"position": Amount(float(number))} for number, word in enumerate(language("en").words["ordinals"], start=1)
}
_STEWARDS = frozenset(("cleared", "action", "investigation", "investigated", "looked", "reviewed"))
"""Behind these a reason follows `over` too."""
_MATES = frozenset(("team-mate", "teammate"))


class WordedClaim(Struct, frozen=True):
    """A claim that tokens can word: the roles of its slots in their order, and how the value compares."""

    says: str
    roles: tuple[str, ...]
    compares: str


@cache
def readings_of(says: str) -> Mapping[Tokens, list[WordedClaim]]:
    """The wordings of one claim: `<who> is <seconds> behind <who>`, each with how it can mean it."""
    found: dict[Tokens, list[WordedClaim]] = {}
    kinds = READ_MEANINGS[says].roles
    for pattern, compares in language("en").wordings(says).items():
        words = _reworded_words(_going_on(pattern))
        roles = tuple(word.strip("{}") for word in words if word.startswith("{"))
        key = tuple(f"<{kinds[word[1:-1]]}>" if word.startswith("{") else word for word in words)
        for each in {key, _laps_as_one(key)}:
            found.setdefault(each, []).append(WordedClaim(says, roles, compares))
    return found


def _laps_as_one(key: Tokens) -> Tokens:
    """The words with a count of laps as a sentence is read: `34 laps` is one amount."""
    at = next((at for at, word in enumerate(key[:-1]) if word == "<count>" and key[at + 1] == "laps"), None)
    return key if at is None else (*key[:at], "<laps>", *key[at + 2 :])


def readings(claims: Iterable[str]) -> Mapping[Tokens, list[WordedClaim]]:
    """The wordings of these claims, each with the claims that it can mean; nothing else is compiled."""
    found: dict[Tokens, list[WordedClaim]] = {}
    for says in language("en").phrases.keys() & set(claims):
        for key, meant in readings_of(says).items():
            found[key] = [*found[key], *meant] if key in found else meant
    return found


def _going_on(words: Tokens) -> Tokens:
    """`has been closing` as `is closing`, as sentences are read."""
    at = words.index("been") if "been" in words[1:-1] else 0
    if at and words[at - 1] == "has" and words[at + 1].endswith("ing"):
        return (*words[: at - 1], "is", *words[at + 1 :])
    return words


def _reworded_words(words: Tokens) -> Tokens:
    """The words with those for one thing as one word, as `reworded` has tokens."""
    starts = _starts()
    if starts.isdisjoint(words):
        return words
    table = _reworded()
    found: list[str] = []
    index = 0
    while index < len(words):
        instead = None
        for length in range(_REWORDED_MOST if words[index] in starts else 0, 0, -1):
            if (instead := table.get(words[index : index + length])) is not None:
                found += instead
                index += min(length, len(words) - index)
                break
        if instead is None:
            found.append(words[index])
            index += 1
    return tuple(found)


@cache
def _starts() -> frozenset[str]:
    """The words with which what is reworded begins."""
    return frozenset(words[0] for words in _reworded())


def options(token: Token) -> Iterator[tuple[str, object]]:
    """What a token can be in a wording: its word, or a slot of a kind with what it says."""
    if token.word:
        yield token.word, None
    for kind, value in token.means.items():
        yield f"<{kind}>", value


def bare(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without what says nothing, in the present and the singular."""
    tongue = language("en")
    kept = []
    for index, token in enumerate(tokens):
        after = next((one for one in tokens[index + 1 :] if one.word not in tongue.fillers), Token(""))
        word = tongue.same.get(token.word, token.word)
        amount = any(isinstance(value, Amount) for value in after.means.values())
        only = amount and (token.word in tongue.only or (token.word == "further" and "seconds" in after.means))
        only = only or (token.word in tongue.only and after.word in _DONE_SO_OFTEN)
        only = only and not any("team" in one.means for one in tokens[index + 2 : index + 4])  # `only the two Ferraris`
        is_filler = token.word in tongue.fillers and (token.word != "far" or _is_until_now(tokens, index))
        if is_filler or only or (token.word and not word) or (token.word, after.word) in _NOW:
            continue
        kept.append(Token(token.text, word, token.means))
    return kept


def _is_until_now(tokens: Sequence[Token], index: int) -> bool:
    """Whether a `far` is that of `so far`, `thus far`: that of `far ahead` says how much."""
    return bool(index) and tokens[index - 1].word in ("so", "thus")


def reworded(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the words for one thing as one word, the longest first: `took win` is `won`."""
    table, starts = _reworded(), _starts()
    found: list[Token] = []
    index = 0
    while index < len(tokens):
        most = min(_REWORDED_MOST, len(tokens) - index) if tokens[index].word in starts else 0
        for length in range(most, 0, -1):
            instead = table.get(tuple(token.word for token in tokens[index : index + length]))
            if instead is not None:
                # The text tells the tense.
                found += [Token(tokens[index].text, word, _ORDINALS.get(word, {})) for word in instead]
                index += length
                break
        else:
            found.append(tokens[index])
            index += 1
    return found


@cache
def _reworded() -> Mapping[Tokens, Tokens]:
    tongue = language("en")
    table: Mapping[str, str] = tongue.words["reworded"]
    return {
        tongue.bare(tuple(word_tokens(one))): tongue.bare(tuple(word_tokens(instead)))
        for instead, these in table.items()
        for one in these.split(", ")
    }


def with_reason(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without commas; what follows the last `for`, where it is words alone, as one text."""
    kept = [token for token in tokens if token.word != ","]
    settled = any(token.word in _STEWARDS for token in kept)
    before = ("for", "over", "of") if settled else ("for",)
    last = max((index for index, token in enumerate(kept) if token.word in before), default=-1)
    if last >= 0 and [token.word for token in kept[last + 2 : last + 3]] == ["'s"] and "who" in kept[last + 1].means:
        last += 2  # `over Verstappen's false start`
    tail = kept[last + 1 :]
    if last < 0 or not tail or any("who" in token.means for token in tail):
        return kept
    said = " ".join(token.word or token.text for token in tail)
    return [*kept[: last + 1], Token(said, "", {"text": said})] if not any(token.means for token in tail) else kept


def _is_numbered_to_do(before: Sequence[Token]) -> bool:
    """`the third driver to lead` before `for Ferrari`: which of theirs, not which of all."""
    to = next((at for at, token in enumerate(before[:-1]) if token.word == "to" and not before[at + 1].means), 0)
    return any("position" in token.means for token in before[max(to - 3, 0) : to])


def without_teams(tokens: Sequence[Token], drivers: Drivers) -> Iterator[Token]:
    """`Vettel's Ferrari`, `Ferrari's Vettel`, `his team-mate Bottas` as the name alone, where the teams are right."""
    index, who = 0, None
    while index < len(tokens):
        token, after = tokens[index], tokens[index + 1 : index + 3]
        is_name = "who" in token.means
        of_team = (
            len(after) == 2 and "team" in after[0].means and who and after[0].means["team"] in _teams(who, drivers)
        )
        if token.word in HIS and after and (after[0].word in _MATES or (of_team and after[1].word in _MATES)):
            index += 2 if of_team else 1
            if (named := _mate(who, drivers)) and not any(
                "who" in each.means for each in tokens[index + 1 : index + 2]
            ):
                yield named
                index += 1
            continue
        if token.word in _MATES and who and after and _teams(who, drivers) & _teams(after[0], drivers):
            index += 1
            continue
        possessive = len(after) == 2 and after[0].word == "'s"
        if "team" in token.means and possessive and token.means["team"] in _teams(after[1], drivers):
            index += 2
            continue
        drives = bool(index) and tokens[index - 1].word in ("drives", "races", "driving")
        of_his = index + 1 + (token.word == "in" and bool(after) and after[0].word in HIS)
        team = tokens[of_his].means.get("team") if of_his < len(tokens) else None
        is_pair = of_his + 1 < len(tokens) and tokens[of_his + 1].word == "one"
        counted = token.word == "for" and _is_numbered_to_do(tokens[:index])
        if token.word in ("for", "in") and not (drives or is_pair or counted) and who and team in _teams(who, drivers):
            index = of_his + 1
            continue
        who = token if is_name else who
        yield token
        is_own = is_name and possessive and after[1].means.get("team") in _teams(token, drivers)
        index += 3 if is_own else 1


def _mate(who: Token | None, drivers: Drivers) -> Token | None:
    """The other driver of somebody's team, where it is one."""
    teams = _teams(who, drivers) if who else set()
    cars = {car for car, entry in drivers.items() if entry.get("team") in teams and car == entry.get("car")}
    others = cars - who.means["who"] if who else set()  # type: ignore[operator]
    return Token("team-mate", means={"who": frozenset(others)}) if len(others) == 1 else None


def _teams(token: Token, drivers: Drivers) -> set[object]:
    cars = token.means.get("who")
    teams = {drivers[car].get("team") for car in cars if car in drivers} if isinstance(cars, frozenset) else set()
    return teams - {None}  # a feed may tell no teams


def is_of_him(tokens: Sequence[Token]) -> bool:
    """Whether a sentence goes on about somebody: it begins with `he` or `his`, or says so and names nobody."""
    if not tokens or tokens[0].word in HE | HIS:
        return bool(tokens)
    return not named_in(tokens) and any(token.word in HIS for token in tokens)


def named_in(tokens: Sequence[Token]) -> list[Token]:
    """The tokens that name somebody."""
    return [token for token in tokens if "who" in token.means]


def names_first(tokens: Sequence[Token]) -> tuple[list[Token], tuple[Token, ...]]:
    """The names that a segment begins with, `Norris and Piastri ...`, and what follows them."""
    names: list[Token] = []
    for index, token in enumerate(tokens):
        if "who" in token.means:
            names.append(token)
        elif token.word not in (",", "and", "from"):
            return names, tuple(tokens[index:])
    return names, ()


def named_last(tokens: tuple[Token, ...]) -> list[Token]:
    """Who was named last: all of them, where several were named together."""
    end = next((index for index in range(len(tokens), 0, -1) if "who" in tokens[index - 1].means), 0)
    start = end
    while start and ("who" in tokens[start - 1].means or tokens[start - 1].word in (",", "and")):
        start -= 1
    return named_in(tokens[start:end])


def subject_last(tokens: tuple[Token, ...]) -> Sequence[Token]:
    """Whom the last clause names as its own subject: Hamilton of `Russell is fourth and Hamilton eighth`."""
    last = next((at for at in range(len(tokens) - 1, 0, -1) if "who" in tokens[at].means), 0)
    before, after = tokens[last - 1].word, tokens[last + 1].word if last + 1 < len(tokens) else ","
    return [tokens[last]] if last and before in JOINS - {",", "with", "as"} and after not in JOINS else []
