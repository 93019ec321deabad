"""
What can be read off a text without a model: identifiers, sentences, words, quantities, dates, languages and terms.

Nothing here knows of corpora or stages. Spans count characters of the text that was given.
"""

from __future__ import annotations

__all__: list[str] = []
