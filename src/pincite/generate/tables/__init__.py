"""What a question names of a table, and which row or cell answers it."""
