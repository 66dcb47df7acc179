"""Check a route against the network and the question, by other means than the solver's."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

from perception.errors import LimitExceeded, OutputFormatError
from tools.check_lines import TOLERANCE, needless_change, ridden_lines
from tools.findings import Fault, Finding
from tools.independent_check import cheaper_route, lowest_averaged_cost, lowest_walk_cost
from tools.network import Network
from tools.objective import (
    CountedValues,
    Objective,
    Weights,
    cost_of,
    counted_values,
    require_weights,
    totals_of,
)
from tools.route import SEPARATOR, Route, Totals, parse_route
from tools.route_search import Deadline


@dataclass(frozen=True, slots=True)
class Verification:
    """The verdict on one route.

    Attributes
    ----------
    ok : bool
        Whether nothing was found, optimality proven included.
    findings : tuple of Finding
        In the order of the checks.
    why : str
        What the verdict rests on, in one sentence.
    cost : float or None
        Recomputed cost; None where the route cannot be ridden.
    bound : float or None
        Lower bound of every route's cost by the independent check, None where it was not reached.
    """

    ok: bool
    findings: tuple[Finding, ...]
    why: str
    cost: float | None = None
    bound: float | None = None


NOT_CHECKED = Verification(True, (), "not checked: the verifier was left out")
"""Stands where nothing is verified; no answer counts as verified by it."""


def verify_route(
    network: Network,
    route: Route | str,
    source: str,
    target: str,
    weights: Sequence[float] | None = None,
    objective: Objective = "additive",
    *,
    cost: float | None = None,
    time_limit: float | None = 5.0,
) -> Verification:
    """Check a route: its ends, neighbours, marks, cost and totals, and that none is cheaper.

    Parameters
    ----------
    network : Network
        What the route runs on.
    route : Route or str
        As solved, or in its written form. Lines, cost and totals are checked where it has lines.
    source, target : str
        The ends asked for.
    weights : sequence of 4 floats, optional
        Time, price, comfort, reliability; None minimises the number of stations.
    objective : {"additive", "averaged"}
        See `tools.objective.route_cost`. The averaged one is checked against every simple route.
    cost : float, optional
        A cost claimed for the route; by default that of a route with lines.
    time_limit : float, optional
        Seconds for settling optimality where the lower bound does not.

    Returns
    -------
    Verification
        Bad routes are findings, not exceptions.

    Raises
    ------
    MissingWeights
        The weights are not 4 numbers that sum to 1.

    Examples
    --------
    >>> from tools.network import Edge, Network, Vertex
    >>> edges = (Edge("A", "B", "1"), Edge("B", "C", "2"))
    >>> network = Network("metromap", (Vertex("A"), Vertex("B"), Vertex("C")), edges)
    >>> verify_route(network, "A-B(transfer)-C", "A", "C").ok
    True
    >>> [finding.fault.value for finding in verify_route(network, "A-B-C", "A", "C").findings]
    ['wrong_marks']
    """
    checked = None if weights is None else require_weights(weights)
    if isinstance(route, str):
        try:
            route = parse_route(route)
        except OutputFormatError as error:
            return _verdict([Finding(Fault.FORMAT, str(error))])
    findings = _sequence_findings(network, route, source, target)
    if any(f.fault in (Fault.UNKNOWN_STATION, Fault.NOT_ADJACENT) for f in findings):
        return _verdict(findings)
    lines = ridden_lines(network, route, checked, objective)
    if isinstance(lines, Finding):
        return _verdict([*findings, lines])

    counted = counted_values(network, route.stations, lines, route.transfers)
    found = (
        float(len(route.stations))
        if checked is None
        else cost_of(counted, network.domain, checked, objective)
    )
    findings += _claim_findings(network, route, counted, found, cost)
    if route.changes and (checked is None or objective == "additive"):
        fewer = needless_change(network, route, lines, checked)
        findings += [fewer] if fewer is not None else []
    if any(f.fault in (Fault.WRONG_END, Fault.REPEATED_STATION) for f in findings):
        return _verdict(findings, found)
    if checked is None or objective == "additive":
        optimality = _check_additive(network, source, target, checked, found, time_limit)
    else:
        optimality = _check_averaged(network, source, target, checked, found, time_limit)
    if optimality.finding is not None:
        findings.append(optimality.finding)
    return _verdict(findings, found, optimality)


@dataclass(frozen=True, slots=True)
class _Optimality:
    bound: float | None
    reason: str
    finding: Finding | None = None


def _verdict(
    findings: list[Finding], cost: float | None = None, optimality: _Optimality | None = None
) -> Verification:
    bound = optimality.bound if optimality is not None else None
    if findings or optimality is None:
        why = "; ".join(finding.text for finding in findings)
        return Verification(False, tuple(findings), why, cost, bound)
    why = f"ends, neighbours, marks and cost {cost:.6g} hold, and {optimality.reason}"
    return Verification(True, (), why, cost, bound)


def _sequence_findings(network: Network, route: Route, source: str, target: str) -> list[Finding]:
    findings = []
    stations = route.stations
    for place, name, wanted in (("starts", stations[0], source), ("ends", stations[-1], target)):
        if name != wanted:
            findings.append(
                Finding(Fault.WRONG_END, f"the route {place} at {name!r} instead of {wanted!r}")
            )
    if len(set(stations)) < len(stations):
        twice = [name for name in dict.fromkeys(stations) if stations.count(name) > 1]
        findings += (
            Finding(Fault.REPEATED_STATION, f"{name!r} is visited more than once") for name in twice
        )
    unknown = [name for name in dict.fromkeys(stations) if name not in network.vertex]
    findings += (
        Finding(Fault.UNKNOWN_STATION, f"{name!r} is no station of the network") for name in unknown
    )
    findings += (
        Finding(Fault.NOT_ADJACENT, f"no edge joins {leg[0]!r} and {leg[1]!r}")
        for leg in itertools.pairwise(stations)
        if leg not in network.between and leg[0] not in unknown and leg[1] not in unknown
    )
    return findings


def _claim_findings(
    network: Network, route: Route, counted: CountedValues, found: float, cost: float | None
) -> list[Finding]:
    """Compare the cost and totals claimed with those recomputed."""
    findings = []
    claim = cost if cost is not None or not route.lines else route.cost
    if claim is not None and not math.isclose(claim, found, rel_tol=TOLERANCE):
        text = f"the cost is {found:.9g}, not {claim:.9g}"
        findings.append(Finding(Fault.WRONG_COST, text))
    if route.totals is not None:
        totals = totals_of(counted, network.known)
        for field in fields(Totals):
            claimed, right = getattr(route.totals, field.name), getattr(totals, field.name)
            same = (
                claimed is right
                if claimed is None or right is None
                else math.isclose(claimed, right, rel_tol=TOLERANCE, abs_tol=1e-12)
            )
            if not same:
                text = f"the total of {field.name} is {right}, not {claimed}"
                findings.append(Finding(Fault.WRONG_TOTALS, text))
    return findings


def _check_additive(
    network: Network,
    source: str,
    target: str,
    weights: Weights | None,
    cost: float,
    time_limit: float | None,
) -> _Optimality:
    bound = lowest_walk_cost(network, source, target, weights)
    if cost < bound * (1.0 - TOLERANCE):
        text = f"the cost {cost:.9g} is below the lower bound {bound:.9g}: the checks disagree"
        return _Optimality(bound, "", Finding(Fault.UNSETTLED, text))
    if cost <= bound * (1.0 + TOLERANCE):
        return _Optimality(bound, "an independent search finds nothing cheaper")
    try:
        better = cheaper_route(network, source, target, weights, cost, time_limit)
    except LimitExceeded as error:
        text = f"a walk costs {bound:.6g}, less than the route's {cost:.6g}: {error}"
        return _Optimality(bound, "", Finding(Fault.UNSETTLED, text))
    if better is not None:
        text = f"{SEPARATOR.join(better)} costs less than {cost:.6g}"
        return _Optimality(bound, "", Finding(Fault.NOT_OPTIMAL, text))
    return _Optimality(cost, f"whatever is cheaper (from {bound:.6g}) visits a station twice")


def _check_averaged(
    network: Network,
    source: str,
    target: str,
    weights: Weights,
    cost: float,
    time_limit: float | None,
) -> _Optimality:
    try:
        lowest, better = lowest_averaged_cost(
            network, source, target, weights, Deadline(time_limit)
        )
    except LimitExceeded as error:
        return _Optimality(None, "", Finding(Fault.UNSETTLED, str(error)))
    if cost <= lowest * (1.0 + TOLERANCE):
        return _Optimality(lowest, "none of all simple routes is cheaper")
    text = f"{SEPARATOR.join(better)} costs {lowest:.6g}, less than {cost:.6g}"
    return _Optimality(lowest, "", Finding(Fault.NOT_OPTIMAL, text))
