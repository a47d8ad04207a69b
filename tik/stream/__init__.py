"""Floor 3: the instruction stream (model, text, binary)."""
