"""The table of an ablation, from what `mapclew ablate` wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from eval.report.report_table import Cell, Column, Form, ReportTable
from perception.errors import ConfigError

FILE = "ablation.json"
BASELINE = Path("runs", "baseline")
_COLUMNS = (
    Column("setting"),
    Column("task"),
    Column("score", Form.SHARE),
    Column("baseline", Form.SHARE),
    Column("difference", Form.SHARE),
    Column("low", Form.SHARE),
    Column("high", Form.SHARE),
    Column("samples changed", Form.COUNT),
)


def is_ablation(folder: Path) -> bool:
    """Whether a folder is one of `mapclew ablate`, finished or not."""
    return (folder / BASELINE).is_dir()


def runs_of(folder: Path) -> list[Path]:
    """Return the runs of an ablation, the first one first; none where it is no ablation."""
    if not is_ablation(folder):
        return []
    base = folder / BASELINE
    others = sorted(file.parent for file in base.parent.glob("*/run.json"))
    return [base, *(run for run in others if run != base)]


def has_differences(folder: Path) -> bool:
    """Whether an ablation tells differences: not of studies alone, nor before its end."""
    return (folder / FILE).is_file()


def ablation_table(folder: Path, number: int = 1) -> ReportTable:
    """Return one row for each setting and task.

    Parameters
    ----------
    folder : Path
        Holds `ablation.json`.
    number : int
        Which of several ablations of a report it is.

    Raises
    ------
    ConfigError
        If the file is damaged.
    """
    try:
        found = orjson.loads((folder / FILE).read_bytes())
        rows = [row for one in found["ablations"] for row in _rows(one, found["baseline"])]
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError, ValueError) as error:
        raise ConfigError(
            f"is no ablation ({error})",
            file=str(folder / FILE),
            mend="give the command of the ablation again",
        ) from None
    return ReportTable(
        "ablation" if number == 1 else f"ablation{number}",
        "Ablation" if number == 1 else f"Ablation {number}",
        _COLUMNS,
        tuple(rows),
        "Score less that of the agent as it is, with its 95 % interval by a bootstrap over maps; "
        "none where there is one map.",
        main=True,
    )


def _rows(one: dict[str, Any], baseline: dict[str, Any]) -> list[tuple[Cell, ...]]:
    how = "without" if "without" in one else "oracle"
    changed = [str(sample).rpartition("/")[0] for sample in one["changed_samples"]]
    return [
        (
            f"{how} {one[how]}",
            task,
            cells["score"],
            baseline.get(task),
            cells["delta"],
            *(cells["ci"] or (None, None)),
            changed.count(task),
        )
        for task, cells in one["tasks"].items()
    ]
