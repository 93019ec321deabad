"""
The two stores of a corpus together: the catalog, which is the truth, and the index, which can be rebuilt from it.

:mod:`pincite.lifecycle.store` is where they change; :mod:`pincite.lifecycle.plan` works out what a change does before
either is touched; :mod:`pincite.lifecycle.recovery` brings the index to what is committed;
:mod:`pincite.lifecycle.points` makes points from the catalog alone; :mod:`pincite.lifecycle.holder` lets one process at
a time hold the index.
"""

from __future__ import annotations

from pincite.lifecycle.changes import AccessChange, Change, Committed, Lease, Recovered
from pincite.lifecycle.holder import Holder, read_holder
from pincite.lifecycle.opening import create_store, ensure_catalog, open_store
from pincite.lifecycle.points import embedded_digest
from pincite.lifecycle.store import Store

__all__ = [
    "AccessChange",
    "Change",
    "Committed",
    "Holder",
    "Lease",
    "Recovered",
    "Store",
    "create_store",
    "embedded_digest",
    "ensure_catalog",
    "open_store",
    "read_holder",
]
