"""Floor 0: the words every other room uses (dtypes, scopes, pipes, layouts, rounding, positions, errors)."""
