"""How a run used its tools and what its models took, pooled from the samples alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from agent.chat.usage import Usage, usage_from

COUNTS = ("called", "needed", "valid", "redundant", "invalid")
_VALID = frozenset({"ran", "failed"})


class ToolUsePool:
    """Counts the calls, checks and repairs of the samples of one task.

    What it makes of the same samples is the same bytes: no times are in it.
    """

    def __init__(self) -> None:
        self._samples = 0
        self._minimum = 0
        self._selective = 0
        self._tools: dict[str, Counter[str]] = {}
        self._caught = self._mended = self._mended_right = 0
        self._checked = 0
        self._repairs: Counter[str] = Counter()
        self._asked = 0
        self._usage = Usage()

    def add(self, record: Mapping[str, Any], *, right: bool) -> None:
        """Count one sample's record.

        Parameters
        ----------
        record : mapping
            As it is on disk.
        right : bool
            Whether its answer is.
        """
        trace = record.get("trace")
        trace = trace if isinstance(trace, Mapping) else {}
        usage, use = trace.get("usage"), trace.get("tool_use")
        if isinstance(usage, Mapping):
            self._asked += 1
            self._usage += usage_from(usage)
        if not isinstance(use, Mapping):
            return
        self._samples += 1
        self._minimum += len(use["needed"])
        calls = use["calls"]
        for call in calls:
            counts = self._tools.setdefault(call["tool"] or "(none)", Counter())
            valid = call["status"] in _VALID
            counts["called"] += 1
            counts["needed"] += bool(call["needed"])
            counts["valid"] += valid
            counts["redundant"] += bool(call["redundant"])
            counts["invalid"] += call["status"] in ("rejected", "no_call")
        sound = all(call["status"] == "ran" and not call["redundant"] for call in calls)
        self._selective += sound and bool(calls)
        self._checked += bool(use["checks"])
        self._repairs.update(use["repairs"])
        if use["failed_checks"]:
            self._caught += 1
            mended = bool(record.get("verified"))
            self._mended += mended
            self._mended_right += mended and right

    def as_dict(self) -> dict[str, Any]:
        """Return the counts as JSON values; empty where no sample used tools or a model."""
        found: dict[str, Any] = {}
        if self._samples:
            found = {
                "n": self._samples,
                "minimum_calls": self._minimum,
                "calls": {name: sum(c[name] for c in self._tools.values()) for name in COUNTS},
                "tools": {
                    tool: {name: self._tools[tool][name] for name in COUNTS}
                    for tool in sorted(self._tools)
                },
                "selective_use_rate": round(self._selective / self._samples, 4),
                "verification": {
                    "checked": self._checked,
                    "caught": self._caught,
                    "mended": self._mended,
                    "mended_right": self._mended_right,
                },
                "repairs": dict(sorted(self._repairs.items())),
            }
        if self._asked:
            used = self._usage.as_dict()
            found["usage"] = {"samples": self._asked, **used}
            del found["usage"]["seconds"]
        return found
