"""`mapclew perceive`: folders of maps with truth, and the cache of what was read."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from typer.testing import CliRunner, Result

from eval.reading.map_folder import MapFolder, find_maps
from eval.reading.map_report import MapReport, Share, mean_of
from eval.reading.score_map import ScoreRequest
from eval.reading.score_maps import score_maps
from perception.errors import BadPicture, BadTable, ConfigError
from perception.perceive import PerceptionConfig
from perception.scoring.truth_score import read_truth


def perceive(*arguments: object) -> Result:
    from eval.cli import commands
    from eval.cli.main import app

    if not app.registered_commands:
        commands.register(app)
    return CliRunner().invoke(app, ["perceive", *map(str, arguments)], catch_exceptions=True)


@pytest.fixture
def maps(tmp_path: Path) -> Path:
    """One map with three named stops, and one whose picture is broken."""
    folder = tmp_path / "maps"
    for name in ("good", "torn"):
        (folder / name).mkdir(parents=True)
        names = ["Harbour", "Old Mill", "Kings Hill"]
        (folder / name / "truth.json").write_text(json.dumps({"names": names}), encoding="utf-8")
        table = "Edge,Line\nHarbour-Old Mill,Red\nOld Mill-Kings Hill,Red\n"
        (folder / name / "edges.csv").write_text(table, encoding="utf-8")
    image = Image.new("RGB", (640, 240), "white")
    draw = ImageDraw.Draw(image)
    draw.line((80, 120, 560, 120), fill="#d03030", width=10)
    for x, name in zip((80, 320, 560), names, strict=True):
        draw.ellipse((x - 9, 111, x + 9, 129), fill="white", outline="black", width=3)
        draw.text((x, 165), name, fill="black", font=ImageFont.load_default(22), anchor="mm")
    image.save(folder / "good" / "map.png")
    (folder / "torn" / "map.jpg").write_bytes(b"no picture")
    return folder


def test_maps_are_found_by_name(maps: Path) -> None:
    assert [(m.name, m.picture().name) for m in find_maps(maps)] == [
        ("good", "map.png"),
        ("torn", "map.jpg"),
    ]
    assert [m.name for m in find_maps(maps / "good")] == ["good"]


def test_the_mini_split_is_a_folder_of_maps() -> None:
    found = find_maps(Path("mini"))
    assert len(found) == 8
    assert all(m.picture().is_file() and (m.truth / "edges.csv").is_file() for m in found)


def test_a_folder_without_maps_is_an_error(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(ConfigError, match=folder.name):
            find_maps(folder)


def test_two_pictures_of_one_map_are_an_error(maps: Path) -> None:
    (maps / "good" / "map.jpg").touch()
    with pytest.raises(BadPicture, match="2 pictures"):
        find_maps(maps)[0].picture()


def fake_scorer(request: ScoreRequest) -> MapReport:
    name = request.map.name
    if name == "bad":
        raise BadPicture("is torn", file="map.png")
    if name == "strange":
        raise ValueError("of no known kind")
    if name == "dead":
        os._exit(7)
    return MapReport(name, Share(1, 1, 1), Share(1, 1, 1), right=(0.9, 0.8), wrong=(0.8,))


def test_a_map_that_breaks_does_not_stop_the_others() -> None:
    names = ("bad", "dead", "fine", "strange")
    requests = [ScoreRequest(MapFolder(name, Path(), Path()), PerceptionConfig()) for name in names]
    found = {report.name: report for report in score_maps(requests, 2, fake_scorer)}
    assert sorted(found) == list(names)
    assert found["bad"].error == "BadPicture: map.png: is torn"
    assert found["dead"].error == "its process ended with exit code 7"
    assert "ValueError: of no known kind" in found["strange"].error
    assert not found["fine"].error
    mean = mean_of([found[name] for name in names])
    assert mean.edges == Share(0.25, 0.25, 0.25)
    assert mean.edge_auroc == 0.75
    assert mean.name_error_rate is None


@pytest.mark.ocr
def test_a_folder_is_scored_and_kept(
    maps: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAPCLEW_CACHE_DIR", str(tmp_path / "cache"))
    out = tmp_path / "out"
    for cached in ("", "all"):
        result = perceive(maps, "--truth", "--out", out)
        assert result.exit_code == 0, result.output
        assert "1 of 2 maps broken" in result.output
        found = json.loads((out / "results.json").read_text(encoding="utf-8"))
        good, torn = found["maps"]["good"], found["maps"]["torn"]
        assert good["edges"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
        assert good["line_accuracy"] == 1.0
        assert good["cached"] == cached
        assert (good["peak_mb"] is None) == bool(cached)
        assert torn["error"].startswith("BadPicture")
        assert found["mean"]["edges"]["f1"] == 0.5
        assert found["reader"]["text"]["engine"]["kind"] == found["config"]["ocr"]
    assert Image.open(out / "overlays" / "good.png").size == (640, 240)
    assert (out / "graphs" / "good.json").is_file()

    copy = tmp_path / "copy.png"
    copy.write_bytes((maps / "good" / "map.png").read_bytes())
    result = perceive(copy, "--out", tmp_path / "graph.json")
    assert result.exit_code == 0, result.output
    assert result.stderr.count("cached") == 5
    assert "text read by ppocr-v6-small" in result.stderr
    graph = json.loads((tmp_path / "graph.json").read_text(encoding="utf-8"))
    assert graph["image"]["path"] == str(copy)

    afresh = perceive(
        copy, "--no-cache", "--out", tmp_path / "again.json", "--stages", tmp_path / "new" / "seen"
    )
    assert "cached" not in afresh.stderr
    pictures = sorted(path.stem for path in (tmp_path / "new" / "seen").glob("*.png"))
    assert [name[:2] for name in pictures] == [f"{n}-" for n in range(1, 8)]
    again = json.loads((tmp_path / "again.json").read_text(encoding="utf-8"))
    assert again == graph


def test_where_no_map_can_be_read_the_command_fails(maps: Path) -> None:
    assert perceive(maps / "torn", "--truth", "--no-cache").exit_code == 2


def test_a_folder_without_truth_and_an_overlay_with_it_are_refused(maps: Path) -> None:
    for arguments in (
        (maps,),
        (maps, "--truth", "--overlay", "x.png"),
        (maps, "--truth", "--stages", "seen"),
    ):
        assert isinstance(perceive(*arguments).exception, ConfigError)


def test_degrading_is_for_maps_with_truth_and_its_name_is_checked(maps: Path) -> None:
    result = perceive(maps / "good" / "map.png", "--degrade", "grey")
    assert isinstance(result.exception, ConfigError) and "--truth" in str(result.exception)
    result = perceive(maps, "--truth", "--degrade", "upside-down")
    assert isinstance(result.exception, ConfigError) and "scale50" in str(result.exception)


@pytest.mark.ocr
@pytest.mark.parametrize(("name", "degradation"), [("yunze", "scale50"), ("larkspur", "scale50")])
def test_degraded_mini_maps_are_read_all_the_same(
    name: str, degradation: str, tmp_path: Path
) -> None:
    this = next(each for each in find_maps(Path("mini")) if each.name == name)
    request = ScoreRequest(this, PerceptionConfig(), None, tmp_path, degradation=degradation)
    report = next(iter(score_maps([request])))
    assert report.error == ""
    assert report.edges.f1 >= 0.95
    assert report.details["degradation"] == degradation
    graph = json.loads((tmp_path / "graphs" / f"{name}.json").read_text(encoding="utf-8"))
    assert graph["image"]["path"] == str(this.picture())
    overlay = Image.open(tmp_path / "overlays" / f"{name}.png")
    assert overlay.size == (graph["image"]["width"], graph["image"]["height"])


def test_an_output_never_takes_the_place_of_the_picture(maps: Path) -> None:
    picture = maps / "good" / "map.png"
    before = picture.read_bytes()
    for option in ("--out", "--overlay"):
        refused = perceive(picture, option, picture.parent / "." / picture.name)
        assert isinstance(refused.exception, ConfigError)
    assert picture.read_bytes() == before


def test_edges_without_their_column_are_a_broken_truth(maps: Path) -> None:
    table = maps / "good" / "edges.csv"
    table.write_text("foo\n", encoding="utf-8")
    with pytest.raises(BadTable, match="no column Edge"):
        read_truth(maps / "good")


@pytest.mark.parametrize("point", ["NaN", "Infinity", '"far"', "null"])
def test_a_place_that_is_none_is_told_with_its_station(maps: Path, point: str) -> None:
    truth = maps / "good" / "truth.json"
    whole = json.loads(truth.read_text(encoding="utf-8"))
    whole["positions"] = {"Alder Gate": [[1.0, 2.0]], "Old Mill": [["here", 3.0]]}
    truth.write_text(json.dumps(whole).replace('"here"', point), encoding="utf-8")
    with pytest.raises(BadTable, match=r"truth\.json: positions, 'Old Mill': found"):
        read_truth(maps / "good")


def test_the_mini_split_wants_its_truth() -> None:
    result = perceive(Path("mini"))
    assert isinstance(result.exception, ConfigError) and "--truth" in str(result.exception)


def test_a_picture_without_a_map_ends_with_an_exit_code_of_its_own(tmp_path: Path) -> None:
    picture = tmp_path / "blank.png"
    Image.new("RGB", (300, 200), "white").save(picture)
    done = perceive(picture, "--no-cache", "--out", tmp_path / "graph.json")
    assert done.exit_code == 1
    assert "no station was found" in done.stderr
    assert json.loads((tmp_path / "graph.json").read_text())["stations"] == []
