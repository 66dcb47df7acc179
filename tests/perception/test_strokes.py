from __future__ import annotations

import csv
import json
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from perception.color_modes import find_modes
from perception.colors import Palette, find_palette, lies_between, to_lab
from perception.picture import load_picture
from perception.stages import StrokeLayer, Strokes
from perception.strokes.find import find_strokes
from perception.strokes.fringes import is_halo, without_fringes
from perception.strokes.pieces import find_pieces
from perception.strokes.usual_width import usual_width
from perception.text_reading import TextReading
from tests.perception.drawn import BLUE, GREEN, NO_TEXT, RED, canvas, label, ring, stroke

DRAWN = ("Brussels", "Budapest", "Chennai", "Lisboa", "Munich", "Porto", "Sapporo", "Warsaw")


def colors_of(strokes: Strokes) -> list[tuple[int, int, int]]:
    return [layer.color for layer in strokes.layers]


def nearest(color: tuple[int, int, int], strokes: Strokes) -> float:
    if not strokes.layers:
        return np.inf
    return min(float(np.abs(np.subtract(color, other)).max()) for other in colors_of(strokes))


def test_one_layer_for_each_colour() -> None:
    picture = canvas()
    stroke(picture, [(20, 50), (380, 50)], RED)
    stroke(picture, [(20, 120), (380, 250)], GREEN)
    strokes = find_strokes(picture, NO_TEXT)
    assert len(strokes.layers) == 2
    assert nearest(RED, strokes) <= 3
    assert nearest(GREEN, strokes) <= 3
    assert all(9 <= layer.width <= 12 for layer in strokes.layers)
    assert strokes.background == (255, 255, 255)


def test_layers_do_not_overlap_and_hold_the_drawn_pixels() -> None:
    picture = canvas()
    stroke(picture, [(20, 150), (380, 150)], RED)
    stroke(picture, [(200, 20), (200, 280)], BLUE)
    strokes = find_strokes(picture, NO_TEXT)
    assert not (strokes.layers[0].mask & strokes.layers[1].mask).any()
    for layer in strokes.layers:
        exact = (picture == np.array(layer.color)).all(axis=2)
        assert layer.mask[exact].mean() > 0.99


def test_antialiased_borders_are_no_colours() -> None:
    picture = canvas()
    for shift in range(0, 250, 40):
        stroke(picture, [(10, 20 + shift), (390, 45 + shift)], RED, 8)
    assert len(find_palette(picture).rgb) == 2


def test_a_line_cut_into_bars_by_markers_is_one_layer() -> None:
    picture = canvas()
    stroke(picture, [(30, 150), (370, 150)], RED)
    for x in range(30, 380, 42):
        ring(picture, (x, 150), 11)
    strokes = find_strokes(picture, NO_TEXT)
    assert len(strokes.layers) == 1
    assert nearest(RED, strokes) <= 3
    between = strokes.layers[0].mask[150, 45:60]
    assert between.any()


def test_dashes_are_strokes_and_lone_blocks_are_not() -> None:
    picture = canvas()
    for x in range(20, 370, 26):
        stroke(picture, [(x, 60), (x + 14, 60)], (30, 30, 30), 4)
    for y in (150, 200, 250):
        picture[y : y + 8, 100:118] = BLUE
    strokes = find_strokes(picture, NO_TEXT)
    assert len(strokes.layers) == 1
    assert max(strokes.layers[0].color) < 80


@pytest.mark.parametrize("where", [(255, 255, 255), (20, 16, 12)])
def test_areas_and_rivers_are_ground(where: tuple[int, int, int]) -> None:
    pale = (190, 224, 242) if where[0] > 128 else (58, 57, 57)
    picture = canvas(600, 400, where)
    stroke(picture, [(-20, 200), (150, 260), (300, 150), (620, 210)], pale, 40)
    stroke(picture, [(50, 60), (550, 340)], RED, 12)
    strokes = find_strokes(picture, NO_TEXT)
    assert len(strokes.layers) == 1
    assert strokes.ground is not None
    assert strokes.ground[260, 150]
    assert not strokes.ground[strokes.layers[0].mask].any()


def test_thin_grey_strokes_are_no_lines_beside_coloured_ones_but_lines_alone() -> None:
    picture = canvas()
    stroke(picture, [(20, 30), (380, 270)], (150, 150, 150), 3)
    alone = find_strokes(picture, NO_TEXT)
    assert len(alone.layers) == 1
    stroke(picture, [(20, 150), (380, 150)], RED)
    strokes = find_strokes(picture, NO_TEXT)
    assert len(strokes.layers) == 1
    assert nearest(RED, strokes) <= 3


def test_legend_samples_are_reported_and_kept_out() -> None:
    picture = canvas()
    stroke(picture, [(30, 40), (370, 120)], RED)
    picture[250:261, 20:70] = RED
    strokes = find_strokes(picture, TextReading((label("Red Line", (80, 255)),), "none"))
    assert [name for _, name, _ in strokes.legend] == ["Red Line"]
    assert strokes.legend[0][0] == strokes.layers[0].id
    assert not strokes.layers[0].mask[240:270].any()


def test_a_stroke_between_two_markers_is_no_legend_sample() -> None:
    picture = canvas()
    stroke(picture, [(200, 20), (200, 150), (120, 150)], GREEN)
    stroke(picture, [(200, 260), (280, 260)], GREEN)
    ring(picture, (200, 260), 11)
    ring(picture, (280, 260), 11)
    reading = TextReading((label("Terminus", (300, 260)),), "none")
    strokes = find_strokes(picture, reading)
    assert strokes.legend == ()
    assert strokes.layers[0].mask[260, 240]


def test_a_badge_in_the_colour_of_a_line_is_no_stroke() -> None:
    picture = canvas()
    stroke(picture, [(30, 40), (370, 40)], BLUE)
    picture[80:106, 60:100] = BLUE
    cv2.putText(picture, "2", (72, 102), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 255), 2)
    strokes = find_strokes(picture, NO_TEXT)
    assert not strokes.layers[0].mask[70:120].any()


def test_lettering_that_was_not_read_is_no_line() -> None:
    picture = canvas(900, 300)
    stroke(picture, [(20, 250), (880, 250)], RED, 12)
    cv2.putText(picture, "Port Sand Rapid Transit", (40, 90), 0, 1.8, BLUE, 3, cv2.LINE_AA)
    assert colors_of(find_strokes(picture, NO_TEXT)) == [RED]


def test_thin_dashes_beside_wide_lines_are_strokes() -> None:
    picture = canvas(900, 300)
    stroke(picture, [(20, 250), (880, 250)], RED, 14)
    for x in range(40, 840, 24):
        stroke(picture, [(x, 100), (x + 14, 100 + x % 3)], BLUE, 4)
    assert nearest(BLUE, find_strokes(picture, NO_TEXT)) <= 3


def test_black_dots_and_a_scale_bar_are_no_line_beside_coloured_ones() -> None:
    ink = (30, 30, 30)
    picture = canvas(900, 300)
    stroke(picture, [(20, 150), (880, 220)], RED, 12)
    marks = [(80 + 110 * k, round(155 + 9 * k)) for k in range(7)]
    for at in marks:
        cv2.circle(picture, at, 12, (255, 255, 255), -1, cv2.LINE_AA)
        cv2.circle(picture, at, 8, ink, -1, cv2.LINE_AA)
    for x, y, length in ((60, 60, 70), (180, 60, 70), (60, 90, 240)):
        stroke(picture, [(x, y), (x + length, y)], ink, 12)
    strokes = find_strokes(picture, NO_TEXT)
    assert nearest(RED, strokes) <= 3
    assert not any(layer.mask[y, x] for layer in strokes.layers for x, y in marks)


def test_black_dots_of_two_sizes_leave_a_black_line() -> None:
    picture = canvas(600, 400)
    for y in (60, 120, 180):
        stroke(picture, [(20, y), (580, y)], RED, 10)
    stroke(picture, [(20, 240), (580, 240)], (0, 0, 0), 10)
    for x in (100, 200, 300):
        cv2.circle(picture, (x, 320), 6, (0, 0, 0), -1, cv2.LINE_AA)
        cv2.circle(picture, (x, 370), 14, (0, 0, 0), -1, cv2.LINE_AA)
    assert len(find_strokes(picture, NO_TEXT).layers) == 2


def test_rims_and_a_frame_are_no_pencil_beside_thin_coloured_lines() -> None:
    picture = canvas(900, 600)
    for color, y in ((RED, 200), ((60, 80, 120), 300)):
        stroke(picture, [(60, y), (540, y + 60)], color, 3)
        for k in range(5):
            cv2.circle(picture, (80 + 110 * k, y + 3 + 14 * k), 7, (150, 150, 150), 2, cv2.LINE_AA)
    for edge in (6, 60):
        cv2.rectangle(picture, (edge, edge), (893 - edge, 593 - edge), (150, 150, 150), 2)
    colors = colors_of(find_strokes(picture, NO_TEXT))
    assert RED in colors and (60, 80, 120) in colors


def test_a_black_line_among_coloured_ones_stays() -> None:
    picture = canvas(900, 300)
    stroke(picture, [(20, 150), (880, 220)], RED, 12)
    stroke(picture, [(20, 40), (500, 40), (700, 280)], (30, 30, 30), 12)
    colors = colors_of(find_strokes(picture, NO_TEXT))
    assert sorted(colors) == [(30, 30, 30), RED]


def test_rings_in_rows_do_not_tell_how_wide_grey_lines_are() -> None:
    picture = canvas(900, 900)
    greys = ((96, 96, 96), (150, 150, 150), (200, 200, 200))
    xs = (120, 134, 148)
    for x, tone, end in zip(xs, greys, (300, 560, 820), strict=True):
        stroke(picture, [(x, 40), (x, 700), (end, 840)], tone, 13)
    for y in range(60, 700, 60):
        cv2.line(picture, (xs[0], y), (xs[-1], y), (32, 32, 32), 28, cv2.LINE_AA)
        cv2.line(picture, (xs[0], y), (xs[-1], y), (255, 255, 255), 20, cv2.LINE_AA)
        for x in xs:
            cv2.circle(picture, (x, y), 12, (32, 32, 32), 4, cv2.LINE_AA)
            cv2.circle(picture, (x, y), 9, (255, 255, 255), -1, cv2.LINE_AA)
    strokes = find_strokes(picture, NO_TEXT)
    assert all(nearest(tone, strokes) <= 3 for tone in greys)
    assert nearest((32, 32, 32), strokes) > 40


def test_a_bright_line_may_be_much_wider_than_the_others() -> None:
    picture = canvas(900, 300)
    for y in (40, 90, 140):
        stroke(picture, [(20, y), (880, y + 20)], BLUE, 4)
    stroke(picture, [(20, 220), (880, 260)], RED, 10)
    assert nearest(RED, find_strokes(picture, NO_TEXT)) <= 3


def test_a_grey_line_is_as_wide_as_a_bright_one_beside_thin_rims_of_cased_ones() -> None:
    picture = canvas(900, 700, (246, 248, 242))
    cased = (((148, 116, 163), (213, 193, 221)), ((76, 145, 185), (165, 207, 230)))
    for k in range(8):
        rim, core = cased[k % 2]
        stroke(picture, [(30, 40 + 50 * k), (870, 60 + 50 * k)], rim, 9)
        stroke(picture, [(30, 40 + 50 * k), (870, 60 + 50 * k)], core, 3)
    green, grey = (128, 188, 66), (135, 135, 135)
    stroke(picture, [(30, 520), (870, 560)], green, 9)
    stroke(picture, [(30, 600), (870, 640)], grey, 9)
    found = find_strokes(picture, NO_TEXT)
    assert nearest(green, found) <= 3
    assert nearest(grey, found) <= 3


def test_hatched_strokes_are_future_lines() -> None:
    picture = canvas()
    stroke(picture, [(30, 40), (370, 40)], RED, 12)
    for x in range(40, 340, 12):
        stroke(picture, [(x, 206), (x + 8, 194)], (80, 170, 215), 5)
    strokes = find_strokes(picture, NO_TEXT)
    states = {layer.state for layer in strokes.layers}
    assert states == {"open", "future"}
    future = next(layer for layer in strokes.layers if layer.state == "future")
    assert future.mask[200, 60:320].mean() > 0.9


def test_jpeg_noise_adds_no_layers() -> None:
    picture = canvas()
    stroke(picture, [(20, 50), (380, 250)], RED)
    stroke(picture, [(20, 250), (380, 50)], BLUE)
    _, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 70])
    noisy = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)[..., ::-1].copy()
    assert len(find_strokes(noisy, NO_TEXT).layers) == 2


@pytest.mark.parametrize("fill", [255, 0, 120])
def test_an_empty_picture_has_no_layers(fill: int) -> None:
    assert find_strokes(canvas(color=(fill, fill, fill)), NO_TEXT).layers == ()


def test_noise_has_no_layers() -> None:
    noise = np.random.default_rng(7).integers(0, 256, (200, 300, 3)).astype(np.uint8)
    assert len(find_strokes(noise, NO_TEXT).layers) == 0


def test_the_same_picture_gives_the_same_layers() -> None:
    picture = canvas()
    stroke(picture, [(20, 50), (380, 250)], RED)
    one, two = find_strokes(picture, NO_TEXT), find_strokes(picture, NO_TEXT)
    assert colors_of(one) == colors_of(two)
    assert (one.layers[0].mask == two.layers[0].mask).all()


def test_lies_between() -> None:
    assert lies_between(np.array([128, 128, 128]), np.array([0, 0, 0]), np.array([255, 255, 255]))
    assert not lies_between(np.array([255, 0, 0]), np.array([0, 0, 0]), np.array([255, 255, 255]))


@pytest.mark.shared
@pytest.mark.parametrize("city", DRAWN)
def test_drawn_cities_have_one_layer_for_each_line(city: str, shared: Path) -> None:
    folder = shared / "maps" / city
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    with (folder / "edges.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = {row["Line"] for row in csv.DictReader(file)}
    assert len(lines) == truth["lines"]
    strokes = find_strokes(load_picture(folder / "map.png").rgb, NO_TEXT)
    assert len(strokes.layers) == truth["lines"]


def test_a_plain_line_beside_seamed_ones_is_kept() -> None:
    picture = canvas(500, 400)
    for y, color in ((60, RED), (120, BLUE)):
        stroke(picture, [(40, y), (460, y)], color, 12)
        stroke(picture, [(40, y), (460, y)], (255, 255, 255), 4)
    stroke(picture, [(40, 200), (460, 200)], GREEN, 12)
    found = {layer.color for layer in find_strokes(picture, NO_TEXT).layers}
    assert {RED, BLUE, GREEN} <= found


def test_a_bar_across_the_end_of_a_line_is_no_legend_sample() -> None:
    picture = canvas()
    stroke(picture, [(40, 60), (360, 60)], RED)
    stroke(picture, [(100, 120), (100, 280)], BLUE)
    stroke(picture, [(90, 118), (110, 118)], RED, 8)
    found = find_strokes(picture, TextReading((label("Harbour", (124, 118)),), "none"))
    assert not found.legend


def test_a_stroke_between_two_boxed_names_is_no_legend_sample() -> None:
    picture = canvas(700, 400)
    stroke(picture, [(60, 100), (610, 100)], RED, 10)
    names = []
    for x in range(60, 700, 110):
        cv2.rectangle(picture, (x - 32, 80), (x + 32, 120), (30, 30, 30), -1)
        cv2.rectangle(picture, (x - 30, 82), (x + 30, 118), (255, 255, 255), -1)
        names.append(label("Alba", (x - 24, 100), 20.0))
    found = find_strokes(picture, TextReading(tuple(names), "drawn"))
    assert found.legend == ()


def test_a_paler_stripe_along_the_middle_is_no_line() -> None:
    picture = canvas()
    for y, color in ((80, RED), (200, BLUE)):
        stroke(picture, [(20, y), (200, y + 30), (380, y)], color, 14)
        pale = tuple(round(v + 0.55 * (255 - v)) for v in color)
        stroke(picture, [(20, y), (200, y + 30), (380, y)], (pale[0], pale[1], pale[2]), 5)
    strokes = find_strokes(picture, NO_TEXT)
    assert len(strokes.layers) == 2
    assert all(12 <= layer.width <= 15 for layer in strokes.layers)
    assert strokes.inside is not None


def test_fields_between_rungs_belong_to_their_line() -> None:
    picture = canvas()
    stroke(picture, [(30, 100), (370, 100)], RED, 14)
    for x in range(40, 355, 18):
        picture[96:105, x : x + 9] = 255
    stroke(picture, [(30, 200), (370, 230)], BLUE, 14)
    strokes = find_strokes(picture, NO_TEXT)
    red = min(strokes.layers, key=lambda layer: float(np.abs(np.subtract(layer.color, RED)).max()))
    assert red.mask[100, 40:360].all()
    assert strokes.inside is not None
    assert strokes.inside[100, 44]


def test_fields_of_a_slanted_ladder_belong_to_their_line() -> None:
    picture = canvas(600, 600)
    stroke(picture, [(40, 40), (560, 560)], RED, 11)
    for k in range(40):
        x = 60.0 + 12 * k
        if k % 10:
            stroke(picture, [(x, x), (x + 3.2, x + 3.2)], (255, 255, 255), 5)
    found = find_strokes(picture, NO_TEXT)
    assert found.inside is not None
    assert all(found.layers[0].mask[k, k] for k in range(60, 540))


def test_links_of_a_chain_are_no_fields() -> None:
    picture = canvas()
    for x in range(60, 340, 13):
        cv2.circle(picture, (x, 60), 8, RED, 2, cv2.LINE_AA)
    stroke(picture, [(20, 150), (380, 150)], RED)
    found = find_strokes(picture, NO_TEXT)
    assert nearest(RED, found) <= 3
    assert found.inside is None


def test_a_bright_river_under_lines_and_names_is_no_line() -> None:
    picture = canvas(700, 500)
    stroke(picture, [(0, 380), (250, 330), (420, 180), (700, 60)], (248, 252, 160), 30)
    stroke(picture, [(60, 60), (640, 440)], RED, 16)
    stroke(picture, [(60, 440), (640, 110)], BLUE, 16)
    names = [label("Riverside", (200, 340), 24.0), label("Old Bridge", (520, 130), 24.0)]
    strokes = find_strokes(picture, TextReading(tuple(names), "drawn"))
    assert len(strokes.layers) == 2


@pytest.mark.parametrize("stretch", [1.0, 1.1])
def test_discs_of_stations_near_each_other_are_no_fields(stretch: float) -> None:
    picture = canvas(800, 600)
    stroke(picture, [(40, 100), (760, 100)], BLUE, 22)
    stroke(picture, [(40, 200), (760, 560)], RED, 22)
    places = [70 + 30 * k for k in range(13)]
    for x in places:
        cv2.ellipse(picture, (x, 100), (round(11 * stretch), 11), 0, 0, 360, BLUE, 6, cv2.LINE_AA)
        cv2.ellipse(
            picture, (x, 100), (round(8 * stretch), 8), 0, 0, 360, (255,) * 3, -1, cv2.LINE_AA
        )
    found = find_strokes(picture, NO_TEXT)
    assert nearest(BLUE, found) <= 3
    assert found.inside is None
    assert not any(layer.mask[100, x] for layer in found.layers for x in places)


def test_black_bars_across_a_bundle_are_no_line() -> None:
    picture = canvas(900, 300)
    for y, color in ((100, RED), (112, GREEN), (124, BLUE)):
        stroke(picture, [(40, y), (860, y)], color, 9)
    for x in range(40, 880, 164):
        cv2.rectangle(picture, (x - 3, 90), (x + 3, 134), (16, 16, 16), -1)
    for x in (290, 610):
        cv2.circle(picture, (x, 112), 24, (255, 255, 255), -1, cv2.LINE_AA)
        cv2.circle(picture, (x, 112), 24, (16, 16, 16), 4, cv2.LINE_AA)
    stroke(picture, [(40, 220), (860, 220)], (16, 16, 16), 9)
    dark = [layer for layer in find_strokes(picture, NO_TEXT).layers if max(layer.color) < 60]
    assert len(dark) == 1
    picture[200:240] = 255
    colors = colors_of(find_strokes(picture, NO_TEXT))
    assert sorted(colors) == sorted((RED, GREEN, BLUE))


def test_a_line_is_kept_though_most_of_it_lies_under_codes() -> None:
    picture = canvas(900, 300)
    stroke(picture, [(40, 60), (860, 60)], RED, 9)
    stroke(picture, [(40, 200), (860, 200)], BLUE, 9)
    items = []
    for k in range(10):
        x = 60 + 85 * k
        cv2.rectangle(picture, (x - 28, 190), (x + 28, 210), BLUE, -1)
        cv2.putText(picture, f"B{k}", (x - 18, 207), 0, 0.6, (255, 255, 255), 3)
        items.append(label(f"BB{k + 10:02}", (x - 24, 200), 20.0))
    assert nearest(BLUE, find_strokes(picture, TextReading(tuple(items), "drawn"))) <= 3


def test_strokes_between_wide_boxes_are_a_line() -> None:
    picture = canvas(900, 300)
    stroke(picture, [(60, 60), (840, 60)], RED, 9)
    for x in range(80, 800, 140):
        stroke(picture, [(x, 200), (x + 40, 200)], BLUE, 9)
        cv2.rectangle(picture, (x + 45, 180), (x + 135, 220), (30, 30, 30), 2)
    assert nearest(BLUE, find_strokes(picture, NO_TEXT)) <= 3


def test_pale_roads_are_parted_from_a_wider_river_of_their_colour() -> None:
    white = (255, 255, 255)
    picture = canvas(700, 500, (230, 224, 210))
    stroke(picture, [(0, 90), (350, 60), (700, 120)], white, 24)
    for y in (200, 400):
        stroke(picture, [(60, y), (640, y)], white, 14)
    for x in (120, 560):
        stroke(picture, [(x, 200), (x, 400)], white, 14)
    (layer,) = find_strokes(picture, NO_TEXT).layers
    assert layer.mask[200, 300]
    assert not layer.mask[65, 300]


@pytest.mark.parametrize("radius", [8, 9])
def test_black_marks_upon_a_line_are_no_part_of_a_black_line(radius: int) -> None:
    ink = (30, 30, 30)
    picture = canvas(900, 300)
    stroke(picture, [(20, 150), (880, 220)], RED, 12)
    marks = [(80 + 110 * k, round(155 + 9 * k)) for k in range(3)]
    for at in marks:
        cv2.circle(picture, at, radius, ink, -1, cv2.LINE_AA)
    for x, y, length in ((60, 60, 70), (180, 60, 70), (60, 90, 240)):
        stroke(picture, [(x, y), (x + length, y)], ink, 12)
    strokes = find_strokes(picture, NO_TEXT)
    black = min(strokes.layers, key=lambda layer: sum(layer.color))
    assert black.mask[90, 180]
    assert not any(black.mask[y, x] for x, y in marks)


@pytest.mark.parametrize(("width", "side"), [(6, 30), (6, 44), (8, 44)])
def test_grey_paths_are_parted_from_the_grey_houses_at_which_they_end(
    width: int, side: int
) -> None:
    grey = (120, 120, 120)
    picture = canvas(700, 500)
    stroke(picture, [(60, 450), (640, 450)], RED, width)
    spots = [(100, 100), (350, 120), (600, 90), (340, 300)]
    for one, other in ((0, 1), (1, 2), (1, 3)):
        stroke(picture, [spots[one], spots[other]], grey, width)
    for x, y in spots:
        low, high = (x - side // 2, y - side // 2), (x + side // 2, y + side // 2)
        cv2.rectangle(picture, low, high, grey, -1)
    strokes = find_strokes(picture, NO_TEXT)
    paths = min(strokes.layers, key=lambda layer: max(layer.color) - min(layer.color))
    assert paths.mask[110, 225]
    assert not any(paths.mask[y, x] for x, y in spots)


def test_thin_pieces_along_wider_ones_are_fringes_and_those_apart_are_not() -> None:
    labels = np.zeros((200, 300), np.int16)
    labels[80:92, 20:280] = 1
    labels[78:80, 20:280] = labels[92:94, 20:280] = 2
    labels[150:152, 20:280] = 2
    rgb = np.array([(255, 255, 255), RED, (238, 140, 145)], np.uint8)
    palette = Palette(to_lab(rgb[None])[0], rgb, labels)
    pieces = find_pieces(palette, np.zeros(labels.shape, np.bool_))
    kept = without_fringes(pieces, 12.0).of_mode
    assert [piece.box[1] for piece in kept[1]] == [80]
    assert [piece.box[1] for piece in kept[2]] == [150]


@pytest.mark.parametrize(
    ("color", "first", "halo"),
    [((238, 140, 145), 92, True), ((238, 140, 145), 130, False), (GREEN, 92, False)],
)
def test_a_paler_layer_along_a_stroke_is_its_halo(
    color: tuple[int, int, int], first: int, halo: bool
) -> None:
    line, pale = np.zeros((2, 200, 300), np.bool_)
    line[80:92, 20:280] = True
    pale[first : first + 6, 20:280] = True
    layers = [StrokeLayer("a", RED, line, 12.0), StrokeLayer("b", color, pale, 6.0)]
    assert is_halo(layers[1], layers, (255, 255, 255)) == halo
    assert not is_halo(layers[0], layers, (255, 255, 255))


def test_panels_that_words_fill_are_no_line() -> None:
    picture = canvas(900, 300)
    stroke(picture, [(40, 60), (860, 60)], RED, 9)
    items = []
    for k in range(4):
        x = 40 + 210 * k
        cv2.rectangle(picture, (x, 188), (x + 190, 214), BLUE, -1)
        cv2.putText(picture, "Central Mall", (x + 8, 208), 0, 0.8, (255, 255, 255), 2, cv2.LINE_AA)
        items.append(label("Central Mall", (x + 6, 201), 24.0))
    assert nearest(BLUE, find_strokes(picture, TextReading(tuple(items), "drawn"))) > 30


def test_a_rare_colour_beside_a_common_one_is_a_mode() -> None:
    rng = np.random.default_rng(4)
    river, white = (90.8, -4.5, -8.5), (99.5, 0.0, 0.0)
    votes = [rng.normal(river, 1.5, (60000, 3)), rng.normal(white, 0.4, (3000, 3))]
    modes = find_modes(np.concatenate(votes).astype(np.float32), 170.0)
    assert np.linalg.norm(modes - white, axis=1).min() < 2.0
    assert len(find_modes(votes[0].astype(np.float32), 170.0)) == 1


def test_a_park_full_of_grain_is_no_line_beside_thin_black_ones() -> None:
    picture = canvas(600, 400, (251, 248, 241))
    cv2.ellipse(picture, (330, 210), (90, 60), 0, 0, 360, (216, 235, 198), -1)
    rng = np.random.default_rng(2)
    for x, y in rng.integers((230, 140), (430, 280), (260, 2)).tolist():
        cv2.circle(picture, (x, y), 2, (251, 248, 241), -1)
    for x in (60, 140, 480, 560):
        cv2.rectangle(picture, (x, 30), (x + 10, 52), (82, 136, 76), -1)
    stroke(picture, [(40, 120), (200, 300), (420, 250), (560, 320)], (40, 40, 40), 3)
    stroke(picture, [(40, 350), (300, 100), (560, 130)], (40, 40, 40), 3)
    assert [max(layer.color) < 90 for layer in find_strokes(picture, NO_TEXT).layers] == [True]


def test_short_brown_dashes_are_lines_among_green_trees() -> None:
    picture = canvas(700, 500, (225, 235, 209))
    ways = [[(60, 250), (350, 90), (640, 250)], [(60, 250), (350, 420), (640, 250)]]
    for way in ways:
        for (x0, y0), (x1, y1) in pairwise(way):
            long = float(np.hypot(x1 - x0, y1 - y0))
            for along in np.arange(10.0, long - 12.0, 16.0):
                a, b = along / long, (along + 5.0) / long
                ends = [(float(x0 + s * (x1 - x0)), float(y0 + s * (y1 - y0))) for s in (a, b)]
                stroke(picture, ends, (91, 66, 55), 5)
    dashes = int((np.abs(picture.astype(int) - (91, 66, 55)).max(axis=2) < 40).sum())
    for x in range(40, 680, 60):
        cv2.rectangle(picture, (x, 20), (x + 13, 44), (80, 137, 74), -1)
    palette = find_palette(picture)
    none = np.zeros(picture.shape[:2], bool)
    assert usual_width(find_pieces(palette, none).all(), palette) < 7.0
    layers = find_strokes(picture, NO_TEXT).layers
    brown = [layer for layer in layers if np.abs(np.subtract(layer.color, (91, 66, 55))).max() < 12]
    assert len(brown) == 1
    assert int(brown[0].mask.sum()) > 0.9 * dashes
