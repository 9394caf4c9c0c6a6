"""What people ask of incidents."""

from __future__ import annotations

from pitwall.facts.periods import FULL_COURSE
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

_STOPPERS = {
    "safety_car": "safety car", "vsc": "(virtual safety car|vsc)", "red": "red flag", "yellow": "yellow flag",
    FULL_COURSE: "(full course yellow|fcy)",
}  # fmt: skip
"""What puts an end to racing, as people call it."""
EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}"},
        """
        why (has|did) {driver} (gone to|go to|dropped to|fallen to|fall to|drop to) the back
        what happened to {driver} / what happened with {driver} / what has happened to {driver}
        what is the matter with {driver} / what is the (problem|trouble) (with|of) {driver}
        has something happened to {driver} / what is wrong with {driver} / is something wrong with {driver}
        why is {driver} last / {driver} last why / why is {driver} at the back
        what happened with {driver} there / what was wrong with {driver}
        did {driver} damage the car / is {driver} damaged / has {driver} got damage
        did {driver} have an incident / incidents of {driver}
        what has happened to {driver} so far
        did anything happen to {driver}
        """,
    ),
    *asked(
        {"driver": "{driver}", "lap": 1},
        """
        what (happened to|happened with|went wrong for) {driver} (at|off|after) the start
        what happened to {driver} (on|in) the (first|opening) lap / what went wrong for {driver} on the first lap
        did {driver} (get hit|get hit by anyone|have contact|hit anyone|hit anybody) (at the start|on lap 1)
        """,
    ),
    *asked(
        {"driver": "{driver}", "show": "trouble"},
        """
        what did {driver} do wrong / did {driver} lose time / has {driver} had a problem / does {driver} have a problem
        what (went|has gone|is going) wrong for {driver} / has {driver} had (trouble|problems|issues)
        what (trouble|problems|problem) (has|did) {driver} (had|have) / where did it go wrong for {driver}
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        did {driver} and {other} touch / did {driver} and {other} collide / did {driver} hit {other}
        who hit who {driver} {other} / who hit whom {driver} {other} / {driver} and {other} crashed
        {driver} {other} crash
        did {driver} and {other} crash / have {driver} and {other} crashed / did {driver} and {other} have contact
        what happened to {driver} and {other} / have {driver} and {other} collided / {driver} and {other} collision
        crash between {driver} and {other} / crash of {driver} and {other} / collision between {driver} and {other}
        was there contact between {driver} and {other} / did {driver} crash into {other}
        what happened between {driver} and {other} / incident between {driver} and {other}
        what did (race control|the stewards) say (about|of|on) {driver} and {other}
        what (is|was) the verdict on {driver} and {other} / what did the stewards decide (about|on) {driver} and {other}
        what (is|was) the verdict on the (incident|collision|contact|crash) (between|of) {driver} and {other}
        did the stewards (look at|investigate) {driver} and {other}
        who was to blame {driver} or {other} / whose fault was it {driver} or {other}
        (was|is) there (any|a) penalty for {driver} (blocking|impeding|holding up|baulking) {other}
        (did|has|does) {driver} (get|got|have|been given) (any|a) penalty for (blocking|impeding|holding up) {other}
        did {driver} (block|impede|hold up|get in the way of|baulk) {other} / did {driver} get in {other}'s way
        (was|has) {driver} (been|) (penalised|punished) for (blocking|impeding|holding up) {other}
        is {driver} in trouble for (blocking|impeding|holding up) {other}
        what (happened|came|became) (with|of|about) {driver} (blocking|impeding|holding up) {other}
        (was|is) {other} (blocked|impeded|held up) by {driver}
        """,
    ),
    *(
        example
        for kind, name in _STOPPERS.items()
        for example in asked(
            {"before": kind},
            f"""
            why (is|was) the {name} (out|deployed|called|shown|thrown|needed|on) / why is there a {name}
            why was there a {name} / why (did we have|have we got|do we have) a {name} / what is the {name} for
            what (caused|brought out|triggered|led to|prompted|has brought out|has caused|happened before) the {name}
            why did the {name} come out / what was the {name} for / reason for the {name} / cause of the {name}
            who (caused|brought out|triggered) the {name} / what was the reason for the {name} / why {name}
            what is the reason for the {name} / what is behind the {name} / why are we under the {name}
            why are we behind the {name} / why a {name} / what is the cause of the {name}
            why (is|was) the last {name} (out|shown|) / what (caused|brought out|was) the last {name} (for|)
            """,
        )
    ),
    *(
        example
        for kind, name in _STOPPERS.items()
        for example in asked(
            {"before": kind, "nth": "{n}"},
            f"""
            why was the {{n}}th {name} (out|deployed) / what (caused|brought out|has brought out) the {{n}}th {name}
            what was the {{n}}th {name} for / why did the {{n}}th {name} come out / reason for the {{n}}th {name}
            """,
        )
    ),
    *asked(
        {"turn": "{n}"},
        """
        what happened at turn {n} / who (crashed|stopped|had contact|touched) at turn {n} / incident at turn {n}
        contact at turn {n} / was there (contact|an incident|a crash) at turn {n} / there was contact at turn {n}
        who (was|is) (involved in|in) the incident (at|in) turn {n} / who had an incident at turn {n}
        who (was|is) the incident at turn {n} (about|of) / what went on at turn {n} / who was that at turn {n}
        """,
    ),
    *asked(
        {"lap": "{n}"},
        """
        what happened on lap {n} / what happened in lap {n} / what went on on lap {n} / events of lap {n}
        what incidents (were there|have there been|happened|did we have) (on|in) lap {n}
        incidents on lap {n} / was there an incident on lap {n} / anything happen on lap {n}
        """,
    ),
    *asked(
        {"since_lap": "{since_lap}"},
        """
        what (has|) happened since lap {since_lap} / what (has|) happened after lap {since_lap}
        incidents since lap {since_lap} / (any|were there|have there been) incidents since lap {since_lap}
        what has gone on since lap {since_lap} / what have we seen since lap {since_lap}
        """,
    ),
    *asked(
        {"show": "crashes"},
        """
        who crashed / who just crashed / who has crashed / has anyone crashed / did anyone crash / any crashes
        has there been a crash / have there been any crashes / is there a crash / was there a crash
        is there another crash / has there been another (crash|incident) / has somebody crashed / has anyone gone off
        who spun / did anyone spin / has anyone spun / who has spun or gone off / did someone spin / who went off
        has there been contact / has anybody collided / what was the last incident / who was involved in the incident
        what was the (latest|last) crash / who was in the last incident / who crashed last
        who (binned|stuffed) it / who has (binned|stuffed) it / who has shunted
        who put it in the (wall|barrier|gravel)
        who is (the car|the car that has|) (stopped|parked|stranded) (on track|out there|on the track|out on track)
        (which|whose) car (is|has) (stopped|parked|stranded) (on track|out there|on the track|out on track)
        who has stopped (on track|out there|out on track) / who is stranded / who is in the (wall|barrier|gravel)
        whose car is that (stopped|parked) (out there|on track) / who beached it
        """,
    ),
    *asked(
        {"show": "crashes", "driver": "{driver}"},
        """
        did {driver} crash / has {driver} crashed / did {driver} spin / has {driver} spun / did {driver} go off
        {driver} crashed / where did {driver} crash / did {driver} have contact / did {driver} have an accident
        was {driver} in an incident / has {driver} been in an incident / did {driver} hit anyone
        who was in the incident with {driver} / (what|which) incidents (has|was) {driver} (been|) (in|involved in)
        with whom was the incident of {driver} / who had contact with {driver} / has {driver} had an incident
        who did {driver} touch / did {driver} crash or retire / (when|on which lap) did {driver} crash
        who (collided|crashed|touched|made contact) with {driver} / (who|whom) did {driver} collide with
        """,
    ),
    *asked(
        {},
        """
        what incidents have there been / list the incidents / incidents so far / who has had an incident
        who has had trouble / all incidents of the race / incidents
        (any|any more) (incidents|trouble) / any incidents (in|of) (the|this) (race|session)
        (were|have) there (been|) any (incidents|dramas) / how many incidents have there been
        """,
    ),
    *(
        example
        for part in ("q1", "q2", "q3")
        for example in asked(
            {"show": "crashes", "segment": part},
            f"who (crashed|went off|spun) in {part} / (did anyone crash|was there a crash|any crashes) in {part}",
        )
    ),
)
