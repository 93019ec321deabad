"""The stages in order: ingest, search, ask. The only code that knows the order."""
