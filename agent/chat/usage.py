"""What calls of a model took: requests, tokens, seconds, money."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

# Where a server reports no tokens, this many characters are taken for one.
_CHARACTERS_PER_TOKEN = 4
# No request is longer; a server that reports more is not believed.
_MOST_TOKENS = 100_000_000


@dataclass(frozen=True, slots=True)
class Usage:
    """The usage of one call, or the sum over several.

    Attributes
    ----------
    requests : int
        Replies got, those kept on disk included.
    kept : int
        How many of them were on disk already.
    input_tokens, output_tokens : int
        As the server counts them, else estimated from the characters of the text.
    cached_tokens : int
        Input tokens that the server had in its own cache.
    seconds : float
        From request to reply, waits included; of a kept reply what it took when it was got.
    cost : float or None
        In the price table's currency, kept replies included; None where no price is known.
    estimated : bool
        Whether any tokens are an estimate.
    """

    requests: int = 0
    kept: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0
    cost: float | None = 0.0
    estimated: bool = False

    @property
    def tokens(self) -> int:
        """Input and output tokens."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Usage:
        known = self.cost is not None and other.cost is not None
        return Usage(
            self.requests + other.requests,
            self.kept + other.kept,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            round(self.seconds + other.seconds, 6),
            round((self.cost or 0.0) + (other.cost or 0.0), 12) if known else None,
            self.estimated or other.estimated,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the usage as JSON values."""
        return asdict(self)


def usage_from(data: Mapping[str, Any]) -> Usage:
    """Return a usage from its JSON values; what is missing or of another kind counts as none.

    >>> usage_from({"requests": 2, "input_tokens": 10, "cost": None}).cost is None
    True
    """

    def number(name: str) -> float:
        value = data.get(name)
        sound = isinstance(value, int | float) and math.isfinite(value) and value >= 0
        return value if sound and value is not None else 0

    return Usage(
        int(number("requests")),
        int(number("kept")),
        int(number("input_tokens")),
        int(number("output_tokens")),
        int(number("cached_tokens")),
        float(number("seconds")),
        None if data.get("cost") is None else float(number("cost")),
        bool(data.get("estimated")),
    )


def reported_usage(server: Mapping[str, Any], sent: int, received: int) -> Usage:
    """Return the tokens of one call.

    Parameters
    ----------
    server : mapping
        What the server reports; its "usage" is read.
    sent, received : int
        Characters of the text either way, to estimate from where the server reports no tokens.

    Examples
    --------
    >>> reported_usage({"usage": {"prompt_tokens": 7, "completion_tokens": 3}}, 0, 0).tokens
    10
    >>> reported_usage({}, 400, 40)
    Usage(requests=1, kept=0, input_tokens=100, output_tokens=10, ..., estimated=True)
    """
    usage = server.get("usage")
    reported = usage if isinstance(usage, Mapping) else {}
    details = reported.get("prompt_tokens_details")
    into, out = _count(reported, "prompt_tokens"), _count(reported, "completion_tokens")
    cached = _count(details, "cached_tokens") if isinstance(details, Mapping) else None
    estimated = into is None or out is None
    if into is None:
        into = math.ceil(sent / _CHARACTERS_PER_TOKEN)
    if out is None:
        out = math.ceil(received / _CHARACTERS_PER_TOKEN)
    return Usage(1, 0, into, out, min(cached or 0, into), cost=None, estimated=estimated)


def _count(values: Mapping[str, Any], name: str) -> int | None:
    value = values.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value <= _MOST_TOKENS else None
