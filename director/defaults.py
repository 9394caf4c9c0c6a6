"""What a question may cost where nobody says otherwise: settings, functions and classes take their defaults here."""

from __future__ import annotations

MAX_STEPS = 5
"""Steps of a plan."""
MAX_PARALLEL = 16
"""Steps that run at the same time."""
STEP_TIMEOUT_S = 2.0
TOTAL_TIMEOUT_S = 5.0
"""All steps of a plan together."""
PLAN_TIMEOUT_S = 5.0
ANSWER_TIMEOUT_S = 5.0
"""One wording."""
DEADLINE_S = 15.0
"""The whole question."""
DATA_AGE_S = 10.0
"""An answer says how old its data is where that is more."""
CATALOGUE_TOKENS = 3300
"""The longest catalogue in a prompt, estimated."""
CATALOGUE_TOOLS = 96
"""Tools in a prompt: of more, those that fit the question."""
ANSWER_MAX_CHARS = 200
LONGEST_DELAY_S = 600
"""How late a live race can be told."""
