"""What a run's samples hold beside their scores: tool calls, findings, repairs, verdicts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from eval.run.tool_use_pool import ToolUsePool

_USE: Final = frozenset({"needed", "calls", "checks", "failed_checks", "repairs"})


@dataclass(slots=True)
class ToolTally:
    """The calls of one tool.

    Attributes
    ----------
    calls, samples, errors, cached : int
        Calls, samples with a call, calls that failed, calls answered from a cache.
    seconds : list of float
        Wall time of each call.
    confidences : list of float
        Of the calls that state one.
    cost : float
        Money.
    """

    calls: int = 0
    samples: int = 0
    errors: int = 0
    cached: int = 0
    seconds: list[float] = field(default_factory=list)
    confidences: list[float] = field(default_factory=list)
    cost: float = 0.0


@dataclass(slots=True)
class RunTally:
    """Counts over all samples of a run.

    Attributes
    ----------
    tools : dict of str to ToolTally
        By tool, in order of first use.
    verdicts : Counter
        Samples by (verified, right).
    asked : Counter
        Calls that a planner asked for, by (tool, what became of it).
    findings : Counter
        Samples by kind of finding.
    repairs : Counter
        Repairs by name.
    repaired_right : Counter
        Samples with a repair of that name that ended right.
    planning : dict of str to ToolUsePool
        By task, of samples that tell how a planner used its tools.
    """

    tools: dict[str, ToolTally] = field(default_factory=lambda: defaultdict(ToolTally))
    verdicts: Counter[tuple[bool | None, bool]] = field(default_factory=Counter)
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    repairs: Counter[str] = field(default_factory=Counter)
    repaired_right: Counter[str] = field(default_factory=Counter)
    planning: dict[str, ToolUsePool] = field(default_factory=dict)

    def add(self, record: Mapping[str, Any], *, task: str, right: int) -> None:
        """Count one sample's record, of a task."""
        used = set()
        for call in _objects(record.get("calls")):
            name = str(call.get("tool"))
            used.add(name)
            tally = self.tools[name]
            tally.calls += 1
            tally.errors += bool(call.get("error"))
            tally.cached += bool(call.get("cached"))
            tally.seconds.append(_number(call.get("seconds")))
            tally.cost += _number(call.get("cost"))
            if call.get("confidence") is not None:
                tally.confidences.append(_number(call["confidence"]))
        for name in used:
            self.tools[name].samples += 1
        verified = record.get("verified")
        self.verdicts[verified if isinstance(verified, bool) else None, bool(right)] += 1
        trace = record.get("trace")
        if not isinstance(trace, Mapping):
            return
        use = trace.get("tool_use")
        if isinstance(use, Mapping) and use.keys() >= _USE:
            self.planning.setdefault(task, ToolUsePool()).add(record, right=bool(right))
        for call in _objects(use.get("calls") if isinstance(use, Mapping) else None):
            tool = str(call.get("tool"))
            self.asked[tool, "asked"] += 1
            self.asked[tool, str(call.get("status"))] += 1
            self.asked[tool, "needed"] += bool(call.get("needed"))
            self.asked[tool, "redundant"] += bool(call.get("redundant"))
        self.findings.update({str(one.get("fault")) for one in _objects(trace.get("findings"))})
        names = [str(done.get("name")) for done in _objects(trace.get("repairs"))]
        self.repairs.update(names)
        if right:
            self.repaired_right.update(set(names))


def _objects(values: object) -> list[Mapping[str, Any]]:
    if not isinstance(values, list):
        return []
    return [value for value in values if isinstance(value, Mapping)]


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
