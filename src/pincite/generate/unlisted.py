"""
Tells a code that is asked for and not there, where its neighbours are.

Where pages list E1, E4 and E7, nothing that they say answers a question about E9. A code without such neighbours may
be written in other words ("IL-6", "interleukin 6"), so its absence alone says nothing here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["unlisted_codes"]

_CODE: Final = re.compile(r"(?<![\w-])(?P<letters>[A-Z]{1,6})-?(?P<figures>\d{1,6})(?![\w-])")


def unlisted_codes(names: Iterable[str], texts: Sequence[str]) -> tuple[str, ...]:
    """
    Return the codes among names that stand in no text, while others with the same letters do.

    :param names: Names, numbers and codes of a question as they are written.
    :param texts: Everything that the passages say.
    :returns: In the order of the names; empty where none is missing that way.
    """
    asked = {name: match for name in names if (match := _CODE.fullmatch(name))}
    if not asked:
        return ()
    listed = {(code["letters"], code["figures"]) for text in texts for code in _CODE.finditer(text)}
    letters = {letter for letter, _ in listed}
    return tuple(
        name
        for name, code in asked.items()
        if code["letters"] in letters and (code["letters"], code["figures"]) not in listed
    )
