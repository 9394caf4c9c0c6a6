"""What people ask of the classes of a race."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

CLASS_QUESTIONS: tuple[Example, ...] = (
    asked(
        {},
        """
    which class has the (most|fewest) cars / biggest class / smallest class
    who leads each class / class leaders / who is leading the classes / class standings / standings by class
    order in each class / leaders of the classes / positions in class / order by class / who leads which class
    what are the (different|) (car groups|groups of cars|kinds of cars|sorts of cars|categories)
    which categories are there
    how many (categories|groups of cars|kinds of cars) are there / who leads each (category|group|kind of car)
    how many classes are there / which classes are there / which classes are racing
    which class is leading overall / how many cars are in each class
    who won each class / winners of each class / class winners / who won in each class / the winners in class
    how do the classes stand / show the class standings / who is winning in each class / top of each class
    """,
    )
    + asked(
        {"class_name": "{class}"},
        """
    (order|standings|positions|classification|gaps|cars) in {class} / {class} (order|standings|class)
    order of the {class} class / how do the {class} cars stand / what is the order in {class}
    (what is the situation|what is the state of play|what is happening|what is going on) in {class}
    how is (it going|it looking) in {class} / how is {class} (going|looking) / what are the gaps in {class}
    {class} (classification|result|results|positions|gaps) / {class}
    how does {class} stand / who is where in {class} / which cars are in {class} / how close is {class}
    """,
    )
    + asked(
        {"class_name": "{class}", "tell": "leader"},
        """
    who (leads|is leading|won|is winning|is first in|leads in|is ahead in|is first in) {class}
    who (leads|is leading|won|is winning|is first in) the {class} class / {class} (leader|leaders)
    leader (in|of) {class} / who (heads|tops) {class} / who (heads|tops) the {class} class
    who is (top of|at the head of|at the front of) {class} / who leads in {class} and by how much
    {class} (winner|leader) and (the|) (winning|) (margin|lead|gap)
    {class} (winner|leader) and (the|) (gap|margin) to (the|) (second|next car)
    (winner|leader) of {class} and (the|) margin
    who leads {class} and by how much / who took the {class} win / {class} winner / winner (in|of) {class}
    who (leads|led|is leading) {class} at the (finish|flag|end|moment)
    who (leads|led) the {class} (cars|field|class) at the (finish|flag|end)
    who is at the (top|head|front) of {class} / who is the {class} leader / who is the leader of {class}
    where is the (leader of {class}|{class} leader) (overall|) / what position (overall|) is the {class} leader (in|)
    what position is the leader of {class} in overall / which overall position does the {class} leader have
    (which|what) (car|make|manufacturer|team|driver) (leads|is leading|won|is winning) {class}
    where is the best {class} car overall / where is the best placed {class} car / best {class} car overall
    who leads {class} and where is (he|it) overall
    """,
    )
    + asked(
        {"class_name": "{class}", "tell": "lead"},
        """
    gap in the {class} class / gap in {class}
    (winning margin|margin of victory|margin|lead|gap at the front) in {class}
    {class} (winning margin|margin) / how close is it (at the front|at the top|) (of|in) {class}
    gap between (first|1st) and (second|2nd) in {class} / how big is the (lead|gap) in {class}
    how close (is|was) (it|the finish) in {class} / how close (is|was) the fight (for the lead|) in {class}
    how (far ahead|far in front) is the leader of {class} / how (far ahead|far in front) is the {class} leader
    by how much was {class} won / how big is the lead of the {class} leader / what is the gap in {class}
    what is the gap between (first|1st) and (second|2nd) in {class} / what was the winning margin in {class}
    how many laps are between (first|1st) and (second|2nd) in {class} / what is the lead in {class}
    """,
    )
    + asked(
        {"class_name": "{class}", "tell": "last"},
        """
    who is last in {class} / who finished last in {class} / last car in {class} / who is the last {class} car
    who is at the back (in|of) {class} / how far behind is the last {class} car
    what is the gap (between|from) (the|) first (and|to) (the|) last in {class}
    """,
    )
    + asked(
        {"class_name": "{class}", "tell": "closest"},
        """
    closest (battle|fight) in {class} / what is the closest (battle|fight) in {class} / closest {class} (battle|fight)
    where is the closest (battle|fight) in {class} / who is closest together in {class} / battles in {class}
    """,
    )
    + asked(
        {"tell": "led"},
        """
    who leads (in|) (class|each class|the classes) and (since when|for how long|since which lap)
    since when have the class leaders led / how long have the class leaders led
    (when was the|) (last|latest) (change|changes) of (the|) class (lead|leads|leader)
    when did the class lead last change / lead changes in (class|each class) / has the class lead changed
    """,
    )
    + asked(
        {"class_name": "{class}", "tell": "led"},
        """
    who has led {class} / who has led in {class} / who has led {class} the most / who led the most laps in {class}
    has the lead changed in {class} / has the {class} lead changed / how many lead changes in {class}
    how many lead changes (have there been|were there) in {class} / lead changes in {class}
    (who leads|who is leading|who has led) {class} and (since when|for how long|since which lap)
    who leads {class} and how long (has he|have they) led
    since when has (the {class} leader|the leader of {class}) led
    how often has the lead changed in {class} / which cars have led {class} / how many cars have led {class}
    when was the (last|latest|) (lead change|change of lead) in {class} / when did the lead (last|) change in {class}
    how long has the {class} leader led / how many laps has the {class} leader led
    since when (does|has) the {class} leader (lead|led) {class}
    """,
    )
    + asked(
        {"class_name": "{class}", "tell": "closing"},
        """
    is the leader (in|of) {class} (pulling away|getting away|under pressure|being caught)
    is the {class} leader (pulling away|getting away|under pressure|being caught)
    who is (catching|chasing|closing on|gaining on) the (leader in|leader of) {class}
    who is (catching|chasing|closing on|gaining on) the {class} leader
    is (anyone|anybody) (catching|closing on|gaining on) the (leader in|leader of) {class}
    is the gap at the front of {class} (growing|shrinking|closing|getting smaller|getting bigger)
    """,
    )
    + asked(
        {"driver": "{driver}", "class_name": "{class}", "tell": "led"},
        """
    how many laps has {driver} led (in|) {class} / when did {driver} take the lead (in|of) {class}
    has {driver} led {class} / how long has {driver} led (in|) {class}
    """,
    )
    + asked(
        {"driver": "{driver}", "other": "{other}"},
        """
    gap (between|from) {driver} (and|to) {other} in (class|their class)
    how far is {driver} behind {other} in class / how far apart are {driver} and {other} in class
    """,
    )
    + asked(
        {"driver": "{driver}", "other": "{other}", "class_name": "{class}"},
        """
    gap (between|from) {driver} (and|to) {other} in {class} / how far is {driver} behind {other} in {class}
    how far apart are {driver} and {other} in {class} / who is ahead in {class} {driver} or {other}
    """,
    )
    + asked(
        {"class_name": "{class}", "tell": "cars"},
        """
    how many (cars|entries) are (there|) in {class} / how many {class} cars are there / how many cars (in|of) {class}
    how many cars started in {class} / how many {class} cars started / how many cars does {class} have
    """,
    )
    + asked(
        {"class_name": "{class}", "tell": "still_going"},
        """
    how many (cars|) are left in {class} / how many {class} cars (finished|are left|have finished)
    how many cars are still (running|going) in {class} / how many {class} cars are still (running|going)
    how many cars in {class} are still (running|going) / are all {class} cars still running
    how many cars finished in {class} / did all {class} cars finish / how many {class} cars are still in the race
    """,
    )
    + asked(
        {"class_name": "{class}", "place": "{n}", "behind_place": "{m}"},
        """
    what is the gap between p{n} and p{m} in {class} / gap between p{n} and p{m} in {class}
    how far is p{n} behind p{m} in {class} / how far apart are p{n} and p{m} in {class}
    gap between {n}th and {m}th in {class} / how far behind p{m} is p{n} in {class}
    gap from p{n} to p{m} in {class} / gap from {n}th to {m}th in {class} / gap from {n}th to p{m} in {class}
    """,
    )
    + asked(
        {"class_name": "{class}", "place": "{n}", "behind_place": 1},
        """
    gap between p{n} and the (leader|lead) in {class}
    how far is p{n} (behind|off) the (class leader|leader) in {class}
    how far is p{n} in {class} behind the (class leader|leader) / gap from p{n} to the (class leader|leader) in {class}
    """,
    )
    + asked(
        {"top_n": "{n}"},
        """
    (top|first) {n} (in|of) (each|every) class / (top|first) {n} by class / (top|first) {n} in all (the|) classes
    """,
    )
    + asked(
        {"top_n": 3},
        """
    (podium|podiums) (in|of) (each|every|all|all the) (class|classes) / class podiums / who is on the class podiums
    """,
    )
    + asked(
        {"class_name": "{class}", "top_n": "{n}"},
        """
    top {n} (in|of) {class} / first {n} in {class} / top {n} of the {class} class / {class} top {n}
    """,
    )
    + asked(
        {"class_name": "{class}", "place": "{n}"},
        """
    who is {n} in {class} / who is {n}th in the {class} class / who is in {n}th (in|of) {class} / {n}th in {class}
    who is p{n} in {class} / p{n} in {class} / {class} p{n} / which car is {n}th in {class}
    who runs {n}th in {class}
    how far back is the {n}th {class} car / who finished {n}th in {class} / the {n}th {class} car
    """,
    )
    + asked(
        {"driver": "{driver}"},
        """
    (which|what) class is {driver} in / (which|what) class is {driver} / class of {driver} / {driver} class
    where is {driver} in class / position of {driver} in class / (what|which) position is {driver} in class
    how is {driver} doing in class / {driver} in class / is {driver} leading the class
    where did {driver} finish in class
    what class does {driver} (drive|race|run) in / is {driver} winning the class / is {driver} leading his class
    how far (ahead|behind|back) is {driver} in (class|his class) / where is {driver} in his class
    how far is {driver} behind the car (ahead|in front) in class
    who is (ahead of|behind|in front of) {driver} in class
    how far is {driver} behind the (class leader|leader of the class|leader of his class|leader in class)
    how many laps is {driver} behind the (class leader|leader of the class|leader of his class)
    gap of {driver} (in class|to the class leader|to the leader of the class)
    """,
    )
    + asked(
        {"driver": "{driver}", "class_name": "{class}"},
        """
    (does|is) {driver} (lead|leading) {class} / where is {driver} in {class} / is {driver} winning {class}
    how far is {driver} behind in {class}
    position of {driver} in {class} / how is {driver} doing in {class}
    """,
    )
)

LED_IN_CLASS = asked(
    {"driver": "{driver}", "in_class": True},
    """
    how many laps has {driver} led (in class|the class|in his class|his class)
    when did {driver} (take|get|lose) the (lead in class|class lead|lead in his class|lead of the class)
    has {driver} led (the class|his class|in class) / did {driver} lead (the class|his class|in class)
    how long has {driver} led (in class|the class|in his class|his class)
    """,
)
"""Of races alone, as get_lead_changes is."""
GAINED_IN_CLASS = asked(
    {"driver": "{driver}", "in_class": True},
    """
    how many (places|positions) has {driver} (gained|lost|made up) in (class|his class)
    where did {driver} start in (class|his class) / has {driver} (gained|lost) (places|positions) in (class|his class)
    """,
)
"""Of races alone, as get_position_history is."""
