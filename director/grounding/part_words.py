"""What the parts of a sentence are told apart by: its joins, its verbs, whom or what it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from director.grounding.english_readings import names_first
from director.grounding.english_tokens import Token
from director.language.word_lists import words

Sentence = tuple[Token, ...]
Apart = tuple[Sentence, ...]
JOINS = words("and but while whereas though although")
AUXILIARIES = words("is are was were has have had")
REACHES_OVER = words(
    "no not nobody none neither nor never only every each any most half few fewer fewest least without except both "
    "if unless when until before because since or either sole alone another also"
)
"""What may be said of more than the words next to it: beside these nothing is taken out."""
MOMENTS = words("on in at after by since from over during with for until before when as of")
OF_NOW = words("is leads runs sits lies heads are holds trails follows")
OF_THEN = words("was were had started began finished won took set stopped pitted came would will")
FINITE: Mapping[str, str] = {
    "finishing": "finished", "winning": "won", "gaining": "gained", "losing": "lost", "making": "made",
    "setting": "set", "passing": "passed", "overtaking": "passed", "climbing": "climbed", "dropping": "dropped",
    "falling": "fell", "rising": "rose", "moving": "moved", "stopping": "stopped", "pitting": "pitted",
    "starting": "started", "leading": "leads", "completing": "completed", "taking": "took", "trailing": "trails",
    "running": "runs", "sitting": "sits", "lying": "lies", "holding": "holds", "averaging": "averaged",
    "lapping": "lapped", "scoring": "scored", "serving": "served", "retiring": "retired", "recovering": "recovered",
    "slipping": "slipped", "having": "has", "being": "is", "closing": "is closing", "catching": "is catching",
}  # fmt: skip


def as_said(text: str) -> Sentence:
    return tuple(Token(word, word) for word in text.split())


def finite_of(right: Sentence) -> Sentence:
    """`finishing third` as `finished third`."""
    start = 1 if right[0].word == "each" else 0
    verb = right[start].word if start < len(right) else ""
    return (*as_said(FINITE[verb]), *right[start + 1 :]) if verb in FINITE else right


def subject_of(left: Sentence) -> Sentence:
    """Whom or what a clause is about: the names that it begins with, or what stands before its verb."""
    names, rest = names_first(left)
    if names and rest and rest[0].word != "'s":
        return left[: len(left) - len(rest)]
    noun = noun_of(left)
    return () if any(token.word in REACHES_OVER for token in noun) or is_counted(noun) else noun


def noun_of(tokens: Sentence) -> Sentence:
    """The words before an auxiliary that a sentence begins with, `the top four`, `this safety car`."""
    for at, token in enumerate(tokens[:6]):
        if token.word in AUXILIARIES:
            return tokens[:at]
        if token.word in JOINS or token.word == "," or token.word in MOMENTS - {"of"}:
            return ()
    return ()


def is_counted(tokens: Sentence) -> bool:
    """Whether a sentence begins with how many it is about: what is hung on it may be so of others."""
    return bool(tokens) and "count" in tokens[0].means


def has_moment(tokens: Sentence) -> bool:
    return any("lap" in token.means or token.word == "ago" for token in tokens)


def has_verb(tokens: Sentence) -> bool:
    return any(token.word in AUXILIARIES or token.word.endswith("ed") for token in tokens[:4])


def named_of(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if "who" in token.means]
