"""General English, and nothing else: the closed word lists that the offline planner stands on.

No word here is here for a tool's sake. What a tool's users say belongs in that tool's examples.
"""

from __future__ import annotations


def _list(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(phrase.split()) for line in text.splitlines() for phrase in line.split("/") if phrase.strip())


CONTRACTIONS: dict[str, tuple[str, ...]] = {
    **{f"{w}'s": (w, "is") for w in ("who", "what", "where", "how", "when", "it", "that", "there", "he", "she")},
    **{f"{w}s": (w, "is") for w in ("who", "where", "how", "when", "that", "there")},
    **{f"{w}'re": (w, "are") for w in ("who", "what", "where", "how", "they", "we", "you")},
    **{f"{w}'d": (w, "would") for w in ("i", "we", "you")},
    **{f"{w}'d": (w, "had") for w in ("who", "what", "where", "how", "he", "she", "they")},
    **{f"{w}'ll": (w, "will") for w in ("i", "who", "what", "how", "he", "she", "they", "we", "you", "it")},
    **{f"{w}'ve": (w, "have") for w in ("i", "who", "they", "we", "you")},
    **{
        f"{stem}{n}": (verb, "not")
        for n in ("n't", "nt")
        for stem, verb in (
            *(
                (v, v)
                for v in ("is", "are", "was", "were", "has", "have", "had", "does", "do", "did", "could", "would")
            ),
            ("ca", "can"),
        )
    },
    "won't": ("will", "not"),
    "let's": ("let", "us"),
    "lets": ("let", "us"),
    "i'm": ("i", "am"),
    "im": ("i", "am"),
    "whats": ("what", "is"),
    "wats": ("what", "is"),
    "wat": ("what",),
    "wut": ("what",),
    "wich": ("which",),
    "wher": ("where",),
    "hw": ("how",),
    "teh": ("the",),
    "u": ("you",),
    "ya": ("you",),
    "r": ("are",),
    "ur": ("your",),
    "yr": ("your",),
    "n": ("and",),
    "&": ("and",),
    "gonna": ("going", "to"),
    "gotta": ("got", "to"),
    "wanna": ("want", "to"),
    "gimme": ("give", "me"),
    "lemme": ("let", "me"),
    "versus": ("vs",),
    "v": ("vs",),
    "cannot": ("can", "not"),
    "hasent": ("has", "not"),
    "al": ("all",),
    "fourty": ("forty",),
    "eigth": ("eighth",),
    "ninty": ("ninety",),
}
"""How people shorten words, apostrophes or not."""

FILLER_PHRASES = _phrases(
    """
    can you tell me / could you tell me / would you tell me / can you show me / could you show me
    can you give me / could you give me / can you / could you / would you / can i have / can i get / could i get
    can i see / can we see / can we get / do you know / do we know / any idea / any chance you know
    i want to know / i would like to know / i would like to see / i would like / i want to see / i want
    i need to know / i need / i wonder / i am wondering / i was wondering / just wondering / wondering
    let me know / let me see / tell me / tell us / give me / give us / show me / show us / get me / help me
    remind me / right now / at the moment / at this moment / at this point / at this stage / at present
    as of now / as it stands / as things stand / as we speak / by now / for now / so far / until now / up to now
    till now / out there / out of interest / quick question / quick one / by the way / good morning
    good evening / good afternoon / hi there / hello there / hey there / thank you / thanks / for me / to me
    i guess / i believe / of course / in fact / you know / i mean / what about
    how about / go on / have a look / on earth / the hell / the heck / real quick / really quick / quick sum up
    in terms of / more or less / or so / as well / if any / anywhere / at all / in total / all in all / in all
    i only want / all i want is
    put up / pull up / call up / bring up / talk me through / walk me through / run me through / take me through
    a bit / a little / kind of / sort of / if you can / if possible / if you could / a quick look at / a look at
    """
)
"""Ways of asking that say nothing of what is asked. Longer ones are tried first."""

NOT_STATE = _phrases(
    """
    going to / what is a / what is an / what are a / what a / what an / what if / how to / let us / come on / next time
    now that
    how do i / how can i / how do you / how old is
    where is my / in my / good luck / no way / are you / do you / did you / have you / will you / you are
    will win / can win / could win / should win / would win / still win / win this / win it
    good looking / better looking / best looking
    """
)
"""What is said when the question is not how things are: the future, what a word means, cheering.

Each counts as one word, so that it is strange to a catalogue whose examples do not say it.
"""

ONE_OF = _words("a an one")
MEASURES = _words("within than under inside below")
"""Words after which "a" means one: "within a second"."""

NUMBERED = _words("number position place lap round stage part turn car")
"""Words after which "one" is a number: "lap one"."""

FILLER = _words(
    """
    the a an this that these those there here please pls plz plse thanks thx ta cheers hey hi hello hiya yo ok
    okay so well oh ah um uh er hmm now currently presently rn atm today tonight just really actually exactly
    precisely basically literally honestly simply still yet already even also then again quite very kindly mate
    guys guy dude bro man buddy pal folks sir lads right tell show give list display say name me us i we you
    your my our am anyone's etc btw asap quickly one ones check see know want need find got get gets
    getting moment sorry director bloke blokes chap chaps fella fellas lad boy boys kid tf wtf af tbh imo ffs
    omg lmao idk fr ngl damn bloody fucking jr sr mr mrs ms sort sorted besides anyway whatever especially
    particularly lol lmfao rofl haha hah nah nope chat yeah yep yup yea ugh wow whoa jeez yikes innit alright tnx
    thankyou
    """
)
"""Words dropped from questions and examples alike."""

FUNCTION = _words(
    """
    is are was were be been being do does did done has have had having of to in on at by for from with into onto
    over about as and or than it its they them their theirs he she him her his hers himself herself themselves
    which what who whom whose where when how any some all each every both own can could if but up out off per
    via not no yes only vs too going go goes gone went same such between through during while because though lot
    lots after before since until till ago more less often anywhere somewhere everywhere like
    """
)
"""Words that carry order rather than meaning: they weigh little and need no explanation."""

QUESTION_WORDS = _words("who whom whose where when which how what")
COUNTING = _words("many")
"""A question that counts is not answered by an example that does not."""
REASON = _words("why ago")
"""... nor one that asks for a reason, or how things were some time ago."""
MOMENTS = _words("after before since until till when")
"""What follows is another moment: how things are now is no answer."""
MEANINGFUL = _words(
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

LIGHT = _words(
    """
    use using used put set keep keeps kept keeping come comes coming came turn turns turned bring brings brought
    let lets try tries trying tried seem seems seemed look looks looking looked appear appears sit sits sitting
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

PRONOUNS = _words("he she him her his hers himself herself")
"""Words for somebody named before."""

SYNONYMS: dict[str, str] = {
    word: group.split()[0]
    for group in (
        "quick fast rapid speedy swift",
        "quickest fastest",
        "near close nearby",
        "nearest closest tightest",
        "big large huge",
        "biggest largest",
        "start begin commence began begun started",
        "end finish",
        "show reveal",
        "number count amount",
        "everyone everybody",
        "someone anyone anybody somebody",
        "currently presently",
        "total overall",
        "who whom",
        "whole entire full complete",
        "summary overview recap rundown",
        "happening happen",
        "win won winning",
        "lose lost losing",
        "lead led leading",
        "run ran running",
        "drive drove driven",
        "make made",
        "hold held",
        "fall fell fallen",
        "rise rose risen",
        "catch caught",
        "keep kept",
        "slide slid",
        "overtake overtook overtaken",
        "sink sank sunk",
        "bring brought",
        "take took taken",
        "gain gained",
        "fall fell fallen",
        "catch caught",
        "come came",
        "keep kept",
        "person people",
        "lapped lapping",
        "tyre tire",
        "tyres tires",
        "seconds sec secs",
        "minutes min mins",
        "metre meter",
        "centre center",
    )
    for word in group.split()
}
"""Words that mean the same in any trade, and irregular forms of verbs."""

UNITS = _list(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty
    """
)
ORDINALS = _list(
    """
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    sixteenth seventeenth eighteenth nineteenth twentieth
    """
)
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
NUMBER_WORDS = frozenset((*UNITS, *ORDINALS, *TENS))
