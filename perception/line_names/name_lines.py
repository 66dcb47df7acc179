"""What the lines are called: rows of the legend, badges and coloured signs, weighed together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perception.line_names.choose import LineName, choose_names
from perception.line_names.claim import Claim, bounds
from perception.line_names.colored import nearest_lines
from perception.line_names.legend import legend_claims, sampled_claims
from perception.line_names.signs import sign_claims
from perception.stages import StationCandidate, Strokes
from perception.text_reading import TextReading
from perception.traced_edge import TracedEdge


def name_lines(
    picture: NDArray[np.uint8],
    reading: TextReading,
    strokes: Strokes,
    stations: Sequence[StationCandidate] = (),
    edges: Sequence[TracedEdge] = (),
) -> dict[str, LineName]:
    """Return the names of the layers that have one.

    Parameters
    ----------
    picture : (H, W, 3) uint8 array
        sRGB.
    reading : TextReading
        Text lines, image px.
    strokes : Strokes
        The lines.
    stations : sequence of StationCandidate
        Whose names are no names of lines, where they have edges.
    edges : sequence of TracedEdge
        Of the lines, by index of their stations.

    Returns
    -------
    dict of str to LineName
        By layer id.
    """
    claims = line_claims(picture, reading, strokes, stations, edges)
    return choose_names(claims, used_layers(strokes, edges))


def used_layers(strokes: Strokes, edges: Sequence[TracedEdge]) -> list[str]:
    """Return the ids of the layers that have edges."""
    used = {edge.layer for edge in edges}
    return [layer.id for layer in strokes.layers if layer.id in used]


def line_claims(
    picture: NDArray[np.uint8],
    reading: TextReading,
    strokes: Strokes,
    stations: Sequence[StationCandidate] = (),
    edges: Sequence[TracedEdge] = (),
) -> list[Claim]:
    """Return all texts that may be names of lines; see `name_lines`."""
    if not strokes.layers:
        return []
    names = _station_names(reading, stations, edges)
    ids = [layer.id for layer in strokes.layers]
    colors = [layer.color for layer in strokes.layers]
    nearest = nearest_lines(picture, colors)
    width = float(np.median([layer.width for layer in strokes.layers]))
    claims = sampled_claims(reading.lines, strokes.legend, names)
    claims += legend_claims(reading.lines, nearest, ids, width, names)
    layers = list(zip(ids, colors, strict=True))
    return claims + sign_claims(picture, reading.lines, nearest, layers, names)


def _station_names(
    reading: TextReading, stations: Sequence[StationCandidate], edges: Sequence[TracedEdge]
) -> frozenset[int]:
    """Return the text lines that name stations which lines stop at."""
    joined = {index for edge in edges for index in (edge.source, edge.target)}
    pieces = [
        bounds(piece)
        for index in joined
        if (label := stations[index].label) is not None
        for piece in (label.pieces or (label,))
    ]
    if not pieces:
        return frozenset()
    # A label may be a piece of a line: an index number is cut off, a row is parted.
    x0, y0, x1, y1 = np.array(pieces).T
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    found = set()
    for i, item in enumerate(reading.lines):
        left, top, right, bottom = bounds(item)
        if ((left <= x) & (x <= right) & (top <= y) & (y <= bottom)).any():
            found.add(i)
    return frozenset(found)
