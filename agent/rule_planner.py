"""The planner without a model: each input is read once, and only if the task needs it."""

from __future__ import annotations

from typing import Any

from agent.state import AgentState, Decision, Finish, ToolCall


class RulePlanner:
    """Calls only what the inputs need.

    An Edge_tab gives the topology exactly, so the picture is not read where there is one. On map
    tasks the picture is read stage by stage, its labels are aligned (with Mix_tab where one is
    given, else with the two names of the question), and the route is solved on the result.
    """

    name = "rule"

    def describe(self) -> dict[str, Any]:
        """Return the planner's name and version."""
        return {"name": self.name, "version": 1}

    def decide(self, state: AgentState) -> Decision:
        """Return the first call whose result is missing.

        Raises
        ------
        ValueError
            Before `decompose` has set the goal.
        """
        goal, task = state.goal, state.task
        if goal is None:
            raise ValueError("RulePlanner: decide() needs state.goal")
        if goal.topology == "map":
            image = str(task.image)
            if state.text is None:
                return ToolCall("read_text", {"image": image}, "the names are on the picture")
            if state.lines is None:
                return ToolCall("trace_lines", {"image": image}, "the lines are on the picture")
            if state.map_graph is None:
                return ToolCall("build_graph", {"image": image}, "no table gives the edges")
            if state.alignment is None:
                names = "Mix_tab" if goal.values == "mix" else "question"
                return ToolCall("align_tables", {"names": names}, "labels and names differ")
        if state.solution is None:
            return ToolCall(
                "solve_route",
                {"source": goal.source, "target": goal.target},
                "topology and values are known",
            )
        return Finish("there is a route")
