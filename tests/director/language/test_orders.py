"""What is told to act and what asks for an opinion is no question to a timing screen."""

from __future__ import annotations

from director.language.orders import hearsay, opinion, told_to_act
from tests.rows import each_row


@each_row(
    "line",
    [
        "box now", "box box Lewis", "pit him this lap", "tell him to push", "Tell Vettel to pit!", "get Hamilton in",
        "bring Kimi in this lap", "let Ricciardo through", "swap them", "push now", "please get him to slow down",
        "put Hamilton on softs", "can you bring Bottas in", "Hamilton box box", "keep him out", "stay out stay out"[:8],
    ],
)  # fmt: skip
def test_an_order(line: str) -> None:
    assert told_to_act(line)


@each_row(
    "line",
    [
        "tell me who leads", "tell us the gap", "when did Vettel box", "box times", "get me the order", "who is in the pits",
        "bring up the standings", "has he been told to let Ricciardo through", "swap places Norris Leclerc",
        "let me know who leads", "push rod", "put the gap up", "who pits now", "pit stops", "call out the order",
    ],
)  # fmt: skip
def test_no_order(line: str) -> None:
    assert not told_to_act(line)


@each_row(
    "line",
    [
        "is Hamilton the better driver", "is Vettel better than Hamilton", "is Hamilton the best of all time?",
        "who is the best driver", "who's the better driver, Vettel or Hamilton", "who is the GOAT",
        "who deserves to win", "was Senna the greatest ever", "who would fans rather see win",
    ],
)  # fmt: skip
def test_an_opinion(line: str) -> None:
    assert opinion(line)


@each_row(
    "line",
    [
        "who is better on softs, Vettel or Hamilton", "who has better pace", "best lap of Hamilton",
        "is Hamilton faster than Vettel", "who is the best placed Ferrari", "what is his best lap",
        "is Hamilton better off on softs", "who is best placed",
        "would he be ahead on softs rather than hards",
    ],
)  # fmt: skip
def test_no_opinion(line: str) -> None:
    assert not opinion(line)


@each_row(
    "line",
    [
        "what did Horner say about it", "what's Max been saying about the grip", "what does Verstappen think",
        "Horner said anything yet", "who got the blame from Horner", "is that his home race", "who does Max blame",
    ],
)  # fmt: skip
def test_what_people_say(line: str) -> None:
    assert hearsay(line)


@each_row(
    "line",
    [
        "what did race control say", "what are the stewards saying", "what did the FIA say", "who leads", "what did they say",
        "what does the rulebook say about it", "is that his best", "what is the chat saying", "have the stewards said anything",
    ],
)  # fmt: skip
def test_what_a_race_tells(line: str) -> None:
    assert not hearsay(line)
