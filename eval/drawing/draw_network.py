"""Draw a described network in a style; return the picture with its exact truth."""

from __future__ import annotations

from PIL import Image

from eval.drawing.background import paint_background
from eval.drawing.canvas import Canvas
from eval.drawing.draw_decoration import draw_decoration, taken_place
from eval.drawing.label_placement import Layout, place_labels
from eval.drawing.labels import draw_label, measure_text
from eval.drawing.markers import PlacedMarker, draw_marker, place_marker
from eval.drawing.network import DrawnNetwork, DrawnStation
from eval.drawing.paths import TracedLine, trace_line
from eval.drawing.style import Style
from eval.drawing.truth import DrawingTruth


def lay_out(network: DrawnNetwork, style: Style) -> DrawingTruth:
    """Return where everything goes, without drawing it.

    Raises
    ------
    ValueError
        If a path cannot be traced (see `trace_line`) or a marker kind is unknown.
    """
    places = {station.name: station.xy for station in network.stations}
    strokes = tuple(
        trace_line(line, places, pitch=style.pitch, radius=style.corner_radius)
        for line in network.lines
    )
    markers = {station.name: _marker(station, strokes, style) for station in network.stations}
    places_taken = (
        taken_place(item, network.lines, style) for item in (*network.under, *network.over)
    )
    taken = tuple(place for place in places_taken if place is not None)
    layout = Layout(network.size, markers, strokes, taken, style)
    return DrawingTruth(network, layout, place_labels(network.stations, layout))


def draw_network(network: DrawnNetwork, style: Style) -> tuple[Image.Image, DrawingTruth]:
    """Return the picture (RGB, `network.size` px) and its truth.

    Raises
    ------
    ValueError
        See `lay_out`; also for unknown textures and icons.
    ConfigError
        If the style's font cannot draw a character.
    """
    truth = lay_out(network, style)
    canvas = Canvas(network.size, paint_background(network.size, style))
    for item in network.under:
        draw_decoration(canvas, item, network.lines, style)
    for traced in truth.layout.strokes:
        line = traced.line
        width = line.width or style.line_width
        if style.casing and not line.dash:
            canvas.stroke(traced.points, width + 2 * style.casing, style.casing_color)
        canvas.stroke(traced.points, width, line.color, line.dash)
    for marker in truth.layout.markers.values():
        draw_marker(canvas, marker, style)
    for label in truth.labels:
        draw_label(canvas, label, style)
    for item in network.over:
        draw_decoration(canvas, item, network.lines, style)
    return canvas.finish(), truth


def _marker(station: DrawnStation, strokes: tuple[TracedLine, ...], style: Style) -> PlacedMarker:
    stops = [
        (traced.points[index], traced.line)
        for traced in strokes
        for stop, index in traced.stops
        if stop == station.name
    ]
    block = measure_text(station.text, style)
    return place_marker(
        station.name,
        station.marker,
        [xy for xy, _ in stops],
        [line.name for _, line in stops],
        stops[0][1].color,
        style,
        (block.width, block.height),
    )
