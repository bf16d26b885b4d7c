"""Find what a clause digests in a reader's own copy of the text: by fingerprints, without keeping a word of it."""
