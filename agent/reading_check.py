"""What is found wrong with the map as read joins what is found wrong with the route."""

from __future__ import annotations

from dataclasses import replace

from agent.state import AgentState
from tools.check_reading import check_reading
from tools.map_network import as_taken
from tools.verify_route import Verification


def with_reading_checked(verification: Verification, state: AgentState) -> Verification:
    """Return the verdict on a route that was planned on a map, its reading checked as well.

    Parameters
    ----------
    verification : Verification
        Of the route on the map as read.
    state : AgentState
        With the map, its alignment and the solution.
    """
    goal, graph, alignment = state.goal, state.map_graph, state.alignment
    if goal is None or graph is None or alignment is None or state.solution is None:
        return verification
    found = check_reading(
        as_taken(graph, state.attempt.reading),
        alignment,
        state.task.vertex_table if goal.values == "mix" else None,
        state.solution.best.stations,
    )
    if not found:
        return verification
    findings = (*verification.findings, *found)
    return replace(
        verification,
        ok=False,
        findings=findings,
        why="; ".join(finding.text for finding in findings),
    )
