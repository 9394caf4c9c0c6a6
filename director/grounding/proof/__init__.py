"""Whether a sentence of English is proved: by known wordings, by clauses, by what happened, part by part."""
