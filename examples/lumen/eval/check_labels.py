"""
Checks the pages of lumen and the labels of its questions against each other.

Run from anywhere: ``python examples/lumen/eval/check_labels.py``. It needs PyYAML and reads the
files only; Pincite itself is not used, so that a fault there cannot hide a wrong label here.
It ends with 0 when everything holds, and else with 1 and one line for each fault.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml

LUMEN = Path(__file__).resolve().parent.parent
WRITTEN_ON = date(2026, 11, 29)
"""The day on which questions without ``as_of`` are asked."""

N_PAGES = {"policies": 24, "staff": 6, "orders": 10}
N_QUESTIONS = {"tune": 40, "frozen": 20}
KINDS = {
    "lookup",
    "identifier",
    "rare-name",
    "numeric",
    "multi-hop",
    "conflicting-version",
    "unanswerable",
}
QUESTION_KEYS = {
    *("id", "question", "kind", "principal", "relevant", "all_of", "any_of", "none_of"),
    *("cites", "as_of", "applies_to", "split"),
}
ABSENT_ORDER = "O-48299"
HELD_ORDER = "orders/O-48230.md"
CUT_AT = 500
"""Characters after the front matter at which ``naive.toml`` cuts for the first time."""

FRONT_MATTER = re.compile(r"\A---\n(?P<yaml>.*?)\n---\n+(?P<text>.*)\Z", re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(?P<title>.+?) *$", re.MULTILINE)
WORD = re.compile(r"[^\W_]+(?:[-'.,:/][^\W_]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One Markdown page: its front matter, its text, and the groups that may read it."""

    place: str
    """Source name and path below it."""
    meta: dict[str, Any]
    text: str
    access: frozenset[str]

    @property
    def document(self) -> str:
        """The ``id`` of the front matter."""
        return str(self.meta["id"])

    @property
    def version(self) -> int:
        """The version as a number; 0 on pages that have only one."""
        return int(self.meta.get("version", 0))

    def sections(self) -> dict[str, str]:
        """Return the text under each heading, the heading included."""
        found = list(HEADING.finditer(self.text))
        ends = [match.start() for match in found[1:]] + [len(self.text)]
        return {match["title"]: self.text[match.start() : end] for match, end in zip(found, ends, strict=True)}

    def is_readable(self, groups: frozenset[str]) -> bool:
        """Say whether someone in ``groups`` may read the page."""
        return bool(self.access & (groups | {"public"}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One labelled question, with who asks and on which day."""

    label: dict[str, Any]
    groups: frozenset[str]
    day: date

    @classmethod
    def read(cls, line: str) -> Asked:
        """Make a question from one line of ``queries.jsonl``."""
        label = json.loads(line)
        as_of = label["as_of"]
        return cls(
            label=label,
            groups=frozenset(label["principal"]["groups"]),
            day=date.fromisoformat(as_of) if as_of else WRITTEN_ON,
        )


def read_pages() -> list[Page]:
    """Return every page that the sources of ``pincite.toml`` hold."""
    settings = tomllib.loads((LUMEN / "pincite.toml").read_text(encoding="utf-8"))
    return [
        read_page(file, source, settings["rules"])
        for source in settings["sources"]
        for file in sorted((LUMEN / source["path"]).rglob("*.md"))
    ]


def read_page(file: Path, source: dict[str, Any], rules: Sequence[dict[str, Any]]) -> Page:
    """Return one page with the access that the last matching rule, or else its source, gives."""
    match = FRONT_MATTER.match(file.read_text(encoding="utf-8"))
    if match is None:
        raise SystemExit(f"{file}: no front matter between two lines of three hyphens")
    place = f"{source['name']}/{file.relative_to(LUMEN / source['path']).as_posix()}"
    access = source["access"]
    for rule in rules:
        if fnmatchcase(place, rule["glob"]):
            access = rule["access"]
    return Page(
        place=place,
        meta=yaml.safe_load(match["yaml"]),
        text=match["text"],
        access=frozenset(access),
    )


def in_force(pages: Sequence[Page], day: date) -> dict[str, Page]:
    """Return, by document, the highest version whose effective date is not after ``day``."""
    governing: dict[str, Page] = {}
    for page in sorted(pages, key=lambda page: page.version):
        if page.meta.get("effective", date.min) <= day:
            governing[page.document] = page
    return governing


def folder_faults(pages: Sequence[Page]) -> Iterator[str]:
    """Yield what is wrong with the number of pages in each folder."""
    counted = Counter(page.place.partition("/")[0] for page in pages)
    if counted != N_PAGES:
        yield f"pages per folder: {dict(counted)}, expected {N_PAGES}"


def page_faults(pages: Sequence[Page]) -> Iterator[str]:
    """Yield what is wrong with single pages: front matter, length, access."""
    for page in pages:
        for key in ("id", "title"):
            if not page.meta.get(key):
                yield f"{page.place}: front matter without {key}"
        for key in {"access", "topic"} & set(page.meta):
            yield f"{page.place}: front matter states {key}, which belongs in pincite.toml"
        n_words = len(WORD.findall(page.text))
        if not 150 <= n_words <= 600:
            yield f"{page.place}: {n_words} words, expected 150 to 600"
        if ABSENT_ORDER in page.text:
            yield f"{page.place}: mentions {ABSENT_ORDER}, which must not exist"
        restricted = page.place.startswith("staff/") or page.place == HELD_ORDER
        if page.access != {"staff" if restricted else "public"}:
            yield f"{page.place}: readable by {sorted(page.access)}"
        if len(page.sections()) != len(HEADING.findall(page.text)):
            yield f"{page.place}: two headings with the same text"


def version_faults(pages: Sequence[Page]) -> Iterator[str]:
    """Yield what is wrong with the versions of the policies."""
    policies: dict[str, dict[int, Page]] = {}
    for page in pages:
        if page.place.startswith("policies/"):
            policies.setdefault(page.document, {})[page.version] = page
    if len(policies) != 8:
        yield f"{len(policies)} policies, expected 8"
    for document, versions in policies.items():
        days = [versions[number].meta["effective"] for number in sorted(versions)]
        if len(versions) != 3 or days != sorted(set(days)):
            yield f"{document}: versions {sorted(versions)} in force from {days}"
    if [8, 9, 10] not in [sorted(versions) for versions in policies.values()]:
        yield "no policy has the versions 8, 9 and 10"
    later = [page.place for page in pages if page.meta.get("effective", date.min) > WRITTEN_ON]
    if len(later) != 1:
        yield f"not yet in force: {later}, expected exactly one page"


def table_faults(pages: Sequence[Page]) -> Iterator[str]:
    """Yield refund pages whose limits table a cut at 500 characters would leave whole."""
    for page in pages:
        if page.document != "refund-policy":
            continue
        header_end = page.text.index("\n", page.text.index("| What | Limit |"))
        window = page.text.index("| Refund window |")
        if not header_end < CUT_AT < window:
            yield f"{page.place}: header ends at {header_end}, window row starts at {window}"
    newest = next(page for page in pages if page.place == "policies/refund-v3.md")
    if "| Refund window | 30 days |" not in newest.sections()["Limits"]:
        yield "policies/refund-v3.md: no row | Refund window | 30 days | under Limits"


def count_faults(questions: Sequence[Asked]) -> Iterator[str]:
    """Yield what is wrong with the set of questions as a whole."""
    splits = Counter(asked.label["split"] for asked in questions)
    if splits != N_QUESTIONS:
        yield f"questions per split: {dict(splits)}, expected {N_QUESTIONS}"
    for split in N_QUESTIONS:
        kinds = {asked.label["kind"] for asked in questions if asked.label["split"] == split}
        if kinds != KINDS:
            yield f"{split}: kinds {sorted(kinds)}, expected {sorted(KINDS)}"
    for key in ("id", "question"):
        seen = Counter((asked.label[key], asked.groups, asked.day) for asked in questions)
        yield from (f"{key} {entry[0]!r} stands {n} times" for entry, n in seen.items() if n > 1)


def label_faults(asked: Asked, pages: Sequence[Page]) -> Iterator[str]:
    """Yield what is wrong with one question."""
    keys = set(asked.label) - {"secrets"}
    if keys != QUESTION_KEYS:
        yield f"keys differ by {sorted(keys ^ QUESTION_KEYS)}"
    if asked.label["principal"]["tenant"] != "lumen":
        yield f"tenant {asked.label['principal']['tenant']!r}, expected 'lumen'"
    for pattern in asked.label["none_of"]:
        if re.search(pattern, asked.label["question"]):
            yield f"none_of {pattern!r} matches the question, which an abstention may repeat"
    if asked.label["kind"] == "unanswerable":
        yield from unanswerable_faults(asked, pages)
    else:
        yield from answerable_faults(asked, pages)


def answerable_faults(asked: Asked, pages: Sequence[Page]) -> Iterator[str]:
    """Yield labels that the readable version in force on the day does not bear out."""
    governing = in_force(pages, asked.day)
    texts: list[str] = []
    for reference in asked.label["relevant"]:
        document, _, heading = reference.partition("#")
        page = governing.get(document)
        if page is None or not page.is_readable(asked.groups):
            yield f"{document} is not in force on {asked.day} for {sorted(asked.groups)}"
        elif heading not in page.sections():
            yield f"{page.place} has no section {heading!r}"
        else:
            texts.append(page.sections()[heading])
    if not texts:
        yield "nothing relevant"
    if not asked.label["cites"] or not set(asked.label["cites"]) <= set(asked.label["relevant"]):
        yield f"cites {asked.label['cites']} is not among relevant {asked.label['relevant']}"
    yield from pattern_faults(asked.label, texts)


def pattern_faults(label: dict[str, Any], texts: Sequence[str]) -> Iterator[str]:
    """Yield patterns that do not fit the relevant sections, and sections that no pattern needs."""
    expected = label["all_of"] + label["any_of"]
    for pattern in expected:
        if not any(re.search(pattern, text) for text in texts):
            yield f"pattern {pattern!r} is not in the relevant sections"
    for text in texts:
        if not any(re.search(pattern, text) for pattern in expected):
            yield f"no pattern needs the section {text.splitlines()[0]!r}"
        for pattern in label["none_of"]:
            if re.search(pattern, text):
                yield f"none_of {pattern!r} matches a relevant section"


def unanswerable_faults(asked: Asked, pages: Sequence[Page]) -> Iterator[str]:
    """Yield labels that expect something, and secrets that a page open to the asker gives away."""
    for key in ("relevant", "all_of", "any_of", "cites"):
        if asked.label[key]:
            yield f"{key} is not empty"
    for pattern in secrets(asked, pages):
        for page in pages:
            if page.is_readable(asked.groups) and re.search(pattern, whole(page)):
                yield f"the secret {pattern!r} stands on {page.place}"


def secrets(asked: Asked, pages: Sequence[Page]) -> list[str]:
    """Return the ``none_of`` patterns that match a page closed to the asker."""
    closed = [whole(page) for page in pages if not page.is_readable(asked.groups)]
    return [pattern for pattern in asked.label["none_of"] if any(re.search(pattern, text) for text in closed)]


def whole(page: Page) -> str:
    """Return a page's place, front matter values and text, so that no corner is left out."""
    return "\n".join([page.place, *map(str, page.meta.values()), page.text])


def twin_faults(questions: Sequence[Asked], pages: Sequence[Page]) -> Iterator[str]:
    """Yield secrets that are refused to outsiders but that no insider is asked about."""
    insiders = [asked for asked in questions if asked.groups]
    for asked in questions:
        hidden = secrets(asked, pages) if asked.label["kind"] == "unanswerable" else []
        answers = " ".join(
            page.sections()[heading]
            for inside in insiders
            for document, _, heading in (ref.partition("#") for ref in inside.label["relevant"])
            for page in [in_force(pages, inside.day)[document]]
        )
        if hidden and not any(re.search(pattern, answers) for pattern in hidden):
            yield f"{asked.label['id']}: no question of the staff reaches {hidden}"


def digest_faults(lines: Sequence[str]) -> Iterator[str]:
    """Yield a difference between the frozen questions and their recorded digest."""
    frozen = [line for line in lines if json.loads(line)["split"] == "frozen"]
    digest = hashlib.sha256("\n".join(frozen).encode()).hexdigest()
    recorded = (LUMEN / "eval" / "frozen.sha256").read_text(encoding="utf-8").strip()
    if digest != recorded:
        yield f"frozen questions have digest {digest}, recorded is {recorded}"


def all_faults(pages: Sequence[Page], lines: Sequence[str]) -> Iterator[str]:
    """Yield every fault of the pages, the questions and the digest."""
    questions = [Asked.read(line) for line in lines]
    yield from folder_faults(pages)
    yield from page_faults(pages)
    yield from version_faults(pages)
    yield from table_faults(pages)
    yield from count_faults(questions)
    for asked in questions:
        yield from (f"{asked.label['id']}: {fault}" for fault in label_faults(asked, pages))
    yield from twin_faults(questions, pages)
    yield from digest_faults(lines)


def main() -> int:
    """Write the report and return the exit code."""
    pages = read_pages()
    lines = (LUMEN / "eval" / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    faults = list(all_faults(pages, lines))
    summary = f"{len(pages)} pages, {len(lines)} questions, {len(faults)} faults"
    sys.stdout.write("\n".join([*faults, summary]) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
