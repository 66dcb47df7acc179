"""A route as the text that is scored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tools.route import Route, format_totals


def as_written(route: Route, written: Mapping[str, str]) -> Route:
    """Return a route with its stations as the answer writes them.

    Parameters
    ----------
    route : Route
        Its stations are vertices of the network.
    written : mapping of str to str
        How a vertex is written, where other than its key.
    """
    if not written:
        return route
    return replace(route, stations=tuple(written.get(name, name) for name in route.stations))


def write_answer(route: Route, with_totals: bool) -> str:
    """Write a route as MapTab answers it.

    Parameters
    ----------
    route : Route
        Stations as written.
    with_totals : bool
        Whether route and totals are wrapped in the tags of the route-with-totals tasks; a total
        that no table gives is left out.

    Examples
    --------
    >>> write_answer(Route(("A", "B"), (False, False)), with_totals=False)
    'A-B'
    """
    if not with_totals:
        return str(route)
    totals = format_totals(route.totals) if route.totals else {}
    return "\n".join(
        f"<{name}_begin>{value}<{name}_end>"
        for name, value in {"route": str(route), **totals}.items()
    )
