"""Whether weights matter, and whether they are used (MapTab, Table 4).

A weighted sample is FR (fully repeated) where its best routes are the shortest ones, PR (partially)
where they are some of several shortest ones, NR (not) where one of them is none of those: a system
that always answers a shortest route is right on FR, sometimes on PR, never on NR.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from eval.ablation.map_truths import TruthSource
from eval.ablation.studies.difficulty import rates
from eval.comparison.answers import Answer
from eval.maptab.masks import shown_totals
from eval.maptab.records import TOTALS, parse_label
from eval.metrics.task_score import SampleScore
from eval.report.report_table import Cell, Column, Form, ReportTable
from perception.errors import MapclewError
from tools.build_network import network_from_tables
from tools.route import TRANSFER_MARK
from tools.solve_route import solve_route
from tools.tables import read_table

ALL = "all"


class Repetition(StrEnum):
    """How the best routes under weights relate to the shortest ones."""

    FULL = "FR"
    PARTIAL = "PR"
    NONE = "NR"


def repetition_of(best: Iterable[str], shortest: Iterable[str]) -> Repetition:
    """Return the class of a sample; transfer marks do not count.

    Parameters
    ----------
    best : iterable of str
        Its references.
    shortest : iterable of str
        Every route with the fewest stations between the same ends.

    Examples
    --------
    >>> repetition_of(["A-B-C"], ["A-B-C", "A-D-C"]).value
    'PR'
    """
    chosen, short = (
        {route.replace(TRANSFER_MARK, "") for route in found} for found in (best, shortest)
    )
    if chosen == short:
        return Repetition.FULL
    return Repetition.PARTIAL if chosen < short else Repetition.NONE


class ShortestRoutes:
    """Every shortest route between the ends of a sample, from the map's whole Edge_tab.

    Parameters
    ----------
    truth : TruthSource
        The data set.
    """

    def __init__(self, truth: TruthSource) -> None:
        self._layout = truth.dataset.layout
        self._known: dict[tuple[str, str, str], tuple[str, ...]] = {}

    def of(self, answer: Answer) -> tuple[str, ...]:
        """Return the routes; none where the tables do not give them."""
        try:
            first = parse_label(answer.record, answer.kind.domain).routes[0]
            names = [part.removesuffix(TRANSFER_MARK) for part in first.split("-")]
            key = (str(answer.record.get("edge_tab")), names[0], names[-1])
            if key not in self._known:
                table = read_table(
                    self._layout.asset(key[0]), "Edge_tab", domain=answer.kind.domain
                )
                network = network_from_tables(answer.kind.domain, table)
                found = solve_route(network, names[0], names[-1], max_routes=10_000)
                self._known[key] = tuple(map(str, found.routes))
            return self._known[key]
        except MapclewError:
            return ()


def repetition_table(answers: Iterable[Answer], truth: TruthSource) -> ReportTable:
    """Return scores by class, and how often each total is right where totals are asked for.

    Parameters
    ----------
    answers : iterable of Answer
        Those of weighted tasks with both tables count.
    truth : TruthSource
        The data set that they are of.
    """
    shortest = ShortestRoutes(truth)
    groups: dict[tuple[str, str], list[Answer]] = {}
    for answer in answers:
        kind = answer.kind
        if not (kind.weighted and kind.uses_vertex_tab) or not isinstance(
            answer.score, SampleScore
        ):
            continue
        routes = shortest.of(answer)
        if routes:
            best = parse_label(answer.record, kind.domain).routes
            groups.setdefault((kind.id, repetition_of(best, routes).value), []).append(answer)
        groups.setdefault((kind.id, ALL), []).append(answer)
    order = [*(each.value for each in Repetition), ALL]
    keys = sorted(groups, key=lambda key: (key[0], order.index(key[1])))
    return ReportTable(
        "repetition",
        "Weights and repetition",
        (
            Column("task"),
            Column("class"),
            Column("n", Form.COUNT),
            Column("EMA", Form.SHARE),
            Column("PMA", Form.SHARE),
            *(Column(name.replace("_", " "), Form.SHARE) for name in TOTALS),
        ),
        tuple((*key, *rates(groups[key]), *_totals(groups[key])) for key in keys),
        "FR: the best routes are the shortest; PR: some of several shortest; NR: not all of "
        "them. A total is told where the task shows its column and asks for it.",
    )


def _totals(answers: list[Answer]) -> tuple[Cell, ...]:
    asked = [a.score for a in answers if a.kind.with_totals and isinstance(a.score, SampleScore)]
    if not asked:
        return (None,) * len(TOTALS)
    shown = shown_totals(answers[0].kind)
    return tuple(
        sum(bool((score.totals or {}).get(name)) for score in asked) / len(asked)
        if name in shown
        else None
        for name in TOTALS
    )
