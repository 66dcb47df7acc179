"""Boxes that several names stand in, apart from each other: a park between two lines, a zone.

A box round one name is that name's; one that holds more belongs to none of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
from shapely.geometry import Polygon as Shape

from perception.stations.label import Polygon
from perception.text_reading import TextItem

# Lines of one name are so near to each other, in heights of a line; a name has so many letters.
_APART = 1.0
_LETTERS = 3

_Box = tuple[int, Polygon] | None


def without_wide_boxes(lines: Sequence[TextItem], boxes: Sequence[_Box]) -> list[_Box]:
    """Return the box of each line, those left out that hold lines far from each other.

    Parameters
    ----------
    lines : sequence of TextItem
        Text lines, px.
    boxes : sequence of (id, polygon) or None
        The box each line stands in.
    """
    within: dict[int, list[int]] = {}
    for index, (item, box) in enumerate(zip(lines, boxes, strict=True)):
        if box is not None and sum(c.isalpha() for c in item.text) >= _LETTERS:
            within.setdefault(box[0], []).append(index)
    wide = {number for number, held in within.items() if _are_apart([lines[i] for i in held])}
    return [box if box is None or box[0] not in wide else None for box in boxes]


def _are_apart(items: Sequence[TextItem]) -> bool:
    """Tell whether some lines make several blocks."""
    shapes = [Shape(item.polygon).convex_hull for item in items]
    near: nx.Graph[int] = nx.Graph()
    near.add_nodes_from(range(len(items)))
    near.add_edges_from(
        (i, j)
        for i in range(len(items))
        for j in range(i)
        if shapes[i].distance(shapes[j]) <= _APART * min(items[i].height, items[j].height)
    )
    return nx.number_connected_components(near) > 1
