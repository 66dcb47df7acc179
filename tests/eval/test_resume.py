"""Runs that were stopped, and folders that hold something else."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import filelock
import pytest

import eval.run.runner as runner_module
from eval.run.config import RunConfig
from eval.run.runner import RunSummary, run
from perception.errors import ConfigError, RunMismatch
from tests.conftest import REPO
from tests.eval.fake_systems import FakeSystem, plan_of
from tests.eval.small_data import record, write_data, write_queries

Runs = Callable[..., RunSummary]


@pytest.fixture
def do_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runs:
    monkeypatch.setattr(runner_module, "code_sha256", lambda: "code")

    def do(
        system: FakeSystem | None = None, *, processes: bool = False, **settings: Any
    ) -> RunSummary:
        config = {
            "data": str(tmp_path / "data"),
            "out": tmp_path / "run",
            "workers": 0,
            "tasks": ("only_tab",),
            **settings,
        }
        return run(RunConfig(**config), plan_of(system, processes=processes))

    return do


def asked(log: Path) -> int:
    return len(log.read_text().splitlines()) if log.exists() else 0


def files_of(run_folder: Path) -> dict[str, bytes]:
    """Everything that must not depend on when and how often a run was started."""
    found = [run_folder / "results.json", *sorted((run_folder / "predictions").iterdir())]
    return {path.name: path.read_bytes() for path in found}


def test_interrupted_run_goes_on(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data", n=6)
    log = tmp_path / "log"
    with pytest.raises(KeyboardInterrupt):
        do_run(FakeSystem(log=log, interrupts="from Cedar to Alder"))
    assert json.loads((tmp_path / "run/run.json").read_text())["status"] == "interrupted"
    assert not (tmp_path / "run/results.json").exists()
    assert asked(log) == 4
    summary = do_run(FakeSystem(log=log))
    assert (summary.done, summary.reused) == (3, 3)
    assert asked(log) == 4 + 3
    do_run(FakeSystem(), out=tmp_path / "whole")
    assert files_of(tmp_path / "run") == files_of(tmp_path / "whole")
    sessions = json.loads((tmp_path / "run/run.json").read_text())["sessions"]
    assert [session["done"] for session in sessions] == [3, 3]


def test_completed_run_asks_nothing_again(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data")
    do_run()
    before = files_of(tmp_path / "run")
    log = tmp_path / "log"
    assert do_run(FakeSystem(log=log)).reused == 6
    assert asked(log) == 0
    assert files_of(tmp_path / "run") == before


def test_errors_are_asked_again(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data")
    up = tmp_path / "endpoint is up"
    summary = do_run(FakeSystem(fails_unless=up))
    assert summary.tasks["metromap/only_tab"].outcomes["error"] == 6
    up.touch()
    summary = do_run(FakeSystem(fails_unless=up))
    assert summary.tasks["metromap/only_tab"].outcomes["scored"] == 6


@pytest.mark.parametrize(
    "content", [b"", b'{"id": "metromap/only_t', b"[]", b'{"outcome": "scored"}']
)
def test_half_written_record_is_done_again(tmp_path: Path, do_run: Runs, content: bytes) -> None:
    write_data(tmp_path / "data")
    do_run()
    before = files_of(tmp_path / "run")
    (tmp_path / "run/samples/metromap/only_tab/00003.json").write_bytes(content)
    log = tmp_path / "log"
    assert do_run(FakeSystem(log=log)).done == 1
    assert asked(log) == 1
    assert files_of(tmp_path / "run") == before


def test_leftovers_of_a_crash_are_swept(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data")
    do_run()
    leftover = tmp_path / "run/.partial/4711/1-00003.json"
    leftover.parent.mkdir(parents=True)
    leftover.write_bytes(b"{")
    do_run()
    assert not leftover.exists()


@pytest.mark.parametrize(("processes", "workers"), [(False, 0), (False, 2), (True, 2)])
def test_completed_run_leaves_nothing_but_its_files(
    tmp_path: Path, do_run: Runs, processes: bool, workers: int
) -> None:
    write_data(tmp_path / "data")
    do_run(processes=processes, workers=workers)
    names = {path.name for path in (tmp_path / "run").iterdir()} - {".lock"}
    assert names == {"run.json", "samples", "predictions", "results.json"}


def test_workers_and_the_place_of_the_data_may_change(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data")
    write_data(tmp_path / "copy")
    do_run()
    assert do_run(workers=3, data=str(tmp_path / "copy")).reused == 6


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"limit": 2}, "differs in how many samples of each task; limit (was null, is 2)"),
        ({"tasks": ("only_tab", "only_map")}, "differs in the tasks; tasks"),
        (
            {"system": FakeSystem(note="other")},
            'differs in the settings of the system; system.note (was "", is "other")',
        ),
    ],
)
def test_another_configuration_is_refused(
    tmp_path: Path, do_run: Runs, change: dict[str, Any], named: str
) -> None:
    write_data(tmp_path / "data", only_map=2)
    do_run()
    before = (tmp_path / "run/run.json").read_bytes()
    with pytest.raises(RunMismatch) as caught:
        do_run(**change)
    assert named in str(caught.value)
    assert (tmp_path / "run/run.json").read_bytes() == before


def test_changed_data_and_code_are_refused(
    tmp_path: Path, do_run: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_data(tmp_path / "data")
    do_run()
    write_queries(tmp_path / "data", [{**record(i), "note": "new"} for i in range(6)])
    monkeypatch.setattr(runner_module, "code_sha256", lambda: "new code")
    with pytest.raises(RunMismatch) as caught:
        do_run()
    told = str(caught.value)
    assert 'code (was "code", is "new code")' in told
    # words, values, hashes: what a reader can use stands first
    order = ["the data's files", "the code", "code (was", "hashes:", "data (was"]
    places = [told.index(part) for part in order]
    assert places == sorted(places)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", None])
def test_folder_with_unknown_samples_is_refused(
    tmp_path: Path, do_run: Runs, content: bytes | None
) -> None:
    write_data(tmp_path / "data")
    (tmp_path / "run" / "samples").mkdir(parents=True)
    if content is not None:
        (tmp_path / "run/run.json").write_bytes(content)
    with pytest.raises(RunMismatch, match="--out"):
        do_run()


def test_two_runs_do_not_share_a_folder(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data")
    (tmp_path / "run").mkdir()
    with (
        filelock.FileLock(tmp_path / "run" / ".lock"),
        pytest.raises(ConfigError, match="another run is at work"),
    ):
        do_run()


def test_folder_that_is_a_file_is_a_config_error(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data")
    (tmp_path / "run").write_text("a file")
    with pytest.raises(ConfigError, match="--out"):
        do_run()


@pytest.mark.parametrize(("processes", "workers"), [(False, 0), (False, 2), (True, 2)])
def test_what_cannot_be_written_ends_the_run_with_the_place(
    tmp_path: Path, do_run: Runs, processes: bool, workers: int
) -> None:
    write_data(tmp_path / "data")
    do_run()
    samples = tmp_path / "run/samples/metromap/only_tab"
    for path in samples.iterdir():
        path.unlink()
    samples.rmdir()
    samples.write_text("in the way")
    with pytest.raises(ConfigError, match="only_tab"):
        do_run(processes=processes, workers=workers)
    assert json.loads((tmp_path / "run/run.json").read_text())["status"] == "interrupted"
    assert not (tmp_path / "run/results.json").exists()


SCRIPT = """
import sys
from pathlib import Path
import eval.run.runner as runner_module
from eval.run.config import RunConfig
from tests.eval.fake_systems import FakeSystem, plan_of

if __name__ == "__main__":
    runner_module.code_sha256 = lambda: "code"
    data, out, delay = sys.argv[1:]
    config = RunConfig(data=data, out=Path(out), workers=2, tasks=("only_tab",))
    runner_module.run(config, plan_of(FakeSystem(delay=float(delay)), processes=True))
"""


def test_run_killed_with_its_workers_at_work_goes_on(tmp_path: Path, do_run: Runs) -> None:
    write_data(tmp_path / "data", n=200)
    script = tmp_path / "run_it.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), str(tmp_path / "data"), str(tmp_path / "run"), "0.02"]
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(REPO)})
    samples = tmp_path / "run/samples/metromap/only_tab"
    deadline = time.monotonic() + 60
    while len(list(samples.glob("[0-9]*.json"))) < 20:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "run/results.json").exists()
    summary = do_run(FakeSystem(delay=0.02, name="fake"), processes=True, workers=2)
    assert summary.reused >= 20
    assert summary.done > 0
    do_run(out=tmp_path / "whole")
    assert files_of(tmp_path / "run") == files_of(tmp_path / "whole")
