"""Names in more words than a turn of phrase looks for: `Max Verstappen` and `Ferrari's Leclerc` by the family name.

A team beside a name is left out only where it is his; where it is wrong, the words stay and nothing reads them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from director.grounding.english.tokens import NamesInText
from director.grounding.values import Drivers
from director.language.folding import fold
from director.language.nicknames import NICKNAMES


def short_names(drivers: Drivers, names: NamesInText) -> Callable[[str], str]:
    """What puts a text into family names, for those of a race who share theirs with nobody."""
    entries = [entry for car, entry in drivers.items() if car == entry.get("car")]
    people = {str(entry.get("name") or ""): str(entry.get("team") or "") for entry in entries}
    shared = Counter(name.partition(" ")[2] for name in people)
    patterns = [
        (re.compile(pattern, re.IGNORECASE), family)
        for name, team in people.items()
        if (family := name.partition(" ")[2]) and shared[family] == 1 and len(names.aliases.get(fold(family), ())) == 1
        for pattern in _ways_to_name(name, family, [one for one, of in names.teams.items() if team and of == team])
    ]

    def shortened(text: str) -> str:
        for pattern, family in patterns:
            text = pattern.sub(family, text)
        return text

    return shortened


def _ways_to_name(name: str, family: str, teams: list[str]) -> Iterator[str]:
    last = re.escape(family)
    several = (re.escape(one) for one in NICKNAMES.get(fold(family), ()) if " " in one)
    yield rf"(?<!\w)(?:{'|'.join((re.escape(name), *several))})(?!\w)"
    yield rf"\b(?:mr|mister)\.? {last}(?!\w)"
    if teams:
        of_team = "|".join(map(re.escape, sorted(teams, key=len, reverse=True)))
        yield rf"(?<!\w)(?:{of_team})(?:'s|(?<=s)') {last}(?!\w)"
        yield rf"(?<!\w){last} \((?:{of_team})\)"
