"""A team and nothing else: "mclarens?", "give us the ferraris" ask where its cars are."""

from __future__ import annotations

from director.language.word_lists import words
from director.planners.offline.conversation.people import WHOM_ALL
from director.planners.offline.knowledge import Knowledge

_AROUND = words("the both two give show tell us me about cars drivers guys boys pair duo please pls")

_MOST_WORDS = 6


def of_a_team_alone(question: str, knowledge: Knowledge) -> str:
    """The question of where the cars of the team are, where nothing but a team is named; else as it is."""
    if len(question.split()) > _MOST_WORDS:
        return question
    items = knowledge.reader.read(question)
    named = [item for item in items if item.firm]
    if len(named) != 1 or WHOM_ALL not in named[0].readings:
        return question
    if any(item.text.lower() not in _AROUND for item in items if item is not named[0]):
        return question
    several = named[0].readings[WHOM_ALL]
    if not isinstance(several, tuple) or len(several) > 2:
        return question
    if len(several) == 1:
        return f"where is {knowledge.people.name(several[0])}" if several[0] in knowledge.people.entries else question
    return f"where are the two {named[0].text}"
