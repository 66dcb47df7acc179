"""What two configurations of a run differ in: in words first, values after, hashes last."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from eval.run.store import to_json

_SHOWN = 80
_HASH = re.compile("[0-9a-f]{64}")
_HASH_SHOWN = 12
_SAMPLES = re.compile(r"split|tasks|limit|benchmark\.name")
# The first that fits a key names it; what is asked for stands before what is installed.
_TOPICS: Final = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"data", "the data's files"),
        (r"split", "the split"),
        (r"tasks", "the tasks"),
        (r"limit", "how many samples of each task"),
        (r"benchmark\.name", "the benchmark"),
        (r"benchmark\..*", "the settings of the benchmark"),
        (r"system\.name", "the system"),
        (r"system\.(planner\.)?model", "the model"),
        (r"system\.(.*\.)?prompts\..*", "the prompts"),
        (r"system\.(.*\.)?weights\..*", "the weights of the text recognition"),
        (r"(system\.(.*\.)?)?code", "the code"),
        (r"versions\..*|system\.(.*\.)?libraries\..*", "installed packages"),
        (r"system\.(options\.)?perception\..*", "how pictures are read"),
        (r"system\..*", "the settings of the system"),
    )
)


def tell_change(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return what differs between two flat configurations, "" where nothing does.

    Parameters
    ----------
    before, now : mapping of str to Any
        Dotted keys to JSON values; see `eval.run.config.flatten`.

    Examples
    --------
    >>> tell_change({"limit": 5, "system.seed": 42}, {"limit": 5, "system.seed": 7})
    'the settings of the system; system.seed (was 42, is 7)'
    >>> tell_change({"code": 64 * "a"}, {"code": 64 * "b"})
    'the code; hashes: code (was aaaaaaaaaaaa, is bbbbbbbbbbbb)'
    """
    keys = [k for k in dict.fromkeys((*before, *now)) if before.get(k, ...) != now.get(k, ...)]
    hashed = [key for key in keys if any(_is_hash(values.get(key)) for values in (before, now))]
    # Of other samples the files are others too: they have not changed.
    same_samples = not any(_SAMPLES.fullmatch(key) for key in keys)
    words = sorted({_topic(key) for key in keys if same_samples or key != "data"})
    parts = [", ".join(text for _, text in words)] if words else []
    if plain := [key for key in keys if key not in hashed]:
        parts.append(", ".join(_values(key, before, now) for key in plain))
    if hashed:
        parts.append("hashes: " + ", ".join(_values(key, before, now) for key in hashed))
    return "; ".join(parts)


def _topic(key: str) -> tuple[int, str]:
    """Return the place and the words of the topic that a key belongs to."""
    for place, (pattern, words) in enumerate(_TOPICS):
        if pattern.fullmatch(key):
            return place, words
    return len(_TOPICS), key


def _values(key: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    return f"{key} (was {_short(before, key)}, is {_short(now, key)})"


def _short(values: Mapping[str, Any], key: str) -> str:
    if key not in values:
        return "absent"
    if _is_hash(values[key]):
        return str(values[key])[:_HASH_SHOWN]
    text = to_json(values[key]).decode()
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and _HASH.fullmatch(value) is not None
