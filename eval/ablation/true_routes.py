"""The reference routes put in the place of the solver's choice and of the verifier's verdict."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from agent.tool_set import Solve
from eval.ablation.map_truths import TruthSource
from eval.maptab.records import Label
from eval.metrics.route_match import exact_match
from eval.metrics.tagged_totals import tagged_route
from perception.errors import OutputFormatError
from perception.scoring.truth_score import plain_name
from tools.check_lines import ridden_lines
from tools.findings import Fault, Finding
from tools.network import Network
from tools.objective import Objective, Weights, route_cost, route_totals
from tools.route import Route, parse_route
from tools.solve_route import Solution
from tools.task import Task, TaskKind
from tools.verify_route import Verification

Key = tuple[str, str, str, tuple[float, ...]]

NOT_THE_REFERENCE = Finding(Fault.NOT_OPTIMAL, "it is none of the reference routes")


class References:
    """The references of every planning sample, found by what its task shows.

    Parameters
    ----------
    source : TruthSource
        The data.
    kinds : iterable of TaskKind
        Kinds of task; questions have no routes.
    """

    def __init__(self, source: TruthSource, kinds: Iterable[TaskKind]) -> None:
        self._source = source
        self._kinds = {kind.id: kind for kind in kinds if not kind.question_type}
        self._found: dict[str, dict[Key, list[str]]] = {}

    def of(self, task: Task) -> tuple[str, ...]:
        """Return the references of a task; none for a task that is none of the data's."""
        kind = self._kinds.get(task.kind.id)
        if kind is None:
            return ()
        if kind.id not in self._found:
            routes: dict[Key, list[str]] = {}
            for sample in self._source.samples(kind):
                if isinstance(sample.label, Label):
                    weights = sample.record["weights"] if kind.weighted else ()
                    key = _key(kind, sample.record["question"], sample.files(), weights)
                    routes.setdefault(key, []).extend(sample.label.routes)
            self._found[kind.id] = routes
        table = task.edge_table or task.vertex_table
        files = [task.image] if task.image is not None else [Path(table.path)] if table else []
        return tuple(self._found[kind.id].get(_key(kind, task.question, files, task.weights), ()))


def _key(
    kind: TaskKind, question: str, files: Sequence[Path], weights: Sequence[float] | None
) -> Key:
    return kind.id, question, str(files[0]) if files else "", tuple(weights or ())


class ReferenceSolver:
    """Answers a reference route wherever the network can ride one.

    Parameters
    ----------
    references : References
        The routes.
    otherwise : Solve
        Plans where the network, as it was read, holds no reference.
    """

    def __init__(self, references: References, otherwise: Solve) -> None:
        self._references = references
        self._otherwise = otherwise

    def __call__(
        self,
        task: Task,
        network: Network,
        source: str,
        target: str,
        weights: Weights | None,
        objective: Objective,
        time_limit: float,
    ) -> Solution:
        """Return the first reference that can be ridden from `source` to `target`."""
        vertex = {plain_name(name): name for name in network.vertex}
        vertex |= {name: name for name in network.vertex}
        for text in self._references.of(task):
            found = _ridden(text, network, vertex, weights, objective)
            if found and (found.stations[0], found.stations[-1]) == (source, target):
                return Solution((found,), found.cost, True, found.cost, False, 0)
        return self._otherwise(task, network, source, target, weights, objective, time_limit)


def _ridden(
    text: str,
    network: Network,
    vertex: dict[str, str],
    weights: Weights | None,
    objective: Objective,
) -> Route | None:
    """Return a reference as a route of the network; None where it cannot be ridden there."""
    try:
        route = parse_route(text)
    except OutputFormatError:
        return None
    stations = [vertex.get(name) or vertex.get(plain_name(name)) for name in route.stations]
    known = tuple(name for name in stations if name is not None)
    if len(known) < len(stations) or len(set(known)) < len(known):
        return None
    if any(leg not in network.between for leg in itertools.pairwise(known)):
        return None
    lines = ridden_lines(network, replace(route, stations=known), weights, objective)
    if isinstance(lines, Finding):
        return None
    cost = route_cost(network, known, lines, route.transfers, weights, objective)
    totals = route_totals(network, known, lines, route.transfers)
    return Route(known, route.transfers, lines, cost, totals)


class ReferenceJudge:
    """Passes a route that is scored as right and no other.

    Parameters
    ----------
    references : References
        The routes.
    """

    def __init__(self, references: References) -> None:
        self._references = references

    def __call__(self, task: Task, response: str, found: Verification) -> Verification:
        """Return the verdict; what was found wrong with a wrong route stays, to mend it by."""
        references = self._references.of(task)
        if not references:
            return found
        if exact_match(tagged_route(response), references):
            return replace(found, ok=True, findings=(), why="it is a reference route")
        if found.findings:
            return replace(found, ok=False)
        return replace(found, ok=False, findings=(NOT_THE_REFERENCE,), why=NOT_THE_REFERENCE.text)
