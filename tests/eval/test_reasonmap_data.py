"""ReasonMap data sets: parquet and JSON lines, splits, pictures in records, what is broken."""

from __future__ import annotations

import base64
import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from agent.options import AgentOptions
from agent.system import AgentSystem
from eval.benchmark import DamagedSample
from eval.reasonmap.build import build
from eval.reasonmap.data import RideData, RideSample
from eval.reasonmap.kinds import KINDS, select
from eval.reasonmap.labels import map_levels, with_labels
from eval.run.config import RunConfig
from eval.run.runner import run
from eval.run.systems import agent_plan
from perception.errors import BadPicture, ConfigError
from tests.eval.test_no_leak import reachable
from tests.eval.test_reasonmap_scores import CHANGING, record
from tools.metro_data import parse_metro_data
from tools.ride import RideForm

BY_NAME = {kind.name: kind for kind in KINDS}
CITIES = {
    "land/small": {"Line 1": ["A Station", "B Station", "C Station", "D Station"]},
    "land/cross": {
        "Line 1": ["A Station", "B Station (Transfer Station)", "C Station"],
        "Line 2": ["D Station", "B Station (Transfer Station)", "E Station", "F Station"],
    },
    "land/chain": {
        "Line 1": [f"S{i} Station" for i in range(6)],
        "Line 2": ["S5 Station (Transfer Station)", "T1 Station", "T2 Station"],
        "Line 3": ["T2 Station (Transfer Station)", "U1 Station", "U2 Station"],
    },
}


def png() -> str:
    stream = BytesIO()
    Image.new("RGB", (80, 60), "white").save(stream, format="PNG")
    return base64.b64encode(stream.getvalue()).decode()


def write_stations(folder: Path) -> Path:
    for name, lines in CITIES.items():
        file = folder / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(lines), encoding="utf-8")
    return folder


def write_lines(file: Path, records: list[Any]) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [each if isinstance(each, str) else json.dumps(each) for each in records]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MAPCLEW_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_snapshot_in_parquet_with_its_marked_splits(tmp_path: Path, cache: Path) -> None:
    rows = [
        record(figure=png(), city="one", json=json.dumps(record()["json"])),
        record(figure="no picture", city="two", json=json.dumps(record()["json"])),
    ]
    folder = tmp_path / "snapshot" / "data"
    folder.mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist(rows), folder / "test-00000-of-00001.parquet")
    pq.write_table(pa.Table.from_pylist(rows[:1]), folder / "train-00000-of-00001.parquet")
    data = RideData(tmp_path / "snapshot")
    assert [len(data.rows(split)) for split in ("test", "training", "all")] == [2, 1, 3]
    first, second = list(data.samples(BY_NAME["short"], "test"))
    assert isinstance(first, RideSample) and isinstance(second, RideSample)
    task = first.task()
    assert task.image is not None and task.metro is None
    with Image.open(task.image) as image:
        assert image.size == (80, 60)
    assert data.records(BY_NAME["short"], "test")[0]["figure"] == f"sha256:{task.image.stem}"
    assert data.digest([BY_NAME["short"]], "test") == RideData(tmp_path / "snapshot").digest(
        [BY_NAME["short"]], "test"
    )
    assert not data.missing(KINDS, "test")


def test_an_image_feature_is_read_too(tmp_path: Path) -> None:
    row = record(figure={"bytes": base64.b64decode(png()), "path": "map.png"})
    row["json"], row["routes"] = json.dumps(row["json"]), json.dumps(row["routes"])
    file = tmp_path / "validation-0.parquet"
    pq.write_table(pa.Table.from_pylist([row]), file)
    (sample,) = RideData(file).samples(BY_NAME["short"], "test")
    assert isinstance(sample, RideSample)
    image = sample.task().image
    assert image is not None and image.is_file()


def test_each_variant_shows_what_it_should(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "test.jsonl", [record(figure=png())])
    data, oracle = RideData(file), RideData(file, oracle=True)

    def shown(name: str, source: RideData = data) -> tuple[bool, bool]:
        (sample,) = source.samples(BY_NAME[name], "test")
        assert isinstance(sample, RideSample)
        task = sample.task()
        return task.image is not None, task.metro is not None

    assert shown("short") == shown("long") == (True, False)
    assert shown("short_text") == shown("long_text") == (False, True)
    assert shown("long_blind") == (False, False)
    assert shown("long", oracle) == (True, True)


def test_no_label_can_be_reached_from_a_task(tmp_path: Path) -> None:
    plan = [{**CHANGING[0], "route_name": "a secret line"}]
    file = write_lines(tmp_path / "test.jsonl", [record(figure=png(), routes=[plan])])
    for kind in KINDS:
        (sample,) = RideData(file).samples(kind, "test")
        assert isinstance(sample, RideSample)
        texts = {each for each in reachable(sample.task()) if isinstance(each, str)}
        assert not texts & {"a secret line", "easy", "medium", "hard"}
        assert ("Line 1" in texts) == kind.uses_metro_data


def test_pictures_that_are_not_there_leave_the_map_tasks_out(tmp_path: Path) -> None:
    data = RideData(write_lines(tmp_path / "test.jsonl", [record(), record(figure="")]))
    assert [kind.name for kind in data.missing(KINDS, "test")] == ["short", "long"]
    (sample, _) = data.samples(BY_NAME["short"], "test")
    assert isinstance(sample, RideSample)
    with pytest.raises(BadPicture):
        sample.task()


def test_a_parquet_row_without_a_picture_names_its_record(tmp_path: Path) -> None:
    row = record(json=json.dumps(record()["json"]), routes=json.dumps(record()["routes"]))
    picture = {"bytes": base64.b64decode(png()), "path": "a.png"}
    file = tmp_path / "test-00000-of-00001.parquet"
    pq.write_table(
        pa.Table.from_pylist([{**row, "figure": picture}, {**row, "figure": None}]), file
    )
    data = RideData(file)
    assert not data.missing(KINDS, "test")
    sound, lacking = data.samples(BY_NAME["short"], "test")
    assert isinstance(sound, RideSample) and isinstance(lacking, RideSample)
    assert sound.task().image is not None
    with pytest.raises(BadPicture, match="short/00001"):
        lacking.task()
    assert not lacking.files()
    first, second = data.records(BY_NAME["short"], "test")
    assert first["figure"].startswith("sha256:") and "figure" not in second
    pq.write_table(pa.Table.from_pylist([{**row, "figure": ""}]), file)
    assert [kind.name for kind in RideData(file).missing(KINDS, "test")] == ["short", "long"]


@pytest.mark.parametrize("sign", ["\u2028", "\u0085"])
def test_signs_that_part_lines_may_stand_in_records(tmp_path: Path, sign: str) -> None:
    line = json.dumps(record(city=f"a{sign}b", figure=png()), ensure_ascii=False)
    file = write_lines(tmp_path / "test.jsonl", [line, line])
    first, second = RideData(file).samples(BY_NAME["short"], "test")
    assert isinstance(second, RideSample)
    assert second.task().image is not None
    assert isinstance(first, RideSample)


def test_stations_beside_the_records_give_metro_data(tmp_path: Path) -> None:
    place = tmp_path / "stations" / "nowhere" / "town.json"
    place.parent.mkdir(parents=True)
    place.write_text(json.dumps(record()["json"]), encoding="utf-8")
    write_lines(tmp_path / "data" / "test.jsonl", [record(json=None), record(json=None, city="x")])
    found, lacking = RideData(tmp_path).samples(BY_NAME["short_text"], "test")
    assert isinstance(found, RideSample)
    assert isinstance(lacking, DamagedSample)
    assert "Metro Data" in str(lacking.error)


def test_no_records_and_unknown_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--data"):
        RideData(tmp_path)
    with pytest.raises(ConfigError, match="short_text"):
        select(["medium"])
    file = write_lines(tmp_path / "test.jsonl", [record()])
    with pytest.raises(ConfigError, match="--split"):
        RideData(file).rows("holdout")


def test_labels_are_filled_in_and_given_ones_stay() -> None:
    bare = record()
    del bare["map_difficulty"], bare["question_difficulty"]
    (found,) = with_labels([bare])
    assert (found["city_line_count"], found["city_transfer_count"]) == (3, 3)
    assert found["question_transfer_count"] == 1
    assert found["question_difficulty"] == "medium"
    (kept,) = with_labels([record(map_difficulty="hard", city_line_count=99)])
    assert (kept["map_difficulty"], kept["city_line_count"]) == ("hard", 99)
    assert with_labels(["broken"]) == ["broken"]


def test_maps_are_ranked_a_third_a_level() -> None:
    levels = map_levels({name: parse_metro_data(lines) for name, lines in CITIES.items()})
    assert levels == {"land/small": "easy", "land/cross": "medium", "land/chain": "hard"}


def test_a_set_built_from_metro_data_keeps_the_quota_where_the_city_allows(tmp_path: Path) -> None:
    stations = write_stations(tmp_path / "stations")
    cities = {city.name: city for city in build(stations, tmp_path / "a", pairs=8, seed=3)}
    assert cities["land/small"].counts == {"easy": 8, "medium": 0, "hard": 0}
    assert cities["land/chain"].counts == {"easy": 4, "medium": 3, "hard": 1}
    list(build(stations, tmp_path / "b", pairs=8, seed=3))
    one, other = (tmp_path / name / "test.jsonl" for name in "ab")
    assert one.read_bytes() == other.read_bytes()


def test_the_agent_is_right_on_every_text_sample_and_what_is_broken_is_counted(
    tmp_path: Path,
) -> None:
    stations = write_stations(tmp_path / "stations")
    list(build(stations, tmp_path / "set", pairs=6, seed=1))
    file = tmp_path / "set" / "test.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    lines += ["{broken", json.dumps(record(json=None)), json.dumps(record(question_short=""))]
    write_lines(file, lines)
    config = RunConfig(
        benchmark="reasonmap",
        data=str(tmp_path / "set"),
        tasks=("text",),
        workers=0,
        out=tmp_path / "run",
    )
    summary = run(config, agent_plan(AgentOptions()))
    short = summary.tasks["reasonmap/short_text"].as_dict()
    assert short["n"] == 21
    assert {k: v for k, v in short["outcomes"].items() if v} == {"scored": 18, "bad_record": 3}
    assert short["accuracy"] == pytest.approx(18 / 21)
    long = summary.tasks["reasonmap/long_text"].as_dict()
    # The question that is missing is the short one.
    assert long["outcomes"]["scored"] == 19
    results = json.loads((tmp_path / "run" / "results.json").read_text())
    assert results["tasks"]["reasonmap/short_text"] == short


def test_a_picture_that_does_not_decode_is_an_error_and_the_rest_goes_on(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "test.jsonl", [record(figure="no picture")])
    (sample,) = RideData(file).samples(BY_NAME["short"], "test")
    assert isinstance(sample, RideSample)
    reply = AgentSystem().answer(sample.task())
    assert (reply.outcome, reply.response) == ("error", None)
    assert "BadPicture" in reply.error


def test_the_agent_answers_long_questions_in_the_form_asked(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "test.jsonl", [record(RideForm.NAMES, routes=[CHANGING])])
    (sample,) = RideData(file).samples(BY_NAME["long_text"], "test")
    assert isinstance(sample, RideSample)
    reply = AgentSystem().answer(sample.task())
    assert reply.response == (
        "Route Name: Line 3\nDeparture Stop: A Station\nArrival Stop: H Station\n"
        "Via Stops: X Station"
    )
    assert reply.verified
    assert [call.tool for call in reply.calls] == ["build_lines", "plan_ride", "verify_ride"]


def test_the_agent_has_no_answer_where_nothing_is_shown(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "test.jsonl", [record()])
    (sample,) = RideData(file).samples(BY_NAME["short_blind"], "test")
    assert isinstance(sample, RideSample)
    assert AgentSystem().answer(sample.task()).outcome == "no_answer"
