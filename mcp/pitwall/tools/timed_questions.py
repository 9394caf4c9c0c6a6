"""How people ask how many have a time: the same in practice and in qualifying."""

from __future__ import annotations

HOW_MANY_TIMED = """
    how many (cars|) have (set|posted) a (time|lap) / how many (cars|) have done a timed lap
    how many (cars|) have a (time|lap) (on the board|)
    how many (cars|) are on the board
    how many (cars|drivers|) (have|has) (set|) a (time|lap) and who is (top|fastest|quickest|first|
        leading) (of them|)
    how many times are on the board / how many have been timed / how many have a time in
"""
