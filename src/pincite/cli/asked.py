"""Who an earlier answer was asked as, as the settings have them now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.cli.screen import note

if TYPE_CHECKING:
    from pincite.corpus import Corpus
    from pincite.questions import Principal
    from pincite.trace import Trace

__all__ = ["asker_of"]


def asker_of(trace: Trace, corpus: Corpus) -> Principal:
    """Return who asked as the settings have them now, else the default reader; the trace itself gives no access."""
    facts, default = trace.facts, corpus.principal()
    name = facts.get("as")
    if name in corpus.config.principals:
        return corpus.principal(name)
    if name is not None:
        note(f"The settings name no principal {name!r} any more: looking at it as a reader with no groups.")
    elif facts.get("subject") or facts.get("groups") or facts.get("tenant") != default.tenant:
        note(
            "It was asked with a tenant or groups of its own: look at it with the same --tenant and --group, or --as "
            "NAME."
        )
    return default
