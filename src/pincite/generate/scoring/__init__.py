"""How well a candidate answers: features, the fitted weights, and which candidate is told."""
