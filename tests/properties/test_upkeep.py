"""
Whatever is done to a corpus over years, it holds what a plain dictionary says.

Files are written, edited, renamed, dated anew, given other readers and removed; documents are narrowed, deleted, purged
and taken back; states are named and restored; the corpus is vacuumed while readers hold old states, rebuilt, migrated
there and back, backed up, made of a backup again, here, in place of a catalog that is lost and on another machine, and
killed in the middle of a sync. After each step readers with different groups see, on different days, exactly what the
dictionary says: in lists, by search and by exact key, and so do those who hold an older state.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest
from tests.properties.upkeep import WEIGHTS, Driver

from pincite.testing.desk import ram_folder


def drive(seed: int, n_steps: int) -> Counter[str]:
    with ram_folder() as folder:
        driver = Driver(folder, random.Random(seed))
        done: list[str] = []
        try:
            for _ in range(n_steps):
                done.append("?")
                done[-1] = driver.step()
        except BaseException as error:
            error.add_note(f"seed {seed}, step {len(done)}; the last ones: {', '.join(done[-8:])}")
            raise
        finally:
            driver.closed()
        return driver.done


@pytest.mark.parametrize("seed", [1, 2])
def test_sixty_operations_leave_what_the_model_says(seed: int) -> None:
    drive(seed, 60)


@pytest.mark.slow
@pytest.mark.skipif("PINCITE_OPERATIONS" not in os.environ, reason="takes minutes: make years")
def test_a_thousand_operations_leave_what_the_model_says() -> None:
    done = drive(int(os.environ.get("PINCITE_SEED", "7")), int(os.environ["PINCITE_OPERATIONS"]))
    assert set(done) == set(WEIGHTS)
