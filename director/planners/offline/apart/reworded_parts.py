"""Parts of questions that the forms of several subjects share: who, how many, so far."""

from __future__ import annotations

WHO = r"(?:who|which\s+(?:car|driver))"
CAR = r"(?:cars?|drivers?|ones?|man)"
NAME = r"(?!the\b|his\b|her\b|everyone\b|anyone\b)[\w'’-]+"
NUMBER = r"(?P<n>\d+|three|four|five|six|seven|eight|ten|twelve)"
SO_FAR = r"(?:\s+(?:so\s+far|now|yet|today|in\s+the\s+end|at\s+the\s+end|overall|in\s+total|in\s+all|all\s+told))*"
HERE = r"(?:\s+(?:here|now|right\s+now|like\s+this|this\s+second|at\s+this\s+point|at\s+the\s+moment|currently))?"
