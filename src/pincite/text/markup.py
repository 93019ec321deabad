"""Markdown and HTML marks taken out of a text, for what is embedded, indexed and shown in one line."""

from __future__ import annotations

import html
import re
from typing import Final

__all__ = ["plain"]

# Linear on every text: a pattern that begins anywhere ends at the next character that it may begin with, runs are
# possessive or bounded, and white space has been shortened (see ``_shortened``).
_LINK_TEXT: Final = r"!?\[((?:[^\[\]]++|\[[^\[\]]*+\])*+)\]"
_BEFORE_CODE: Final = tuple(
    (re.compile(pattern, flags), replacement)
    for pattern, flags, replacement in (
        (r"^[^\S\n]*(?:```|~~~)[^\n]*$", re.MULTILINE, ""),
        (r"^[^\S\n]*\|?(?:[^\S\n]*:?-+:?[^\S\n]*\|)+(?:[^\S\n]*:?-+:?)?[^\S\n]*$", re.MULTILINE, ""),
        (r"^[^\S\n]{0,3}(?:=+|-{3,}|(?:\*[^\S\n]?){3,}|(?:_[^\S\n]?){3,})[^\S\n]*$", re.MULTILINE, ""),
        (r"^(?:[^\S\n]*>)+[^\S\n]?", re.MULTILINE, ""),
        (r"^[^\S\n]{0,3}#{1,6}[^\S\n]+", re.MULTILINE, ""),
        (r"(?<=\S)[^\S\n]+#+[^\S\n]*$", re.MULTILINE, ""),
        (r"^[^\S\n]*[-*+•][^\S\n]+(?:\[[ xX]\][^\S\n]+)?", re.MULTILINE, ""),
        (r"^\[\^[^\]\s]+\]:[^\S\n]*", re.MULTILINE, ""),
        (r"\[\^[^\[\]\s]+\]", 0, ""),
        (r"^[^\S\n]{0,3}\[[^\]\n]+\]:[^\S\n]*\S+.*$", re.MULTILINE, ""),
        (_LINK_TEXT + r"\((?:[^()\s]++|\([^()\s]*+\))*+(?:\s+[\"'(][^\n]{0,200}?[\"')])?\)", 0, r"\1"),
        (_LINK_TEXT + r"(?<!\[\])\[[^\]\n]*\]", 0, r"\1"),
        (r"<((?:https?://|mailto:)[^<>\s]+)>", 0, r"\1"),
        (r"<(?:br|/p|/li|/tr|/td|/th|/div|/h[1-6])\b[^<>]*>", re.IGNORECASE, " "),
        (r"</?[a-zA-Z][\w-]*(?:\s[^<>]*)?/?>", 0, ""),
    )
)
_BEHIND_CODE: Final = tuple(
    (re.compile(pattern, flags), replacement)
    for pattern, flags, replacement in (
        (r"(?<!\\)(\*{1,3})(?=\S)([^*]+?)(?<=\S)\1", 0, r"\2"),
        (r"(?<![\w\\])(_{1,3})(?=\S)((?:[^_\n]|(?<=\w)_(?=\w)){1,1000}?)(?<=\S)\1(?!\w)", 0, r"\2"),
        (r"~~(?=\S)((?:[^~\n]|~(?!~)){1,1000}?)(?<=\S)~~", 0, r"\1"),
        (r"^[^\S\n]*\|[^\S\n]*|[^\S\n]*(?<!\\)\|[^\S\n]*$", re.MULTILINE, ""),
        (r"[^\S\n]*(?<!\\)\|[^\S\n]*", 0, " | "),
        (r"\\([!-/:-@\[-`{-~])", 0, r"\1"),
    )
)
_MARKS = re.compile(r"[^\w\s.,;:!?()'\"/$%§\u2013\u2014\u2018-\u201d-]|^\s*[-+]\s|__|_\b|\b_|--|\n[^\S\n]*[-=+]")
"""What a text must hold for a step to change it."""
_SPACE = re.compile(r"\s+")
_TICKS = re.compile(r"`+")
_WIDE = re.compile(r"[^\S\n]{5,}")
_EMPTY_LINES = re.compile(r"\n(?:[^\S\n]{0,4}\n)+")


def plain(markdown_text: str) -> str:
    """
    Return a text without Markdown and HTML marks, in one line.

    The text of links, the alternative text of images and code are kept; cells of a table stand apart by " | ".

    :param markdown_text: Canonical text: a sentence, a block, a section.
    :returns: Empty where nothing but marks and white space was given.
    """
    if not _MARKS.search(markdown_text):
        return _SPACE.sub(" ", markdown_text).strip()
    text = _shortened(_without_comments(markdown_text))
    for pattern, replacement in _BEFORE_CODE:
        text = pattern.sub(replacement, text)
    text = _without_ticks(text)
    for pattern, replacement in _BEHIND_CODE:
        text = pattern.sub(replacement, text)
    return _SPACE.sub(" ", html.unescape(text)).strip()


def _without_comments(text: str) -> str:
    kept: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        kept += [text[at:start], " "]
        at = end + 3
    return "".join([*kept, text[at:]])


def _shortened(text: str) -> str:
    """Return the text with at most four blanks and one empty line in a row; no mark needs more to be told."""
    return _EMPTY_LINES.sub("\n\n", _WIDE.sub("    ", text))


def _without_ticks(text: str) -> str:
    """Take away the backticks around code: a run of them, and the next run that is as long."""
    spans = [match.span() for match in _TICKS.finditer(text)]
    following: dict[int, int] = {}
    closers = [0] * len(spans)
    for at in range(len(spans) - 1, -1, -1):
        length = spans[at][1] - spans[at][0]
        closers[at] = following.get(length, 0)
        following[length] = at
    kept: list[str] = []
    at = reached = 0
    while at < len(spans):
        if closers[at]:
            closing = spans[closers[at]]
            kept += [text[reached : spans[at][0]], text[spans[at][1] : closing[0]]]
            reached, at = closing[1], closers[at]
        at += 1
    return "".join([*kept, text[reached:]])
