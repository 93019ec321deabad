"""The stage that ranks the chunks of a scope for a question: settings and :func:`build`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import ConfigError
from pincite.registry import builder

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.protocols import Analyzer, Embedder, Index, Lookup, Retriever

__all__ = ["BUILDERS", "FloorSettings", "FusionSettings", "RetrieveSettings", "build"]

BUILDERS: Final[dict[str, str]] = {
    "auto": "pincite.retrieve.route:build",
    "dense": "pincite.retrieve.dense:build",
    "hybrid": "pincite.retrieve.hybrid:build",
    "identifier": "pincite.retrieve.identifier:build",
    "lexical": "pincite.retrieve.lexical:build",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionSettings:
    """How the scores of the two legs become one; ``bench/fusion.py`` prints the table that the defaults come from."""

    name: str = "convex"
    """
    "convex" (weighted mean of scores, each a share of its leg's best), "dbsf" (weighted mean of scores, each spread
    over three deviations from its leg's mean) or "rrf" (weight / (60 + rank)).
    """
    dense: float = 0.6
    """Weight of the dense leg, at least 0."""
    lexical: float = 0.4
    """
    Weight of the lexical leg, at least 0. Where the embedder finds across languages (e5-small), it counts by the third
    power of the share of the question's words that stand in scope: few do where it is in another language.
    """

    def __post_init__(self) -> None:
        if self.name not in ("convex", "dbsf", "rrf"):
            raise ConfigError(f"retrieve.fusion.name is {self.name!r}: expected convex, dbsf or rrf", name=self.name)
        if not (self.dense >= 0 and self.lexical >= 0 and self.dense + self.lexical > 0):
            raise ConfigError(
                f"retrieve.fusion weighs dense {self.dense} and lexical {self.lexical}: expected weights of at "
                "least 0, one of them above 0",
                dense=self.dense,
                lexical=self.lexical,
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorSettings:
    """
    The least raw score with which a leg's hit counts; a hit stays, with all its scores, when one leg has it at or above
    its floor.

    The dense floor belongs to the default embedder. ``bench/fusion.py --floors`` prints, for answerable and
    unanswerable questions, what each value would lose and refuse: run it after a change of embedder and set the highest
    value that loses no answer.
    """

    lexical: float = 0.0
    """Least BM25 score, at least 0. Scores grow with the scope, so any value above 0 refuses answers in a small one."""
    dense: float = 0.25
    """Least likeness (:mod:`pincite.likeness`), from -1 to 1."""

    def __post_init__(self) -> None:
        if not self.lexical >= 0:
            raise ConfigError(f"retrieve.floors.lexical is {self.lexical}: expected at least 0", lexical=self.lexical)
        if not -1 <= self.dense <= 1:
            raise ConfigError(f"retrieve.floors.dense is {self.dense}: expected a cosine in [-1, 1]", dense=self.dense)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrieveSettings:
    """Which route a search takes, and how far each leg looks."""

    route: str = "auto"
    """"auto" (decided by the question), "lexical", "dense", "hybrid", "identifier", or an installed package's name."""
    candidates: int = 100
    """How many chunks each leg brings, at least 1; more where more hits are asked for."""
    unit_limit: int = 20_000
    """
    Up to this many points in scope, units are searched directly; above it, chunk vectors make the first cut and units
    score what both legs found. At least 0.
    """
    key_bonus: float = 0.1
    """
    What a code of the question ("IL-6") adds to a chunk that carries it, as a share of the best possible fused score,
    from 0 to 1. ``bench/fusion.py --keys`` measures it; chunks with a key of any other kind always come first.
    """
    rewrites: int = 0
    """
    Other wordings of a question, and parts of it, that the chat model of ``[generate]`` writes and that are searched
    for beside it, from 0 to 10; 0 asks no model. 3 is a good number.
    """
    fusion: FusionSettings = field(default_factory=FusionSettings)
    floors: FloorSettings = field(default_factory=FloorSettings)

    def __post_init__(self) -> None:
        if self.candidates < 1:
            raise ConfigError(
                f"retrieve.candidates is {self.candidates}: expected at least 1", candidates=self.candidates
            )
        if not 0 <= self.key_bonus <= 1:
            raise ConfigError(
                f"retrieve.key_bonus is {self.key_bonus}: expected a share from 0 to 1", key_bonus=self.key_bonus
            )
        if not 0 <= self.rewrites <= 10:
            raise ConfigError(f"retrieve.rewrites is {self.rewrites}: expected from 0 to 10", rewrites=self.rewrites)
        if self.unit_limit < 0:
            raise ConfigError(
                f"retrieve.unit_limit is {self.unit_limit}: expected at least 0", unit_limit=self.unit_limit
            )


def build(
    settings: RetrieveSettings, *, index: Index, embedder: Callable[[], Embedder], analyzer: Analyzer, lookup: Lookup
) -> Retriever:
    """
    Return the retriever of the route that the settings name.

    :param settings: The stage's settings.
    :param index: Ranks inside a scope.
    :param embedder: Gives the embedder; called at each dense search and not before, so it should keep what it made.
    :param analyzer: Makes the terms of the lexical leg.
    :param lookup: Finds exact keys inside a scope.
    :raises UnknownName: If nothing is registered under the route's name.
    """
    made: Callable[..., Any] = builder("retrieve", settings.route, BUILDERS)
    retriever: Retriever = made(settings, index=index, embedder=embedder, analyzer=analyzer, lookup=lookup)
    return retriever
