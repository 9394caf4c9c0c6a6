"""What people ask about battles for position: the questions of get_current_battle."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

BATTLE_QUESTIONS: tuple[Example, ...] = (
    # The closest one.
    *asked(
        {"top_n_pairs": 1},
        """
        who is in the closest battle / where is the (best fight on track|best battle|closest battle|closest fight)
        what is the closest battle / closest battle / closest battle on track / closest fight / best battle
        best battle on track
        which battle (is closest|is the best|should the camera show|should we show|should we cut to|is worth showing)
        what is the best battle / what is the best fight / tightest gap on track between two cars / tightest gap
        smallest gap between two cars / smallest gap / smallest interval between neighbours / which gap is the smallest
        hottest duel / hottest battle / most exciting duel / most exciting battle / best scrap / best duel / main battle
        biggest battle / which two cars are closest together / which two cars are closest
        which two drivers are closest / closest pair / closest two cars / which pair is the closest
        who are the closest two on track / which fight should i focus on
        """,
    ),
    # Battles by any name.
    *asked(
        {},
        """
        which battles are going on / battles / fights / duels / scraps / dogfights / tussles / squabbles
        battles on track / any battles / any good battles / are there any battles / any battles in the field
        any fights / any close fights / any duels / any scraps / any scraps worth watching / any battles worth watching
        any battle going on / any wheel to wheel / any close racing / close racing / best racing / intense racing
        any racing going on / is there any racing on track / any proper racing / ding dong battles / any ding dong
        cat and mouse / elbows out / knife fight / where are the battles / where are the fights / what battles are on
        list of the battles / battles sorted by gap / show the closest battles / closest fights
        closest fights for position / closest duels / best battles / hottest fights / exciting scraps
        battles in the midfield / fights in the midfield
        who is (fighting|fighting whom|fighting for position|battling|battling whom|battling for position|racing whom|
            racing each other|racing wheel to wheel|dicing|dicing for places|duelling|scrapping|scrapping with whom|
            in a battle|in a fight|going at it|having a go) / who has a fight / who has a fight on
        is anyone in a fight / is anyone battling / is anybody fighting / is there a fight / is there a battle
        which drivers are (fighting|battling|scrapping) / which cars are (fighting each other|battling|fighting closely)
        rivalries on track
        """,
    ),
    # Close together.
    *asked(
        {},
        """
        who is (close|close together|closest|close to whom|running close|nose to tail|running nose to tail|
            neck and neck|wheel to wheel|side by side|door to door|in the train|bunched up|
            in striking distance|within striking distance|within touching distance) / pairs of cars
        which cars are (close together|close|closest|running close together|nose to tail|separated by the least)
        which drivers are running close together / cars close together / cars running close / closest cars
        closest cars on track / is it tight / how tight is it / nose to tail / neck and neck / bumper to bumper
        wheel to wheel / wheel to wheel action / side by side / trains of cars
        where is the field bunched up / which gaps are the smallest / smallest gaps / tightest gaps
        anyone close to the car in front / is anybody close to the car ahead / who is close to the car ahead
        who is close to the car in front / where is it getting close / anything close
        anything close in the midfield / is anything close / where is it tight
        """,
    ),
    # Attack, defence, and who is stuck.
    *asked(
        {},
        """
        who is (under pressure|under attack|being attacked|attacking|defending|attacking whom|on the attack|
            defending from whom|piling on the pressure|pushing whom hard|pressuring whom|being pressured|being pushed|
            holding off whom|holding up whom|held up|being held up|stuck behind whom|stuck behind somebody|
            stuck behind another car|stuck in traffic|in traffic|trapped behind somebody|right up somebody's gearbox|
            breathing down whose neck|tailing whom|shadowing whom|chasing whom|hunting whom|hunting|
            in the slipstream|getting a tow|hassling whom|menacing whom|lurking behind|
            locked in battle|locked in a fight|locked together|a threat to whom|threatening to pass)
        who is (stuck right behind|harrying|sniffing around) the car in front
        which cars are stuck behind another / who is on the tail of another car
        who is (on the gearbox of|glued to|closing in on|in the slipstream of) the car ahead
        is anyone on somebody's gearbox / rivals running in each others gearbox / who is up the gearbox of another
        is anyone breathing down somebody's neck / who is all over the back of somebody / who is all over the rear wing
        who is hot on the heels of another car / who has a tow / who is tucked up behind another car
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
        who should we follow
        who is (putting on a show|close to overtaking someone|about to overtake|about to pass|about to be overtaken|
            about to be passed|trying to pass|trying to overtake|poised to pass|lining up a move) / any drama on track
        any overtaking chances / any moves about to happen / any passes coming up / who is looking for a way past
        is anyone about to make a move
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
        (within|any battles within|cars within|battles within|who is within|anyone within|pairs inside|gaps under|
            gaps of less than|fights under|cars closer together than|drivers running within) {n} seconds
        who is within {n} seconds of the car ahead / anyone within {n} second of the car in front
        cars within {n} seconds of each other / (cars|pairs|who is) less than {n} seconds apart
        who is less than {n} seconds behind the car in front / which cars are within {n} seconds of each other
        which drivers are within {n} seconds of another / pairs running under {n} seconds apart
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
        (battle|who is fighting|show me the battle|duel|who is battling) for {n}th / battle for p{n}
        fight for {n}th place / fight for p{n} / who is fighting for p{n} / how is the battle for {n}th going
        scrap for {n}th place
        """,
    ),
    *asked(
        {"for_points": True},
        """
        (battle|fight|who is fighting|who is battling|is there a battle|is there a fight|how is the battle) for (
            the last point|last point|the last points position|last points position|the points|points)
        """,
    ),
    *asked(
        {"top_n": "{n}", "top_n_pairs": 1},
        """
        (closest|tightest|best|hottest) (battle|fight|gap) (in|inside) the top {n}
        what is the (closest|tightest|best) (battle|fight) in the top {n} / who is in the closest battle in the top {n}
        (what is the|) (smallest|tightest|closest) gap (between neighbours|between two cars) in the top {n}
        """,
    ),
    *asked(
        {"top_n": "{n}"},
        """
        (battles|fights|any battles|any fights) (in|inside) the top {n} / who is (fighting|battling) in the top {n}
        is there a (battle|fight) in the top {n} / are there (battles|fights) in the top {n}
        """,
    ),
    *asked(
        {"closing": True, "top_n": "{n}"},
        """
        who in the top {n} is (closing on|catching|gaining on) the car (ahead|in front)
        who is (closing on|catching|gaining on) the car (ahead|in front) in the top {n}
        """,
    ),
    *asked(
        {"closing": True},
        """
        who is (catching|closing on|closing in on|gaining on|reeling in) whom / who is (catching|closing in)
        who is (catching|closing on|gaining on|reeling in) the (car|one|driver) (ahead|in front)
        who is (catching|closing on|gaining on) the car (ahead|in front) (the fastest|fastest|most|quickest)
        who is (closing|catching|gaining) (the fastest|fastest|the most) (on the car ahead|on the car in front|)
        who is (fastest|quickest) (closing|catching) (on the car ahead|the car ahead|)
        is (anyone|anybody) (catching|closing on|gaining on) (the car ahead|the car in front|anyone|anybody)
        """,
    ),
    *asked(
        {"place": 1},
        """
        (battle|fight|who is fighting|who is battling|is there a fight) for the lead / is anyone challenging the leader
        is the leader under pressure
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
