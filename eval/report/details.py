"""What the page shows of a single sample: its record, and its routes with places on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eval.metrics.route_match import same_station
from eval.report.map_places import MapPlaces
from eval.report.maps import Maps, SharedMap
from eval.report.routes import WrittenRoute, answered_route, reference_routes
from eval.report.samples import Collected, SampleRow

_MOST_REFERENCES = 5
_SHOWN = ("outcome", "response", "error", "verified", "why", "scores", "seconds", "calls", "trace")
_LABELS = (
    "country",
    "city",
    "scenic_spot",
    "figure",
    "Map_Difficulty",
    "Query_Difficulty",
    "weights",
    "Total_Time",
    "Total_Price",
    "Average_Comfort Level",
    "Average_Reliability",
)


def details_of(row: SampleRow, found: Collected, maps: Maps) -> dict[str, Any]:
    """Return what the page shows of one sample, as JSON values.

    Parameters
    ----------
    row : SampleRow
        The sample.
    found : Collected
        The report's runs.
    maps : Maps
        Gathers the maps of all samples, and the places that are asked for on each.
    """
    records = [
        run.store.read_sample(row.kind.id, row.index) if result is not None else None
        for run, result in zip(found.runs, row.results, strict=True)
    ]
    first = next((record for record in records if record is not None), {})
    references = reference_routes(row.kind, first.get("references"))[:_MOST_REFERENCES]
    shared = maps.of(row)
    own = [
        maps.places(row, number, result.graph) if result is not None else None
        for number, result in enumerate(row.results)
    ]
    any_places = next((one for one in own if one is not None), None) or maps.fallback(row)
    layers = [
        {"run": None, "number": number, **_drawn(route, any_places, shared)}
        for number, route in enumerate(references, start=1)
    ]
    for number, record in enumerate(records):
        answer = answered_route(row.kind, record.get("response")) if record else None
        if answer is not None:
            drawn = _drawn(answer, own[number] or any_places, shared)
            layers.append({"run": number, **drawn, **_agreement(answer, references)})
    return {
        "id": row.id,
        "question": row.question,
        "references": first.get("references"),
        "about": {name: row.released[name] for name in _LABELS if name in row.released},
        "map": shared.key,
        "layers": layers,
        "results": [record and {name: record.get(name) for name in _SHOWN} for record in records],
    }


def _drawn(route: WrittenRoute, places: MapPlaces | None, shared: SharedMap) -> dict[str, Any]:
    """Return a route with the station of each stop, where the map was read."""
    return {
        "names": route.names,
        "transfers": route.transfers,
        "graph": shared.number_of(places) if places is not None else None,
        "stops": places.place(route) if places is not None else None,
    }


def _agreement(answer: WrittenRoute, references: Sequence[WrittenRoute]) -> dict[str, Any]:
    """Return how many stops agree from the start, with the reference that agrees longest."""
    agreeing = [
        next(
            (
                place
                for place, (name, given) in enumerate(
                    zip(reference.names, answer.names, strict=False)
                )
                if not same_station(name, given)
            ),
            min(len(reference.names), len(answer.names)),
        )
        for reference in references
    ]
    if not agreeing:
        return {}
    best = max(range(len(agreeing)), key=agreeing.__getitem__)
    return {"agrees": agreeing[best], "with": best + 1}
