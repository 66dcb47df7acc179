"""The Retry-After header: seconds or a date."""

from __future__ import annotations

import math
import time
from email.utils import parsedate_to_datetime


def retry_after_seconds(value: str | None, *, now: float | None = None) -> float | None:
    """Return how long a server asks to wait.

    Parameters
    ----------
    value : str or None
        The header, a number of seconds or an HTTP date.
    now : float, optional
        POSIX time to count a date from; the present by default.

    Returns
    -------
    float or None
        Seconds, never negative; None without a header or where it cannot be read.

    Examples
    --------
    >>> retry_after_seconds("3")
    3.0
    >>> retry_after_seconds("Thu, 01 Jan 1970 00:01:00 GMT", now=0.0)
    60.0
    >>> retry_after_seconds("soon") is None
    True
    """
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            moment = parsedate_to_datetime(value).timestamp()
        except (ValueError, OverflowError, OSError):
            return None
        seconds = moment - (time.time() if now is None else now)
    return max(0.0, seconds) if math.isfinite(seconds) else None
