"""
Whole corpus, one search and model-led search side by side: tokens, what is cached, time and its spread, score.

``python bench/modes.py [--questions N]`` asks Lumen's questions with the generator of ``PINCITE_GENERATE__NAME`` where
that is a model. Without one, a stand-in reads what it is shown over the Messages API on this machine and answers with
the extractive generator: tokens, calls and what is cached are then those of the modes, counted as three characters a
token, and the score is that of the stand-in.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import tempfile
import time
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pincite
from pincite.config import load
from pincite.corpus import Corpus
from pincite.generate import ClaudeSettings, GenerateSettings, chosen
from pincite.generate import build as build_generator
from pincite.generate.scoring.cosines import Cosines
from pincite.secret import Secret
from pincite.testing.messages_server import Message, MessagesServer
from pincite.testing.passages import passages_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.answers import Answer
    from pincite.protocols import Generator

LUMEN = Path(__file__).resolve().parents[1] / "examples" / "lumen"
MODES = ("whole", "search", "model-led")
PASSAGE = re.compile(r'<passage-\w+ [^>]*?number="(\d+)"[^>]*>\n(.*?)\n</passage-', re.DOTALL)


class StandIn(MessagesServer):
    """A model that searches once more for the question and quotes what the extractive generator finds."""

    def __init__(self, reader: Generator) -> None:
        super().__init__(self.say, tokens=lambda body: len(json.dumps(body)) // 3)
        self.reader = reader
        self.kept: set[str] = set()

    def say(self, body: Any) -> Message:  # noqa: ANN401 - any JSON
        """Return what it says to a request, with the tokens that a provider would count."""
        text = "\n".join(_texts(body["messages"]))
        question = re.findall(r"Question: (.*)", text)[-1].strip()
        if not body.get("tools"):
            return Message(text=_reply(self.reader, question, text), usage=self._usage(body))
        if len(body["messages"]) == 1:
            call = {"type": "tool_use", "id": "c1", "name": "search", "input": {"query": question, "k": 8}}
            return Message(blocks=(call,), stop="tool_use", usage=self._usage(body))
        numbers = ", ".join(dict.fromkeys(number for number, _ in PASSAGE.findall(text)))
        return Message(text=f"Passages: {numbers}", usage=self._usage(body))

    def _usage(self, body: Any) -> dict[str, int]:  # noqa: ANN401 - any JSON
        """Count instructions and a marked prefix as cached from their second time on."""
        marked = [b for m in body["messages"] for b in m["content"] if isinstance(b, dict) and "cache_control" in b]
        prefix = json.dumps([body["system"], *marked])
        total, held = len(json.dumps(body)) // 3, len(prefix) // 3
        known = prefix in self.kept
        self.kept.add(prefix)
        read, written = (held, 0) if known else (0, held)
        return {
            "input_tokens": total - held,
            "cache_read_input_tokens": read,
            "cache_creation_input_tokens": written,
            "output_tokens": 60,
        }


def _texts(messages: list[Any]) -> Iterator[str]:
    for message in messages:
        for block in message["content"]:
            yield block.get("text") or (block.get("content") if isinstance(block.get("content"), str) else "") or ""


def _reply(reader: Generator, question: str, text: str) -> str:
    shown = PASSAGE.findall(text)
    passages = passages_of(*(f"{body}\n" for _, body in shown)) if shown else ()
    draft = reader.draft(question, passages) if passages else None
    claims = [
        {
            "citations": [
                {"passage": int(shown[q.label - 1][0]), "quote": q.span.cut(passages[q.label - 1].permit.revision.text)}
                for q in claim.quotes
                if q.span is not None
            ],
            "text": claim.text,
        }
        for claim in (draft.claims if draft else ())
    ]
    return json.dumps({"claims": claims, "missing": [] if claims else [question]})


def main() -> None:
    """Print one line per mode."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=20, help="how many (20)")
    rows = [json.loads(line) for line in (LUMEN / "eval" / "queries.jsonl").open()][: parser.parse_args().questions]
    print("mode        right   tokens in  cached   tokens out   seconds (median, 10%-90%)   dollars a question")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "lumen"
        shutil.copytree(LUMEN, place, ignore=shutil.ignore_patterns(".pincite"))
        for mode in MODES:
            with opened(place) as corpus:
                corpus.sync()
                print(line(mode, [asked(corpus, row, mode) for row in rows]), flush=True)


@contextmanager
def opened(place: Path) -> Iterator[Corpus]:
    """Open the corpus with the model of the settings, or with the stand-in."""
    config = load(place)
    if chosen(config.generate, config.secrets).split(":")[0] in ("claude", "openai"):
        with Corpus(config) as corpus:
            yield corpus
        return
    similarity = Cosines(cache(config.build_embedder))
    with StandIn(build_generator(GenerateSettings(name="extractive"), similarity=similarity)) as server:
        how = ClaudeSettings(base_url=server.url, thinking=False)
        generate = replace(config.generate, name="claude", claude=how, cap_input_tokens=400_000)
        secrets = {"ANTHROPIC_API_KEY": Secret("none")}
        with Corpus(replace(config, generate=generate, secrets=secrets)) as corpus:
            yield corpus


def asked(corpus: Corpus, row: dict[str, Any], mode: str) -> tuple[Answer, bool, float]:
    """Ask one question; return the answer, whether it is right, and how long it took in seconds."""
    who = pincite.Principal(tenant=row["principal"]["tenant"], groups=row["principal"]["groups"])
    start = time.perf_counter()
    answer = corpus.ask(row["question"], principal=who, mode=mode)
    spent = time.perf_counter() - start
    said = re.sub(r"\s+", " ", answer.text)
    found = all(re.search(p, said, re.IGNORECASE) for p in row["all_of"])
    right = not answer.claims if row["kind"] == "unanswerable" else bool(answer.claims) and found
    return answer, right, spent


def line(mode: str, found: list[tuple[Answer, bool, float]]) -> str:
    """Return the line of one mode."""
    usage = [answer.usage for answer, _, _ in found]
    times = sorted(spent for _, _, spent in found)
    low, high = times[len(times) // 10], times[-1 - len(times) // 10]
    sent, read = sum(u.input_tokens for u in usage), sum(u.cached_tokens for u in usage)
    cost = sum(u.cost or 0.0 for u in usage) / len(found)
    return (
        f"{mode:10} {sum(right for _, right, _ in found):3} of {len(found):2} {sent // len(found):10,} "
        f"{read / sent if sent else 0:7.0%} {sum(u.output_tokens for u in usage) // len(found):12,} "
        f"{statistics.median(times):12.2f} ({low:.2f}-{high:.2f}) {cost:22.4f}"
    )


if __name__ == "__main__":
    main()
