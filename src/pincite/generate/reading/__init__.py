"""What a question asks, part by part, and what stands in passages that could be quoted for it."""
