"""The closed words of English grammar, by what they do in a question."""

from __future__ import annotations

from director.language.word_lists import phrases, words

NOT_STATE = phrases(
    """
    going to / what is a / what is an / what are a / what a / what an / what if / how to / let us / come on / next time
    now that
    how do i / how can i / how do you / how old is
    where is my / in my / good luck / no way / are you / do you / did you / have you / will you / you are
    will win / can win / could win / should win / would win / still win / win this / win it
    of all time / in history
    last minute / past minute / last few minutes / past few minutes / last couple of minutes / last few seconds
    who cares / good looking / better looking / best looking
    """
)
"""What is said when the question is not how things are: the future, what a word means, cheering.

Each counts as one word, so that it is strange to a catalogue whose examples do not say it.
"""

ONE_OF = words("a an one")

MEASURES = words("within than under inside below")
"""Words after which "a" means one: "within a second"."""

NUMBERED = words("number position place lap round stage part turn car most least exactly")
"""Words after which "one" is a number: "lap one", "at least one"."""

COUNTED = words("stop stopper car")
"""Words before which it is one: "made one stop", "one car in the points"."""

FUNCTION = words(
    """
    is are was were be been being do does did done has have had having of to in on at by for from with into onto
    over about as and or than it its they them their theirs he she him her his hers himself herself themselves
    which what who whom whose where when how any some all each every both own can could if but up out off per
    via not no yes only vs too going go goes gone went same such between through during while because though lot
    lots after before since until till ago more less often anywhere somewhere everywhere like
    """
)
"""Words that carry order rather than meaning: they weigh little and need no explanation."""

QUESTION_WORDS = words("who whom whose where when which how what")

COUNTING = words("many")
"""A question with these asks for a number: an example without them is no match."""

WHY = words("why")

REASON = WHY | words("ago")
"""A question with these asks for a reason, or how things were some time ago: an example without them is no match."""

MOMENTS = words("after before since until till when")
"""What follows them is another moment: an answer about now would be wrong."""

MEANINGFUL = words(
    """
    not no between only vs all both per out off up over through during while because though same such to from
    after before since ago more less often
    """
)
"""Function words that can decide between two examples."""

SAME_FUNCTION: dict[str, str] = {
    word: group.split()[0]
    for group in (
        "is are was were am be been being",
        "do does did done",
        "has have had having",
        "what which",
        "who whom",
        "to too",
    )
    for word in group.split()
}
"""Forms of one grammar word."""

LIGHT = words(
    """
    use using used put set keep keeps kept keeping come comes coming came turn turns turned bring brings brought
    try tries trying tried seem seems seemed look looks looking looked appear appears sit sits sitting
    sat stand stands standing make makes making made take takes taking took taken give gives giving given past
    together apart away back along across around near part way rest thing things moment minute minutes while
    main whole entire altogether probably maybe perhaps possibly certainly definitely apparently clearly
    obviously finally eventually soon later earlier instead either neither else other others another several few
    enough almost nearly roughly approximately about somebody someone anybody everybody nobody none nothing
    something anything everything many much overall total actual actually current proper able explain describe mention
    read say says said hear heard wants wanted needs needed
    """
)
"""Words of any topic: one that the catalogue does not use makes a question no stranger, only vaguer."""

PRONOUNS = words("he she him her his hers himself herself")
"""Words for somebody named before."""
OBJECTS = words("him her them")
"""Words for somebody to whom something is done."""
AUXILIARIES = words(
    "is are was were has have had does do did can could will would should may might must am be been going"
)
PERSONS = words("he him his she her hers they them their theirs it its")
ASKERS = words("i me my we us our")
POINTING = PERSONS | ASKERS | words("that this those these then else another instead former latter")
"""Words that lean on what was said before."""
