"""Words: what a reader is told, in the language of the book that is played."""
