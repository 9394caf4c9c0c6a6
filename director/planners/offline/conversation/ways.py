"""The ways to read a follow-up: each completes it to a question in full, or knows nothing of it."""

from __future__ import annotations

from collections.abc import Callable

from director.planners.offline.conversation.amounts import how_many, how_much, who_were_counted
from director.planners.offline.conversation.attributes import ages_of_those, attribute
from director.planners.offline.conversation.completion import Completion, FollowUp
from director.planners.offline.conversation.denied import who_has_or_not
from director.planners.offline.conversation.durations import (
    first_or_last,
    lap_of_the_first,
    lost_the_lead,
    of_weather,
    since_when,
    the_last_one,
    when_put_on,
    which_interruption,
)
from director.planners.offline.conversation.groups import compared, of_them, they
from director.planners.offline.conversation.in_few_words import (
    beside_him,
    else_on_those,
    how_close,
    lap_of_his_end,
    of_his_laps,
    to_the_end,
    told_by_nothing,
)
from director.planners.offline.conversation.moments import at_another_moment
from director.planners.offline.conversation.of_all_told import (
    of_all_told,
    off_that_one,
    off_what,
    stopped_for_it,
    the_segment_before,
    told_of_its_trend,
)
from director.planners.offline.conversation.of_that import other_than_that, time_of_that, tyres_of_that
from director.planners.offline.conversation.of_two import of_the_two, on_the_same_lap, past_him, who_stopped_earlier
from director.planners.offline.conversation.others import (
    and_another,
    at_a_position,
    drivers,
    gained_or_lost,
    in_class,
    of_the_leader,
    off_that,
    other_extreme,
    to_a_position,
    versus,
)
from director.planners.offline.conversation.reasons import why
from director.planners.offline.conversation.same_of_group import same_of_group
from director.planners.offline.conversation.spoken_of import (
    lap_of_his,
    of_each_of_them,
    on_one_or_other,
    one_of_those_told,
    stop_of_his,
    the_car_beside,
    the_case_of,
    to_the_one_in,
    where_he_was,
)
from director.planners.offline.conversation.told_again import (
    in_that_class,
    next_to_that,
    told_already,
    who_inherited,
)
from director.planners.offline.conversation.told_in_lists import told_in_the_list
from director.planners.offline.conversation.traps import at_another_trap
from director.planners.offline.conversation.who_of_that import which_ones, who_did_most, who_was_first_to

WAYS: tuple[Callable[[FollowUp], Completion | None], ...] = (
    told_by_nothing,
    the_segment_before,
    at_another_moment,
    at_another_trap,
    of_all_told,
    off_that_one,
    off_what,
    stopped_for_it,
    told_of_its_trend,
    else_on_those,
    lap_of_his_end,
    told_in_the_list,
    of_his_laps,
    of_the_two,
    past_him,
    on_the_same_lap,
    beside_him,
    how_close,
    who_stopped_earlier,
    to_the_end,
    ages_of_those,
    of_each_of_them,
    the_car_beside,
    to_the_one_in,
    on_one_or_other,
    the_case_of,
    stop_of_his,
    lap_of_his,
    where_he_was,
    told_already,
    who_inherited,
    who_did_most,
    who_was_first_to,
    which_ones,
    of_weather,
    which_interruption,
    in_that_class,
    next_to_that,
    the_last_one,
    tyres_of_that,
    time_of_that,
    other_than_that,
    who_has_or_not,
    how_much,
    lost_the_lead,
    lap_of_the_first,
    when_put_on,
    since_when,
    first_or_last,
    how_many,
    who_were_counted,
    why,
    of_them,
    compared,
    off_that,
    versus,
    they,
    drivers,
    in_class,
    gained_or_lost,
    other_extreme,
    of_the_leader,
    same_of_group,
    to_a_position,
    at_a_position,
    and_another,
    one_of_those_told,
    attribute,
)
"""In this order; the first that knows the question completes it."""
