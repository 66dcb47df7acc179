from __future__ import annotations

import numpy as np

from perception.picture import Picture
from perception.shapes import find_shapes
from perception.stage_pictures import draw_stages
from perception.text_reading import TextReading
from tests.perception.drawn import GREEN, RED, canvas, label, ring, stroke


def test_each_stage_draws_what_it_found_where_it_found_it() -> None:
    rgb = canvas(500, 300)
    stroke(rgb, [(60, 80), (440, 80)], RED, 12)
    stroke(rgb, [(250, 80), (250, 240)], GREEN, 12)
    places = {"Alba": (60, 80), "Birch": (250, 80), "Cedar": (440, 80), "Dover": (250, 240)}
    for place in places.values():
        ring(rgb, place, 11)
    names = [label(name, (x + 16, y + 24), 18.0) for name, (x, y) in places.items()]
    picture = Picture("map.png", rgb, 500, 300, "")
    shapes = find_shapes(picture, TextReading(tuple(names), "drawn"), 6_000_000)
    before = rgb.copy()

    drawn = draw_stages(shapes)

    assert list(drawn) == [
        "picture", "text", "strokes", "markers", "association", "tracing", "graph",
    ]  # fmt: skip
    assert np.array_equal(rgb, before)
    assert {each.shape for each in drawn.values()} == {shapes.rgb.shape}
    for layer in shapes.strokes.layers:
        assert (drawn["strokes"][layer.mask] == layer.color).all(axis=1).any()
    nowhere = ~np.logical_or.reduce([layer.mask for layer in shapes.strokes.layers])
    assert len(np.unique(drawn["strokes"][nowhere], axis=0)) == 1
    # Between two stations the traced edge is dark at its rim, where the picture had the ground.
    for name in ("tracing", "graph"):
        assert (drawn[name][60:101, 150].max(axis=1) < 80).any()
