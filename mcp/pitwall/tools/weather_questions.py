"""What people ask of the weather."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        what is the weather / what is the weather like / how is the weather at the track / weather
        weather update / is it raining / raining / raining now / is the track wet / is it wet or dry
        is it dry / how are the conditions
        ambient and track temperature / air and track temperature / temperatures
        is it still raining / is it wet / how wet is it / is there rain / any rain / is it drizzling
        is it dry yet / is the track dry / has it dried / is it drying out / is the rain stopping
        did the weather (change|play a part)
        what are the weather conditions / is the rain getting heavier / is the track drying
        how has the weather changed / is it hot or cold out there
        """,
    ),
    *asked(
        {"tell": "track"},
        """
        what is the track temperature / track temp / temperature of the track / how hot is the track
        how (warm|cold|cool) is the track / is the track getting hotter or cooler / track temperature / how hot is it
        is the track temperature (falling|rising|dropping) / is the temperature (falling|rising|dropping)
        has the track (warmed up|heated up|cooled down|cooled|got hotter|got cooler|got warmer|got colder)
        what was the track temperature (at the end|at the finish|at the flag|when it ended|when it finished)
        is the track (warming up|heating up|cooling down|cooling|getting warmer|getting colder)
        """,
    ),
    *asked(
        {},
        """
        (air and track temperature|track and air temperature|temperatures) and (any rain|is it raining|
            is there any rain|is there any rain about)
        """,
    ),
    *asked(
        {"tell": "air"},
        "what is the air temperature / air temp / ambient temperature / ambient / air temperature / how hot is the air",
    ),
    *asked({"tell": "humidity"}, "what is the humidity / humidity / how humid is it"),
    *asked(
        {"tell": "wind"},
        """
        how windy is it / wind speed / which way is the wind blowing / how strong is the wind / what is the wind like
        where is the wind coming from / what is the wind speed / wind direction / what is the wind doing
        """,
    ),
    *asked({"tell": "pressure"}, "air pressure / what is the air pressure"),
    *asked(
        {"tell": "spells"},
        """
        when did (|the) rain (start|stop|begin|end) / when did it (start|stop|begin) (raining|to rain)
        when did it (last|) rain / when was the last rain / how long ago did it rain
        has it rained (|yet|so far|today|in the race|during the race)
        did it rain (|at all|during the race|in the race)
        has it been raining / how long has it been raining / since when has it been raining / how long since it rained
        on which lap did (the rain start|it start raining|it rain|the rain stop|it stop raining)
        at what lap did it start raining
        has it stopped raining / has the rain stopped / did the rain stop / how often has it rained
        was it wet / was it dry / was the race wet / was it a wet race / on which laps did it rain
        how long did it rain
        """,
    ),
    *asked(
        {"tell": "extremes"},
        """
        (what was|what is|) the (highest|lowest|maximum|minimum) (track|air) (temperature|temp) (so far|)
        how (hot|warm) (did|has) the track (get|got|been) (at most|so far|) / highest temperature (so far|)
        when was the track (hottest|warmest|coolest|coldest) / how (hot|warm) was the track at (most|its hottest)
        """,
    ),
    *asked(
        {"tell": "forecast"},
        """
        is rain (coming|expected|forecast|on the way|due) / rain risk / weather forecast / is it going to rain
        what is the (weather forecast|chance of rain|risk of rain) / is there a risk of rain / how likely is rain
        has race control announced a risk of rain
        """,
    ),
    *asked(
        {"tell": "place"},
        """
        where on the track is it raining / where is it raining / is it raining in sector {n} / is it raining at turn {n}
        how (heavy|hard|strong|intense) is the rain / how (heavily|hard) is it raining / is it raining (hard|heavily)
        is the rain (heavy|light|strong) / how much rain is (there|falling)
        is it raining everywhere / is it wet in sector {n} / where is the track wet / which part of the track is wet
        """,
    ),
    *asked(
        {"at_lap": 1},
        """
        what was the weather (like|) at the start / was it raining at the start / was it (wet|dry) at the start
        (weather|track temperature|air temperature) at the start / what was the track temperature at the start
        """,
    ),
    *asked(
        {"minutes": "{n}"},
        """
        how has the weather changed over the last {n} minutes / weather trend over the last {n} minutes
        track temperature over the last {n} minutes / has it rained in the last {n} minutes
        """,
    ),
    *asked(
        {"since_start": True},
        """
        has the track (warmed up|cooled down|cooled|got hotter|got cooler|got warmer|heated up) since (the|) (start|
            green light|green flag|beginning|session started|race started|session began|race began)
        how has the (weather|temperature|track temperature|air temperature) changed since (the|) (start|green light|
            green flag|beginning)
        is the track (warmer|cooler|hotter|colder) than at the start
        has the (|track|air) temperature (gone up|gone down|risen|dropped|fallen|changed)
        how has the track temperature changed / how much has the track temperature changed
        how much has the track (warmed up|cooled down|cooled) (|since the start)
        """,
    ),
)
