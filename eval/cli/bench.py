"""`mapclew bench`: build data sets in MapTab's layout, and check them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eval.cli.draw import draw

if TYPE_CHECKING:
    from eval.bench.queries import QueryOptions

app = typer.Typer(name="bench", help="Build and validate benchmarks.", no_args_is_help=True)
app.command()(draw)

Data = Annotated[Path, typer.Option(help="Root of the data set.")]
Seed = Annotated[int, typer.Option(help="What it is made from.")]
Region = Annotated[str, typer.Option(help="Country that the files are put under.")]
Pairs = Annotated[
    int | None,
    typer.Option(min=1, help="Pairs of every map, instead of the published distribution."),
]
Ties = Annotated[
    str,
    typer.Option(help="all: every best station sequence; fewest-changes: the best of these."),
]
ObjectiveName = Annotated[str, typer.Option(help="additive or averaged, of weighted references.")]
Metro = Annotated[
    int | None, typer.Option(min=1, help="Metromap pairs in all, without --pairs; else 50 a map.")
]
Travel = Annotated[
    int | None, typer.Option(min=1, help="Travelmap pairs in all, without --pairs; else 50 a map.")
]
Each = Annotated[int, typer.Option(min=1, help="Questions of each type a map, no two alike.")]
Jobs = Annotated[int, typer.Option(min=1, help="Processes.")]


@app.command()
def tables(
    maps: Annotated[Path, typer.Option(help="One folder a map: picture, edges.csv, truth.json.")],
    out: Annotated[Path, typer.Option(help="Root of the data set.")],
    seed: Seed = 0,
    region: Region = "fiction",
) -> None:
    """Write pictures, Edge_tab, Vertex_tab and Mix_tab, as JSON and CSV."""
    from eval.bench.source_map import read_source_maps
    from eval.bench.table_set import write_tables

    sources = read_source_maps(maps)
    for source in sources:
        write_tables(source, out, seed=seed, region=region)
    print(f"{len(sources)} maps: {out}")


@app.command()
def queries(
    data: Data,
    pairs: Pairs = None,
    seed: Seed = 0,
    ties: Ties = "all",
    objective: ObjectiveName = "additive",
    metro_total: Metro = None,
    travel_total: Travel = None,
    jobs: Jobs = 1,
) -> None:
    """Write the planning queries of all twelve categories with references and totals."""
    options = _options(seed, ties, objective)
    _write_queries(data, options, pairs, metro_total, travel_total, jobs)


@app.command()
def questions(data: Data, seed: Seed = 0, each: Each = 1) -> None:
    """Write questions of each type for every map, with their answers."""
    from eval.bench.questions.question_set import write_questions

    maps = count = 0
    for item, counts in write_questions(data, seed=seed, each=each):
        maps, count = maps + 1, count + sum(counts.values())
        if missing := [str(number) for number, asked in counts.items() if not asked]:
            print(f"{item.domain}/{item.key}: none of types {', '.join(missing)}", file=sys.stderr)
    print(f"{maps} maps, {count} questions: {data}")


@app.command()
def build(
    out: Annotated[Path, typer.Option(help="Root of the data set; an empty folder.")],
    maps: Annotated[int, typer.Option(min=2, help="How many; half of each domain.")] = 60,
    pairs: Pairs = None,
    seed: Seed = 0,
    ties: Ties = "all",
    objective: ObjectiveName = "additive",
    metro_total: Metro = None,
    travel_total: Travel = None,
    styles: Annotated[
        list[str] | None, typer.Option(help="Of the drawings, as of `mapclew draw`; repeatable.")
    ] = None,
    jobs: Jobs = 1,
) -> None:
    """Draw maps and write a whole data set: pictures, tables, queries, questions; validate it."""
    from eval.bench.build import DEFAULT_STYLES
    from eval.bench.build import build as build_set

    options = _options(seed, ties, objective)
    totals = _totals(metro_total, travel_total)
    chosen = styles or DEFAULT_STYLES
    for step in build_set(out, maps, options, pairs=pairs, totals=totals, styles=chosen, jobs=jobs):
        print(step, file=sys.stderr)
    validate(str(out), objective=objective)


@app.command()
def reasonmap(
    out: Annotated[Path, typer.Option(help="Folder that gets the records, test.jsonl.")],
    stations: Annotated[
        Path | None, typer.Option(help="Metro Data, COUNTRY/CITY.json: a set without pictures.")
    ] = None,
    maps: Annotated[
        Path | None, typer.Option(help="Drawn maps instead, one folder a map, of `mapclew draw`.")
    ] = None,
    pairs: Annotated[int, typer.Option(min=1, help="Questions of every city or map.")] = 40,
    seed: Seed = 0,
) -> None:
    """Write a ReasonMap-style set from Metro Data alone or from drawn maps, with all references."""
    from eval.reasonmap.build import build as build_rides
    from eval.reasonmap.export_maps import export_maps
    from perception.errors import ConfigError

    if (stations is None) == (maps is None):
        raise ConfigError("give one of the two", field="--stations, --maps", mend="name a folder")
    if maps is not None:
        names = list(export_maps(maps, out, pairs=pairs, seed=seed))
        print(f"{len(names)} maps: {out}")
        return
    assert stations is not None
    count = 0
    for city in build_rides(stations, out, pairs=pairs, seed=seed):
        count += sum(city.counts.values())
        told = ", ".join(f"{number} {level}" for level, number in city.counts.items())
        doubt = f"; {city.left_out} pairs left out as uncertain" if city.left_out else ""
        print(f"{city.name}: {told}{doubt}", file=sys.stderr)
    print(f"{count} questions: {out}")


@app.command()
def mapbench(
    maps: Annotated[Path, typer.Option(help="Drawn maps, one folder a map, of `mapclew draw`.")],
    out: Annotated[Path, typer.Option(help="Folder that gets scenes and images.")],
) -> None:
    """Write drawn travel maps as scene graphs with their pictures, in MapBench's form."""
    from eval.mapbench.export_maps import export_maps

    names = list(export_maps(maps, out))
    print(f"{len(names)} maps: {out}")


def _options(seed: int, ties: str, objective: str) -> QueryOptions:
    from eval.bench.queries import QueryOptions
    from eval.bench.references import TIES
    from perception.errors import ConfigError
    from tools.objective import OBJECTIVES

    for name, value, known in (("ties", ties, TIES), ("objective", objective, OBJECTIVES)):
        if value not in known:
            raise ConfigError(
                f"{value!r} is unknown", field=f"--{name}", mend=f"use {' or '.join(known)}"
            )
    chosen: Any = objective
    return QueryOptions(seed=seed, ties=ties, objective=chosen)


def _totals(metro: int | None, travel: int | None) -> dict[str, int]:
    given = {"metromap": metro, "travelmap": travel}
    return {domain: total for domain, total in given.items() if total}


def _write_queries(
    data: Path,
    options: QueryOptions,
    pairs: int | None,
    metro_total: int | None,
    travel_total: int | None,
    jobs: int,
) -> None:
    from eval.bench.query_set import write_queries

    totals = _totals(metro_total, travel_total)
    maps = count = 0
    for item, made in write_queries(data, options, pairs=pairs, totals=totals, jobs=jobs):
        maps, count = maps + 1, count + made
        print(f"{item.domain}/{item.key}: {made} pairs", file=sys.stderr)
    print(f"{maps} maps, {count} pairs, {12 * count} queries: {data}")


@app.command()
def validate(
    data: Annotated[
        str, typer.Argument(help="Root of the data set, in either layout, or mini: the embedded.")
    ],
    optimal: Annotated[
        bool, typer.Option(help="Also check that no route is cheaper than the references.")
    ] = False,
    objective: ObjectiveName = "additive",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, nothing else.")] = False,
) -> None:
    """Check tables and records; the exit code is 1 where something is wrong."""
    import json

    from eval.bench.validation.validate import validate as check
    from eval.run.scope import data_root

    options = _options(0, "all", objective)
    found = check(data_root(data), optimal=optimal, objective=options.objective)
    errors = sum(finding.severity == "error" for finding in found.findings)
    if as_json:
        report = {
            "ok": found.ok,
            "maps": found.maps,
            "records": found.records,
            "findings": [finding.to_dict() for finding in found.findings],
        }
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        for finding in found.findings:
            print(finding)
        warnings = len(found.findings) - errors
        print(f"{found.maps} maps, {found.records} records: {errors} errors, {warnings} warnings")
    if not found.ok:
        raise typer.Exit(code=1)
