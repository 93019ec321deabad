"""Deterministic fakes and plain judges, for Pincite's own tests and for people who write an implementation."""

from __future__ import annotations

__all__: list[str] = []
