"""Short forms and how they are spelled out, apostrophes or not."""

from __future__ import annotations

CONTRACTIONS: dict[str, tuple[str, ...]] = {
    **{f"{w}'s": (w, "is") for w in ("who", "what", "where", "how", "when", "it", "that", "there", "he", "she")},
    **{f"{w}s": (w, "is") for w in ("who", "where", "how", "when", "that", "there")},
    **{f"{w}'re": (w, "are") for w in ("who", "what", "where", "how", "they", "we", "you")},
    **{f"{w}'d": (w, "would") for w in ("i", "we", "you")},
    **{f"{w}'d": (w, "had") for w in ("who", "what", "he", "she", "they")},
    **{f"{w}'d": (w, "did") for w in ("where", "how", "why", "when")},
    **{f"{w}'ll": (w, "will") for w in ("i", "who", "what", "how", "he", "she", "they", "we", "you", "it")},
    **{f"{w}'ve": (w, "have") for w in ("i", "who", "they", "we", "you")},
    **{
        f"{stem}{n}": (verb, "not")
        for n in ("n't", "nt")
        for stem, verb in (
            *(
                (v, v)
                for v in (
                    "is",
                    "are",
                    "was",
                    "were",
                    "has",
                    "have",
                    "had",
                    "does",
                    "do",
                    "did",
                    "could",
                    "would",
                    "should",
                    "must",
                    "need",
                )
            ),
            ("ca", "can"),
        )
    },
    "won't": ("will", "not"),
    "let's": ("let", "us"),
    "lets": ("let", "us"),
    "i'm": ("i", "am"),
    "im": ("i", "am"),
    "whats": ("what", "is"),
    "wats": ("what", "is"),
    "wat": ("what",),
    "wut": ("what",),
    "wich": ("which",),
    "wher": ("where",),
    "hw": ("how",),
    "teh": ("the",),
    "u": ("you",),
    "ya": ("you",),
    "r": ("are",),
    "ur": ("your",),
    "yr": ("your",),
    "n": ("and",),
    "&": ("and",),
    "gonna": ("going", "to"),
    "gotta": ("got", "to"),
    "wanna": ("want", "to"),
    "gimme": ("give", "me"),
    "lemme": ("let", "me"),
    "versus": ("vs",),
    "v": ("vs",),
    "cannot": ("can", "not"),
    "hasent": ("has", "not"),
    "al": ("all",),
    "fourty": ("forty",),
    "eigth": ("eighth",),
    "ninty": ("ninety",),
}
"""How people shorten words, apostrophes or not."""
