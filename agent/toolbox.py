"""The tools as the graph calls them: arguments from a decision and the state, updates back."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from agent.answer_format import as_written, write_answer
from agent.journey_tools import JourneyTools
from agent.model_tools import ModelTools
from agent.options import AgentOptions
from agent.problem import (
    Problem,
    label_names,
    map_names,
    map_problem,
    mix_names,
    reread_goal,
    table_network,
    weights_of,
)
from agent.proposals import propose_route
from agent.question_tools import QuestionTools, question_names
from agent.reading_check import with_reading_checked
from agent.state import AgentState, Goal, ToolCall
from agent.tool_set import ToolSet, tools_without
from agent.work import Update, Work, failure_of
from perception.errors import ConfigError, MapclewError, NoRoute
from perception.map_graph import MapGraph
from tools.alignment import Alignment
from tools.ask_about_map import Viewer
from tools.build_graph import build_graph
from tools.identity_memo import IdentityMemo
from tools.map_network import MapNetwork, network_from_map
from tools.map_reader import MapReader
from tools.network import Network
from tools.objective import Objective, Weights
from tools.read_text import read_text
from tools.recorded_call import ToolResult, record_call
from tools.route import Route
from tools.solve_route import Solution
from tools.tables import Table
from tools.task import Task
from tools.trace_lines import trace_lines
from tools.verify_route import NOT_CHECKED, Verification, verify_route


class Toolbox:
    """Runs tools and remembers what they derived from the same inputs.

    Parameters
    ----------
    reader : MapReader
        Reads pictures.
    options : AgentOptions
        Objective, limits, tools left out.
    tools : ToolSet, optional
        Instead of those that `options.without` leaves.
    viewer : Viewer, optional
        A model to ask about the map.
    """

    def __init__(
        self,
        reader: MapReader,
        options: AgentOptions,
        tools: ToolSet | None = None,
        viewer: Viewer | None = None,
    ) -> None:
        self.reader = reader
        self._options = options
        self._set = tools or tools_without(options.without)
        self._alignments = IdentityMemo()
        self._networks = IdentityMemo()
        self._labels = IdentityMemo()
        self._tools: dict[str, Callable[[ToolCall, AgentState], Work]] = {
            "read_text": self._read_text,
            "trace_lines": self._trace_lines,
            "build_graph": self._build_graph,
            "align_tables": self._align_tables,
            "solve_route": self._solve_route,
            "verify_route": self._verify_route,
            **QuestionTools().tools,
            **JourneyTools().tools,
            **ModelTools(reader, viewer, vision=bool(options.model and options.model.vision)).tools,
        }

    def run(self, call: ToolCall, state: AgentState) -> Update:
        """Run one tool.

        Returns
        -------
        dict
            Updates of the state: the tool's result or a failure, and the record of the call.
        """
        prepare = self._tools.get(call.tool)
        if prepare is None:
            names = ", ".join(self._tools)
            found = ConfigError(f"no tool is called {call.tool!r}", mend=f"choose of {names}")
            return {"failure": failure_of("plan", found)}
        try:
            arguments, work, update = prepare(call, state)
        except MapclewError as error:
            return {"failure": failure_of(call.tool, error)}
        done = record_call(call.tool, arguments, work)
        if done.error is not None:
            return {"failure": failure_of(call.tool, done.error), "calls": (done.record,)}
        return {**update(done.value), "calls": (done.record,)}

    def problem(self, state: AgentState) -> Problem:
        """Return what there is to solve: the network, the ends on it, and how to write it.

        Raises
        ------
        MapclewError
            What the tables or the map lack for it.
        """
        goal, task = _require_goal(state), state.task
        if goal.topology == "tables":
            network, _ = self._networks.get(
                (task.edge_table, task.vertex_table),
                (task.kind.domain, goal.values),
                lambda: table_network(task, goal),
            )
            return Problem(network, ((goal.source, goal.target),), weights_of(task))
        on_map = self.map_network(state)
        graph, alignment = _require_map(state)
        return map_problem(task, goal, graph, alignment, on_map)

    def solve_along(self, state: AgentState, stations: Sequence[str]) -> Solution | None:
        """Solve again on the edges between the stations of a route alone.

        Returns
        -------
        Solution or None
            The same stations with the lines, marks, cost and totals that are best for them; None
            where they cannot be ridden in this order.
        """
        problem = self.problem(state)
        legs = {frozenset(leg) for leg in itertools.pairwise(stations)}
        edges = problem.network.edges
        kept = tuple(edge for edge in edges if frozenset((edge.source, edge.target)) in legs)
        network = replace(problem.network, edges=kept)
        try:
            found = self._solve(network, stations[0], stations[-1], problem.weights, state)
        except MapclewError:
            return None
        return found if found.best.stations == tuple(stations) else None

    def map_network(self, state: AgentState) -> MapNetwork:
        """Return the network of the map, with the values of Mix_tab where the task gives one.

        Raises
        ------
        MapclewError
            The map is not read yet, or its names cannot stand in a network.
        """
        graph, alignment = _require_map(state)
        mix = _require_goal(state).values == "mix"
        table, pairs = (state.task.vertex_table, alignment) if mix else (None, None)
        domain, reading = state.task.kind.domain, state.attempt.reading
        on_map, _ = self._networks.get(
            (graph, pairs),
            (domain, reading, table and _content(table)),
            lambda: network_from_map(domain, graph, pairs, table, reading),
        )
        return on_map

    def _closed_names(self, state: AgentState) -> tuple[str, ...]:
        """Return the names of Mix_tab, which lists all there are; none where they are not used.

        Reading with them matches labels and names, so that it goes with the alignment.
        """
        if state.task.kind.answer != "route" or not state.attempt.closed:
            return ()
        if "alignment" in self._options.without:
            return ()
        if state.task.kind.question_type:
            return question_names(state.task, state.question)
        goal = _require_goal(state)
        return map_names(state.task, goal) if goal.values == "mix" else ()

    def _read_text(self, call: ToolCall, state: AgentState) -> Work:
        image = _image(state)
        return (
            {"image": str(image)},
            lambda: read_text(image, self.reader),
            lambda reading: {"text": {"text_lines": len(reading.lines)}},
        )

    def _trace_lines(self, call: ToolCall, state: AgentState) -> Work:
        image, names = _image(state), self._closed_names(state)
        return (
            {"image": str(image), "names": len(names)},
            lambda: trace_lines(image, self.reader, names),
            lambda layers: {"lines": {"lines": len(layers)}},
        )

    def _build_graph(self, call: ToolCall, state: AgentState) -> Work:
        image, names = _image(state), self._closed_names(state)
        return (
            {"image": str(image), "names": len(names)},
            lambda: build_graph(
                image, self.reader, names, named="ocr" not in self._options.without
            ),
            lambda graph: {"map_graph": graph},
        )

    def _align_tables(self, call: ToolCall, state: AgentState) -> Work:
        goal, graph, min_score = state.goal, state.map_graph, state.attempt.min_score
        if graph is None:
            raise ConfigError("there is no graph yet", field="align_tables", mend="build it first")
        mix = state.task.kind.uses_mix_tab if goal is None else goal.values == "mix"
        if not mix:
            labels, _ = self._labels.get((graph,), (), lambda: label_names(graph))
            goal = reread_goal(state.task, _with_ends(_require_goal(state), call), labels)
        names = mix_names(state.task) if goal is None else map_names(state.task, goal)

        def work() -> ToolResult[Alignment]:
            alignment, cached = self._alignments.get(
                (graph,),
                (names, min_score, mix),
                lambda: self._set.align(graph, names, min_score, eliminate=mix),
            )
            return ToolResult(alignment, alignment.summary(), alignment.confidence, cached)

        source = "Mix_tab" if mix else "question"
        arguments = {"names": source, "count": len(names), "min_score": min_score}
        return arguments, work, lambda alignment: {"alignment": alignment, "goal": goal}

    def _solve_route(self, call: ToolCall, state: AgentState) -> Work:
        goal = _with_ends(_require_goal(state), call)
        asked = replace(state, goal=goal)
        arguments: dict[str, Any] = {"source": goal.source, "target": goal.target}
        if goal.topology == "map":
            _require_map(asked)

        def work() -> ToolResult[Solution]:
            best = self._best_of_ends(self.problem(asked), asked)
            return ToolResult(best, _solution_summary(best))

        return arguments, work, lambda solution: {"solution": solution, "goal": goal}

    def _best_of_ends(self, problem: Problem, state: AgentState) -> Solution:
        """Solve between all ends: of a name at two places, the better one is meant."""
        solutions: list[Solution] = []
        failures: list[NoRoute] = []
        for source, target in problem.ends:
            try:
                solutions.append(
                    self._solve(problem.network, source, target, problem.weights, state)
                )
            except NoRoute as error:
                failures.append(error)
        if not solutions:
            raise failures[0]
        return min(solutions, key=lambda solution: (solution.cost, solution.best.changes))

    def _solve(
        self,
        network: Network,
        source: str,
        target: str,
        weights: Weights | None,
        state: AgentState,
    ) -> Solution:
        objective = self._options.objective_of(state.task.kind.domain)
        limit = state.attempt.time_limit
        return self._set.solve(state.task, network, source, target, weights, objective, limit)

    def _verify_route(self, call: ToolCall, state: AgentState) -> Work:
        if "stations" in call.arguments:
            return self._propose_route(call, state)
        solution = state.solution
        if solution is None:
            raise ConfigError("there is no route yet", field="verify_route", mend="solve it first")
        problem = self.problem(state)

        def work() -> ToolResult[Verification]:
            verification = self.verification(solution.best, problem, state)
            return ToolResult(verification, {"ok": verification.ok, "why": verification.why})

        return {"route": str(solution.best)}, work, lambda found: {"verification": found}

    def objective(self, task: Task) -> Objective:
        """Return the objective of a task's domain."""
        return self._options.objective_of(task.kind.domain)

    def verification(self, route: Route, problem: Problem, state: AgentState) -> Verification:
        """Return the verdict on a route, and on the map as read where it was planned on one."""
        if "verifier" in self._options.without:
            return NOT_CHECKED
        own = (route.stations[0], route.stations[-1])
        source, target = own if own in problem.ends else problem.ends[0]
        verification = verify_route(
            problem.network,
            route,
            source,
            target,
            problem.weights,
            objective=self._options.objective_of(state.task.kind.domain),
        )
        if _require_goal(state).topology == "map":
            verification = with_reading_checked(verification, state)
        if self._set.judge is not None:
            written = write_answer(as_written(route, problem), state.task.kind.with_totals)
            verification = self._set.judge(state.task, written, verification)
        return verification

    def _propose_route(self, call: ToolCall, state: AgentState) -> Work:
        stations = [str(name) for name in call.arguments["stations"]]
        goal = _with_ends(_require_goal(state), call)
        if goal.topology == "map":
            _require_map(state)
        return (
            {"stations": stations},
            lambda: propose_route(stations, state, self),
            lambda found: {"solution": found} if found is not None else {},
        )


def _require_goal(state: AgentState) -> Goal:
    if state.goal is None:
        raise ConfigError("the task is not decomposed yet", field="goal", mend="decompose it first")
    return state.goal


def _with_ends(goal: Goal, call: ToolCall) -> Goal:
    """Return the goal with the ends of a call, where no rule read them from the question."""
    if goal.source:
        return goal
    if "source" not in call.arguments:
        raise ConfigError(
            "the ends are not known yet",
            field=call.tool,
            mend="name source and target in align_tables or solve_route",
        )
    return replace(goal, source=call.arguments["source"], target=call.arguments["target"])


def _require_map(state: AgentState) -> tuple[MapGraph, Alignment]:
    if state.map_graph is None or state.alignment is None:
        raise ConfigError(
            "the map is not read and aligned yet",
            field="solve_route",
            mend="call build_graph and align_tables first",
        )
    return state.map_graph, state.alignment


def _image(state: AgentState) -> Path:
    if state.task.image is None:
        raise ConfigError(
            "the task has no picture", field="image", mend="give a map or an Edge_tab"
        )
    return state.task.image


def _content(table: Table) -> tuple[Any, ...]:
    """Return what makes two tables the same; Mix_tab's rows come in another order each time."""
    place = table.columns.index("Vertex")
    return (table.path, table.columns, tuple(sorted(table.rows, key=lambda row: str(row[place]))))


def _solution_summary(solution: Solution) -> dict[str, Any]:
    return {
        "route": str(solution.best),
        "cost": solution.cost,
        "optimal": solution.optimal,
        "ties": len(solution.routes),
    }
