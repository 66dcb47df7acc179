"""What the runs of a report are."""

from __future__ import annotations

from typing import Any

from agent.chat.usage import Usage
from eval.report.report_table import Cell, Column, Form, ReportTable
from eval.report.samples import Collected
from eval.run.stored_run import StoredRun

_COLUMNS = (
    Column("run"),
    Column("system"),
    Column("model or planner"),
    Column("data"),
    Column("split"),
    Column("status"),
    Column("samples", Form.COUNT),
    Column("working time (s)", Form.SECONDS),
    Column("model calls", Form.COUNT),
    Column("tokens in", Form.COUNT),
    Column("tokens out", Form.COUNT),
    Column("cost", Form.NUMBER),
    Column("mapclew"),
    Column("commit"),
)


_NOTE = (
    "Working time is that of all starts, waits included. Cost: by the price table; - if unknown."
)


def runs_table(found: Collected) -> ReportTable:
    """Return the table of runs, one a row."""
    rows = []
    for number, (run, label) in enumerate(zip(found.runs, found.labels, strict=True)):
        results = [result for row in found.rows if (result := row.results[number]) is not None]
        used = sum((result.usage for result in results), Usage())
        spent = (used.requests, used.input_tokens, used.output_tokens, used.cost)
        rows.append((*_described(run, label, len(results)), *spent, *_made_by(run)))
    return ReportTable("runs", "Runs", _COLUMNS, tuple(rows), _NOTE, main=True)


def _described(run: StoredRun, label: str, samples: int) -> tuple[Cell, ...]:
    settings = run.settings
    options = _object(settings.get("options"))
    driver = options.get("model") or options.get("planner")
    if isinstance(driver, dict):  # the settings of a model that plans
        driver = driver.get("model")
    sessions = run.log.get("sessions")
    seconds = [_object(session).get("seconds") for session in sessions or ()]
    return (
        label,
        run.system,
        str(driver) if driver else None,
        str(settings.get("data", "")),
        str(settings.get("split", "")),
        str(run.log.get("status", "")),
        samples,
        sum(value for value in seconds if isinstance(value, int | float)),
    )


def _made_by(run: StoredRun) -> tuple[Cell, ...]:
    versions = _object(_object(run.log.get("identity")).get("versions"))
    sessions = run.log.get("sessions")
    git = _object(_object(sessions[-1] if sessions else None).get("git"))
    commit = str(git.get("commit") or "")[:10]
    return (
        str(versions.get("mapclew", "")),
        (commit + (" and changes" if git.get("dirty") else "")) or None,
    )


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
