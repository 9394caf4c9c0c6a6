"""Language: folding, words and numbers, grammar, courtesy, spelling, and names. No word here belongs to a tool.

Planner, plan cache, grounding and chat read text with these, so that a name is the same name everywhere.
"""
