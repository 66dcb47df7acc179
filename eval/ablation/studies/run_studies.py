"""The studies that are asked for, over the answers of a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from eval.ablation.grid import Grid
from eval.ablation.studies.difficulty import difficulty_matrix
from eval.ablation.studies.languages import language_table
from eval.ablation.studies.repetition import repetition_table
from eval.ablation.studies.resolution import DIVISORS, resolution_table
from eval.ablation.studies.table_formats import format_table, token_table
from eval.comparison.answers import Answer, read_answers
from eval.map_languages import read_languages
from eval.report.report_table import ReportTable
from eval.run.reduced_pictures import reduce_pictures
from eval.run.runner import run
from eval.run.systems import agent_plan
from perception.errors import ConfigError

STUDIES: Final = ("difficulty", "repetition", "languages", "formats", "resolution")


def choose_studies(names: Sequence[str]) -> tuple[str, ...]:
    """Return the studies that are named, in their order; "all" names each.

    Raises
    ------
    ConfigError
        There is none of a name.
    """
    for name in names:
        if name not in (*STUDIES, "all"):
            raise ConfigError(
                f"{name!r} is no study",
                field="--study",
                mend=f"choose of {', '.join(STUDIES)} or all",
            )
    return tuple(name for name in STUDIES if name in names or "all" in names)


def run_studies(
    grid: Grid,
    names: Sequence[str],
    say: Callable[[str], None],
    languages: Path | None = None,
    source: Path | None = None,
) -> list[ReportTable]:
    """Return the tables of some studies.

    Parameters
    ----------
    grid : Grid
        Its baseline is done; resolution needs further runs beside it.
    names : sequence of str
        Of `STUDIES`.
    say : callable
        Told what is run.
    languages : Path, optional
        CSV with the languages of the maps.
    source : Path, optional
        A run of another system over the same data, instead of the baseline.

    Raises
    ------
    ConfigError, BadTable
        A run or file cannot be used.
    """
    answers = list(read_answers(source or grid.config_of(None).out).answers.values())
    tables: list[ReportTable] = []
    for name in names:
        if name == "difficulty":
            tables.append(difficulty_matrix(answers))
        elif name == "repetition":
            tables.append(repetition_table(answers, grid.truth))
        elif name == "languages":
            known = read_languages(languages) if languages else None
            tables.append(language_table(answers, known))
        elif name == "formats":
            kinds = {a.kind.id: a.kind for a in answers if a.kind.table_format == "json"}
            tables += [format_table(answers), token_table(grid.truth, kinds.values())]
        elif name == "resolution":
            tables.append(resolution_table(_at_sizes(grid, answers, say)))
    return tables


def as_json(tables: Sequence[ReportTable]) -> dict[str, Any]:
    """Return tables as JSON values: by id, a list of rows by column."""
    return {
        table.id: [
            {column.title: cell for column, cell in zip(table.columns, row, strict=True)}
            for row in table.rows
        ]
        for table in tables
    }


def _at_sizes(
    grid: Grid, whole: list[Answer], say: Callable[[str], None]
) -> dict[int, list[Answer]]:
    """Run the agent on smaller pictures, on the tasks that show one without an Edge_tab."""
    read = [k.id for k in grid.scope().kinds if k.rests_on_map]
    if not read:
        raise ConfigError(
            "no task needs the picture",
            field="--study resolution",
            mend="add a --task such as only_map",
        )
    found = {1: [answer for answer in whole if answer.kind.id in read]}
    folder = grid.config.out / "pictures"
    for divisor in DIVISORS:
        say(f"pictures at 1/{divisor}")
        out = grid.config_of(None).out.with_name(f"reduced-{divisor}")
        config = grid.config.model_copy(update={"tasks": tuple(read), "out": out})
        run(config, reduce_pictures(agent_plan(grid.options), divisor, folder))
        found[divisor] = list(read_answers(out).answers.values())
    return found
