"""Write the answer in MapTab's form."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from langgraph.runtime import Runtime

from agent.answer_format import as_written, write_answer, write_number
from agent.context import AgentContext, context_of
from agent.journey_tools import journey_answer
from agent.state import AgentState
from agent.work import ENDPOINT_FAILURES, failure_of
from perception.errors import MapclewError


def answer(state: AgentState, runtime: Runtime[AgentContext]) -> dict[str, Any]:
    """Return the `response`, with the `route` where one is asked for.

    Where the last attempt failed, an earlier route is answered that did not pass every check. A
    task without any route gets none: an error is never an answer.
    """
    if state.failure is not None and state.failure.kind in ENDPOINT_FAILURES:
        # The endpoint may be up again when the run goes on; a half-done task is no answer.
        return {}
    if state.answer is not None:
        return {"response": write_number(state.answer)}
    if state.journey is not None:
        return {"response": journey_answer(state)}
    chosen = state
    update: dict[str, Any] = {}
    if state.failure is not None or state.solution is None:
        candidate = state.candidate
        if candidate is None:
            return {}
        # What the earlier attempt was planned on decides how its stations are written.
        update = {
            "solution": candidate.solution,
            "verification": candidate.verification,
            "attempt": candidate.attempt,
            "map_graph": candidate.map_graph,
            "alignment": candidate.alignment,
            "failure": None,
        }
        chosen = replace(state, **update)
    if chosen.solution is None:
        return {}
    try:
        problem = context_of(runtime).toolbox.routes.problem(chosen)
    except MapclewError as error:
        return {"failure": failure_of("answer", error)}
    route = as_written(chosen.solution.best, problem)
    return {
        **update,
        "route": route,
        "response": write_answer(route, chosen.task.kind.with_totals),
    }
