"""One module per command, each imported only when it runs."""
