"""What cars started on, how far the next is behind: fields of cars as they stand, against the race counted by hand."""

from __future__ import annotations

from tests.pitwall.query.test_order_queries import RACE, queried


def test_what_a_car_started_on_is_the_compound_of_its_first_stint() -> None:
    view = RACE.view()
    told = queried(**{"from": "drivers", "select": ["car", "start_compound"]})["rows"]
    assert {row["car"]: row["start_compound"] for row in told} == {
        car: view.tyres(car)[0].compound for car in view.order
    }


def test_a_car_is_clear_by_the_interval_of_the_next_behind() -> None:
    view = RACE.view("lap:10")
    rows = queried(**{"from": "drivers", "select": ["car", "clear_s"], "at_lap": 10})["rows"]
    order = [car for car in view.order if view.run_state(car)[0] in ("running", "in_pit")]
    told = {row["car"]: row["clear_s"] for row in rows}
    assert [told[car] for car in order] == [*(view.gaps(car).interval_s for car in order[1:]), None]


def test_positions_lost_are_told_as_lost() -> None:
    where = [{"field": "gained", "op": "at_most", "value": -2}]
    told = queried(**{"from": "drivers", "where": where, "select": ["driver", "gained"]})
    assert "with 2 or more positions lost" in told["summary"]
    assert all(row["gained"] <= -2 for row in told["rows"])
