"""Folds for readers: what each viewer may see, made from the log alone."""
