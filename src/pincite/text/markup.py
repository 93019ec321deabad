"""Markdown and HTML marks taken out of a text, for what is embedded, indexed and shown in one line."""

from __future__ import annotations

import html
import re
from typing import Final

__all__ = ["plain"]

_STEPS: Final = tuple(
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
        (r"\[\^[^\]\s]+\]", 0, ""),
        (r"^[^\S\n]{0,3}\[[^\]\n]+\]:[^\S\n]*\S+.*$", re.MULTILINE, ""),
        (r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+[\"'(][^\n]*?[\"')])?\)", 0, r"\1"),
        (r"!?\[((?:[^\[\]]|\[[^\[\]]*\])+)\]\[[^\]\n]*\]", 0, r"\1"),
        (r"<((?:https?://|mailto:)[^>\s]+)>", 0, r"\1"),
        (r"<(?:br|/p|/li|/tr|/td|/th|/div|/h[1-6])\b[^<>]*>", re.IGNORECASE, " "),
        (r"</?[a-zA-Z][\w-]*(?:\s[^<>]*)?/?>", 0, ""),
        (r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL, r"\2"),
        (r"(?<!\\)(\*{1,3})(?=\S)([^*]+?)(?<=\S)\1", 0, r"\2"),
        (r"(?<![\w\\])(_{1,3})(?=\S)(.{1,1000}?)(?<=\S)\1(?!\w)", 0, r"\2"),
        (r"~~(?=\S)(.{1,1000}?)(?<=\S)~~", 0, r"\1"),
        (r"^[^\S\n]*\|[^\S\n]*|[^\S\n]*(?<!\\)\|[^\S\n]*$", re.MULTILINE, ""),
        (r"[^\S\n]*(?<!\\)\|[^\S\n]*", 0, " | "),
        (r"\\([!-/:-@\[-`{-~])", 0, r"\1"),
    )
)
_MARKS = re.compile(r"[^\w\s.,;:!?()'\"/$%§\u2013\u2014\u2018-\u201d-]|^\s*[-+]\s|__|_\b|\b_|--|\n\s*[-=+]")
"""What a text must hold for a step to change it."""
_SPACE = re.compile(r"\s+")


def plain(markdown_text: str) -> str:
    """
    Return a text without Markdown and HTML marks, in one line.

    The text of links, the alternative text of images and code are kept; cells of a table stand apart by " | ".

    :param markdown_text: Canonical text: a sentence, a block, a section.
    :returns: Empty where nothing but marks and white space was given.
    """
    if not _MARKS.search(markdown_text):
        return _SPACE.sub(" ", markdown_text).strip()
    text = _without_comments(markdown_text)
    for pattern, replacement in _STEPS:
        text = pattern.sub(replacement, text)
    return _SPACE.sub(" ", html.unescape(text)).strip()


def _without_comments(text: str) -> str:
    kept: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        kept += [text[at:start], " "]
        at = end + 3
    return "".join([*kept, text[at:]])
