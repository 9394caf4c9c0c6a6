"""The words that may differ between two questions of one form, and those that say a question does not stand alone.

Whatever is not listed as harmless is part of what is asked: negations, comparatives, question words, tense, "only",
"still", "first", "last". No word is listed on account of a tool.
"""

from __future__ import annotations

from director.language.word_lists import phrases, words


def _longest_first(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(phrases(text), key=len, reverse=True))


OPENINGS = _longest_first(
    """can you tell me / could you tell me / can you show me / could you show me / can you give me / could you give me
    / tell me / show me / give me / let me know / remind me / show / do you know / does anyone know / any idea
    / i want to know / i would like to know / i need to know / i wonder / i was wondering / just wondering
    / quick question / good morning / good evening / good afternoon"""
)
"""Ways to begin that say nothing of what is asked."""

NOW = _longest_first("right now / now / at the moment / at present / currently / presently / as we speak")
"""Left out where nothing is set against it: a question without a moment is about now."""
NOT_BEFORE_NOW = words("and or but not until till than then since from before after by to between vs only up")

COURTESY = words("the please pls plz actually really")
"""Left out wherever they stand."""
GREETINGS = words("hi hey hello ok okay um uh er hmm")
THANKS = words("thanks thx cheers lol")
"""Left out at the beginning and at the end."""

OPTIONAL = words("a an exactly precisely")
"""May be there or not, so long as the questions are similar enough."""
OPTIONAL_LAST = "yet"
"""Optional as the last word only: "who has stopped yet" asks the same without it, "who has yet to stop" does not."""
NOT_AFTER_A = words("few little lot bit couple second")
"""Before these "a" is not optional: "a few" is not "few", and "a second behind" is no position."""

MOMENT_STARTS = words("on in at after before during by until till since from around")
COMMON_NUMBERS = words("zero one first second")
"""Too often no number: "which one", "a second", "who was first"."""

UNSETTLED = words("there same again too also either neither ones other others hes shes theyre theyve")
"""Besides pronouns: they lean on something said before. "is there" does not."""

RELATIVE = words("ago last past recent recently previous next remaining left earlier later back final half go rest")
"""With these a number in a plan may have been computed from the race's state, as "5 laps ago"."""

LEANING_ENDS = words(
    """ahead behind before after more less fewer than to of from by faster slower closer quicker older newer better
    worse longer shorter further earlier later"""
)
"""At the end of a question they compare with something that it does not name."""
TIES = words("to from than with and vs behind between")
"""Before the only name of a question they tie it to somebody whom it does not name."""
FRONT = words("ahead front")
