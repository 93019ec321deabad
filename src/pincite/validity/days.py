"""What day it is in a corpus."""

from __future__ import annotations

from datetime import UTC, date, datetime, tzinfo

from pincite.errors import ConfigError

__all__ = ["today"]


def today(timezone: str = "UTC") -> date:
    """
    Return the present day.

    :param timezone: IANA name, such as "Europe/Berlin".
    :raises ConfigError: If there is no such time zone.
    """
    return datetime.now(_zone(timezone)).date()


def _zone(name: str) -> tzinfo:
    if name == "UTC":
        return UTC
    from zoneinfo import ZoneInfo  # imported here: most corpora keep UTC and need not pay for it

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise ConfigError(
            f'there is no time zone {name!r}: expected an IANA name such as "Europe/Berlin"; correct timezone',
            timezone=name,
        ) from error
