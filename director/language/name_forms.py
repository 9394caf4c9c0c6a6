"""The runs of words under which a name can be written: all of it, parts of it, two words as one."""

from __future__ import annotations

from collections.abc import Iterator

from director.language.grammar import FUNCTION

Form = tuple[str, ...]

MAX_FORM_WORDS = 5


def forms_of(words: Form) -> Iterator[tuple[Form, bool]]:
    """Every run of a value's words, and two words written as one, with whether it is the whole value."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + MAX_FORM_WORDS) + 1):
            form = words[start:end]
            if len(form) > 1 or len(words) == 1 or (len(form[0]) > 2 and form[0] not in FUNCTION):
                yield form, len(form) == len(words)
            if len(form) == 2:
                yield ("".join(form),), len(words) == 2
