"""Generated maps: the truth is what the picture shows, and a person could read it."""

from __future__ import annotations

import csv
import json
import unicodedata
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
import shapely
from PIL import Image, ImageColor
from shapely import LineString, Polygon, STRtree
from typer.testing import CliRunner

from eval.atlas.composition import compose
from eval.atlas.draw_map import DrawnMap, draw_map
from eval.atlas.furniture import Room
from eval.atlas.inset import draw_inset
from eval.atlas.marks import KINDS
from eval.atlas.names import all_japanese, make_names
from eval.atlas.stroke_looks import LOOKS
from eval.atlas.style import MapStyle
from eval.atlas.write_maps import GROUPS, choose_styles, styles_by_key
from eval.drawing.canvas import Canvas
from eval.drawing.fonts import FAMILIES, require_glyphs
from eval.reading.map_folder import find_maps
from perception.errors import ConfigError
from perception.map_graph import MapEdge, MapGraph, MapStation
from perception.scoring.truth_score import read_truth, score_graph

STYLES = {style.key: style for style in GROUPS["all"]}


def small(key: str) -> MapStyle:
    style = STYLES[key]
    return replace(style, layout=replace(style.layout, stations=(9, 14), lines=(2, 3)))


@pytest.fixture(scope="module", params=["night", "two-scripts", "kana", "trails"])
def drawn(request: pytest.FixtureRequest) -> DrawnMap:
    return draw_map(small(request.param), "1")


def test_no_two_styles_share_a_key() -> None:
    every = GROUPS["all"]
    assert len(styles_by_key(every)) == len(every)
    for twice in (GROUPS["develop"][0], GROUPS["kept-aside"][0]):
        with pytest.raises(ConfigError, match=twice.key):
            styles_by_key((*every, twice))


def test_groups_are_large_and_apart() -> None:
    develop, aside = GROUPS["develop"], GROUPS["kept-aside"]
    assert len(develop) >= 8
    assert len(aside) >= 6
    assert len(STYLES) == len(develop) + len(aside)


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_every_style_names_what_there_is(style: MapStyle) -> None:
    assert {style.marks.plain, style.marks.change} <= set(KINDS)
    assert set(style.lines.looks) <= set(LOOKS)
    assert {style.names.font, style.names.han} <= set(FAMILIES)
    assert len(style.lines.palette) >= 1
    if style.names.script != "latin":
        assert style.names.language in ("chinese", "japanese")


@pytest.mark.parametrize("spots", [False, True])
def test_japanese_names_are_in_kanji_and_kana_and_can_be_printed(spots: bool) -> None:
    names = make_names(60, "japanese", Random(3), spots=spots)
    printed = "".join(name.han for name in names)
    assert {"CJK", "HIRAGANA", "KATAKANA"} <= {unicodedata.name(c).split()[0] for c in printed}
    require_glyphs(printed + all_japanese(), "gothic")
    assert all(name.latin.isascii() and name.han for name in names)


def test_the_truth_lies_within_the_picture(drawn: DrawnMap) -> None:
    width, height = drawn.picture.size
    truth = drawn.truth
    assert truth["size"] == [width, height]
    assert len(set(truth["names"])) == truth["stations"] == len(truth["positions"])
    for points in (*truth["positions"].values(), *truth["labels"].values()):
        assert all(0 <= x <= width and 0 <= y <= height for x, y in points)


def test_names_keep_apart(drawn: DrawnMap) -> None:
    assert drawn.clashes == 0
    labels = [Polygon(points) for points in drawn.truth["labels"].values()]
    one, other = STRtree(labels).query(labels, predicate="intersects")
    assert (one == other).all()


def test_strokes_are_where_the_truth_says(drawn: DrawnMap) -> None:
    truth = drawn.truth
    pixels = np.asarray(drawn.picture).astype(float)
    looks = {line["name"]: line["look"] for line in truth["lines"]}
    marks = [
        LineString([p, p]).buffer(26) for places in truth["positions"].values() for p in places
    ]
    tree = STRtree([*marks, *(Polygon(p).buffer(8) for p in truth["labels"].values())])
    right = []
    for stroke in truth["strokes"]:
        if looks.get(stroke["line"], "dashed") != "solid":
            continue
        line = LineString(stroke["points"])
        color = np.array(ImageColor.getrgb(stroke["color"]))
        others = [LineString(s["points"]) for s in truth["strokes"] if s is not stroke]
        for k in range(1, 60):
            point = line.interpolate(k / 60, normalized=True)
            clear = not len(tree.query(point, predicate="intersects"))
            if clear and all(point.distance(other) > 12 for other in others):
                seen = pixels[int(point.y), int(point.x)]
                right.append(float(np.abs(seen - color).max()) < 12)
    assert not right or sum(right) / len(right) > 0.97


def test_the_same_seed_gives_the_same_map(drawn: DrawnMap) -> None:
    again = draw_map(small(drawn.truth["style"]), "1")
    assert again.truth == drawn.truth
    assert np.array_equal(np.asarray(again.picture), np.asarray(drawn.picture))


def test_an_inset_keeps_clear_of_what_is_drawn() -> None:
    style = STYLES["trails"]
    taken = shapely.box(300, 0, 600, 400)
    for others, drawn in (([taken], True), ([taken, shapely.box(0, 0, 300, 400)], False)):
        canvas = Canvas((600, 400), "#ffffff", 2)
        draw_inset(canvas, style, Room((600.0, 400.0), list(others)), "1")
        pixels = np.asarray(canvas.finish())
        rows, columns = np.nonzero((pixels < 250).any(axis=2))
        assert bool(len(rows)) is drawn
        if drawn:
            frame = shapely.box(columns.min(), rows.min(), columns.max(), rows.max())
            assert frame.area > 20_000
            assert not frame.intersects(taken)


def test_another_seed_gives_another_network() -> None:
    one, other = (compose(small("trails"), seed).plan for seed in ("1", "2"))
    assert one.places != other.places


def test_maps_are_written_as_they_are_read(tmp_path: Path) -> None:
    from eval.cli import commands
    from eval.cli.main import app

    if not app.registered_commands:
        commands.register(app)
    options = ["draw", "--out", str(tmp_path), "--count", "1", "--styles", "diagram"]
    result = CliRunner().invoke(app, options)
    assert result.exit_code == 0, result.output
    maps = find_maps(tmp_path)
    assert [m.name for m in maps] == ["diagram-000"]
    for each in maps:
        truth = read_truth(each.truth)
        assert truth.size is not None
        with Image.open(each.picture()) as picture:
            assert picture.size == truth.size
        ids = {name: f"S{k}" for k, name in enumerate(truth.names)}
        stations = tuple(MapStation(i, n, truth.places[n][0]) for n, i in ids.items())
        edges = tuple(MapEdge(ids[a], ids[b]) for a, b in map(sorted, truth.edges))
        score = score_graph(MapGraph("map", *truth.size, (), stations, edges), truth)
        assert score.stations.f1 == score.edges.f1 == 1.0
        rows = list(csv.DictReader((each.truth / "edges.csv").open(encoding="utf-8")))
        stated = json.loads((each.truth / "truth.json").read_text(encoding="utf-8"))
        assert len({row["Edge"] for row in rows}) == stated["edges"]


@pytest.mark.parametrize(("names", "domain"), [(["none"], "all"), (["ticks"], "travelmap")])
def test_what_is_no_style_is_an_error(names: list[str], domain: str) -> None:
    with pytest.raises(ConfigError):
        choose_styles(names, domain)
