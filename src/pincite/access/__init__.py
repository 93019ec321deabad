"""
Who may read what: the only maker of scopes, and the rules about who is let in.

Within a tenant, access lists groups by name and subjects as "user:NAME"; ``public`` is a group that everyone in the
tenant has; an empty list means nobody.
"""

from __future__ import annotations

from pincite.access.readers import Decision, effective, explain, may_read, nobody, require_readers, without_effect
from pincite.access.rules import Level, Rule, decide, read_rule
from pincite.access.scopes import Head, pending, scope

__all__ = [
    "Decision",
    "Head",
    "Level",
    "Rule",
    "decide",
    "effective",
    "explain",
    "may_read",
    "nobody",
    "pending",
    "read_rule",
    "require_readers",
    "scope",
    "without_effect",
]
