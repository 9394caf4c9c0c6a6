"""toolgate: the gate that every tool call passes. It knows nothing of racing."""
