"""
Cosines on one scale, whatever embedder they are of: 0 for texts that have nothing in common, 1 for the same.

Some models give any two texts a cosine of .5 or .8. What is said of cosines elsewhere (a floor, a leg's share of a
fused score, a fitted weight) is said on this scale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pincite.protocols import Embedder

__all__ = ["likeness", "unrelated"]

Cosine = TypeVar("Cosine", float, "NDArray[np.float32]")


def unrelated(embedder: Embedder) -> float:
    """Return the cosine that an embedder gives texts with nothing in common, below 1; 0 where it does not say."""
    stated: float = getattr(embedder, "unrelated", 0.0)
    return stated


def likeness(cosine: Cosine, zero: float) -> Cosine:
    """
    Return cosines on the scale from 0, nothing in common, to 1, the same; below 0 where there is even less.

    :param cosine: One, or an array of them.
    :param zero: What :func:`unrelated` says of their embedder; 0 leaves them as they are.
    """
    if not zero:
        return cosine
    scaled: Cosine = (cosine - zero) / (1 - zero)
    return scaled
