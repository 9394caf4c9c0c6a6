"""What the sport calls its tyres, its places and what happens there: words of the paddock in those of a timing screen.

No word here belongs to a tool. Its people are in `nicknames`.
"""

from __future__ import annotations

from director.language.pits import OF_THE_PITS
from director.language.word_lists import words

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_STARTS = (
    *(f"where {who} {began}" for who in ("they", "he", "she") for began in ("started", "lined up", "began")),
    *(f"{whose} {slot}" for whose in ("their", "his", "her") for slot in ("grid slot", "grid spot", "grid")),
)

SAID_AS: dict[tuple[str, ...], tuple[str, ...]] = {
    tuple(said.split()): tuple(meant.split())
    for meant, all_said in {
        **OF_THE_PITS,
        "finished": "wound up / came home / come home / brought it home / came across the line / come across the line",
        "except": "besides / apart from / other than / aside from / excluding / not counting / leaving out / non",
        "anyone except": "anybody but / anyone but / everybody but / everyone but / nobody but / no one but / all but",
        "what was wrong with": "what was up with",
        "what happened to": "what became of / what has become of / whatever happened to",
        "on the podium": "on the box",
        "in the top ten": "in the ten",
        "finish": "wind up / end up",
        # One word, since "in" alone says nothing: "the best lap, in which lap" asks for no lap into the pits.
        **{f"{rank} inlap": f"{rank} in lap / {rank} in-lap" for rank in ("fastest", "quickest", "best", "slowest")},
        "inlaps": "in-laps",
        "who retired": "who did we lose / who have we lost / whom did we lose / whom have we lost",
        "who won": "who took it / which car took it / which driver took it / which team took it",
        "since the start": " / ".join(
            (
                *(
                    f"{to} {start}"
                    for to in ("from", "compared to", "compared with", "relative to")
                    for start in _STARTS
                ),
                "since the race began",
                "since the race started",
                "since lights out",
                "since the off",
                "from start to finish",
                "from the start to the finish",
                "between start and chequered flag",
                "between start and finish",
                "between the start and the flag",
                "between the start and the finish",
                "from lights to flag",
                "start vs finish",
                *(f"from grid to {end}" for end in ("flag", "finish", "chequered flag", "the flag", "the finish")),
                *(f"between grid and {end}" for end in ("flag", "finish", "the flag", "the finish")),
                "from the grid to the flag",
                "from the grid to the finish",
            )
        ),
        "by how much": "how much by / by what margin / with what margin / by how big a margin / by what gap",
        "ahead of": "clear of",
        "in drs range": "in the drs window / within the drs window / in drs window / inside drs range",
        "2 seconds": (
            "a couple of seconds / a couple seconds / couple of seconds / couple seconds / a couple of secs"
            " / a couple secs / couple secs / couple of secs"
        ),
        "retirements": "retirees",
        "nobody": "no one / no-one",
        "half distance": " / ".join(
            f"{the}{middle}"
            for the in ("the ", "")
            for middle in (
                "halfway mark",
                "half way mark",
                "halfway point",
                "halfway stage",
                "midway point",
                "midpoint",
            )
        ),
        "top three": "front trio / leading trio / top trio / first trio",
        "safety car period": "caution / caution period",
        "investigated": (
            "summoned / hauled before the stewards / called to the stewards / called before the stewards"
            " / noticed by the stewards / noticed by stewards"
        ),
        "penalised": "punished / slapped with a penalty / hit with a penalty / done by the stewards",
        "part of": "bit of",
        "had both cars finish": " / ".join(
            f"{brought} {both} cars {home}"
            for brought in ("brought", "got", "had", "saw", "took")
            for both in ("both", "two", "both their")
            for home in ("home", "to the flag", "to the finish", "to the end", "to the line")
        ),
        "average": "avg / ave",
        **{f"average {what}": f"mean {what}" for what in ("lap time", "laptime", "lap", "time", "pace", "speed")},
        "do": "fare",
        "doing": "faring",
        "lap time": "laptime",
        "lap times": "laptimes",
        "through": "thru",
        "track temperature": "tarmac temperature / asphalt temperature",
        "track": "tarmac / asphalt",
        "temperature": "temp",
        "temperatures": "temps",
        "safety cars": "scs",
        "current safety car": "this safety car / this sc / the present safety car",
        "current virtual safety car": "this virtual safety car / this vsc",
        "current red flag": "this red flag",
        "virtual safety car": "virtual sc",
        "qualifying": "quali / qualy / qualis",
        "fastest lap": "purple lap / fl",
        "pole": "pole sitter / polesitter / pole man",
        "from p3": "off the podium / from the podium / off a podium / from a podium / outside the podium",
        "to p3": "to the podium",
        "from points-position": "off the points / from the points / outside the points by",
        "to points-position": "to the points",
        "this race": (
            "this chaos / this madness / this mess / this mayhem / this carnage / this circus / this lottery"
            " / this thriller / this procession / this spectacle / this farce / this nonsense / this shambles"
        ),
        "race going": "race been going / race looking",
        "why": "how come",
        "who is": "who would be",
        "out": (
            "parked up / out of it / on the sidelines / out for good"
            " / no longer running / no longer in the race / no longer in it / done for the day / out of contention"
            " / finished for the day"
        ),
        "retired": (
            "never saw the flag / never saw the chequered flag / never see the flag / never finished"
            " / never reached the flag / never made the flag / never made the finish / did not see the flag"
            " / packed up / called it a day / bitten the dust / bit the dust / fallen by the wayside / come to grief"
            " / been forced out / forced out / failed to finish / fail to finish / failed to make the finish"
            " / failed to make it to the end / not making the finish / not make it home / not see the flag"
            " / not make the flag / not reach the flag / not go the distance"
        ),
        "get past": "make it past / make it by / find a way past / find a way by / find a way around / squeeze past",
        "passed": "made it past / found a way past / found a way by / squeezed past",
        "dns": (
            "never took the start / failed to take the start / not take the start / never started / failed to start"
            " / not start / never made the grid / failed to make the grid / never made the start / non starter"
            " / non starters / did not start / never got going / not make the start / missed the start"
            " / never got to start / miss the start"
        ),
        "on a flying lap": "on a flyer / on a hotlap / on a hot one / on a quick one / on a quick lap",
        "set a lap": "posted a lap / put a lap in / put in a lap / put a lap on the board / logged a lap",
        "set a time": "posted a time / put a time in / put in a time / put a time on the board / logged a time",
        "started not on": "not start on / did not start on / never started on / not begin on / did not begin on",
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
        "been ahead of": "been in front of",
        "behind": (
            "in the wheel tracks of / looking at the back of / staring at the back of / looking at the gearbox of"
            " / staring at the gearbox of / staring at the rear wing of / tucked in behind / tucked up behind"
        ),
        "on now": "fitted now / fitted right now / fitted currently / fitted at the moment / fitted at present",
        "has anyone been noted": "any car noted / any cars noted / any driver noted / any drivers noted / anyone noted",
        "since the restart": "from the restart on / from the restart onwards / from the restart to now",
        "in this part": "in this part of qualifying / in this part of quali / in this segment of qualifying",
        "compare with": "stack up with / stack up against / measure up to / measure up against",
        "use drs": "open its flap / open his flap / open her flap / open the flap / get the flap open",
        "top speed": "max speed / maximum speed",
        "biggest gap between": "max gap between",
        "when does": "when will",
        "car ahead": (
            "man ahead / guy ahead / bloke ahead / one ahead / man in front / guy in front / bloke in front"
            " / one in front"
        ),
        "car behind": "man behind / guy behind / bloke behind / one behind / guy in back",
        "the leader": "whoever is leading / whoever leads / the race leader / the guy leading / the man leading",
        "ahead": "infront / up the road",
        "not": "yet to",
        "sector 1": "s1 / opening sector / sector one",
        "sector 2": "s2 / mid sector / middle sector / sector two",
        "sector 3": "s3 / closing sector / sector three",
        "fastest in": "purple in",
        "knocked out": ("the chop / the axe / the boot / dumped out / sent packing / given the chop / given the axe"),
        "deleted for track limits": (
            "binned for track limits / chalked off for track limits / scrubbed for track limits"
            " / wiped for track limits / struck off for track limits / scratched for track limits"
            " / taken away for track limits"
        ),
        "investigations": "inquiries",
        "investigation": "inquiry",
        "investigating": "digging into / poring over / peering at / poking around in",
        "on lap": "when they completed lap / when they finished lap / as they completed lap / as they ended lap",
        "in what position": (
            "how far down the order / how far down the field / how far up the order / how high up the order"
            " / how low down the order"
        ),
        "which part of qualifying": (
            "which bit of qualifying / which bit of quali / which bit of qualy / what part of qualifying"
        ),
        "gap": "spread",
        "given": "dished out / handed out / handed down / doled out / meted out / dealt out",
        "summary": "wrap up / wrapup / round up / roundup",
        "won overall": "took overall / took overall honours / took overall honors / took the overall win",
        "won each class": (
            "took class honours / took class honors / took the class honours / took the class wins / won class honours"
        ),
        "how close was the finish": (
            "how tight was it at the finish / how close was it at the finish / how tight was the finish"
            " / how close was it at the flag / how tight was it at the flag / how close was it at the line"
        ),
        "of the race": " / ".join(
            f"of the {whole}{hours} hours"
            for hours in ("6", "six", "8", "eight", "10", "ten", "12", "twelve", "24", "twenty four")
            for whole in ("", "whole ", "entire ", "full ")
        ),
        **{
            f"how far is p{number} behind the leader": " / ".join(
                f"{asked} the {top} {said}"
                for asked in (
                    "how many seconds cover",
                    "how much covers",
                    "what covers",
                    "what is covering",
                    "seconds cover",
                )
                for top in ("top", "first", "leading")
                for said in (str(number), word)
            )
            for number, word in enumerate(_NUMBERS, start=2)
        },
        **{
            f"top {number}": " / ".join(
                f"{front} {said}" for front in ("front", "leading") for said in (str(number), word)
            )
            for number, word in enumerate(_NUMBERS, start=2)
        },
        "everyone except": "everyone but / everybody but / all but",
        "laps": "tours",
        "overtaken": "got by / gotten by / got past / gotten past / gone past / nipped past / swept past / mugged",
        "overtake": "get by / get past / nip past / sweep past / mug",
        "right behind": "direct behind / directly behind / immediately behind",
        "right ahead": "direct ahead / directly ahead / immediately ahead",
        "teammate": "sister car / sister entry / team mate / teamate / tm8",
        "teammates": "team mates / teamates",
    }.items()
    for said in all_said.split(" / ")
}
"""Words of the paddock, and what a timing screen calls it. Longer ones are tried first."""

SCOPE = words("race races event gp grand prix session today day afternoon evening morning night track circuit")
"""Words for the whole of what is asked about: they need no explanation."""

ANYBODY = words("driver drivers car cars field order racer racers pilot pilots person people entry runner runners")
"""Words for whoever takes part: "which driver" is "who"."""

SUPPORTING = words(
    """
    run runs running ran drive drives driving drove hold holds holding held occupy occupies occupied wear wears wearing
    """
)
"""Verbs that take their meaning from what is run, driven or held."""
