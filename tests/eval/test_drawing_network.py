from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import ImageColor

from eval.drawing.decoration import Icon
from eval.drawing.draw_network import draw_network, lay_out
from eval.drawing.encoding import encode_picture
from eval.drawing.network import DrawnLine, DrawnNetwork, DrawnStation, Shift
from eval.drawing.style import Style

STATIONS = (
    DrawnStation("Alder", (80, 200)),
    DrawnStation("Birch", (240, 200)),
    DrawnStation("Cedar", (400, 200)),
    DrawnStation("Elm_Lea", (400, 400)),
)
NETWORK = DrawnNetwork(
    title="Test",
    size=(520, 500),
    stations=STATIONS,
    lines=(
        DrawnLine("Red", "#d00000", ("Alder", "Birch", "Cedar")),
        DrawnLine("Blue", "#0050c0", (Shift(1), "Alder", "Birch", (330, 200), Shift(0), "Elm_Lea")),
    ),
)


def test_edges_join_neighbouring_stops_with_all_their_lines() -> None:
    assert NETWORK.edges() == {
        ("Alder", "Birch"): ("Red", "Blue"),
        ("Birch", "Cedar"): ("Red",),
        ("Birch", "Elm_Lea"): ("Blue",),
    }
    assert NETWORK.lines_at("Birch") == ("Red", "Blue")
    assert NETWORK.lines_at("Cedar") == ("Red",)


def test_the_truth_is_where_the_picture_shows_it() -> None:
    image, truth = draw_network(NETWORK, Style())
    pixels = np.asarray(image)
    record = truth.to_dict()
    for stroke in record["strokes"]:
        for edge in stroke["edges"]:
            (ax, ay), (bx, by) = edge["polyline"][:2]
            x, y = (ax + bx) / 2, (ay + by) / 2
            assert tuple(pixels[int(y), int(x)]) == ImageColor.getrgb(stroke["color"])
    for name, places in record["positions"].items():
        for x, y in places:
            assert tuple(pixels[int(y), int(x)]) == (255, 255, 255), name
    assert record["printed"]["Elm_Lea"] == "Elm-Lea"
    assert len(record["positions"]["Birch"]) == 2


def test_a_capsule_reaches_over_all_platforms() -> None:
    truth = lay_out(NETWORK, Style())
    marker = truth.layout.markers["Birch"]
    assert marker.kind == "capsule"
    assert marker.places == ((240.0, 200.0), (240.0, 215.0))
    assert truth.layout.markers["Cedar"].kind == "ring"


@pytest.mark.parametrize(
    "style",
    [
        Style(texture="paper", texture_seed=3),
        Style(texture="grass", casing=2, label_halo=2, marker="dot", interchange="circle"),
        Style(marker="square", font="grotesque", background="#202830", label_ink="#ffffff"),
        Style(marker="box", interchange="box"),
        Style(marker="white", marker_ink=""),
    ],
)
def test_the_same_description_gives_the_same_bytes(style: Style) -> None:
    for suffix in (".png", ".jpg"):
        first, second = (encode_picture(draw_network(NETWORK, style)[0], suffix) for _ in range(2))
        assert first == second
    other = draw_network(NETWORK, replace(style, line_width=9.0))[0]
    assert encode_picture(other, ".png") != encode_picture(draw_network(NETWORK, style)[0], ".png")


def test_a_wrong_description_is_refused() -> None:
    with pytest.raises(ValueError, match=r"named twice: Alder"):
        replace(NETWORK, stations=(*STATIONS, STATIONS[0]))
    with pytest.raises(ValueError, match=r"stops without a station: Elm_Lea"):
        replace(NETWORK, stations=STATIONS[:3])
    with pytest.raises(ValueError, match=r"without a line: Fir"):
        replace(NETWORK, stations=(*STATIONS, DrawnStation("Fir", (1, 1))))
    with pytest.raises(ValueError, match="no marker kind 'star'"):
        draw_network(NETWORK, Style(marker="star"))
    with pytest.raises(ValueError, match="no texture 'sand'"):
        draw_network(NETWORK, Style(texture="sand"))
    with pytest.raises(ValueError, match="no icon 'ufo'"):
        draw_network(replace(NETWORK, over=(Icon("ufo", (50, 50), 20),)), Style())
