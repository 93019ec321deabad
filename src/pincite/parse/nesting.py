"""How deep elements of Office files may be nested before a file is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["may_enter"]


def may_enter(node: Element, *, depth: int, deepest: int) -> bool:
    """
    Tell whether what stands inside an element is read; what is nested too deep and holds no text is passed over.

    :param depth: How many elements stand around it.
    :param deepest: Most of them.
    :raises RecursionError: If it is nested deeper and holds text, which would be lost.
    """
    if depth < deepest:
        return True
    if any(text.strip() for text in node.itertext()):
        raise RecursionError(f"text is nested more than {deepest} deep")
    return False
