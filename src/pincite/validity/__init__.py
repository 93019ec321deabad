"""
Which version is in force on which day.

Versions are compared as what they are (:mod:`pincite.validity.versions`), and each revision of a topic gets the
interval of days on which it is the one in force (:mod:`pincite.validity.intervals`).
"""

from __future__ import annotations

from pincite.validity.days import today
from pincite.validity.intervals import Dated, intervals, order
from pincite.validity.versions import VersionKey, VersionKind, version_key

__all__ = ["Dated", "VersionKey", "VersionKind", "intervals", "order", "today", "version_key"]
