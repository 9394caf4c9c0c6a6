"""What people ask of the fights for position."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

EXAMPLES: tuple[Example, ...] = (
    # The closest one.
    *asked(
        {"top_n_pairs": 1},
        """
        who is in the closest battle / where is the best fight on track / what is the closest battle / closest battle
        closest battle on track / closest fight / best battle / best battle on track / where is the best battle
        where is the closest battle / where is the closest fight / which battle is closest / which battle is the best
        what is the best battle / what is the best fight / tightest gap on track between two cars / tightest gap
        smallest gap between two cars / smallest gap / smallest interval between neighbours
        which gap is the smallest / hottest duel / hottest battle / most exciting duel / most exciting battle
        best scrap / best duel / main battle / biggest battle / which two cars are closest together
        which two cars are closest / which two drivers are closest / closest pair / closest two cars
        which pair is the closest / who are the closest two on track / which battle should the camera show
        which battle should we show / which battle should we cut to / which fight should i focus on
        which battle is worth showing
        """,
    ),
    # Battles by any name.
    *asked(
        {},
        """
        which battles are going on / battles / fights / duels / scraps / dogfights / tussles / squabbles
        battles on track / any battles / any good battles / are there any battles / any battles in the field
        any fights / any close fights / any duels / any scraps / any scraps worth watching
        any battles worth watching / any battle going on / any wheel to wheel / any close racing / close racing
        best racing / intense racing / any racing going on / is there any racing on track / any proper racing
        ding dong battles / any ding dong / cat and mouse / elbows out / knife fight / where are the battles
        where are the fights / what battles are on / list of the battles / battles sorted by gap
        show the closest battles / closest fights / closest fights for position / closest duels / best battles
        hottest fights / exciting scraps / battles in the midfield / fights in the midfield / fights in the points
        who is fighting / who is fighting whom / who is fighting for position / who is battling / who is battling whom
        who is battling for position / who is racing whom / who is racing each other / who is racing wheel to wheel
        who is dicing / who is dicing for places / who is duelling / who is scrapping / who is scrapping with whom
        who is in a battle / who is in a fight / who has a fight / who has a fight on / is anyone in a fight
        is anyone battling / is anybody fighting / is there a fight / is there a battle / which drivers are fighting
        which drivers are battling / which drivers are scrapping / which cars are fighting each other
        which cars are battling / which cars are fighting closely / who is going at it / who is having a go
        rivalries on track
        """,
    ),
    # Close together.
    *asked(
        {},
        """
        who is close / who is close together / who is closest / who is close to whom / pairs of cars
        which cars are close together / which cars are close / which cars are closest
        which cars are running close together / which drivers are running close together / cars close together
        cars running close / closest cars / closest cars on track / who is running close / is it tight
        how tight is it / who is nose to tail / which cars are nose to tail / nose to tail
        who is running nose to tail / neck and neck / who is neck and neck / bumper to bumper / wheel to wheel
        wheel to wheel action / who is wheel to wheel / who is side by side / side by side / who is door to door
        drs trains / any drs trains / trains of cars / is there a train / who is in the train / who is bunched up
        where is the field bunched up / which gaps are the smallest / smallest gaps / tightest gaps
        which cars are separated by the least / anyone close to the car in front / is anybody close to the car ahead
        who is close to the car ahead / who is close to the car in front / who is in drs range
        who is within drs range / is anyone in drs range / who is in striking distance
        who is within striking distance / who is within touching distance / where is it getting close / anything close
        anything close in the midfield / is anything close / where is it tight
        """,
    ),
    # Attack, defence, and who is stuck.
    *asked(
        {},
        """
        who is under pressure / who is under attack / who is being attacked / who is attacking / who is defending
        who is attacking whom / who is on the attack / who is defending from whom / who is piling on the pressure
        who is pushing whom hard / who is pressuring whom / who is being pressured / who is being pushed
        who is holding off whom / who is holding up whom / who is held up / who is being held up
        who is stuck behind whom / who is stuck behind somebody / who is stuck behind another car
        who is stuck right behind the car in front / which cars are stuck behind another / who is stuck in traffic
        who is in traffic / who is trapped behind somebody / who is on the tail of another car
        who is on the gearbox of the car ahead / is anyone on somebody's gearbox
        rivals running in each others gearbox / who is right up somebody's gearbox / who is up the gearbox of another
        who is breathing down whose neck / is anyone breathing down somebody's neck / who is glued to the car ahead
        who is all over the back of somebody / who is all over the rear wing / who is hot on the heels of another car
        who is tailing whom / who is shadowing whom / who is chasing whom / who is hunting whom / who is hunting
        who is catching whom / who is catching / who is closing in / who is closing in on the car ahead
        who is closing on the car in front / who is in the slipstream of the car ahead / who is in the slipstream
        who is getting a tow / who has a tow / who is tucked up behind another car / who is harrying the car in front
        who is hassling whom / who is menacing whom / who is sniffing around the car in front / who is lurking behind
        who is locked in battle / who is locked in a fight / who is locked together / who is a threat to whom
        who is threatening to pass
        """,
    ),
    # Where to look, and passes to come.
    *asked(
        {},
        """
        where is the action / where is the best action / any action / any action on track / where should i look
        where should the camera go / where should we point the camera / what should i watch / what should we show
        what is worth watching / what is worth showing / what should we cut to / a battle to cut to
        battle options for the camera / battles for the highlights / fights for the graphic / battle options
        who should we follow / who is putting on a show / any drama on track / who is close to overtaking someone
        who is about to overtake / any overtaking chances
        any moves about to happen / any passes coming up / who is about to pass
        who is about to be overtaken / who is about to be passed / who is trying to pass / who is trying to overtake
        who is poised to pass / who is lining up a move
        who is looking for a way past / is anyone about to make a move
        """,
    ),
    # How many, and how near.
    *asked(
        {"top_n_pairs": "{n}"},
        """
        the {n} closest battles / show me the {n} closest / the {n} tightest fights / {n} best duels / {n} battles
        closest {n} battles / tightest {n} fights / {n} battle options / {n} pairs / {n} closest pairs
        {n} fights to watch / {n} closest cars / {n} best scraps
        """,
    ),
    *asked(
        {"max_gap_s": "{n}"},
        """
        within {n} seconds / any battles within {n} seconds / cars within {n} seconds / battles within {n} seconds
        who is within {n} seconds / who is within {n} seconds of the car ahead / anyone within {n} seconds
        anyone within {n} second of the car in front / cars within {n} seconds of each other
        pairs inside {n} seconds / cars less than {n} seconds apart / pairs less than {n} seconds apart
        who is less than {n} seconds apart / who is less than {n} seconds behind the car in front
        which cars are within {n} seconds of each other / gaps under {n} seconds / gaps of less than {n} seconds
        fights under {n} seconds / cars closer together than {n} seconds
        which drivers are within {n} seconds of another / pairs running under {n} seconds apart
        drivers running within {n} seconds
        """,
    ),
    *asked(
        {"max_gap_s": 0.5},
        """
        within half a second / cars within half a second / who is within half a second of the car ahead
        pairs under half a second apart / less than half a second apart / battles inside half a second
        """,
    ),
    *asked(
        {"place": "{n}"},
        """
        battle for {n}th / battle for p{n} / fight for {n}th place / fight for p{n} / who is fighting for {n}th
        who is fighting for p{n} / show me the battle for {n}th / how is the battle for {n}th going
        duel for {n}th / scrap for {n}th place / who is battling for {n}th
        """,
    ),
    *asked(
        {"place": 1},
        """
        battle for the lead / fight for the lead / who is fighting for the lead / who is battling for the lead
        is there a fight for the lead / is anyone challenging the leader / is the leader under pressure
        """,
    ),
    *asked(
        {"max_distance_m": "{n}"},
        """
        within {n} metres / any cars within {n} metres of each other / who is within {n} metres of the car ahead
        battles closer than {n} metres / cars less than {n} metres apart / pairs within {n} metres
        anyone within {n} metres of the car in front
        """,
    ),
)
