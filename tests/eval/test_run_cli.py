"""`mapclew run` as a user types it, natively against an endpoint on loopback."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from eval.cli.run import run as run_command
from eval.run.store import RunStore
from perception.errors import ConfigError, ModelError
from tests.conftest import REPO
from tests.eval.scripted_server import Say, Script, ScriptedServer, chat, failure
from tests.eval.small_data import answer_in, record, write_data, write_queries

ENVIRONMENT = {
    key: value
    for key, value in os.environ.items()
    if key not in ("MAPCLEW_API_KEY", "OPENAI_API_KEY")
}


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "eval.cli.main", "run", *map(str, arguments)]


def mapclew(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        cwd=REPO,
        env={**ENVIRONMENT, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def native(data: Path, out: Path, url: str, *more: object) -> tuple[object, ...]:
    # Ports are used again by other tests, so a kept reply might be another server's.
    fixed = ("--system", "native", "--model", "m", "--no-keep-replies", "--base-url", url)
    return ("--data", data, "--out", out, *fixed, "--backoff", "0", *more)


def question_in(body: dict[str, Any]) -> str:
    content = body["messages"][0]["content"]
    text = content if isinstance(content, str) else content[-1]["text"]
    found = re.search(r"Question: (.*)", text)
    assert found
    return found[1]


def right(delay: float = 0.0) -> Script:
    def script(body: dict[str, Any], number: int) -> Say:
        time.sleep(delay)
        return chat(answer_in(question_in(body)))

    return script


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_native_run_ends_with_the_scores_and_the_place(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=4, domains=("metromap", "travelmap"), only_map=2)
    with ScriptedServer(right()) as server:
        arguments = ("--task", "only_tab", "--task", "only_map", "--task", "map_and_tab")
        done = mapclew(*native(data, tmp_path / "run", server.url, *arguments))
    assert done.returncode == 0, done.stderr
    assert "metromap/only_map" in done.stdout
    assert "100.00%" in done.stdout
    assert "skipped: metromap/map_and_tab" in done.stdout
    assert done.stdout.rstrip().endswith(str(tmp_path / "run"))
    tasks = load(tmp_path / "run/results.json")["tasks"]
    assert {name: (task["n"], task["ema"]) for name, task in tasks.items()} == {
        "metromap/only_map": (2, 1.0),
        "metromap/only_tab": (4, 1.0),
        "travelmap/only_map": (2, 1.0),
        "travelmap/only_tab": (4, 1.0),
    }


def test_failures_of_the_endpoint_are_outcomes_not_exit_codes(tmp_path: Path) -> None:
    def script(body: dict[str, Any], number: int) -> Say:
        question = question_in(body)
        if "from Alder to Cedar" in question:
            return failure(500, "broken")
        if "from Birch to Dune" in question:
            return chat(None, refusal="no")
        if "from Alder to Dune" in question:
            return Say(payload={"choices": []})
        if "from Cedar to Alder" in question:
            return chat(answer_in(question), finish="length")
        return chat(answer_in(question))

    data = write_data(tmp_path / "data", n=6)
    with ScriptedServer(script) as server:
        done = mapclew(
            *native(data, tmp_path / "run", server.url, "--task", "only_tab", "--attempts", 2)
        )
    assert done.returncode == 0, done.stderr
    task = load(tmp_path / "run/results.json")["tasks"]["metromap/only_tab"]
    assert task["outcomes"] == {
        "scored": 2,
        "no_answer": 1,
        "refused": 1,
        "limit": 1,
        "error": 1,
        "bad_record": 0,
    }
    assert task["ema"] == 3 / 6  # what a limit cut off is scored as it came
    assert "broken" in done.stderr
    predictions = (tmp_path / "run/predictions/metromap_only_tab_native_results.json").read_text()
    assert "broken" not in predictions


def test_killed_run_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=60, domains=("metromap", "travelmap"))
    with ScriptedServer(right(delay=0.03)) as server:
        arguments = ("--task", "only_tab", "--workers", 3)
        whole = native(data, tmp_path / "whole", server.url, *arguments)
        broken = native(data, tmp_path / "broken", server.url, *arguments)
        assert mapclew(*whole).returncode == 0
        process = subprocess.Popen(
            command(*broken), cwd=REPO, env=ENVIRONMENT, stderr=subprocess.DEVNULL, text=True
        )
        samples = tmp_path / "broken" / "samples"
        wait_for(samples, 20, process)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        finished = len(list(samples.rglob("[0-9]*.json")))
        before = len(server.requests)
        resumed = mapclew(*broken)
        assert resumed.returncode == 0, resumed.stderr
        # Calls of the killed process may still arrive after it is gone.
        assert 120 - finished <= len(server.requests) - before < 120
    names = [
        "results.json",
        *(f"predictions/{d}_only_tab_native_results.json" for d in ("metromap", "travelmap")),
    ]
    for name in names:
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "broken" / name).read_bytes()


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=100)
    with ScriptedServer(right(delay=0.05)) as server:
        arguments = native(data, tmp_path / "run", server.url, "--task", "only_tab")
        process = subprocess.Popen(
            command(*arguments), cwd=REPO, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True
        )
        samples = tmp_path / "run/samples/metromap/only_tab"
        wait_for(samples, 5, process)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "the same command goes on" in told
    assert load(tmp_path / "run/run.json")["status"] == "interrupted"
    store = RunStore(tmp_path / "run")
    for path in samples.glob("[0-9]*.json"):
        assert store.read_sample("metromap/only_tab", int(path.stem)) is not None


def test_agent_plans_on_tables_in_processes(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=12, domains=("metromap", "travelmap"))
    arguments = ("--data", data, "--system", "agent", "--task", "only_tab", "--workers", 2)
    done = mapclew(*arguments, "--out", tmp_path / "run")
    assert done.returncode == 0, done.stderr
    tasks = load(tmp_path / "run/results.json")["tasks"]
    assert {name: (task["n"], task["ema"]) for name, task in tasks.items()} == {
        "metromap/only_tab": (12, 1.0),
        "travelmap/only_tab": (12, 1.0),
    }
    sample = load(tmp_path / "run/samples/metromap/only_tab/00007.json")
    assert sample["verified"] is True
    assert "solve_route" in [call["tool"] for call in sample["calls"]]


def test_ctrl_c_ends_worker_processes_quietly(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=5000)
    arguments = ("--data", data, "--system", "agent", "--task", "only_tab", "--out", tmp_path / "r")
    process = subprocess.Popen(
        command(*arguments),
        cwd=REPO,
        env=ENVIRONMENT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a group of its own, as under a shell
    )
    samples = tmp_path / "r/samples/metromap/only_tab"
    wait_for(samples, 10, process)
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "the same command goes on" in told
    assert "Traceback" not in told
    finished = len(list(samples.iterdir()))
    time.sleep(0.3)
    assert len(list(samples.iterdir())) == finished  # no worker is left


def wait_for(samples: Path, count: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 60
    while len(list(samples.rglob("[0-9]*.json"))) < count:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_changed_option_is_refused_with_its_name(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=2)
    with ScriptedServer(right()) as server:
        arguments = native(data, tmp_path / "run", server.url, "--task", "only_tab")
        assert mapclew(*arguments).returncode == 0
        done = mapclew(*arguments, "--seed", 7)
    assert done.returncode == 2
    assert "RunMismatch" in done.stderr
    assert "system.seed (was 42, is 7)" in done.stderr


def test_secrets_are_not_logged(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=2)

    def script(body: dict[str, Any], number: int) -> Say:
        return failure(401, "the key s3cret-key is wrong")

    with ScriptedServer(script) as server:
        arguments = native(data, tmp_path / "run", server.url, "--task", "only_tab")
        done = mapclew(*arguments, MAPCLEW_API_KEY="s3cret-key")
        assert server.headers[0]["authorization"] == "Bearer s3cret-key"
    assert done.returncode == 1
    assert "s3cret-key" not in done.stdout + done.stderr
    for path in (tmp_path / "run").rglob("*"):
        assert path.is_dir() or b"s3cret-key" not in path.read_bytes()


def test_damaged_record_among_good_ones(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=2)
    write_queries(data, [record(0), {"question": None}, record(2)])
    with ScriptedServer(right()) as server:
        done = mapclew(*native(data, tmp_path / "run", server.url, "--task", "only_tab"))
    assert done.returncode == 0, done.stderr
    task = load(tmp_path / "run/results.json")["tasks"]["metromap/only_tab"]
    assert (task["n"], task["ema"]) == (3, 2 / 3)
    assert task["outcomes"]["bad_record"] == 1
    # The first is named, with its place and field.
    (told,) = [line for line in done.stderr.splitlines() if line.startswith("bad record 1 at")]
    assert "metromap/only_tab/00001" in told
    assert "question" in told


def test_an_empty_query_file_is_told(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=2, only_map=2)
    (empty,) = data.rglob("*only_map_test_set.json")
    empty.write_text("[]", encoding="utf-8")
    asked = ("--task", "only_tab", "--task", "only_map")
    with ScriptedServer(right()) as server:
        done = mapclew(*native(data, tmp_path / "run", server.url, *asked))
    assert done.returncode == 0
    assert "metromap/only_map has no records" in done.stderr


def test_a_run_without_any_answer_is_exit_code_1(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=2)
    write_queries(data, [{"question": None}, 5])
    with ScriptedServer(right()) as server:
        done = mapclew(*native(data, tmp_path / "run", server.url, "--task", "only_tab"))
    assert done.returncode == 1
    assert "no sample was answered" in done.stderr
    assert load(tmp_path / "run/results.json")["tasks"]["metromap/only_tab"]["n"] == 2


def test_a_broken_query_file_among_good_ones(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=2, only_map=2)
    (broken,) = data.rglob("*only_map_test_set.json")
    broken.write_text('[{"question": ', encoding="utf-8")
    asked = ("--task", "only_tab", "--task", "only_map")
    with ScriptedServer(right()) as server:
        done = mapclew(*native(data, tmp_path / "run", server.url, *asked))
        alone = mapclew(*native(data, tmp_path / "alone", server.url, "--task", "only_map"))
    assert done.returncode == 2
    results = load(tmp_path / "run/results.json")
    assert results["tasks"]["metromap/only_tab"]["ema"] == 1
    assert "line 1, column" in results["unreadable"]["metromap/only_map"]
    assert f"metromap/only_map was not run: {broken}: line 1" in done.stderr
    assert alone.returncode == 2
    assert len(alone.stderr.splitlines()) == 1


def test_what_cannot_be_done_is_exit_code_2_and_one_line(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=1)
    done = mapclew("--data", data, "--out", tmp_path / "run", "--system", "native")
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "mapclew: ConfigError: --model: is missing; name the model to ask"
    ]


@pytest.fixture
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MAPCLEW_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--system", "native", "--model", "m", "--base-url", "host/v1"), "--base-url"),
        (("--system", "native", "--model", "m", "--preset", "best"), "released"),
        (("--system", "native", "--model", "m", "--extra-body", "{"), "--extra-body"),
        (("--system", "native", "--model", "m", "--extra-body", "[1]"), "--extra-body"),
        (("--system", "native", "--model", "m", "--table-format", "xml"), "--table-format"),
        (("--system", "native", "--model", "m", "--ocr", "x"), "--ocr"),
        (("--system", "native", "--model", "m", "--prompts", "nowhere"), "nowhere"),
        (("--system", "native", "--model", "m", "--objective", "best"), "--objective"),
        (("--system", "native", "--model", "m", "--objective", "moon=averaged"), "moon"),
        (("--system", "native", "--model", "m", "--limit", "0"), "--limit"),
        (("--system", "native", "--model", "m", "--domain", "moon"), "--domain"),
        (("--system", "native", "--model", "m", "--split", "moon"), "moon"),
        (("--system", "native", "--model", "m", "--task", "moon"), "moon"),
        (("--system", "native", "--model", "m"), "MAPCLEW_API_KEY"),
        (("--system", "agent", "--model", "m"), "--model"),
        (("--system", "agent", "--ocr", "moon"), "--ocr"),
        (("--system", "agent", "--time-limit", "-1"), "time_limit"),
    ],
)
def test_what_cannot_be_done_names_the_option(
    no_keys: None, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    data = write_data(tmp_path / "data", n=1)
    app = typer.Typer()
    app.command()(run_command)
    places = ["--data", str(data), "--out", str(tmp_path / "run")]
    error = CliRunner().invoke(app, [*places, *arguments]).exception
    assert isinstance(error, ConfigError | ModelError)
    assert told in str(error)
    assert not (tmp_path / "run").exists()
