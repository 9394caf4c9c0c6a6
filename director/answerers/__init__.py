"""Who writes the answer: the tools' own summaries, or a language model that is held to what the tools returned."""
