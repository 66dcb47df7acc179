"""What a route costs: the rules in their plain form, and the totals that labels state.

Source: MapTab, Task Definition (equation 1), and appendix E for the scales and the hubs. The
solvers do the same sums in forms of their own; this module is what they are checked against.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import Final, Literal, get_args

from perception.errors import BadTable, MissingWeights
from tools.network import COMFORT_SCALE, Criteria, Network, Vertex
from tools.route import Totals

Objective = Literal["additive", "averaged"]
OBJECTIVES: Final[tuple[str, ...]] = get_args(Objective)

Weights = tuple[float, float, float, float]
"""Of time, price, comfort, reliability."""

CRITERIA: Final = ("time", "price", "comfort", "reliability")

WEIGHT_SUM_TOLERANCE: Final = 1e-3


@dataclass(frozen=True, slots=True)
class Scales:
    """What each criterion is divided by; transfer times are divided as times are."""

    time: float
    price: float
    comfort: float
    reliability: float


SCALES: Final[Mapping[str, Scales]] = MappingProxyType(
    {
        "metromap": Scales(3.0, 1.5, COMFORT_SCALE["metromap"], 1.0),
        "travelmap": Scales(180.0, 200.0, COMFORT_SCALE["travelmap"], 1.0),
    }
)


@dataclass(frozen=True, slots=True)
class CountedValues:
    """The values of one route that count, criterion by criterion.

    Attributes
    ----------
    times : list of float
        Minutes, of edges, vertices and changes of lines.
    prices : list of float
        Currency of the table, of edges and vertices.
    comforts, reliabilities : list of float
        Of edges and vertices, without the zeros.
    """

    times: list[float] = field(default_factory=list)
    prices: list[float] = field(default_factory=list)
    comforts: list[float] = field(default_factory=list)
    reliabilities: list[float] = field(default_factory=list)

    def add(self, values: Criteria, *, price: bool = True) -> None:
        """Count an edge or a vertex, its price only where `price` says so."""
        if values.time is not None:
            self.times.append(values.time)
        if values.price is not None and price:
            self.prices.append(values.price)
        if values.comfort:
            self.comforts.append(values.comfort)
        if values.reliability:
            self.reliabilities.append(values.reliability)


def is_hub(network: Network, vertex: Vertex) -> bool:
    """Tell whether a vertex is an airport or railway station, whose price counts at the end only.

    MapTab's tables mark a Travelmap hub by Time 0. Where no table gives times there are no hubs;
    the masks of the tasks keep Time wherever they keep Price.
    """
    return network.domain == "travelmap" and vertex.values.time == 0.0


def counted_values(
    network: Network, stations: Sequence[str], lines: Sequence[str], transfers: Sequence[bool]
) -> CountedValues:
    """Gather what counts along a route.

    Metromap counts the source and the stations between, not the destination; Travelmap counts
    both ends.

    Parameters
    ----------
    network : Network
        Every two neighbours of the route joined by an edge of the line given for the leg.
    stations, lines, transfers : sequences
        As in `Route`; `lines` has one entry a leg, `transfers` one a station.

    Returns
    -------
    CountedValues
        Edges before vertices, each in the order of the route.
    """
    counted = CountedValues()
    for leg, line in zip(pairwise(stations), lines, strict=True):
        counted.add(network.between[leg][line].values)
    last = len(stations) - 1
    for place, (name, transfer) in enumerate(zip(stations, transfers, strict=True)):
        vertex = network.vertex[name]
        if place < last or network.domain == "travelmap":
            counted.add(vertex.values, price=place == last or not is_hub(network, vertex))
        if transfer and vertex.transfer_time is not None:
            counted.times.append(vertex.transfer_time)
    return counted


def route_cost(
    network: Network,
    stations: Sequence[str],
    lines: Sequence[str],
    transfers: Sequence[bool],
    weights: Weights | None,
    objective: Objective = "additive",
) -> float:
    """Return the value that an optimal route minimises.

    Parameters
    ----------
    network, stations, lines, transfers
        As in `counted_values`.
    weights : tuple of 4 floats or None
        None: criteria-free, the cost is the number of stations.
    objective : {"additive", "averaged"}
        "additive": w1 sum(time) + w2 sum(price) + w3 sum(1 - comfort) + w4 sum(1 - reliability),
        all on their scales, zero comforts and reliabilities left out. "averaged", equation 1 of
        the paper: comfort and reliability enter as 1 - mean instead; a criterion without any
        counted value adds nothing.
    """
    if weights is None:
        return float(len(stations))
    counted = counted_values(network, stations, lines, transfers)
    return cost_of(counted, network.domain, weights, objective)


def cost_of(
    counted: CountedValues, domain: str, weights: Weights, objective: Objective = "additive"
) -> float:
    """Return the cost of a weighted route, given what counts along it."""
    scales = SCALES[domain]
    losses = []
    for values, scale in (
        (counted.comforts, scales.comfort),
        (counted.reliabilities, scales.reliability),
    ):
        loss = math.fsum(1.0 - value / scale for value in values)
        losses.append(loss / len(values) if objective == "averaged" and values else loss)
    return math.fsum(
        (
            weights[0] * math.fsum(counted.times) / scales.time,
            weights[1] * math.fsum(counted.prices) / scales.price,
            weights[2] * losses[0],
            weights[3] * losses[1],
        )
    )


def additive_cost(values: Criteria, domain: str, weights: Weights) -> float:
    """Return what one edge or vertex adds to the additive objective."""
    scales = SCALES[domain]
    return (
        weights[0] * (values.time or 0.0) / scales.time
        + weights[1] * (values.price or 0.0) / scales.price
        + (weights[2] * (1.0 - values.comfort / scales.comfort) if values.comfort else 0.0)
        + (
            weights[3] * (1.0 - values.reliability / scales.reliability)
            if values.reliability
            else 0.0
        )
    )


def route_totals(
    network: Network, stations: Sequence[str], lines: Sequence[str], transfers: Sequence[bool]
) -> Totals | None:
    """Return the totals of a route, None where the network knows no criterion at all.

    Parameters
    ----------
    network, stations, lines, transfers
        As in `counted_values`.
    """
    if not network.known:
        return None
    return totals_of(counted_values(network, stations, lines, transfers), network.known)


def totals_of(counted: CountedValues, known: Collection[str]) -> Totals:
    """Return the totals of a route, given what counts along it and which criteria are known."""

    def mean(values: list[float]) -> float | None:
        # Added one by one, as the labels' means are: where a mean ends in a half at the seventh
        # decimal, what the additions leave behind decides how it rounds.
        return sum(values) / len(values) if values else None

    return Totals(
        time=math.fsum(counted.times) if "time" in known else None,
        price=math.fsum(counted.prices) if "price" in known else None,
        comfort=mean(counted.comforts),
        reliability=mean(counted.reliabilities),
    )


def require_weights(weights: Sequence[float] | None) -> Weights:
    """Return the weights of a weighted task, checked.

    Raises
    ------
    MissingWeights
        There are none, they are not 4 finite numbers of 0 or more, or their sum is off 1 by more
        than 1e-3.
    """
    mend = "give four weights (time, price, comfort, reliability) that sum to 1"
    if weights is None:
        raise MissingWeights("a weighted task has no weights", field="weights", mend=mend)
    if len(weights) != len(CRITERIA):
        raise MissingWeights(f"found {weights!r}", field="weights", mend=mend)
    for name, weight in zip(CRITERIA, weights, strict=True):
        number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not number or not 0.0 <= weight <= 1.0 + WEIGHT_SUM_TOLERANCE:
            raise MissingWeights(f"{name} has the weight {weight!r}", field="weights", mend=mend)
    total = math.fsum(weights)
    if abs(total - 1.0) > WEIGHT_SUM_TOLERANCE:
        raise MissingWeights(f"{list(weights)} sum to {total:g}", field="weights", mend=mend)
    return (float(weights[0]), float(weights[1]), float(weights[2]), float(weights[3]))


def require_known(network: Network, weights: Weights) -> None:
    """Check that each table that gives values gives those of every criterion that carries weight.

    A table without any values (a topology alone) is no fault; one that lacks a weighted column
    would count as nothing what it leaves out.

    Raises
    ------
    BadTable
        A weighted criterion stands in no table, or in one but not the other; or time carries
        weight on Metromap and the vertices tell no Transfer Time.
    """
    holders = {"edges": network.known_of_edges, "vertices": network.known_of_vertices}
    for name, weight in zip(CRITERIA, weights, strict=True):
        lacking = [what for what, known in holders.items() if known and name not in known]
        if weight > 0.0 and (lacking or name not in network.known):
            which = f"no {lacking[0]} have it" if name in network.known else "no table gives it"
            raise BadTable(
                f"{name} carries the weight {weight:g}, but {which}",
                file=network.origin,
                mend=f"give a table with the column of {name}, or the weight 0",
            )
    if (
        weights[0] > 0.0
        and network.domain == "metromap"
        and "time" in network.known_of_vertices
        and network.lacks_transfer_times
    ):
        raise BadTable(
            f"time carries the weight {weights[0]:g}, but no vertices have a Transfer Time",
            file=network.origin,
            mend="give the Vertex_tab with its column Transfer Time",
        )
