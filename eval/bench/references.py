"""Reference routes and totals of a query: what a solver found, as labels write it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from eval.bench.records import Reference
from tools.network import Network
from tools.objective import Objective
from tools.route import Route, Totals
from tools.solve_route import solve_route

TIES: Final = ("all", "fewest-changes")
"""Which equally good routes are references: every station sequence, each with its markings of
fewest changes; or of these only the routes with the fewest changes."""
MOST_REFERENCES: Final = 100


def reference_routes(
    network: Network,
    source: str,
    target: str,
    weights: Sequence[float] | None,
    *,
    ties: str = "all",
    objective: Objective = "additive",
) -> tuple[Route, ...]:
    """Return all reference routes, the one with the fewest changes first.

    Empty where there are more than `MOST_REFERENCES`.

    Parameters
    ----------
    network, source, target
        Where to plan.
    weights : sequence of 4 floats or None
        None: the fewest stations.
    ties : str
        One of `TIES`.
    objective : {"additive", "averaged"}
        The averaged one is exact on small networks only (see `solve_route`).
    """
    found = solve_route(
        network,
        source,
        target,
        weights,
        objective,
        # A limit of time would let the speed of the machine decide what is written.
        time_limit=None,
        max_routes=MOST_REFERENCES,
    )
    if not found.complete:
        return ()
    fewest = found.best.changes
    return tuple(route for route in found.routes if ties == "all" or route.changes == fewest)


def as_reference(route: Route) -> Reference:
    """Return a route as a record lists it."""
    return Reference(str(route), len(route.stations), route.changes)


def label_totals(totals: Totals) -> dict[str, float]:
    """Return the totals as labels state them: times and prices to 2 decimals, means to 6."""
    return {
        "Total_Time": rounded(totals.time, 2),
        "Total_Price": rounded(totals.price, 2),
        "Average_Comfort Level": rounded(totals.comfort, 6),
        "Average_Reliability": rounded(totals.reliability, 6),
    }


def rounded(value: float | None, digits: int) -> float:
    """Round a value, halves up, as its shortest decimals write it; None is 0.

    >>> rounded(2.085, 2), rounded(0.1 + 0.2, 2)
    (2.09, 0.3)
    """
    # Sums of decimals carry errors far behind the twelfth digit.
    exact = Decimal(repr(round(value or 0.0, 12)))
    return float(exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))
