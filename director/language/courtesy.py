"""Politeness and chatter: what may be left out of a question without changing it."""

from __future__ import annotations

from director.language.word_lists import phrases, words

FILLER_PHRASES = phrases(
    """
    can you tell me / could you tell me / would you tell me / can you show me / could you show me
    can you give me / could you give me / can you / could you / would you / can i have / can i get / could i get
    can i see / can we see / can we get / do you know / do we know / any idea / any chance you know
    i want to know / i would like to know / i would like to see / i would like / i want to see / i want
    i need to know / i need / i wonder / i am wondering / i was wondering / just wondering / wondering
    let me know / let me see / tell me / tell us / give me / give us / show me / show us / get me / help me
    remind me / right now / at the moment / at this moment / at the mo / at this point / at this stage
    at this early stage / this early on / this early / at present
    as of now / as it stands / as things stand / as we speak / by now / for now / so far / until now / up to now
    till now / out there / out of interest / quick question / quick one / by the way / good morning
    good evening / good afternoon / hi there / hello there / hey there / thank you / thanks / for me / for us / to me
    i guess / i believe / of course / in fact / you know / i mean / what about
    how about / go on / have a look / on earth / the hell / the heck / real quick / really quick / quick sum up
    in terms of / more or less / or so / as well / if any / anywhere / at all / in total / all in all / in all
    i only want / all i want is
    put up / pull up / call up / bring up / talk me through / walk me through / run me through / take me through
    if it stopped now / if it ended now / if it finished now / if the race stopped now / if the race finished now
    if they stopped now / if the flag fell now / if it was over now / if it were over now / if they stopped it now
    remind me / remind us / can anyone tell me / does anyone know / do you happen to know / do we know yet / i take it
    read me / read us / read out
    can you confirm / could you confirm / please confirm / can anyone confirm / can we confirm / i hear
    i see / i gather / am i right that / am i right in thinking / am i right in saying
    correct me if i am wrong / is it true that / is it true / is it correct that / is it right that
    is it the case that
    is that right / is that correct / is that confirmed / is that so / is that true / is this right / is this true
    is this correct / for the record
    on the timing / on the timing screen / on the timing screens / on the timing tower / on the screen / on the tower
    on the timing page / according to the timing / according to the feed / according to the data / per the feed
    in the feed / from the feed / if the race ended now / for the viewers / for the viewers at home / for our viewers
    for everyone watching / for those watching / for those just joining us / for those just joining / for people at home
    for everyone at home / for anyone just joining us / for the audience / for the broadcast / for the team
    have we had / have we seen / did we have / did we see / do we have / have we got / had we
    we have had / we have seen / have you got / do you have / have there been / at the minute / at the present time
    just now / just yet / as yet
    as of yet / up till now / up until now / thus far / to date / up to this point / until this point / this far
    by this point / at this time / in this race / this race / of this race / on the day / on this day / of the afternoon
    of the evening / of the night / in the end / at the end of the day / when all is said and done / all told
    to be exact / to be precise / if you do not mind / if you would / if i may ask / may i ask / let me ask
    out of curiosity / just out of interest / just checking / just to check / just to confirm / just to be clear
    to be clear / to be sure / for certain / for sure / no doubt / i suppose / i think / i reckon / i thought
    one more time / once more / once again / yet again / another thing / one more thing / a quick one / quick check
    in thousandths / to the thousandth / during the race / during this race /
    each other / one another / to each other / of each other / from each other / with each other
    for a second / for a sec / for a moment / for a minute /
    bar none / no joke / no kidding /
    a bit / a little / kind of / sort of / if you can / if possible / if you could / a quick look at / a look at
    """
)
"""Ways of asking that say nothing of what is asked. Longer ones are tried first."""

FILLER = words(
    """
    the a an this that these those there here please pls plz plse thanks thx ta cheers hey hi hello hiya yo ok
    okay so well oh ah um uh er hmm now currently presently rn atm today tonight just really actually exactly
    precisely basically literally honestly simply still yet already even also then again quite very kindly mate
    guys guy dude bro man buddy pal folks sir lads right tell show give list display say name me us i we you
    your my our am anyone's etc btw asap quickly one ones check see know want need find got get gets
    getting moment sorry director bloke blokes chap chaps fella fellas lad boy boys kid tf wtf af tbh imo ffs
    omg lmao idk fr ngl damn bloody fucking jr sr mr mrs ms sort sorted anyway whatever especially
    particularly lol lmfao rofl haha hah nah nope chat yeah yep yup yea ugh wow whoa jeez yikes innit alright tnx
    thankyou remind tonight confirm confirmed blimey crikey folk wait oi oops
    whoops ouch gosh bruh fam wtaf ooh aah everyone's presumably
    suddenly wise huh eh meh phew sheesh dang woah aye mm mmm hm erm pfft ha hehe yay duh psst
    thankyou print compute enumerate stats stat cheeky viewers
    """
)
"""Words dropped from questions and examples alike."""

GREETINGS = words("hi hey hello")
PLEASE = words("please pls plz")
THANKS = words("thanks thx")
