"""Invented corpora with a secret: pages that a reader may see, and near twins of them that the reader may not."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

__all__ = ["MARK", "READER", "Page", "World", "make", "questions", "write"]

MARK = "zquorvex"
"""Stands in every page that the reader may not see: in its id, title, headings, text and keys; nowhere else."""
READER = "anna"
"""Who asks: tenant red, group staff."""
SETTINGS = """\
[corpus]
name = "red"
tenant = "red"
{sources}
[principals.anna]
tenant = "red"
groups = ["staff"]

[identifiers.case]
pattern = '\\bCASE-\\d{{5}}\\b'
exhaustive = true

[generate.extractive]
threshold = 0.05

[trace]
text = true
"""
SUBJECTS = ("refund window", "return fee", "delivery time", "warranty term", "notice period", "gift limit")
VERBS = ("is", "was set to", "may not exceed", "amounts to")
UNITS = ("days", "EUR", "hours", "percent")
ABBREVIATIONS = (("Limitation of Liability", "LoL"), ("Order Handling Desk", "OHD"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page and who may read it."""

    name: str
    tenant: str
    access: str
    version: int
    effective: str
    text: str
    hidden: bool
    """Whether the reader may not see it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The pages of one invented company, and questions about all of them."""

    seed: int
    pages: tuple[Page, ...]

    @property
    def seen(self) -> World:
        """The same without what the reader may not see: both have to answer alike."""
        return World(seed=self.seed, pages=tuple(page for page in self.pages if not page.hidden))


def make(seed: int, *, n_pages: int = 7) -> World:
    """Return the world of a seed: each page that is seen has a hidden twin in another group, tenant or version."""
    rng = random.Random(seed)
    pages: list[Page] = []
    for number in range(n_pages):
        lines = [_line(rng) for _ in range(rng.randint(2, 4))]
        case = f"CASE-{rng.randint(10_000, 99_998):05d}"
        access = rng.choice(("public", "staff"))
        name = f"page-{number}"
        pages.append(
            _page(name, "red", access, 1, "2020-01-01", name.title(), [*lines, f"See {case} for more."], False)
        )
        pages += _twins(rng, number, name, lines, case)
    return World(seed=seed, pages=tuple(pages))


def _twins(rng: random.Random, number: int, name: str, lines: list[str], case: str) -> list[Page]:
    """Return hidden near copies of a page: same words, another number, another key, and the mark."""
    copied = [_changed(rng, line) for line in lines]
    long, short = rng.choice(ABBREVIATIONS)
    told = [*copied, f"The {long} {MARK} ({short}) is in CASE-{int(case[-5:]) + 1:05d} {MARK}."]
    title = f"{name.title()} {MARK}"
    kinds = {
        "group": _page(f"{MARK}-{number}", "red", "board", 1, "2020-01-01", title, told, True),
        "tenant": _page(f"{MARK}-{number}", "blue", "public", 1, "2020-01-01", title, told, True),
        "tenant, same id": _page(name, "blue", "public", 2, "2020-01-01", title, told, True),
        "retired": _page(name, "red", "board", 0, "2019-01-01", title, told, True),
    }
    return [kinds[kind] for kind in rng.sample(sorted(kinds), rng.randint(1, 3))]


def _page(
    name: str, tenant: str, access: str, version: int, effective: str, title: str, lines: list[str], hidden: bool
) -> Page:
    heading = f"Rules {MARK}" if hidden else "Rules"
    text = f"# {title}\n\n## {heading}\n\n{' '.join(lines)}\n\n| What | Limit |\n| --- | --- |\n"
    rows = [line.removeprefix("The ").removesuffix(".").split(" ", 2) for line in lines[:2]]
    text += "".join(f"| {row[0]} {row[1]} | {row[2]} |\n" for row in rows)
    return Page(
        name=name, tenant=tenant, access=access, version=version, effective=effective, text=text, hidden=hidden
    )  # fmt: skip


def _line(rng: random.Random) -> str:
    return f"The {rng.choice(SUBJECTS)} {rng.choice(VERBS)} {rng.randint(2, 90)} {rng.choice(UNITS)}."


def _changed(rng: random.Random, line: str) -> str:
    return " ".join(f"{rng.randint(91, 999)} {MARK}" if word.isdigit() else word for word in line.split(" "))


def questions(world: World, n: int) -> list[str]:
    """Return questions that tempt: about what is seen, about what is hidden, about keys of both, with short forms."""
    rng = random.Random(world.seed + 1)
    keys = [word.strip(".") for page in world.pages for word in page.text.split() if word.startswith("CASE-")]
    forms = (
        lambda: f"What is the {rng.choice(SUBJECTS)}?",
        lambda: f"How many {rng.choice(UNITS)} is the {rng.choice(SUBJECTS)}, and who decides?",
        lambda: f"Where is {rng.choice(keys)}?",
        lambda: f"Is {rng.choice(keys)} about the {rng.choice(SUBJECTS)}?",
        lambda: f"What does the {rng.choice(ABBREVIATIONS)[1]} say?",
        lambda: f"{rng.choice(SUBJECTS)} {rng.choice(SUBJECTS)}",
        lambda: f"What was the {rng.choice(SUBJECTS)} before?",
        lambda: f"Does the {rng.choice(SUBJECTS)} exceed {rng.randint(2, 999)} {rng.choice(UNITS)}?",
        lambda: f"What does rule 1 of {rng.choice([page.name for page in world.pages])} say?".replace(MARK, "page"),
    )
    return [rng.choice(forms)() for _ in range(n)]


def write(world: World, folder: Path) -> None:
    """Write the settings and the pages of a world; each tenant is a source of its own."""
    sources = "".join(
        f'\n[[sources]]\nname = "{tenant}"\npath = "{tenant}"\ntenant = "{tenant}"\naccess = ["nobody-yet"]\n'
        for tenant in ("red", "blue")
    )
    for tenant in ("red", "blue"):
        (folder / tenant).mkdir(parents=True, exist_ok=True)
    (folder / "pincite.toml").write_text(SETTINGS.format(sources=sources), encoding="utf-8")
    for at, page in enumerate(world.pages):
        front = f"id: {page.name}\nversion: {page.version}\neffective: {page.effective}\naccess: [{page.access}]\n"
        file = folder / page.tenant / (f"{MARK}-{at}.md" if page.hidden else f"{page.name}.md")
        file.write_text(f"---\n{front}---\n\n{page.text}", encoding="utf-8")
