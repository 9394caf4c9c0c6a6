"""The rewriter: what people ask or say freely, in the plain words that grammar and claims are read from."""
