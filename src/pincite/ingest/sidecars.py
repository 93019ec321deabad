"""Which files beside a document state something about it, and which were meant to and are misspelt."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Final

from pincite.text.access_words import access_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = ["SIDECAR", "by_owner", "is_sidecar", "misspelt", "sidecar_of"]

SIDECAR: Final = ".meta.toml"
"""What a sidecar's name ends in, in any case: "refund.md.meta.toml" or "refund.meta.toml" beside "refund.md"."""
_SURE: Final = re.compile(r"\.meta(?:\.(?!txt)|$)", re.IGNORECASE)
_NEAR: Final = re.compile(
    r"\.?(?P<owner>.+?)[ ._-]*[._-]meta(?:data)?(?:[._-](?:to?m?l|tmol|otml|ya?ml|json|ini|cfg|conf|txt)){0,2}"
    r"|\.(?P<hidden>.+?)\.meta\.toml",
    re.IGNORECASE,
)
"""Names such as "m.meta.tml", "m.md.meta.yaml", "m-meta.toml" and ".m.meta.toml"."""


def is_sidecar(name: str) -> bool:
    """Tell whether a file name is that of a sidecar."""
    return name.lower().endswith(SIDECAR) and not name.startswith(".")


def by_owner(names: Iterable[str]) -> dict[str, str]:
    """Return the sidecars among names by what they are called after: a file's name, whole or without its extension."""
    return {each[: -len(SIDECAR)]: each for each in sorted(names) if is_sidecar(each)}


def sidecar_of(name: str, owned: Mapping[str, str]) -> str | None:
    """
    Return the name of the sidecar of a file, the one with the full name first.

    :param owned: What :func:`by_owner` found in the folder of the file.
    """
    wanted = (name, os.path.splitext(name)[0])
    return next((owned[each] for each in wanted if each in owned), None)


def misspelt(names: Iterable[str], *, head: Callable[[str], str]) -> dict[str, tuple[str, ...]]:
    """
    Return the files among names that look like sidecars of others and are none, each with those that it is beside.

    A name with ".meta" counts as it is; one with "-meta" or "metadata" may be a document, and counts where its head
    states access.

    :param names: All files of one folder, hidden ones too.
    :param head: Gives the first characters of a file, by its name.
    """
    near = {name: found for name in names if not is_sidecar(name) and (found := _NEAR.fullmatch(name))}
    if not near:
        return {}
    owners: dict[str, list[str]] = {}
    for name in names:
        if name not in near and not name.startswith(".") and not is_sidecar(name):
            for owner in {name, os.path.splitext(name)[0]}:
                owners.setdefault(owner.casefold(), []).append(name)
    meant = {name: owners.get((each["owner"] or each["hidden"]).casefold(), []) for name, each in near.items()}
    return {
        name: tuple(sorted(beside))
        for name, beside in meant.items()
        if beside and (_SURE.search(name) or access_line(head(name).splitlines()))
    }
