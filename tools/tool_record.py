"""The record of one tool call: what every figure is traced to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class ToolRecord:
    """One call of one tool.

    Attributes
    ----------
    tool : str
        Its name: read_text, trace_lines, build_graph, align_tables; for routes solve_route and
        verify_route; for questions read_question, check_answer and those of `answer_question`.
    arguments, result : dict
        Short JSON summaries (pictures by path and hash, never bytes).
    confidence : float or None
        In [0, 1]; None where the tool has no notion of it.
    seconds : float
        Wall time of the call.
    cached : bool
        Whether the result came from the cache.
    cost : float
        Money, in the currency of the price table; 0 for local tools.
    error : str
        Empty, or what failed.
    """

    tool: str
    arguments: dict[str, Any] = field(default_factory=dict)
    result: dict[str, Any] = field(default_factory=dict)
    confidence: float | None = None
    seconds: float = 0.0
    cached: bool = False
    cost: float = 0.0
    error: str = ""
