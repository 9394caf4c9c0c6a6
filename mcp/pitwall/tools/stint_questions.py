"""What people ask of tyres and stints."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from pitwall.tools.tyre_comparison_questions import TYRE_COMPARISON_EXAMPLES

EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        who is on which tyres / what tyres is everyone on / tyres of the field / tyre overview
        what rubber is everyone on / list the tyres / tyre strategies / tyre stints / compounds of the field
        who is on what compound / compound split across the field / tyre split / tyre split across the field
        how is the field split on tyres / compounds across the field / tyres across the field / who is on what
        who is on what tyres / which tyres is everybody on / tyres of everyone / tyre compounds of everyone
        tyre status
        (is|are) (everyone|everybody|all|all cars|they all) on the same (tyre|tyres|compound|rubber)
        (who|which car) is on (a different|another) (tyre|compound) (from|than|to) (the others|the rest|everyone else)
        what compounds are out there / what compounds are in use / what tyres are people on / tyre choices
        """,
    ),
    *asked(
        {"order": "oldest"},
        """
        who has the oldest tyres / who is on the oldest tyres / oldest tyres on track / whose tyres are oldest
        who has the most worn tyres / tyre ages / who has done the longest stint
        who has been out longest on the same tyres / how worn are the tyres
        """,
    ),
    *asked({"driver": "{driver}", "then_lap": "{n}"}, "is {driver} (still|) on the same tyres as on lap {n}"),
    *asked(
        {"order": "newest"},
        "who has the freshest tyres / who has new tyres / who is on the newest tyres / newest tyres on track",
    ),
    *asked(
        {"driver": "{driver}"},
        """
        what tyres is {driver} on / which compound is {driver} on / tyre age of {driver} / {driver} tyres
        how old are the tyres of {driver} / how many laps old are the tyres of {driver}
        how many laps has {driver} done on these tyres / how many laps has {driver} done on that set
        what is {driver} running on / which tyres is {driver} running
        how many laps are on the tyres of {driver} / {driver} stints / tyre history of {driver}
        {driver} (tyre|compound) (order|sequence) / (order|sequence) of (tyres|compounds) of {driver}
        in (which|what) order did {driver} use the (tyres|compounds)
        {driver} compound
        stint breakdown {driver} compounds and laps / {driver} stint (breakdown|length|lengths|history|summary)
        stint (breakdown|length|lengths) of {driver} / how long has the stint of {driver} been / {driver} tyres so far
        what has {driver} got on / what is {driver} on / what did {driver} put on / what did {driver} fit
        what set is {driver} on
        what tyres has {driver} got
        what did {driver} finish (|the race) on / (what|which) tyres did {driver} finish (|the race) on
        what tyres did {driver} (take|fit|choose|go for)
        how old are the (boots|softs|mediums|hards|inters) of {driver}
        how many laps has {driver} done on (softs|mediums|hards)
        is {driver} on softs or mediums or hards / what set of tyres has {driver} fitted / stints of {driver}
        which rubber is {driver} on / tyre wear of {driver} / how long is the stint of {driver}
        {driver} tyre / which tyres has {driver} had / compounds of {driver} so far
        are the tyres of {driver} new / what tyre is {driver} on / what tyres does {driver} have / tyres of {driver}
        which tyres did {driver} have on / current tyre of {driver} / {driver} rubber / age of the tyres of {driver}
        how are the tyres of {driver} / what boots is {driver} on / does {driver} have new tyres
        which set is {driver} on / compound of {driver} / which compound did {driver} have on
        is {driver} on softs / is {driver} on ultrasofts or supersofts / is {driver} on new tyres / {driver} tyre age
        is {driver} on (slicks|slick tyres|rain tyres)
        is {driver} on (new|used|fresh|old) (softs|mediums|hards|inters|wets|ultrasofts|supersofts|hypersofts)
        """,
    ),
    *(
        example
        for compound, said in (
            ("soft", "softs"),
            ("medium", "mediums"),
            ("hard", "hards"),
            ("intermediate", "intermediates"),
            ("wet", "wets"),
            ("ultrasoft", "ultrasofts"),
            ("supersoft", "supersofts"),
        )
        for example in asked(
            {"compound": compound},
            f"""
            who is on {said} / who is on {compound} tyres / which drivers are on {said} / who is still on {said}
            who has not come off the {said} / who has not gone off {said} / who is staying on {said}
            """,
        )
    ),
    *(
        example
        for compound in ("soft", "medium", "hard", "intermediate", "wet", "ultrasoft", "supersoft")
        for example in asked(
            {"compound": compound, "order": "oldest"},
            f"who has been on {compound} tyres (the longest|longest) / who has the oldest {compound} tyres"
            f" / who has been on {compound}s (the longest|longest)",
        )
    ),
    *asked(
        {"driver": "{driver}", "neighbours": True},
        """
        is {driver} on the same (tyres|tyre|compound) as the car (ahead|in front|behind)
        who is (behind|ahead of|in front of) {driver} and (what|which) tyres (is he|are they) on
        what tyres is the car (ahead of|behind|in front of) {driver} on / tyres of the car (ahead of|behind) {driver}
        how old are the tyres of the car (ahead of|behind|in front of) {driver}
        does the car (ahead of|behind) {driver} have (older|fresher|newer|worn) tyres
        what tyres are the cars around {driver} on / who near {driver} is on other tyres
        """,
    ),
    *TYRE_COMPARISON_EXAMPLES,
)
