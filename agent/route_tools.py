"""The tools that plan and check a route as the graph calls them, on tables or on a map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from agent.answer_format import as_written, write_answer
from agent.options import AgentOptions
from agent.problem import Problem, map_problem, table_network, weights_of
from agent.proposals import Proposal, propose_route
from agent.reading_check import with_reading_checked
from agent.requirements import require_goal, require_map, with_ends
from agent.state import AgentState, Candidate, ToolCall
from agent.tool_set import ToolSet
from agent.work import Update, Work
from perception.errors import ConfigError, MapclewError, NoRoute
from tools.identity_memo import IdentityMemo
from tools.map_network import MapNetwork, network_from_map
from tools.network import Network
from tools.objective import Objective, Weights
from tools.recorded_call import ToolResult
from tools.route import Route
from tools.solve_route import Solution
from tools.tables import Table
from tools.task import Task
from tools.verify_route import NOT_CHECKED, Verification, verify_route


class RouteTools:
    """Solves and verifies routes, and remembers the networks of the same tables and maps.

    Parameters
    ----------
    options : AgentOptions
        Objective, limits, tools left out.
    tools : ToolSet
        With the solver and the judge.
    """

    def __init__(self, options: AgentOptions, tools: ToolSet) -> None:
        self._options = options
        self._set = tools
        self._networks = IdentityMemo()
        self.tools: dict[str, Callable[[ToolCall, AgentState], Work]] = {
            "solve_route": self._solve_route,
            "verify_route": self._verify_route,
        }

    def problem(self, state: AgentState) -> Problem:
        """Return what there is to solve: the network, the ends on it, and how to write it.

        Raises
        ------
        MapclewError
            What the tables or the map lack for it.
        """
        goal, task = require_goal(state), state.task
        if goal.topology == "tables":
            network, _ = self._networks.get(
                (task.edge_table, task.vertex_table),
                (task.kind.domain, goal.values),
                lambda: table_network(task, goal),
            )
            return Problem(network, ((goal.source, goal.target),), weights_of(task))
        on_map = self.map_network(state)
        graph, alignment = require_map(state)
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
        try:
            along = problem.network.along(stations)
            found = self._solve(along, stations[0], stations[-1], problem.weights, state)
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
        graph, alignment = require_map(state)
        mix = require_goal(state).values == "mix"
        table, pairs = (state.task.vertex_table, alignment) if mix else (None, None)
        domain, reading = state.task.kind.domain, state.attempt.reading
        on_map, _ = self._networks.get(
            (graph, pairs),
            (domain, reading, table and _content(table)),
            lambda: network_from_map(domain, graph, pairs, table, reading),
        )
        return on_map

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
        if require_goal(state).topology == "map":
            verification = with_reading_checked(verification, state)
        if self._set.judge is not None:
            written = write_answer(as_written(route, problem), state.task.kind.with_totals)
            verification = self._set.judge(state.task, written, verification)
        return verification

    def _solve_route(self, call: ToolCall, state: AgentState) -> Work:
        goal = with_ends(require_goal(state), call)
        asked = replace(state, goal=goal)
        arguments: dict[str, Any] = {"source": goal.source, "target": goal.target}
        if goal.topology == "map":
            require_map(asked)

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

    def _propose_route(self, call: ToolCall, state: AgentState) -> Work:
        stations = [str(name) for name in call.arguments["stations"]]
        goal = with_ends(require_goal(state), call)
        if goal.topology == "map":
            require_map(state)

        def work() -> ToolResult[Proposal]:
            problem = self.problem(state)

            def verify(route: Route) -> Verification:
                return self.verification(route, problem, state)

            return propose_route(stations, problem, self.objective(state.task), verify)

        def outcome(found: Proposal) -> Update:
            if found.holds:
                return {"solution": found.ridden}
            # Where the routes are the planner's own, its best one is answered in the end.
            return self._kept(found, state) if "solver" in self._options.without else {}

        return {"stations": stations}, work, outcome

    def _kept(self, found: Proposal, state: AgentState) -> Update:
        """Keep a route that failed a check if it can be ridden and none kept before is cheaper.

        One between other ends than those asked for is not kept.
        """
        kept, ridden = state.candidate, found.ridden
        if ridden is None or (kept is not None and kept.solution.cost <= ridden.cost):
            return {}
        stations = ridden.best.stations
        if (stations[0], stations[-1]) not in self.problem(state).ends:
            return {}
        now = (state.attempt, state.map_graph, state.alignment, len(state.repairs))
        return {"candidate": Candidate(ridden, found.verification, *now)}


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
