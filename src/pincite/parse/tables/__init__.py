"""
Tables on a page: three finders, one chooser, header rows, and tables that run over a page break.

:mod:`pincite.parse.tables.page` puts them together.
"""

from __future__ import annotations

__all__: list[str] = []
