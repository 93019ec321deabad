"""The deterministic embedder for tests: no model, no file, no network."""

from __future__ import annotations

from pincite.embed.hashing import HashEmbedder, WordTokenizer

__all__ = ["HashEmbedder", "WordTokenizer"]
