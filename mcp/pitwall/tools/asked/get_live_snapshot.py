"""What people ask of the whole race at once."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

EXAMPLES: tuple[Example, ...] = (
    # How it all goes.
    *asked(
        {},
        """
        what is happening in the race / what is going on / what is going on in the race / what is the situation
        what is the situation in the race / situation / what is the state of the race / state of play / race state
        current state of the race / current status of the race / status / race status / overall status
        overall state of the race / status report / sitrep / situation report / report on the race
        how is the race going / how does the race look / how is the race unfolding / how is the race shaping up
        how is the race developing / how is it going out there / how are things looking / how do things look
        how is it all playing out / how is it all shaping up / how is it looking / where do things stand
        how do things stand / where does the race stand / where are we in the race / where are we
        where have we got to / what is the picture / what is up / what is new / what was happening / what had happened
        what did the race look like / any drama / any news / any developments / any big news in the race
        anything to report / anything happening / anything interesting going on
        everything about the race / everything that matters / what is the story of the race
        explain what is going on in the race / explain the state of the race / explain the race
        describe the state of the race / read me the state of the race / talk me through the race
        """,
    ),
    # Summaries, and for those who come late.
    *asked(
        {},
        """
        give me a summary of the race / summary / quick summary / short summary / race summary / summary of events
        sum up the race / sum it up / sum up what happened / summarise the race / summarise what happened
        summarise the situation / summarize the race / summarize what has happened / brief recap / lowdown
        lowdown on the race / the gist / the gist of it / the gist of the race / the race in a nutshell
        the race in one sentence / the short version / tldr / tldr of the race / tl dr / headlines / highlights
        highlights of the race / the full picture / the big picture / the big picture at a glance / race at a glance
        bring me up to speed / get me up to speed / get me up to date / bring me up to date / catch me up
        catch me up on the race / fill me in / fill us in on the race / brief me on the race / briefing / debrief
        update / race update / quick update / latest update from the race / update on the race / the latest
        what is the latest / latest news from the race / what did i miss / what have i missed / did i miss anything
        have i missed anything important / i missed the last laps what happened / i missed the start what happened
        what happened / what has happened in the race / what has happened while i was away / i was away what happened
        i lost the stream what happened / my stream died what did i miss / i just tuned in what did i miss
        i just joined what is happening / i just got back what did i miss / back from the break what is going on
        i came late what happened / just woke up what is happening / i fell asleep what happened
        i have not been watching what happened / we are coming back from the commercial break summary for the viewers
        recap for the viewers / set the scene / set the scene for the viewers / live snapshot / snapshot
        snapshot of the race / snapshot for the graphic / race dashboard / dashboard with leader lap gaps and flags
        the state with flags leader and who is out
        """,
    ),
    # How far the race has come.
    *asked(
        {},
        """
        what lap are they on / what lap are we on / what lap is it / what is the lap count / lap count / lap counter
        current lap / lap / what lap number is it / how many laps are left / how many laps left / laps left
        laps remaining / laps to go / how many to go / how many laps to go / how many laps until the end
        how many laps to the flag / how many laps remain / how many more laps / how many laps have been completed
        how many laps have they done / how many laps have we had / how many laps are done
        how far into the race are we / how far in are we / how far along is the race / how far through the race are we
        how long is left / how long to go / how much longer / how much of the race is left / how much is left
        how much race is left / are we near the end / is it nearly over / are we past half distance
        are we at halfway / is it the last lap / is this the final lap / how many laps is the race
        how many laps in total / how long is the race / race distance / race distance remaining / laps to run
        what stage of the race are we at / which phase of the race is it / what session is this / session time
        race clock
        """,
    ),
    # Who is out.
    *asked(
        {},
        """
        who is out / who is out of the race / which cars are out / which drivers are out
        who has binned it / who has shunted / who is stranded / who is in the wall / who fell by the wayside
        attrition / how many are circulating / how many cars are still circulating
        who did not finish / who failed to finish / who has dropped out / did anyone drop out
        who has parked it
        who has parked the car / who has stopped on track / who broke down / who is no longer running
        who is no longer in the race / how many cars are out / how many cars have dropped out
        how many cars are still running / how many cars are still going / how many cars are left
        how many drivers are still in the race / how many are still racing / who is still in the race
        which cars are still running / which cars are still going / who survived / any incidents
        any casualties
        """,
    ),
    *asked(
        {"top_n": "{n}"},
        """
        the state of the race with the top {n} / summary with the first {n} / overview of the top {n}
        snapshot with the top {n} / leader flags and the top {n} / what is going on in the top {n}
        how is the top {n} looking
        """,
    ),
)
