"""A sentence taken apart into clauses that each stand by themselves, with their subject where they leave it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from director.grounding.english.clauses import is_clause
from director.grounding.english.context import dated, moments_of, with_verbs, without_session
from director.grounding.english.elisions import as_before
from director.grounding.english.nouns import Cars, Scene
from director.grounding.english.quantifiers import plainly
from director.grounding.english.readings import HE, HIS, JOINS, bare, is_of_him, named_in, names_first, reworded
from director.grounding.english.tokens import Amount, Token
from director.grounding.known_values import KnownValues
from director.grounding.proof.by_claims import Proof
from director.language.word_lists import words

_JOINS = JOINS | {"whereas", "although", "whilst"}
_OF_THE_LAST = frozenset(("who", "whose", "which", "that"))
_OF_THE_MAIN = frozenset(("and", "but", "while", "so", "then", "plus", "though", "although", "whereas"))
_ASIDE = frozenset(("with", "as", *_OF_THE_LAST))
_SEGMENTS_MOST = 12
_LAP_WORDS = frozenset(("best", "fastest", "faster", "slower", "slowest", "pace", "better"))
_OWN_SUBJECT = words(
    "it there nobody none neither everybody everyone only rest others track air wind rain race safety "
    "pit winner leader no he she his they their gap lead conditions humidity tyres fastest closest"
)
_FINITE = {"averaging": "averaged", "leaving": "leaves", "leading": "leads", "running": "is", "trailing": "trails"}
_OF_LEAD = words("lead leader pole stop stops lane pit")
_VERBS = tuple((Token(verb, verb),) for verb in ("is", "has"))
IsProved = Callable[[Sequence[Token], Token | None], bool]


class ProofByClauses:
    """Whether each clause of a sentence holds, read by the grammar or as a sentence of its own (`is_proved`)."""

    def __init__(self, proof: Proof, is_proved: IsProved, asked: Sequence[Token]) -> None:
        self._proof, self._is_proved = proof, is_proved
        self._asked = tuple(car for token in asked for car in _cars(token))
        self._known: dict[str, KnownValues] = {}

    def proves(self, sentence: Sequence[Token], asked_about: Token | None) -> bool:
        """Whether a sentence holds, now or at the lap that it names."""
        proof = self._proof
        tokens = reworded(
            bare(_further(dated(without_session(with_verbs(_plain(sentence)), proof.session), proof.now)))
        )
        joins = sum(token.word in _JOINS for token in tokens)
        if joins > _SEGMENTS_MOST or joins == len(tokens):
            return False
        tokens = _without_segment(tokens, proof.segment)
        if [token.word for token in tokens[:3]] == ["prediction", "is", "that"]:
            tokens = tokens[3:]
        tokens, over = _over_laps(tokens)
        for lap, rest in moments_of(tokens):
            scene = self._scene(lap)
            if over is not None and not scene.values.is_over(over):
                return False
            scene.subject = _cars(asked_about) if is_of_him(tokens) else ()
            scene.about = _about(tokens, scene, is_race=proof.is_race)
            prefix = [] if lap is None else tokens[: len(tokens) - len(rest)]
            if prefix and list(rest) != tokens[len(prefix) :]:
                continue  # it ends with its lap
            if self._rest(tuple(rest), 0, scene, scene.subject, tuple(prefix)):
                return True
        return False

    def clause(self, segment: Sequence[Token], scene: Scene) -> Cars | None:
        """Whom a clause is about that the grammar proves; its tokens are as they were written."""
        plain = reworded(bare(_further(_plain(segment))))
        scene.about = _about(plain, scene, is_race=self._proof.is_race)
        return is_clause(plain, scene) if plain else None

    def scene(self) -> Scene:
        """What a clause of now is read in."""
        return self._scene(None)

    def _scene(self, lap: float | None) -> Scene:
        proof = self._proof
        moment = "" if lap is None or lap == proof.now else f"lap {lap:.0f}"
        if moment not in self._known:
            self._known[moment] = KnownValues(proof.statements, moment, is_race=proof.is_race)
        scene = Scene(self._known[moment], proof.drivers, proof.over, bool(moment))
        scene.asked, scene.dated = self._asked, lap is not None
        return scene

    def _rest(self, tokens: tuple[Token, ...], start: int, scene: Scene, main: Cars, prefix: tuple[Token, ...]) -> bool:
        """Whether the tokens from here on are clauses that each hold; the scene tells who was named last."""
        joined_by = ""
        while start < len(tokens) and tokens[start].word in _JOINS:
            joined_by = tokens[start].word if joined_by in ("", ",") else joined_by
            start += 1
        if start >= len(tokens):
            return True
        subject = scene.subject
        if joined_by in _OF_THE_LAST and scene.mentioned:
            subject = scene.mentioned[-1:]
        elif joined_by in _OF_THE_MAIN:
            subject = main
        for end in range(len(tokens), start, -1):
            if end < len(tokens) and tokens[end].word not in _JOINS:
                continue
            segment = tokens[start:end]
            scene.subject = subject
            before, said = scene.mentioned, scene.said
            cars = self._left_for_later(segment, tokens[end:], joined_by)
            if cars is None:
                cars = is_clause(segment, scene)
            if cars is None:
                cars = self._known_wording(segment, subject, scene, prefix)
            for way in as_before(segment, said) if cars is None and said else ():
                cars = is_clause(way, scene) or self._known_wording(way, (), scene, prefix) or cars
            if cars is not None:
                scene.said = segment if named_in(segment[:1]) or len(subject) != 1 else (_name(subject), *segment)
                scene.subject, scene.mentioned = cars, (*before, *_mentioned(segment, scene))
                new = main if joined_by in _ASIDE and main else cars
                if self._rest(tokens, end, scene, new, prefix):
                    return True
            scene.subject, scene.mentioned, scene.said = subject, before, said
        return False

    def _left_for_later(self, segment: tuple[Token, ...], rest: tuple[Token, ...], joined_by: str) -> Cars | None:
        """Whom a segment names and no more, where the rest speaks of him: `Sainz, on hards, is third`."""
        after = [token for token in rest[1:2] if "who" not in token.means and token.word not in _JOINS]
        is_name = len(segment) == 1 and bool(_cars(segment[0])) and joined_by in ("", "and", "but", "while", "with")
        return _cars(segment[0]) if is_name and after and rest[0].word == "," else None

    def _known_wording(
        self, segment: tuple[Token, ...], subject: Cars, scene: Scene, prefix: tuple[Token, ...]
    ) -> Cars | None:
        """Whom a segment is about, where it is a wording that is known, as it stands or with its subject."""
        plain = [token for token in segment if token.word and not token.means and token.word not in JOINS]
        seconds = any("seconds" in token.means and ":" not in token.text for token in segment)
        if seconds and self._proof.is_race and not named_in(segment) and not _OF_LEAD & {one.word for one in segment}:
            return None  # to whom a gap is that names nobody is for the grammar to say
        if any(token.word == "beyond" for token in segment):
            return None
        if not plain or (scene.about and seconds and _LAP_WORDS.isdisjoint(token.word for token in segment)):
            return None
        for way in _with_subject(segment, subject):
            goes_on = not named_in(way[:1]) and len(subject) == 1 and way[0].word in HE | HIS
            if self._is_proved((*prefix, *way), _name(subject) if goes_on else None):
                if any("compound" in token.means for token in way):
                    scene.counted = "age"
                named = tuple(car for token in names_first(way)[0] for car in _cars(token))
                return named or subject or _team_of(way, scene)
        return None


def _with_subject(segment: tuple[Token, ...], subject: Cars) -> Iterator[tuple[Token, ...]]:
    if not subject or segment[0].word in _OWN_SUBJECT or segment[0].means.keys() & {"who", "team", "count"}:
        yield segment
    if len(subject) != 1 or "who" in segment[0].means or segment[0].word in HE | HIS:
        return
    name = _name(subject)
    for verb in ((), *_VERBS):
        yield (name, *verb, *segment)


def _name(subject: Cars) -> Token:
    return Token(subject[0], means={"who": frozenset(subject)})


def _cars(token: Token | None) -> Cars:
    cars = token.means.get("who") if token else None
    return tuple(cars) if isinstance(cars, frozenset) and len(cars) == 1 else ()


def _team_of(segment: Sequence[Token], scene: Scene) -> Cars:
    """The cars of the one team that a segment names."""
    teams = {team for token in segment if (team := token.means.get("team")) is not None}
    return scene.of_team(teams.pop()) if len(teams) == 1 else ()


def _mentioned(segment: Sequence[Token], scene: Scene) -> Iterator[str]:
    for token in segment:
        yield from _cars(token) or scene.of_team(token.means.get("team"))


def _about(tokens: Sequence[Token], scene: Scene, *, is_race: bool) -> str:
    """Which lap times a sentence speaks of; `laps` where it is of several, empty where it is of none."""
    said = {token.word for token in tokens}
    kinds = [kind for kind, word in (("best lap", "best"), ("last lap", "last"), ("pace", "pace")) if word in said]
    if not is_race:
        return "last lap" if "last" in said else ""
    if "fastest" in said and not kinds and not scene.values.knows("gap"):
        return "best lap"  # where no gap on the track is told, `fastest` is of laps
    if any(":" in token.text for token in tokens if "time" in token.means) and not kinds:
        return "laps"
    return kinds[0] if len(kinds) == 1 else "laps" if kinds else ""


def _plain(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without `right now`, and `none of the leading five` as of the top five."""
    found = [Token(token.text, _FINITE.get(token.word, token.word), token.means) for token in plainly(tokens)]
    said = [token.word for token in found]
    return [token for index, token in enumerate(found) if said[index : index + 2] != ["right", "now"]]


def _without_segment(tokens: list[Token], segment: str) -> list[Token]:
    """The tokens without `Q2` and `in Q2`, where every result is of it."""
    said = [token.word for token in tokens]
    for at in range(1, len(said) - 1) if segment else ():
        if said[at] == "q" and said[at + 1] == segment.removeprefix("q") and said[at - 2 : at - 1] != ["is"]:
            return [*tokens[: at - (said[at - 1] == "in")], *tokens[at + 2 :]]
    return tokens


def _over_laps(tokens: list[Token]) -> tuple[list[Token], Amount | None]:
    """`over the last five laps he is 0.2 s a lap slower`: the sentence without its span, and the span."""
    span = tokens[2].means.get("laps") if [token.word for token in tokens[:2]] == ["in", "last"] else None
    is_pace = {"slower", "faster"} & {token.word for token in tokens} and "lap" in {token.word for token in tokens}
    if not isinstance(span, Amount) or not is_pace or any("position" in token.means for token in tokens):
        return tokens, None
    return tokens[3 + (tokens[3].word == ",") :], span


def _further(tokens: Sequence[Token]) -> list[Token]:
    """`a further 4.8 s back`, `another 1.6 back`, `4.8 s further back` as `4.8 s beyond back`."""
    found: list[Token] = []
    for index, token in enumerate(tokens):
        after = tokens[index + 1] if index + 1 < len(tokens) else Token("")
        is_more = token.word in ("further", "another")
        if is_more and "seconds" in after.means:
            continue
        before = tokens[index - 1].word if index else ""
        if is_more and found and "seconds" in found[-1].means:
            found.append(Token(token.text, "beyond"))
        elif (
            token.word == "been"
            and before == "has"
            and ("seconds" in after.means or after.word in ("faster", "slower"))
        ):
            found[-1] = Token("is", "is")
        elif before in ("further", "another") and "seconds" in token.means:
            found += [
                Token(token.text, "" if not token.word.isalpha() else token.word, token.means),
                Token(before, "beyond"),
            ]
        else:
            found.append(token)
    return found
