from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from typer.testing import CliRunner

from eval.cli.solve_task import read_weights
from perception.errors import BadTable, MapclewError, MissingWeights, UnknownStation
from tests.conftest import REPO

EDGES = """Edge,Line,Time,Price,Comfort Level,Reliability
Harbour-Old Mill,Red,2,0.5,0.5,0
Old Mill-Kings Hill,Blue,2,0.5,0.5,0
Harbour-Kings Hill,Red,3,1.5,0.2,0
"""
VERTICES = """Vertex,Line,Time,Price,Comfort Level,Reliability,Transfer Time
Harbour,Red,1,0,0.5,0.8,0
Old Mill,"Red, Blue",1,0,0.5,0.8,5
Kings Hill,"Red, Blue",1,0,0.5,0.8,5
"""
MIX = """Vertex,Time,Price,Comfort Level,Reliability,Transfer Time
Harbour,1,0.5,0.5,0.8,0
Old Mill,1,0.5,0.5,0.8,5
Kings Hill,1,0.5,0.5,0.8,5
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "edges.csv").write_text(EDGES, encoding="utf-8")
    (tmp_path / "vertices.csv").write_text(VERTICES, encoding="utf-8")
    (tmp_path / "mix.csv").write_text(MIX, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One line with three named stops."""
    path = tmp_path_factory.mktemp("picture") / "map.png"
    image = Image.new("RGB", (640, 240), "white")
    draw = ImageDraw.Draw(image)
    draw.line((80, 120, 560, 120), fill="#d03030", width=10)
    for x, name in zip((80, 320, 560), ("Harbour", "Old Mill", "Kings Hill"), strict=True):
        draw.ellipse((x - 9, 111, x + 9, 129), fill="white", outline="black", width=3)
        draw.text((x, 165), name, fill="black", font=ImageFont.load_default(22), anchor="mm")
    image.save(path)
    return path


def solve(*arguments: object) -> str:
    """Run the command in this process; an error is raised as `main` would report it."""
    from eval.cli import commands
    from eval.cli.main import app

    if not app.registered_commands:
        commands.register(app)
    result = CliRunner().invoke(app, ["solve", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_tables_alone(folder: Path) -> None:
    found = json.loads(
        solve(
            "--edge-tab",
            folder / "edges.csv",
            "--vertex-tab",
            folder / "vertices.csv",
            "--weights",
            "price",
            "-q",
            "What is the cheapest route from Harbour to Kings Hill?",
            "--json",
        )
    )
    assert found["route"] == "Harbour-Old Mill(transfer)-Kings Hill"
    assert found["verified"] is True
    assert found["why"]
    assert found["lines"] == ["Red", "Blue"]
    # Two edges of 2 min, 1 min at each of two stops, 5 min to change.
    assert found["totals"]["Total_Time"] == "11.00"
    assert found["totals"]["Total_Price"] == "1.00"
    assert [call["tool"] for call in found["calls"]] == ["solve_route", "verify_route"]


def test_without_weights_the_fewest_stations_count(folder: Path) -> None:
    text = solve("--edge-tab", folder / "edges.csv", "-q", "from Harbour to Kings Hill")
    assert text.splitlines()[0] == "Harbour-Kings Hill"
    assert "verified" in text
    assert "Red" in text


@pytest.mark.parametrize(
    ("question", "tables", "answer"),
    [
        ("How many lines pass Old Mill?", ("edge",), 2),
        ("Is there a direct line from Harbour to Old Mill?", ("edge",), 1),
        ("Are Harbour and Kings Hill on the same line?", ("vertex",), 1),
        ("How many stations lie between Harbour and Old Mill?", ("edge", "vertex"), 0),
        ("How many stops are there on the longest line?", ("edge",), 3),
        ("How much does the edge Harbour-Kings Hill cost?", ("edge", "vertex"), 1.5),
        ("What is the shortest transfer time between Red and Blue?", ("edge", "vertex"), 5),
    ],
)
def test_a_number_is_answered_from_whichever_tables_there_are(
    folder: Path, question: str, tables: tuple[str, ...], answer: float
) -> None:
    files = {"edge": "edges.csv", "vertex": "vertices.csv"}
    given = [part for name in tables for part in (f"--{name}-tab", folder / files[name])]
    found = json.loads(solve(*given, "-q", question, "--json"))
    assert found["answer"] == answer
    assert found["verified"] is True
    assert "route" not in found
    text = solve(*given, "-q", question).splitlines()
    assert text[0] == str(answer)
    assert text[-1].startswith("verified")


@pytest.mark.ocr
def test_a_number_is_read_from_a_map(folder: Path, picture: Path) -> None:
    asked = ("--map", picture, "--cache", folder / "cache", "-q")
    between = "How many stations are between Harbour and Kings Hill?"
    assert solve(*asked, between).splitlines()[0] == "1"
    assert solve(*asked, "from Harbour to Kings Hill", "--answer", "route").startswith("Harbour-")
    # A misspelt end is written as the map prints it.
    assert solve(*asked, "from Harbuor to kings hil").splitlines()[0] == (
        "Harbour-Old Mill-Kings Hill"
    )
    with pytest.raises(UnknownStation, match=r"map\.png.*'atlantis'"):
        solve(*asked, "how many lines pass atlantis?")


@pytest.mark.ocr
def test_a_map_with_a_mix_tab_and_a_drawing(folder: Path, picture: Path) -> None:
    out = folder / "new" / "route.png"
    found = json.loads(
        solve(
            "--map",
            picture,
            "--vertex-tab",
            folder / "mix.csv",
            "--weights",
            "0.25,0.25,0.25,0.25",
            "-q",
            "from Kings Hill to Harbour",
            "--domain",
            "metromap",
            "--cache",
            folder / "cache",
            "--draw",
            out,
            "--json",
        )
    )
    assert found["route"] == "Kings Hill-Old Mill-Harbour"
    assert [stop["name"] for stop in found["drawn"]["stops"]] == found["stations"]
    assert [round(stop["xy"][0], -1) for stop in found["drawn"]["stops"]] == [560, 320, 80]
    before, after = (np.asarray(Image.open(path).convert("RGB")) for path in (picture, out))
    assert before.shape == after.shape
    assert (before != after).any()


@pytest.mark.ocr
def test_a_route_from_tables_is_drawn_where_the_labels_stand(folder: Path, picture: Path) -> None:
    text = solve(
        "--map",
        picture,
        "--edge-tab",
        folder / "edges.csv",
        "-q",
        "from Harbour to Kings Hill",
        "--cache",
        folder / "cache",
        "--draw",
        folder / "route.png",
    )
    assert "drawn: " in text
    assert "not found on the map" not in text
    assert (folder / "route.png").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-q", "from A to B"], "nothing to plan on"),
        (["--edge-tab", "edges.csv", "-q", ""], "question is empty"),
        (["--edge-tab", "edges.csv", "-q", "from Harbour to Nowhere"], "Nowhere"),
        (["--edge-tab", "edges.csv", "-q", "from Harbour to Harbour"], "both 'Harbour'"),
        (["--edge-tab", "gone.csv", "-q", "from A to B"], "gone.csv"),
        (["--map", "gone.png", "-q", "from A to B"], "gone.png"),
        (["--edge-tab", "edges.csv", "-q", "from A to B", "--domain", "sea"], "'sea'"),
        (["--edge-tab", "edges.csv", "-q", "from A to B", "--draw", "x.png"], "no map to draw on"),
        (["--edge-tab", "edges.csv", "-q", "from A to B", "--objective", "x"], "objective"),
        (["--edge-tab", "edges.csv", "-q", "from A to B", "--weights", "speed"], "--weights"),
        (["--edge-tab", "edges.csv", "-q", "How many lines pass Nowhere?"], r"edges\.csv.*Nowhere"),
        (["--edge-tab", "edges.csv", "-q", "Is Harbour on line Green?"], r"edges\.csv.*Green"),
        (["--vertex-tab", "vertices.csv", "-q", "from Harbour to Old Mill"], "nothing to plan on"),
        (["-q", "How many lines are there?"], "nothing to answer from"),
        (["--vertex-tab", "vertices.csv", "-q", "Price of Harbour-Old Mill?"], "give an Edge_tab"),
        (["--edge-tab", "edges.csv", "-q", "from A to B avoiding C"], "'avoiding' into account"),
        (["--edge-tab", "edges.csv", "-q", "from A to B via C"], "'via' into account"),
        (["--edge-tab", "edges.csv", "-q", "What is the cheapest route from A to B?"], "--weights"),
        (["--edge-tab", "edges.csv", "-q", "How many cats are there?"], "no kind of question"),
        (["--edge-tab", "edges.csv", "-q", "from A to B", "--answer", "song"], "'song'"),
        (
            ["--map", "m.png", "-q", "How many lines are there?", "--draw", "x.png"],
            "cannot be drawn",
        ),
    ],
)
def test_an_error_is_raised_for_main_to_report(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(MapclewError, match=message):
        solve(*arguments, "--cache", folder / "cache")


def test_an_error_is_one_line_and_exit_code_2(folder: Path) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "eval.cli.main",
            "solve",
            "--edge-tab",
            "gone.csv",
            "-q",
            "from A to B",
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(REPO)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("mapclew: BadTable: gone.csv")


@pytest.mark.parametrize(
    ("column", "question", "options"),
    [
        ("Edge", "from Harbour to Kings Hill", ()),
        ("Price", "from Harbour to Kings Hill", ("--weights", "price")),
        ("Price", "What is the Price value for Harbour-Old Mill?", ()),
    ],
)
def test_a_table_without_a_column_is_told_with_what_to_do(
    folder: Path, column: str, question: str, options: tuple[str, ...]
) -> None:
    cells = [line.split(",") for line in EDGES.splitlines()]
    place = cells[0].index(column)
    text = "".join(",".join(c for k, c in enumerate(row) if k != place) + "\n" for row in cells)
    (folder / "edges.csv").write_text(text, encoding="utf-8")
    with pytest.raises(BadTable) as caught:
        solve("--edge-tab", folder / "edges.csv", "-q", question, *options)
    told, mend = str(caught.value).rsplit("; ", 1)
    assert column.lower() in told.lower()
    assert mend.startswith(("add it", f"give a table with the column of {column.lower()}"))


def test_weights_by_number_and_by_name() -> None:
    assert read_weights("0.1, 0.2,0.3,0.4") == (0.1, 0.2, 0.3, 0.4)
    assert read_weights("reliability") == (0.0, 0.0, 0.0, 1.0)
    assert read_weights("Comfort,time") == (0.5, 0.0, 0.5, 0.0)
    for wrong in ("", "0.5", "1,1,1,1", "speed", "time,0.5", "time,time"):
        with pytest.raises(MissingWeights):
            read_weights(wrong)
