"""What people have handed in to be searched: rules and other documents, in passages, each with its source."""

from pitwall.corpus.port import Corpus, Hit, NoCorpus, Search

__all__ = ["Corpus", "Hit", "NoCorpus", "Search"]
