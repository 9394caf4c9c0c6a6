"""What can be claimed, and of which kind the parts of each claim are.

A claim has a subject, an object, a value and the like, each of a kind that says how it is written: somebody, seconds, a
lap time, a position. `DERIVED` are those that no tool declares: they follow from other claims of the same output.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from director.language.word_lists import words

Kind = Literal[
    "who",
    "seconds",
    "time",
    "duration",
    "position",
    "count",
    "lap",
    "laps",
    "compound",
    "team",
    "degrees",
    "percent",
    "speed",
    "kmh",
    "text",
]


class Meaning(Struct, frozen=True):
    """One claim: the kinds of its parts. Those that are `open` may be left unsaid."""

    name: str
    roles: Mapping[str, Kind]
    open: frozenset[str] = frozenset()


_KINDS: Mapping[str, Kind] = {
    "S": "seconds", "T": "time", "Y": "duration", "P": "position", "N": "count", "K": "lap", "L": "laps",
    "C": "compound", "M": "team", "G": "degrees", "H": "percent", "W": "speed", "V": "kmh", "X": "text", "D": "who",
}  # fmt: skip

_TABLE = """
is_behind subject object value?=S | is_behind_laps subject object value=L | closing subject object value?=S over?=L
opening subject object value?=S over?=L | steady subject object | slower_best_lap subject object value?=S
has_position subject value=P | leads subject | off_lead subject value=S | off_lead_laps subject value=L
last_lap subject value=T | best_lap subject value=T lap?=K | fastest_lap subject value?=T lap?=K
off_fastest subject value=S | lap_time subject lap=K value=T | average_lap subject value=T over?=L start?=K end?=K
faster_pace subject object value?=S start?=K end?=K over?=L | stop_count subject value=N | not_stopped subject
stopped_on subject lap=K value?=S nth?=P | in_pit subject | total_stops value=N | on_tyre subject value=C age?=L
tyre_age subject value=L | new_tyres subject | used_tyres subject | compound_count object=C value=N
started subject value=P | gained subject value=N | lost subject value=N | team subject value=M
fights_for subject object value=P | closest_battle subject object value?=S position?=P | on_pole subject value?=T
knocked_out subject value?=N | out subject value?=L | seems_out subject value?=L | out_count value=N
still_going value=N
noted subject reason?=X | investigated subject reason?=X | investigated_later subject reason?=X
no_further_action subject reason?=X | penalised subject value?=S reason?=X | penalty_served subject
penalty_not_served subject | open_cases value=N | track_clear since?=K | yellow_flag since?=K | red_flag since?=K
safety_car_out since?=K | vsc_out since?=K | safety_car_period start=K end?=K value?=Y nth?=P
vsc_period start=K end?=K value?=Y nth?=P | red_flag_period start=K end?=K value?=Y nth?=P | safety_car_count value=N
vsc_count value=N | red_flag_count value=N | raining | dry | air_temperature value=G | track_temperature value=G
humidity value=H | wind value=W | laps_done value=N total?=L | laps_left value=L | expected_end value=Y
venue value=X | led subject start=K end=K | led_all subject value?=L | moved subject start=P value=P
laps_led subject value=L | lead_change_count value=N
overtook subject object lap?=K nth?=P | overtake_count value=N | classified subject value=P | won subject
older_tyres subject object value=L | oldest_tyres subject value?=L | freshest_tyres subject value?=L
most_stops subject value?=N | most_gained subject value?=N | most_lost subject value?=N
fastest_sector_1 subject value?=S lap?=K | fastest_sector_2 subject value?=S lap?=K
fastest_sector_3 subject value?=S lap?=K | best_sector_1 subject value=S lap?=K | best_sector_2 subject value=S lap?=K
best_sector_3 subject value=S lap?=K | top_speed subject value=V lap?=K | trap_fastest subject value?=V
class_position subject value=P | class_leads subject | catch_predicted subject object value?=L lap?=K
no_catch_predicted subject object | rejoin_predicted subject value=P | undercut_predicted subject object
no_undercut_predicted subject object | pit_loss value=S | pit_loss_safety_car value=S | pit_loss_vsc value=S
tyre_slope subject value=S | on_road_ahead subject object value=S | scores subject value=N
championship_position subject value=P | championship_points subject value=N | penalty_suggested subject reason=X
took_lead subject lap?=K | speed_now subject value=V | drs_open subject | drs_closed subject
braking subject value?=H | off_track subject | incident_points subject value=N | fuel_left subject value=L
lap_rank subject value=P | qualified subject value=P | off_pole subject value=S | stopped_first subject lap?=K
"""

_READ = """
first_home subject | won_officially subject | won_class subject value=X | position_in_class subject value=P reason=X
missed_cut subject value?=S | last_through subject | stint subject nth=P value?=L compound?=C
set_count subject value=P | changed_tyres subject start?=C end=C | on_track_passes subject value=N
opening_a_lap subject object value=S over?=L | closing_a_lap subject object value=S over?=L
rejoin_behind subject object value?=S
rejoin_ahead subject object value?=S | team_scores subject=M value=N | places_behind subject object value=N
leader_count value=N | most_laps_led subject value?=L | led_most subject value?=L | led_last subject value=L
led_only_last subject value=L | ahead_by subject value=S | all_on value=C
window_average subject value=T over=L total=L start=K end=K | recent_lap subject lap=K value=T
best_of_laps subject value?=T lap?=K over=L | slowest_of_laps subject value?=T lap?=K over=L
gap_moved subject object start=S value=S over?=L | gap_up subject object value=S | gap_down subject object value=S
held_place subject value?=P | no_weather | stopped_last subject lap?=K
laps_run subject value=L | finished_count value=N | has_stopped subject
slower_last_lap subject object value?=S | slower_on_lap subject object value?=S lap=K
slower_stop subject object value?=S lap=K
stop_later subject object nth=P value=L | lane_total subject value=S
off_own_best subject value=S | last_is_best subject value?=T | first_set subject value?=C age?=L
most_cars_on object=C value?=N | most_are_on object=C | first_on subject value=C
highest_position subject value=P lap?=K | lowest_position subject value=P lap?=K | position_since subject value=P lap=K
gained_from subject value=N start=P | lost_from subject value=N start=P | out_qualified subject object value?=S
nth_safety_car value=P | safety_car_again | nth_vsc value=P | safety_car_running value=Y since?=K
on_tail subject object
humidity_up value?=N start?=H end?=H over?=Y | humidity_down value?=N start?=H end?=H over?=Y
track_warmed value?=G start?=G end?=G over?=Y | track_cooled value?=G start?=G end?=G over?=Y
air_warmed value?=G start?=G end?=G over?=Y | air_cooled value?=G start?=G end?=G over?=Y
wind_up value?=W start?=W end?=W over?=Y | wind_down value?=W start?=W end?=W over?=Y
last_out subject value?=L | first_out subject value?=L | lap_against subject object start=T end=T lap=K
overtook_for subject object position=P lap?=K | fastest_last_lap subject value=N
humidity_steady end?=H | air_steady end?=G | track_steady end?=G | track_over_air value?=G
led_first subject value=L | led_until subject lap=K | has_led subject | took_over subject object lap?=K
best_later subject object value=L | out_later subject object value=L | longest_safety_car nth=P value?=Y start?=K end?=K
safety_car_came lap=K
vsc_came lap=K | case_place subject value=X | penalised_with subject object
tyres_changed subject lap=K | tyres_kept subject lap=K
yellow_period start=K end?=K value?=Y nth?=P | yellow_count value=N | safety_car_went lap=K
position_between subject value=P start=K end=K
up_from subject start=P
down_from subject start=P | slower_lane subject object value?=S
stopped_after subject object value=L | fastest_by subject object value?=S
oldest_of_top subject value=N | freshest_of_top subject value=N
pole_by subject object value?=S | grid_row subject value=P
leads_team subject value=M | missed_segment subject value=N
was_dry over?=Y | was_raining over?=Y | rain_began over?=Y | rain_ended over?=Y
stint_of subject value=L compound?=C start?=K | longest_stint_of subject value=L
longest_stint subject value?=L compound?=C start?=K | out_on subject lap=K
last_out_on subject lap?=K | first_out_on subject lap?=K
speed_reading subject value=V lap?=K | line_speed subject value=V | line_fastest subject value?=V
trap_speed subject value=V lap?=K | trap_slowest subject value?=V | trap_rank subject value=P
share_stops value=N total=N | share_passes value=N total=N | joint_most_stops subject value?=N
joint_most_passes subject value?=N | pass_count subject value=N | most_passes subject value?=N
clean_laps subject value=N | slowest_average subject value?=T | best_average subject value?=T
average_rank subject value=P | slower_average subject object value?=S
team_best_lap subject=M value=T | team_fastest subject=M value?=T | team_slower subject=M object=M value?=S
average_stop subject value=S | slowest_average_stop subject value?=S | best_average_stop subject value?=S
stop_time subject value=S lap?=K | slowest_stop_of_all subject value?=S lap?=K
quickest_stop_of_all subject value?=S lap?=K
heads_train subject value?=N position?=P | longest_train subject value?=N position?=P | train_count value=N
in_train subject object | in_longest_train subject | in_no_train subject | near_behind subject object value=S
cars_between subject object value=N | is_between subject
at_risk subject | safe_for_now subject | safe_by subject value=S | first_below_cut subject value?=S total?=N
at_risk_count value=N | segment_left value=Y
no_pit_loss | no_pit_loss_safety_car | no_pit_loss_vsc | pit_loss_from value=N
cost_of_stop subject value=S lap?=K | least_cost_of_stop subject value?=S lap?=K
rain_risk value=H | dry_since since=K | raining_since since=K | fitted_age subject value=L
stint_start subject nth=P value=L | no_reason subject | undercut_threat subject object
slower_sector_1 subject object value?=S | slower_sector_2 subject object value?=S
slower_sector_3 subject object value?=S
rejoin_between subject object end=D | no_undercut_threat subject
net_position subject value=P | owes_stop subject | owes_no_stop subject | nobody_owes_stop
own_pit_loss subject value=S | nobody_within subject value=S | all_warmer over?=Y | all_cooler over?=Y
only_pass subject object position?=P lap?=K | latest_pass subject object lap?=K
fresh_set subject value=C | clean_average subject value=T total=L | points_more subject object value=N
slope_on subject value=S compound=C | slope_error subject value=S compound?=C
slope_more subject compound=C end=C value?=S
level_points subject=M object=M value?=N | current_lap value=N total?=L
ideal_lap subject value=T | no_time subject | provisional | open_of_all value=N total=N
team_points_more subject=M object=M value=N | held_until subject value=P lap=K
gap_grew subject object start?=S value=S lap?=K | gap_shrank subject object start?=S value=S lap?=K
tyres_before subject value=C | catch_too_late | fell_to subject value=P lap?=K | rose_to subject value=P lap?=K
only_between subject object end=D | between_two subject object end=D | trap_more subject object value=V
rejoin_from subject start=P value=P | nobody_in_pit | dry_so_far
in_lap subject lap=K | out_lap subject lap=K | lap_behind_sc subject lap=K | lap_under_vsc subject lap=K
lap_deleted subject lap?=K end?=T total?=N reason?=X | no_lap_deleted subject
drove_through subject lap=K | drive_through subject reason?=X | drive_through_served subject reason?=X
stop_go subject reason?=X | stop_go_served subject reason?=X | drive_through_not_served subject reason?=X
stop_go_not_served subject reason?=X
penalised_otherwise subject reason?=X | started_on subject value=C | on_since subject value=C
recent_average subject value=T total?=L over?=L | best_recent subject value?=T over?=L start?=S
worst_recent subject value?=T over?=L | recent_rank subject value=P over?=L
level_recent subject object value?=T over?=L | no_catch_in_time subject object
best_of_team subject | on_track subject | nobody_on_track | on_track_count value=N | in_pit_count value=N
among_on_track subject value=N | among_in_pit subject value=N
long_run subject value=T total?=L compound?=C | long_run_new subject value?=T total?=L compound?=C
long_run_used subject value?=T total?=L compound?=C | best_long_run subject value?=T total?=L compound?=C
worst_long_run subject value?=T total?=L compound?=C | long_run_rank subject value=P
long_run_slower subject object value?=S | joint_trap_fastest subject value?=V | joint_trap_slowest subject value?=V
topped_segment subject value=N | topped_segment_by subject object value=S end=N | in_segment subject value=N
both_through subject=M value=N reason?=X | both_through_count value=N total=N | both_through_too subject=M
deleted_in_all subject lap=K total?=N reason?=X | deleted_at_turn subject value=N total=N
deleted_count subject value=N | flag_message reason=X lap?=K | red_flag_came lap=K
sector_flag value=N lap?=K | sector_double_flag value=N lap?=K | stopped_at_turn subject value=N lap?=K
led_together subject object value=L
passes_on_lap value=N lap=K | only_pass_on_lap subject object lap=K | no_penalty subject | case_count value=N
penalised_count value=N | more_passes subject object value=N | most_points subject value?=N
team_most_points subject=M value?=N | no_fastest_sector subject | off_all_sectors subject value=S
within_all_sectors subject value=S | gained_to subject value=N end=P | lost_to subject value=N end=P
lead_margin subject value=S | all_no_action value=N | none_penalised value=N | sector_leader_count value=N
laps_left_of value=L total=L | none_stopped | rest_in_pit_count value=N | team_best_by subject=M object=D value=T
has_fastest_sector subject | fastest_last_sectors subject | fastest_first_sectors subject
led_next subject object value=L | kept_lead subject | pit_saving_safety_car value=S | pit_saving_vsc value=S
all_fastest_sectors subject lap?=K | own_sectors_on subject lap=K | set_of subject value=P compound=C
weakest_sector_1 subject value?=S | weakest_sector_2 subject value?=S | weakest_sector_3 subject value?=S
next_gained subject value?=N | off_sector_1 subject value=S | off_sector_2 subject value=S
off_sector_3 subject value=S
both_through_two subject=M object=M | once_deleted_at_turn subject total=N | track_limit_count subject value=N
same_tyre_age subject object value?=L compound?=C | nth_leader subject value=P | started_ahead subject object value?=N
stop_moved subject start=P value=P lap=K nth?=P | stop_from subject start=P lap=K nth?=P
stop_to subject value=P lap=K nth?=P | stop_fell subject value=P lap=K nth?=P | stop_rose subject value=P lap=K nth?=P
stop_held subject value=P lap=K nth?=P | stop_lost subject value=N lap=K nth?=P
stop_gained subject value=N lap=K nth?=P | stop_shift subject value=N lap=K nth?=P
not_closing subject object | not_opening subject object | started_last subject value?=P
both_stops_held subject value=P | all_stops_held subject value=P
clean_pace subject object value=S total=N | no_gap subject object | much_older_tyres subject object
limits_at_turn subject value=N total=N
stop_dropped subject start=P lap=K nth?=P | no_trend reason?=X | no_trend_safety_car lap?=K | no_trend_vsc lap?=K
no_trend_red_flag lap?=K | penalised_on subject lap=K value?=S reason?=X
lapped_may_pass value=N lap?=K | lapped_car_may_pass subject lap?=K
open_matters subject reason=X | second_of_team subject value=M
"""
"""What is only read in a free wording: no clause of a model claims it, so that its prompt stays as short as it is."""


def _meaning(line: str) -> Meaning:
    name, *parts = line.split()
    roles: dict[str, Kind] = {}
    for part in parts:
        role, _, kind = part.partition("=")
        roles[role.removesuffix("?")] = _KINDS[kind or "D"]
    return Meaning(name, roles, frozenset(part.partition("?")[0] for part in parts if "?" in part))


def _meanings(table: str) -> Mapping[str, Meaning]:
    parts = (part.strip() for line in table.strip().splitlines() for part in line.split("|"))
    return {meaning.name: meaning for meaning in map(_meaning, filter(None, parts))}


MEANINGS: Mapping[str, Meaning] = _meanings(_TABLE)
"""What a clause can claim, by name."""
READ_MEANINGS: Mapping[str, Meaning] = {**MEANINGS, **_meanings(_READ)}
"""What a free wording can claim, by name."""
TOLD_AS_PAST = words(
    "last_lap best_lap fastest_lap lap_time average_lap faster_pace stopped_on started led laps_led led_all overtook "
    "penalised won knocked_out out safety_car_period vsc_period red_flag_period on_pole no_further_action moved "
    "new_tyres used_tyres stopped_first took_lead lap_rank qualified off_pole off_fastest first_home missed_cut "
    "fastest_sector_1 fastest_sector_2 fastest_sector_3 best_sector_1 best_sector_2 best_sector_3 trap_fastest "
    "top_speed best_of_laps slowest_of_laps held_place laps_run finished_count stopped_last gap_moved "
    "position_in_class missed_segment position_between best_later out_later longest_safety_car safety_car_came "
    "safety_car_went safety_car_count vsc_count red_flag_count yellow_period yellow_count vsc_came tyres_changed "
    "tyres_kept slower_lane stopped_after fastest_by last_out first_out lap_against overtook_for fastest_last_lap "
    "led_first led_until has_led took_over pole_by slower_last_lap slower_on_lap slower_stop stop_later lane_total "
    "off_own_best last_is_best highest_position lowest_position out_qualified was_dry was_raining humidity_up "
    "humidity_down track_warmed track_cooled air_warmed air_cooled wind_up wind_down gained_from lost_from gained "
    "lost most_gained most_lost stint_of longest_stint_of longest_stint out_on last_out_on first_out_on speed_reading "
    "line_speed line_fastest trap_speed trap_slowest trap_rank share_stops share_passes joint_most_stops "
    "joint_most_passes pass_count most_passes clean_laps slowest_average best_average average_rank slower_average "
    "team_best_lap team_fastest team_slower average_stop slowest_average_stop best_average_stop stop_time "
    "slowest_stop_of_all quickest_stop_of_all cost_of_stop least_cost_of_stop fitted_age slower_sector_1 "
    "slower_sector_2 slower_sector_3 stop_count has_stopped not_stopped overtake_count lead_change_count total_stops "
    "leader_count penalty_served rain_began rain_ended latest_pass trap_more rejoin_predicted between_two ideal_lap "
    "no_time held_until leads_team gap_grew gap_shrank tyres_before fell_to rose_to started_on on_since drove_through "
    "drive_through drive_through_served stop_go stop_go_served lap_deleted no_lap_deleted dry_so_far in_lap out_lap "
    "lap_behind_sc lap_under_vsc slower_best_lap last_through stint changed_tyres most_laps_led led_most led_last "
    "led_only_last won_class recent_average best_recent worst_recent recent_rank level_recent "
    "long_run long_run_new long_run_used best_long_run worst_long_run long_run_rank "
    "long_run_slower joint_trap_fastest joint_trap_slowest topped_segment topped_segment_by in_segment both_through "
    "both_through_count both_through_too deleted_count deleted_at_turn sector_flag sector_double_flag "
    "red_flag_came passes_on_lap only_pass_on_lap case_count penalised_count more_passes most_points "
    "team_most_points no_fastest_sector "
    "off_all_sectors within_all_sectors gained_to lost_to on_track_passes all_no_action none_penalised "
    "sector_leader_count team_best_by has_fastest_sector fastest_last_sectors fastest_first_sectors led_next kept_lead "
    "weakest_sector_1 weakest_sector_2 weakest_sector_3 next_gained "
    "both_through_two once_deleted_at_turn track_limit_count stopped_at_turn "
    "led_together all_fastest_sectors own_sectors_on off_sector_1 off_sector_2 off_sector_3 nth_leader "
    "started_ahead stop_moved stop_from stop_to stop_fell stop_rose stop_held stop_lost stop_gained stop_shift "
    "both_stops_held all_stops_held started_last clean_pace limits_at_turn stop_dropped penalised_on lapped_may_pass "
    "lapped_car_may_pass"
)
"""What is told in the past though it is so now."""
