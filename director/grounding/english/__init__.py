"""English sentences, read: tokens and names, nouns and verbs, comparisons, lists, what is left out."""
