"""The planner without a model: each input is read once, and only if the task needs it."""

from __future__ import annotations

from typing import Any

from agent.question_tools import needs_map
from agent.state import AgentState, Decision, Finish, ToolCall
from tools.answer_question import tool_for


class RulePlanner:
    """Calls only what the inputs need.

    An Edge_tab gives the topology exactly, so the picture is not read where there is one. On map
    tasks the picture is read stage by stage, its labels are aligned (with Mix_tab where one is
    given, else with the two names of the question), and the route is solved on the result.
    Questions take the same stages, and the one tool that answers what is asked; rides are planned
    on the lines that Metro Data or the map tells, walks on the scene of the map.
    """

    name = "rule"
    goes_on = False

    def describe(self) -> dict[str, Any]:
        """Return the planner's name and version."""
        return {"name": self.name, "version": 2}

    def decide(self, state: AgentState) -> Decision:
        """Return the first call whose result is missing.

        Raises
        ------
        ValueError
            Before `decompose` has set the goal.
        """
        goal = state.goal
        if state.task.kind.answer == "ride":
            return self._decide_ride(state)
        if state.task.kind.answer == "walk":
            return self._decide_walk(state)
        if state.task.kind.question_type:
            return self._decide_question(state)
        if goal is None:
            raise ValueError("RulePlanner: decide() needs state.goal")
        if goal.topology == "map":
            if reading := self._read_map(state):
                return reading
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

    def _decide_ride(self, state: AgentState) -> Decision:
        if state.task.metro is None and (reading := self._read_map(state)):
            return reading
        if state.network is None:
            return ToolCall("build_lines", {}, "the lines and their stops are known")
        if state.journey is None:
            return ToolCall("plan_ride", {}, "the lines are built")
        return Finish("there is a ride")

    def _decide_walk(self, state: AgentState) -> Decision:
        if state.task.scene is None and (reading := self._read_map(state)):
            return reading
        if state.network is None:
            return ToolCall("build_scene", {}, "landmarks and ways are known")
        if state.journey is None:
            return ToolCall("plan_walk", {}, "the scene is built")
        return Finish("there is a walk")

    def _decide_question(self, state: AgentState) -> Decision:
        kind, question = state.task.kind, state.question
        if needs_map(state.task, question):
            if reading := self._read_map(state):
                return reading
            if kind.uses_mix_tab and state.alignment is None:
                return ToolCall("align_tables", {"names": "Mix_tab"}, "labels and names differ")
        if question is None:
            return ToolCall("read_question", {}, "the names that it may hold are known")
        if state.answer is None:
            tool = tool_for(question.asked)
            return ToolCall(tool, {"asked": question.asked.value}, "it answers such a question")
        return Finish("there is an answer")

    @staticmethod
    def _read_map(state: AgentState) -> ToolCall | None:
        image = {"image": str(state.task.image)}
        if state.text is None:
            return ToolCall("read_text", image, "the names are on the picture")
        if state.lines is None:
            return ToolCall("trace_lines", image, "the lines are on the picture")
        if state.map_graph is None:
            return ToolCall("build_graph", image, "no table gives the edges")
        return None
