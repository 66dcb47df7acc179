"""What a picture shows, exactly: the record against which a reading of it is measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eval.drawing.label_placement import Layout
from eval.drawing.labels import PlacedLabel
from eval.drawing.network import DrawnNetwork
from perception.map_graph import Point


@dataclass(frozen=True, slots=True)
class DrawingTruth:
    """Places of everything that belongs to the network, image px.

    Attributes
    ----------
    network : DrawnNetwork
        What was described.
    layout : Layout
        Middle line of every stroke, and the marker of every station.
    labels : tuple of PlacedLabel
        One a station, in the order of the description.
    """

    network: DrawnNetwork
    layout: Layout
    labels: tuple[PlacedLabel, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: sizes, counts, positions by name, label polygons, strokes."""
        network = self.network
        return {
            "city": network.title,
            "size": list(network.size),
            "lines": len({line.name for line in network.lines}),
            "stations": len(network.stations),
            "edges": len(network.edges()),
            "marker": self.layout.style.marker,
            "transfers_between_different_names": [],
            "positions": {
                m.name: [_rounded(p) for p in m.places] for m in self.layout.markers.values()
            },
            "printed": {label.name: label.text for label in self.labels},
            "labels": {label.name: [_rounded(p) for p in label.polygon] for label in self.labels},
            "strokes": [
                {
                    "line": traced.line.name,
                    "color": traced.line.color,
                    "edges": [
                        {"source": a, "target": b, "polyline": [_rounded(p) for p in piece]}
                        for a, b, piece in traced.pieces()
                    ],
                }
                for traced in self.layout.strokes
            ],
        }


def _rounded(point: Point) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]
