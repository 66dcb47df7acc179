"""`mapclew perceive`: what is read from one map picture, or from many whose truth is known."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perception.errors import ConfigError

if TYPE_CHECKING:
    from perception.perceive import PerceptionConfig

EMPTY = 1
INTERRUPTED = 130


def perceive(
    image: Annotated[
        Path,
        typer.Argument(help="Map picture: PNG, JPEG, ...; with --truth a folder of maps, or mini."),
    ],
    truth: Annotated[
        bool,
        typer.Option(
            "--truth",
            help="Read every map of a folder (one folder each: map.*, edges.csv, truth.json) and "
            "score what was read.",
        ),
    ] = False,
    names: Annotated[
        bool,
        typer.Option(
            "--names",
            help="With --truth: read each map with the names of its truth, as with a table's.",
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Graph as JSON; without it, it goes to the output. With --truth a folder for "
            "scores, graphs and overlays."
        ),
    ] = None,
    overlay: Annotated[
        Path | None, typer.Option(help="Picture with what was read drawn over it, PNG.")
    ] = None,
    stages: Annotated[
        Path | None, typer.Option(help="Folder for one picture of what each stage found, PNG.")
    ] = None,
    degrade: Annotated[
        str,
        typer.Option(
            help="With --truth: make each picture worse before it is read: jpeg40, scale75, "
            "scale50, grey, rotate1 or wide10."
        ),
    ] = "",
    ocr: Annotated[str | None, typer.Option(help="Kind of text recogniser.")] = None,
    cache: Annotated[
        bool, typer.Option(help="Keep what was read, and use what was read before.")
    ] = True,
    workers: Annotated[
        int, typer.Option(min=1, help="Maps read at a time, with --truth; more take more memory.")
    ] = 1,
) -> None:
    """Read stations, lines and edges from a map picture.

    A picture on which no station is found gives an empty graph, and the exit code 1.
    With --truth, every map of the folder is read and scored. One that cannot be read is named and
    counts 0, and the others are read all the same. The exit code is 0 when every map was read or
    named as broken; 2 when none could be read, or it cannot be done as asked; 130 when interrupted.
    """
    from perception.ocr.registry import engine_kind
    from perception.perceive import PerceptionConfig

    config = PerceptionConfig()
    if ocr is not None:
        config = PerceptionConfig(ocr=engine_kind(ocr).kind)
    if truth:
        for option, target in (("--overlay", overlay), ("--stages", stages)):
            if target is not None:
                raise ConfigError(
                    "is for a single picture", field=option, mend="give --out FOLDER instead"
                )
        _perceive_folder(image, config, cache, out, workers, names, degrade)
    elif degrade:
        raise ConfigError("is for maps whose truth is known", field="--degrade", mend="add --truth")
    else:
        if names:
            raise ConfigError("needs the truth of a map", field="--names", mend="add --truth")
        if image.is_dir() or str(image) == "mini":
            raise ConfigError(
                "is a folder, not a picture",
                file=str(image),
                mend="name one picture, or add --truth if it holds maps with their truth",
            )
        _perceive_one(image, config, cache, out, overlay, stages)


def _perceive_one(
    image: Path,
    config: PerceptionConfig,
    cache: bool,
    out: Path | None,
    overlay: Path | None,
    stages: Path | None,
) -> None:
    import tempfile

    from PIL import Image

    from eval.drawing.fonts import overlay_fonts
    from eval.reading.score_map import readers_of
    from perception.overlay import draw_overlay
    from perception.picture import load_picture
    from perception.shapes import find_shapes
    from perception.stage_pictures import draw_stages
    from tools.cached_reader import CachedReader

    for target in (out, overlay, stages and stages / "graph.png"):
        if target is not None:
            make_folder_of(target, image)
    with tempfile.TemporaryDirectory() as scratch:
        reader = CachedReader(config, None if cache else Path(scratch))
        lettering = reader.text(image)
        found = reader.perception(image)
    perception = found.value
    text = json.dumps(perception.graph.to_dict(), ensure_ascii=False, indent=1)
    if out is None:
        print(text)
    else:
        out.write_text(text + "\n", encoding="utf-8")
    names = [station.name for station in perception.graph.stations]
    if overlay is not None:
        drawn = draw_overlay(load_picture(image), perception.graph, overlay_fonts(names))
        Image.fromarray(drawn).save(overlay, format="PNG")
    if stages is not None:
        shapes = find_shapes(load_picture(image), lettering.value, config.working_pixels)
        for number, (stage, drawn) in enumerate(
            draw_stages(shapes, overlay_fonts(names)).items(), 1
        ):
            Image.fromarray(drawn).save(stages / f"{number}-{stage}.png", format="PNG")
    print(f"text read by {readers_of(perception.reading)}", file=sys.stderr)
    for record in perception.stages:
        known = found.cached or (lettering.cached and record.stage == "text")
        counts = ", ".join(f"{count} {what}" for what, count in record.counts.items())
        print(
            f"{record.stage:9s} {'cached' if known else f'{record.seconds:7.2f} s':>9s}  "
            f"confidence {record.confidence:.2f}  {counts}",
            file=sys.stderr,
        )
    for note in perception.graph.notes:
        print(f"note: {note}", file=sys.stderr)
    if not perception.graph.stations:
        print(f"mapclew: no station was found on {image}: the graph is empty", file=sys.stderr)
        raise typer.Exit(EMPTY)


def _perceive_folder(
    folder: Path,
    config: PerceptionConfig,
    cache: bool,
    out: Path | None,
    workers: int,
    names: bool,
    degradation: str,
) -> None:
    from eval.reading.degrade import check_degradation
    from eval.reading.map_folder import find_maps
    from eval.reading.map_report import MapReport
    from eval.reading.results import print_table, write_results
    from eval.reading.score_map import ScoreRequest
    from eval.reading.score_maps import score_maps
    from tools.map_cache import readings_folder

    if degradation:
        check_degradation(degradation)
    maps = find_maps(folder)
    if out is not None:
        make_folder_of(out / "results.json", folder)
    kept = readings_folder() if cache else None
    requests = [ScoreRequest(each, config, kept, out, names, degradation) for each in maps]
    reports: list[MapReport] = []
    try:
        for report in score_maps(requests, workers):
            reports.append(report)
            state = report.error or f"edge F1 {report.edges.f1:.3f}"
            print(f"[{len(reports)}/{len(maps)}] {report.name}: {state}", file=sys.stderr)
    except KeyboardInterrupt:
        print("mapclew: interrupted; what was read is kept in the cache", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    reports.sort(key=lambda report: report.name)
    print_table(reports)
    if out is not None:
        write_results(out / "results.json", reports, config)
        print(f"results: {out}")
    if all(report.error for report in reports):
        raise typer.Exit(2)


def make_folder_of(target: Path, source: Path) -> None:
    """Make the folder that a file is to be written to, before the work that it is to hold.

    Parameters
    ----------
    target : Path
        The file to be.
    source : Path
        What is read, which must not be written over.

    Raises
    ------
    ConfigError
        It cannot be made or written to, or `target` is `source`.
    """
    if target.exists() and source.exists() and target.samefile(source):
        raise ConfigError("is the picture to be read", file=str(target), mend="name another file")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        found = f"its folder cannot be made ({error.strerror})"
        raise ConfigError(found, file=str(target), mend="choose another place") from error
    if target.is_dir() or not os.access(target.parent, os.W_OK):
        raise ConfigError("cannot be written", file=str(target), mend="choose another place")
