"""Floor 4: the NPU model. It sees only streams: functional execution, timing, sanitizer, trace."""
