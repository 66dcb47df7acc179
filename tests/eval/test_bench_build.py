"""A whole benchmark from one command: complete, valid, the same bytes again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from eval.bench.values import time_of_distance
from eval.cli.bench import app
from eval.maptab.dataset import MapTabData, Sample
from eval.maptab.kinds import ALL_KINDS
from perception.errors import ConfigError

SMALL = ("--maps", "2", "--pairs", "6", "--seed", "11", "--styles", "small", "--styles", "numbers")


def run(out: Path, *arguments: str) -> str:
    result = CliRunner().invoke(app, ["build", "--out", str(out), *arguments])
    if isinstance(result.exception, ConfigError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def files(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def test_a_build_is_complete_and_the_same_again(tmp_path: Path) -> None:
    told = run(tmp_path / "one", *SMALL)
    assert "0 errors" in told
    data = MapTabData(tmp_path / "one")
    # With one map a domain there is nothing to train on.
    for split in ("test", "all"):
        assert set(data.kinds(split)) == set(ALL_KINDS)
    for kind in ALL_KINDS:
        found = list(data.samples(kind))
        assert len(found) == (1 if kind.question_type else 6)
        for sample in found:
            assert isinstance(sample, Sample)
            sample.task()
    for map_folder in (tmp_path / "one" / "truth").iterdir():
        truth = json.loads((map_folder / "truth.json").read_text(encoding="utf-8"))
        assert set(truth["positions"]) == set(truth["names"])
    times_are_those_of_printed_distances(tmp_path / "one")
    run(tmp_path / "two", *SMALL)
    assert files(tmp_path / "two") == files(tmp_path / "one")


def times_are_those_of_printed_distances(root: Path) -> None:
    """Style "numbers" prints kilometres with one decimal; times that are drawn are 10 or more."""
    (edge_tab,) = root.glob("travelmap/tabulars/*/*_edge.json")
    for row in json.loads(edge_tab.read_text(encoding="utf-8")):
        assert row["Time"] in {time_of_distance(100.0 * k) for k in range(1, 100)}, row


def test_what_cannot_be_built_is_told_before_anything_is_drawn(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="even number"):
        run(tmp_path / "out", "--maps", "3")
    with pytest.raises(ConfigError, match="no style"):
        run(tmp_path / "out", "--styles", "baroque")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    with pytest.raises(ConfigError, match="empty folder"):
        run(tmp_path / "full")
    assert not (tmp_path / "out").exists()


def test_maps_too_small_for_the_pairs_are_passed_over(tmp_path: Path) -> None:
    # Maps of "tiny-boxes" have twelve places at most: 110 ways between places apart.
    wanted = ("--maps", "2", "--seed", "1", "--styles", "small", "--styles", "tiny-boxes")
    told = run(tmp_path / "one", *wanted, "--styles", "numbers", "--pairs", "112")
    assert "2 maps" in told
    assert "0 errors" in told
    assert [
        path.name for path in (tmp_path / "one" / "truth").iterdir() if "tiny" in path.name
    ] == []
    with pytest.raises(ConfigError, match="pairs"):
        run(tmp_path / "two", *wanted, "--pairs", "112")
