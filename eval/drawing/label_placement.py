"""Choice of each name's side: off strokes, markers and other names, as a cartographer sets them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from shapely import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from eval.drawing.labels import PlacedLabel, place_label
from eval.drawing.markers import PlacedMarker
from eval.drawing.network import DrawnStation
from eval.drawing.paths import TracedLine
from eval.drawing.style import Style

CLEARANCE = 4.0
"""Free space that a name keeps on all sides, px."""

PREFERENCE = {
    "e": 0.0,
    "w": 2.0,
    "s": 6.0,
    "n": 6.0,
    "ne": 12.0,
    "se": 12.0,
    "nw": 14.0,
    "sw": 14.0,
}
"""What each side costs beside a free one, square px."""

NAMES_APART = 0.9
"""Free space between two names in font sizes; nearer ones read as one."""

PASSES = 4


@dataclass(frozen=True, slots=True)
class Layout:
    """What a name must keep off.

    Attributes
    ----------
    size : tuple of int
        Width and height of the picture, px.
    markers : mapping
        Marker of each station.
    strokes : tuple of TracedLine
        Every line.
    taken : tuple of Polygon
        Places of captions, icons, legends, badges.
    style : Style
        The style.
    """

    size: tuple[int, int]
    markers: Mapping[str, PlacedMarker]
    strokes: tuple[TracedLine, ...]
    taken: tuple[Polygon, ...]
    style: Style

    def stroke_shapes(self) -> list[tuple[str, BaseGeometry]]:
        """Return each line's name with the outline of its stroke, image px."""
        return [
            (
                traced.line.name,
                LineString(traced.points).buffer(
                    (traced.line.width or self.style.line_width) / 2 + self.style.casing
                ),
            )
            for traced in self.strokes
        ]


def place_labels(stations: Sequence[DrawnStation], layout: Layout) -> tuple[PlacedLabel, ...]:
    """Return one label a station; given sides are kept, the others go where they disturb least.

    The free labels are set one after another, then each is reconsidered against all others until
    none moves, at most `PASSES` times.
    """
    lines = [shape for _, shape in layout.stroke_shapes()]
    apart = NAMES_APART * layout.style.label_size
    shapes = {name: marker.shape for name, marker in layout.markers.items()}
    frame = box(0, 0, *layout.size).buffer(-2 * CLEARANCE)
    chosen: dict[str, PlacedLabel] = {
        s.name: place_label(s, layout.markers[s.name], side, layout.style)
        for s in stations
        if (side := "in" if layout.markers[s.name].kind == "box" else s.side)
    }
    free = [station for station in stations if station.name not in chosen]
    for _ in range(PASSES):
        before = dict(chosen)
        for station in free:
            obstacles: list[BaseGeometry] = list(layout.taken)
            obstacles += [
                Polygon(x.polygon).buffer(apart) for n, x in chosen.items() if n != station.name
            ]
            obstacles += [shape for name, shape in shapes.items() if name != station.name]
            marker = layout.markers[station.name]
            candidates = [place_label(station, marker, side, layout.style) for side in PREFERENCE]
            costs = [_disturbance(label, frame, obstacles, lines) for label in candidates]
            chosen[station.name] = candidates[costs.index(min(costs))]
        if chosen == before:
            break
    return tuple(chosen[station.name] for station in stations)


def _disturbance(
    label: PlacedLabel,
    frame: BaseGeometry,
    obstacles: Sequence[BaseGeometry],
    lines: Sequence[BaseGeometry],
) -> float:
    """Return how much a label covers, weighted areas in square px."""
    room = Polygon(label.polygon).buffer(CLEARANCE, join_style="mitre")
    return (
        PREFERENCE[label.side]
        + 10 * room.difference(frame).area
        + 6 * sum(room.intersection(shape).area for shape in obstacles)
        + 2 * sum(room.intersection(shape).area for shape in lines)
    )


def find_collisions(
    labels: Sequence[PlacedLabel], layout: Layout, *, clearance: float = 1.0
) -> list[str]:
    """Name every label that touches a frame, marker, stroke or decoration, or runs into a name.

    A name must also be nearer to its own marker than to any other.
    """
    frame = box(0, 0, *layout.size)
    lines = layout.stroke_shapes()
    shapes = {name: marker.shape for name, marker in layout.markers.items()}
    inks = {label.name: Polygon(label.polygon) for label in labels}
    found: list[str] = []
    for label in labels:
        name, ink = label.name, inks[label.name]
        room = ink.buffer(clearance, join_style="mitre")
        if not frame.contains(room):
            found.append(f"{name}: over the frame")
        if label.side == "in":
            if not shapes[name].contains(room):
                found.append(f"{name}: over its box")
        else:
            found += [f"{name}: on line {line}" for line, shape in lines if room.intersects(shape)]
        found += [
            f"{name}: on marker {other}"
            for other, shape in shapes.items()
            if (other != name or label.side != "in") and room.intersects(shape)
        ]
        found += [f"{name}: on a decoration" for place in layout.taken if room.intersects(place)]
        apart = ink.buffer(NAMES_APART * layout.style.label_size)
        found += [
            f"{name}: too near to name {other}"
            for other, shape in inks.items()
            if other > name and apart.intersects(shape)
        ]
        nearest = min(shapes, key=lambda other: ink.distance(shapes[other]))
        if nearest != name:
            found.append(f"{name}: nearer to marker {nearest}")
    return found
