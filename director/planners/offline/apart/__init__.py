"""A question with other things said around it: taken apart into clauses, each ask planned in what the others set."""
