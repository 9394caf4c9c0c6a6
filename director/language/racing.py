"""What the sport calls its people, its tyres and its places: words of the paddock in the words of a timing screen.

No word here belongs to a tool. A nickname counts only where its bearer takes part.
"""

from __future__ import annotations

from director.language.word_lists import phrases, words

NICKNAMES: dict[str, tuple[str, ...]] = {
    "albon": ("alex", "albono"),
    "alonso": ("nando",),
    "antonelli": ("kimi",),
    "bearman": ("ollie",),
    "bortoleto": ("gabi",),
    "bottas": ("vb",),
    "colapinto": ("franquito",),
    "giovinazzi": ("gio",),
    "grosjean": ("romain", "rogro"),
    "hamilton": ("lewi",),
    "hulkenberg": ("hulk", "hulky", "hulkenburg"),
    "kvyat": ("dany",),
    "leclerc": ("charlie", "sharl"),
    "magnussen": ("kmag",),
    "norris": ("lando",),
    "ocon": ("estie",),
    "perez": ("checo",),
    "piastri": ("osc", "oscar"),
    "raikkonen": ("kimi", "iceman", "raikonnen"),
    "ricciardo": ("danny ric", "dannyric", "honey badger", "honeybadger"),
    "rosberg": ("nico",),
    "russell": ("georgie",),
    "sainz": ("carlito", "smooth operator"),
    "sargeant": ("logan",),
    "schumacher": ("schumi", "mick"),
    "stroll": ("lance",),
    "tsunoda": ("yuki",),
    "verstappen": ("super max", "mad max"),
    "vettel": ("seb", "sebi"),
    "zhou": ("guanyu",),
}
"""By the folded family name."""

SAID_AS: dict[tuple[str, ...], tuple[str, ...]] = {
    tuple(said.split()): tuple(meant.split())
    for meant, all_said in {
        "finished": "came home / come home / brought it home / came across the line / come across the line",
        "by how much": "by what margin / with what margin / by how big a margin / by what gap",
        "ahead of": "clear of",
        "part of": "bit of",
        "intermediates": "inters / crossovers",
        "intermediate": "inter",
        "wets": "full wets / extreme wets",
        "ultrasofts": "ultras",
        "supersofts": "supers / super softs",
        "hypersofts": "hypers / hyper softs",
        "ultrasoft": "ultra soft",
        "supersoft": "super soft",
        "pitting": "boxing",
        "tyres": "boots / shoes / rubbers",
        "average": "avg / ave",
        "track temperature": "tarmac temperature / asphalt temperature",
        "track": "tarmac / asphalt",
        "temperature": "temp",
        "temperatures": "temps",
        "safety cars": "scs",
        "virtual safety car": "virtual sc",
        "qualifying": "quali / qualy / qualis",
        "fastest lap": "purple lap / fl",
        "pole": "pole sitter / polesitter / pole man",
        "from p3": "off the podium / from the podium / off a podium / from a podium / outside the podium",
        "to p3": "to the podium",
        "from p10": "off the points / from the points / outside the points by",
        "to p10": "to the points",
        "race going": "race been like / race been going / race looking",
        "pitted": (
            "come in for tyres / came in for tyres / comes in for tyres / in for tyres / been in for tyres / peeled in"
            " / dived for the pits / dived into the pits / headed for the pits / headed into the pits / hit the pits"
            " / made a stop / made a pit stop / made his stop / made their stop / been called in / visited the pits"
            " / been to the pits / taken on fresh tyres / taken on new tyres / had a stop / taken a stop"
            " / came into the pits / come into the pits / gone into the pits / went into the pits / boxed"
        ),
        "pitted first": "blinked first",
        "what tyres": (
            "what colour tyres / what kind of tyres / what sort of tyres / what type of tyres / what colour of tyres"
        ),
        "which tyres": "which colour tyres / which kind of tyres / which type of tyres",
        "why": "how come",
        "who is": "who would be",
        "out-lap": "out lap",
        "out-laps": "out laps",
        "out": (
            "back in the garage / in the garage / parked up / out of it / on the sidelines / out for good"
            " / no longer running / no longer in the race / no longer in it / done for the day / out of contention"
            " / finished for the day"
        ),
        "retired": (
            "packed up / called it a day / bitten the dust / bit the dust / fallen by the wayside / come to grief"
            " / been forced out / forced out / failed to finish / fail to finish / failed to make the finish"
            " / failed to make it to the end / not making the finish / not make it home / not see the flag"
            " / not make the flag / not reach the flag / not go the distance"
        ),
        "dns": (
            "never took the start / failed to take the start / not take the start / never started / failed to start"
            " / not start / never made the grid / failed to make the grid / never made the start / non starter"
            " / non starters / did not start / never got going / not make the start / missed the start"
            " / never got to start / miss the start"
        ),
        "on lap 1": (
            "on the opening lap / in the opening lap / at the opening lap / during the opening lap / on the first lap"
            " / in the first lap / during the first lap / at the first lap / on opening lap / on lap one / in lap one"
        ),
        "after lap 1": "after the opening lap / after the first lap / after that opening lap / after lap one",
        "leading": (
            "out front / out in front / heading the field / heading the pack / heading the race / heading proceedings"
            " / at the head of the pack / at the front of the pack"
        ),
        "took the lead": (
            "inherited the lead / picked up the lead / assumed the lead / snatched the lead / grabbed the lead"
            " / seized the lead / hit the front / went to the front / swept into the lead / moved into the lead"
            " / got the lead / gained the lead / stole the lead / took over the lead / took over at the front"
            " / took over in front / went into the lead / gone into the lead / came through to lead"
        ),
        "take the lead": "inherit the lead / pick up the lead / hit the lead / get the lead / gain the lead",
        "take": "take home / bag / bank / pocket / walk away with / come away with / leave with / go home with",
        "podium": "rostrum",
        "safety car": "sc / pace car",
        "crashed": (
            "gone off / went off / goes off / run off / ran off / come off the road / came off the road / spun off"
            " / spun out / in the wall / into the wall / hit the wall / in the barriers / into the barriers"
            " / hit the barriers / hit the barrier / beached / in the gravel / binned it / stuffed it / shunted"
            " / left the track / left the road / lost the car / crashed out / off the road / had an off / had a moment"
            " / gone into the wall / had an accident / had a crash / had a spin / spun"
        ),
        "crash": "shunt / prang / pile up / pileup / accident / accidents / spin / excursion",
        "contact": "a coming together / coming together / a tangle / touching",
        "shrinking": "getting smaller / coming down",
        "growing": "getting bigger / getting larger / going up",
        "catching": "eating into / reeling in / hunting down / closing down",
        "led": "been in front / been leading / been in the lead",
        "when does": "when will",
        "car ahead": (
            "man ahead / guy ahead / bloke ahead / one ahead / man in front / guy in front / bloke in front"
            " / one in front"
        ),
        "car behind": "man behind / guy behind / bloke behind / one behind / guy in back",
        "the leader": "whoever is leading / whoever leads / the race leader / the guy leading / the man leading",
        "ahead": "infront / up the road",
        "not": "yet to",
        "not stopped": (
            "yet to stop / yet to pit / yet to box / still to stop / still to pit / still has to stop"
            " / still has to pit / still have to stop / still have to pit / still needs to stop / still need to stop"
        ),
        "teammate": "team mate / teamate / tm8",
        "teammates": "team mates / teamates",
    }.items()
    for said in all_said.split(" / ")
}
"""Words of the paddock, and what a timing screen calls it. Longer ones are tried first."""

SCOPE = words("race races event gp grand prix session today day afternoon evening morning night track circuit")
"""Words for the whole of what is asked about: they need no explanation."""

ANYBODY = words("driver drivers car cars field order racer racers pilot pilots person people entry ")
"""Words for whoever takes part: "which driver" is "who"."""

SUPPORTING = words(
    """
    run runs running ran drive drives driving drove hold holds holding held occupy occupies occupied wear wears wearing
    """
)
"""Verbs that take their meaning from what is run, driven or held."""

KIND_WORDS: dict[str, str] = {
    "qualifying": "qualifying",
    "qualify": "qualifying",
    "qualified": "qualifying",
    "sprint": "sprint",
    "shootout": "qualifying",
    "practice": "practice",
    "fp1": "practice",
    "fp2": "practice",
    "fp3": "practice",
    "q1": "qualifying",
    "q2": "qualifying",
    "q3": "qualifying",
}
"""Words that name a kind of session: they are of this session, or the question is about another."""

VENUES: tuple[tuple[str, ...], ...] = tuple(
    tuple(" ".join(name) for name in phrases(line))
    for line in """
    azerbaijan / baku
    british / britain / silverstone / uk / england
    monaco / monte carlo / monte-carlo
    italian / italy / monza
    emilia romagna / imola
    spanish / spain / barcelona / catalunya / madrid
    bahrain / sakhir
    australian / australia / melbourne / albert park / aus
    austrian / austria / spielberg / red bull ring
    styrian / spielberg
    belgian / belgium / spa
    dutch / netherlands / zandvoort
    hungarian / hungary / budapest / hungaroring
    canadian / canada / montreal
    united states / usa / austin / cota
    miami
    las vegas / vegas
    mexico city / mexican / mexico
    são paulo / sao paulo / brazilian / brazil / interlagos
    japanese / japan / suzuka
    chinese / china / shanghai
    singapore / marina bay
    qatar / lusail
    saudi arabian / saudi / jeddah
    abu dhabi / yas marina
    french / france / paul ricard
    german / germany / hockenheim
    russian / russia / sochi
    turkish / turkey / istanbul
    portuguese / portugal / portimao
    """.strip().splitlines()
)
"""What one event is called: by its country, its people, its town, its circuit."""


def venue_words(session: str) -> frozenset[str]:
    """The words by which the event of a session's line may be called, folded."""
    return frozenset(
        word
        for names in VENUES
        if any(f" {name} " in f" {session} " for name in names)
        for name in names
        for word in name.split()
    )
