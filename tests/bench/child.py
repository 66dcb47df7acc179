"""Run the command in a process of its own and measure it from outside."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Usage:
    """What one finished command took.

    Attributes
    ----------
    seconds : float
        Wall time.
    cpu_seconds : float
        Processor time of all its threads, which other load on the machine hardly changes.
    peak_mib : float
        Peak resident memory of its largest process, MiB.
    """

    seconds: float
    cpu_seconds: float
    peak_mib: float


def run_mapclew(arguments: Sequence[str], environment: dict[str, str] | None = None) -> Usage:
    """Run `mapclew ARGUMENTS`; raise CalledProcessError where it fails."""
    code = "from eval.cli.main import main; main()"
    before = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, **(environment or {})},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        errors = process.stderr.read()
        # wait4 gives this child's own usage, where RUSAGE_CHILDREN keeps the largest of all.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - before
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, arguments, stderr=errors)
    # Linux counts KiB, macOS bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return Usage(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 2**20)
