"""The writing side's way to SQLite, over SQLAlchemy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import create_engine, event
from sqlalchemy.pool import NullPool

from pincite.catalog.connections import BUSY_S

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from sqlalchemy.engine import Connection, Engine

__all__ = ["connect"]


def connect(file: Path) -> Engine:
    """
    Return an engine whose transactions lock the file from their first moment and are on disk when they end.

    :param file: The SQLite file; it is made if it is not there.
    """
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool, connect_args={"timeout": BUSY_S})
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    return engine


def _configure(connection: sqlite3.Connection, record: object) -> None:
    connection.isolation_level = None  # the driver's own transactions leave out DDL; _begin opens ours
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
