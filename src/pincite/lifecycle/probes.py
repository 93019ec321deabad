"""
Whether an embedder is still the one whose vectors a corpus holds.

A space is declared: by the digest of weights that are here, or by the name of a model that somebody else runs. A name
can come to mean another model. So the first writer in a space keeps what a few probe texts came to, and every later one
embeds them again before anything else. That takes one short batch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.errors import SpaceMismatch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pincite.catalog import Catalog
    from pincite.documents import Generation, Space, TenantId
    from pincite.protocols import Embedder

__all__ = ["PROBES", "SAME", "Drift", "Mixture", "Proven", "drifted", "mixed"]

PROBES: Final = (
    "The refund window is 30 days from the day of delivery.",
    "Maximum input voltage 36 V DC; do not exceed.",
    "7.2 Limitation of liability: the total liability is capped at USD 500,000.",
    "Die Garantie beträgt zwei Jahre ab Kaufdatum.",
    "会议决定推迟到下周。",
    "O-48214",
)
"""What is embedded to tell embedders apart; vectors are kept under the texts, so that this list may change."""
SAME: Final = 0.999
"""Least cosine of two vectors that one embedder made of one text."""
_SAMPLE: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """An embedder that no longer makes the vectors that it made."""

    space: Space
    worst: float
    """Lowest cosine of a probe to what it was, in [-1, 1]; 0 where the dimensions differ."""
    text: str
    """The probe that it belongs to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixture:
    """Vectors of a generation that its embedder did not make."""

    n_checked: int
    """How many were held against the embedder, or against the space where there is no embedder."""
    n_strange: int
    """How many of them are of another length, no number, or not what the embedder makes of their text."""
    texts: tuple[str, ...]
    """Digests of some of their texts."""


def drifted(catalog: Catalog, embedder: Embedder) -> Drift | None:
    """
    Return how far an embedder is from the one that a corpus was built with, or ``None`` where it is the same.

    :param embedder: Of the space of the corpus's generation.
    :returns: ``None`` also where no probes are kept yet.
    """
    known = catalog.generations.probes(embedder.space.id)
    kept = {text: known[text] for text in PROBES if text in known}
    if not kept:
        return None
    fresh = embedder.embed(list(kept))
    cosines = {text: _cosine(old, new) for (text, old), new in zip(kept.items(), fresh, strict=True)}
    text = min(cosines, key=cosines.__getitem__)
    return None if cosines[text] >= SAME else Drift(space=embedder.space, worst=cosines[text], text=text)


def mixed(
    catalog: Catalog, generation: Generation, embedder: Embedder | None = None, *, sample: int = _SAMPLE
) -> Mixture | None:
    """
    Return the vectors of a generation that do not belong in its space, or ``None`` where none was found.

    Every vector's length is looked at; whether the embedder makes them is tried on a sample that is spread over all.

    :param generation: The corpus's.
    :param embedder: Of its space; ``None`` to look at lengths alone.
    :param sample: How many texts are embedded again, from 0.
    """
    strange = list(catalog.generations.misshapen(generation.space))
    checked = catalog.generations.n_vectors(generation.space.id)
    if embedder is not None:
        drawn = catalog.generations.drawn(generation.id, sample)
        strange += _foreign(catalog, generation, embedder, [each for each in drawn if each[1] not in strange])
    if not strange:
        return None
    return Mixture(n_checked=checked, n_strange=len(strange), texts=tuple(strange[:10]))


class Proven:
    """
    Gives an embedder to a writer once it is known to be the corpus's: its space by its fingerprint, itself by probes.

    :param catalog: Where the probes are kept.
    :param space: The space that its vectors are to be kept in.
    :param embedder: Gives the embedder; called at the first use.
    """

    def __init__(self, catalog: Catalog, space: Space, embedder: Callable[[], Embedder]) -> None:
        self._catalog = catalog
        self._space = space
        self._embedder = embedder
        self._proven: Embedder | None = None

    def __call__(self) -> Embedder:
        """
        Return the embedder.

        :raises SpaceMismatch: If it is of another space, or has changed behind its name.
        :raises ModelError: If it fails.
        """
        if self._proven is None:
            self._proven = self._prove(self._embedder())
        return self._proven

    def _prove(self, embedder: Embedder) -> Embedder:
        from pincite.lifecycle.generations import space_mismatch  # imported here: hardly ever needed

        if embedder.space.id != self._space.id:
            raise space_mismatch(self._catalog.state, self._space, embedder.space, embedder=embedder.space.model)
        generations = self._catalog.generations
        if not generations.probes(self._space.id):
            generations.save_probes(self._space.id, dict(zip(PROBES, embedder.embed(PROBES), strict=True)))
            return embedder
        drift = drifted(self._catalog, embedder)
        if drift is not None:
            raise _changed(self._catalog, drift)
        return embedder


def _changed(catalog: Catalog, drift: Drift) -> SpaceMismatch:
    return SpaceMismatch(
        f"the embedder {drift.space.model!r} has changed behind its name since the corpus {catalog.state} was built: "
        f"the probe {drift.text!r} has cosine {drift.worst:.3f} to what it was, expected at least {SAME}; nothing was "
        "embedded. Bring the old model back, or give the new one a label and embed all anew: pincite reembed --weights "
        "LABEL",
        path=str(catalog.state),
        space=drift.space.id,
        cosine=drift.worst,
    )


def _foreign(
    catalog: Catalog, generation: Generation, embedder: Embedder, drawn: Sequence[tuple[TenantId, str, str]]
) -> list[str]:
    """Return the digests of the drawn texts whose kept vector is not what the embedder makes of them."""
    if not drawn:
        return []
    fresh = embedder.embed([text for _, _, text in drawn])
    found = []
    for (tenant, key, _), vector in zip(drawn, fresh, strict=True):
        kept = catalog.vectors(tenant, generation.space.id, [key])
        if key in kept and _cosine(kept[key], vector) < SAME:
            found.append(key)
    return found


def _cosine(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    import numpy as np  # imported here: what only shows documents need not pay for it

    if one.shape != other.shape:
        return 0.0
    lengths = float(np.linalg.norm(one)) * float(np.linalg.norm(other))
    return float(one @ other) / lengths if lengths else 0.0
