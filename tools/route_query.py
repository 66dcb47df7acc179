"""What every search for a route asks first: two different stations, and weights that are known."""

from __future__ import annotations

from collections.abc import Sequence

from perception.errors import NoRoute
from tools.network import Network
from tools.objective import Weights, require_known, require_weights


def require_query(
    network: Network, source: str, target: str, weights: Sequence[float] | None
) -> Weights | None:
    """Return the weights of a query that a search can answer; None where it has none.

    Parameters
    ----------
    network : Network
        Where to search.
    source, target : str
        Its ends.
    weights : sequence of 4 floats, or None
        Time, price, comfort, reliability.

    Raises
    ------
    UnknownStation
        An end is not in the network.
    NoRoute
        The two are equal.
    MissingWeights
        The weights are not 4 numbers that sum to 1.
    BadTable
        A weighted criterion stands in no table.
    """
    for name in (source, target):
        network.require(name)
    if source == target:
        raise NoRoute(
            f"origin and destination are both {source!r}", mend="ask for two different stations"
        )
    if weights is None:
        return None
    checked = require_weights(weights)
    require_known(network, checked)
    return checked
