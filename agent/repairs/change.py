"""What a repair is, and how a rule tells what went wrong.

A rule looks at what went wrong and returns a change, or None where it does not fit or would
change nothing. No rule is applied twice to the same effect: each turns a setting that stays
turned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from agent.state import AgentState
from agent.toolbox import Toolbox
from tools.findings import Fault
from tools.map_network import Reading


@dataclass(frozen=True, slots=True)
class Change:
    """What a repair changes.

    Attributes
    ----------
    name : str
        Of the repair.
    reason : str
        What went wrong.
    change : str
        What is different now.
    update : mapping
        Updates of the state; what is to be found anew is None.
    """

    name: str
    reason: str
    change: str
    update: Mapping[str, Any]


Rule = Callable[[AgentState, Toolbox], Change | None]


def reason_of(state: AgentState) -> str:
    """Return what called for a repair."""
    if state.failure is not None:
        return f"{state.failure.kind}: {state.failure.message}"
    return state.verification.why if state.verification is not None else "there is no route"


def new_reading(state: AgentState, name: str, change: str, reading: Reading) -> Change:
    """Return the change to another reading of the same map."""
    attempt = replace(state.attempt, reading=reading)
    return Change(name, reason_of(state), change, {"attempt": attempt})


def failed_with(state: AgentState, kinds: frozenset[str]) -> bool:
    """Tell whether the attempt ended in one of some kinds of error."""
    return state.failure is not None and state.failure.kind in kinds


def is_unconnected(state: AgentState) -> bool:
    """Tell whether the attempt found the two ends not joined."""
    return failed_with(state, frozenset({"NoRoute"}))


def faults_found(state: AgentState) -> frozenset[Fault]:
    """Return the faults that verification found with the route."""
    if state.failure is not None or state.verification is None:
        return frozenset()
    return frozenset(finding.fault for finding in state.verification.findings)
