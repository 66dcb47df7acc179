"""`mapclew compare`: systems on the same samples, with statistics and error classes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

PRINTED = ("scores", "difficulty", "resources", "errors")


def compare(
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN...",
            help="Folders of runs, results files in the released form, or folders of such files; "
            "each is compared with the first.",
            show_default=False,
        ),
    ],
    label: Annotated[
        list[str] | None,
        typer.Option(help="What a RUN is called, in their order; repeatable."),
    ] = None,
    data: Annotated[
        str | None,
        typer.Option(
            help="Folder of the data set, or mini, whose tables tell the topology for the error "
            "classes. Default: that of the first run."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for every table as JSON, Markdown, CSV and LaTeX.")
    ] = None,
    languages: Annotated[
        Path | None,
        typer.Option(
            help="CSV with the columns map (its picture's name), native, printed. Default: the "
            "script of the station names."
        ),
    ] = None,
    published: Annotated[
        bool,
        typer.Option(
            "--published", help="Also the paper's Tables 2, 3, 7 and 8, labelled as such."
        ),
    ] = False,
) -> None:
    """Compare systems sample by sample: scores, intervals, McNemar's test, error classes.

    Runs are of one benchmark, whichever. Those over different samples are compared on those that
    both have.
    """
    from eval.ablation.studies.run_studies import as_json
    from eval.comparison.answers import read_answers
    from eval.comparison.compare import compare as compare_two
    from eval.comparison.difference_tables import comparison_tables
    from eval.comparison.published import TITLES, published_table
    from eval.comparison.topologies import find_topologies
    from eval.map_languages import read_languages
    from eval.maptab.kinds import DOMAINS
    from eval.report.export import as_markdown, write_csv, write_latex, write_markdown
    from eval.run.store import RunStore, refuse_run_folder
    from perception.errors import ConfigError

    if len(runs) < 2:
        raise ConfigError("one alone is nothing to compare", field="RUN", mend="name two or more")
    if out is not None:
        refuse_run_folder(out, runs)
    labels = [*(label or ()), *("" for _ in runs)]
    sets = [read_answers(run, name) for run, name in zip(runs, labels, strict=False)]
    topologies = find_topologies(runs, data)
    known = read_languages(languages) if languages else None
    reference = [published_table(number) for number in TITLES] if published else []
    for number, other in enumerate(sets[1:], start=2):
        found = compare_two(sets[0], other, topologies)
        tables = comparison_tables(found, known)
        for table in tables:
            if table.id in PRINTED and table.rows:
                print(as_markdown(table))
        if any(answer.kind.domain in DOMAINS for answer in sets[0].answers.values()) and (
            not topologies.there
        ):
            print("Error classes rest on the references alone: name the data set with --data.\n")
        if out is not None:
            place = out if len(sets) == 2 else out / f"1-{number}"
            content = {
                "a": sets[0].label,
                "b": other.label,
                "samples": {
                    "a": len(sets[0].answers),
                    "b": len(other.answers),
                    "both": len(found.pairs),
                },
                **as_json(tables),
            }
            RunStore(place).write_last(place / "compare.json", content)
            for write in (write_markdown, write_csv, write_latex):
                write(place, [*tables, *reference])
            print(f"comparison: {place / 'compare.json'}")
    for table in reference:
        print(as_markdown(table))
