"""Read one map and score it."""

from __future__ import annotations

import json
import resource
import sys
import tempfile
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from eval.reading.map_folder import MapFolder
from eval.reading.map_report import MapReport, Share

if TYPE_CHECKING:
    from perception.perceive import Perception, PerceptionConfig
    from perception.scoring.truth_score import Agreement, MapTruth, TruthScore
    from perception.text_reading import TextReading


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """One map to score.

    Attributes
    ----------
    map : MapFolder
        The map.
    config : PerceptionConfig
        How it is read.
    cache : Path or None
        Folder of what was read before, where this reading is kept too; None: read afresh.
    out : Path or None
        Folder for `overlays/NAME.png` and `graphs/NAME.json`.
    named : bool
        Whether the map is read with the names of its truth, as with those of a table.
    degradation : str
        One of `eval.reading.degrade.DEGRADATIONS`: the picture is made worse before it is read;
        empty for the picture as it is.
    """

    map: MapFolder
    config: PerceptionConfig
    cache: Path | None = None
    out: Path | None = None
    named: bool = False
    degradation: str = ""


def score_map(request: ScoreRequest) -> MapReport:
    """Read one map and score it; call it in a process of its own, whose memory is measured.

    Raises
    ------
    BadPicture, BadTable, OcrUnavailable
        It cannot be read, or has no truth.
    """
    from perception.scoring.truth_score import read_truth, score_graph
    from tools.cached_reader import CachedReader

    truth = read_truth(request.map.truth)
    original = picture = request.map.picture()
    with tempfile.TemporaryDirectory() as scratch:
        if request.degradation:
            picture, truth = _degraded(picture, truth, request.degradation, Path(scratch))
        reader = CachedReader(request.config, request.cache or Path(scratch))
        text = reader.text(picture)
        found = reader.perception(picture, truth.names if request.named else ())
        # Measured before the overlay, which is no part of the reading.
        peak = None if found.cached else _peak_mb()
        # A degraded picture is gone after this.
        graph = replace(found.value.graph, image_path=str(original))
        if request.out is not None:
            perception = replace(found.value, graph=graph)
            write_reading(request.out, request.map.name, picture, perception)
    score = score_graph(graph, truth)
    from eval.reading.alignment_score import score_alignment
    from perception.scoring.confidence_score import auroc
    from perception.scoring.line_agreement import score_lines
    from perception.scoring.name_errors import count_name_errors

    right = tuple(edge.confidence for edge in score.judged if edge.right)
    wrong = tuple(edge.confidence for edge in score.judged if not edge.right)
    lines = score_lines(score.judged, truth)
    names = count_name_errors(graph, truth, score.names)
    return MapReport(
        request.map.name,
        _share(score.stations),
        _share(score.edges),
        names.rate,
        lines.accuracy,
        auroc(right, wrong),
        score_alignment(graph, truth).recall,
        right,
        wrong,
        round(sum(stage.seconds for stage in found.value.stages), 3),
        peak,
        readers_of(found.value.reading),
        "all" if found.cached else "text" if text.cached else "",
        {
            "engine": found.value.reading.engine,
            "picture": original.name,
            "degradation": request.degradation,
            "size": [graph.width, graph.height],
            "stages": [asdict(stage) for stage in found.value.stages],
            "lines": asdict(lines),
            "names": asdict(names),
            "notes": list(graph.notes),
            **_differences(score),
        },
    )


def _degraded(
    picture: Path, truth: MapTruth, degradation: str, folder: Path
) -> tuple[Path, MapTruth]:
    """Write the degraded picture into a folder; return it and the truth moved along."""
    from PIL import Image

    from eval.reading.degrade import degrade, degraded_truth
    from perception.picture import load_picture

    whole = load_picture(picture)
    worse = folder / f"{picture.stem}.png"
    Image.fromarray(degrade(whole, degradation).rgb).save(worse, compress_level=1)
    return worse, degraded_truth(truth, degradation, whole.width, whole.height)


def readers_of(reading: TextReading) -> str:
    """Return the text recognisers that made a reading, with their languages."""
    try:
        engine = json.loads(reading.engine)
        return str(engine.get("read_by") or engine["kind"])
    except (AttributeError, ValueError, KeyError, TypeError):
        return reading.engine


def write_reading(out: Path, name: str, picture: Path, perception: Perception) -> None:
    """Write `overlays/NAME.png` and `graphs/NAME.json`."""
    from PIL import Image

    from eval.drawing.fonts import overlay_fonts
    from perception.overlay import draw_overlay
    from perception.picture import load_picture

    for folder in ("overlays", "graphs"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    text = json.dumps(perception.graph.to_dict(), ensure_ascii=False, indent=1)
    (out / "graphs" / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    fonts = overlay_fonts(station.name for station in perception.graph.stations)
    drawn = draw_overlay(load_picture(picture), perception.graph, fonts)
    Image.fromarray(drawn).save(out / "overlays" / f"{name}.png")


def _share(agreement: Agreement) -> Share:
    return Share(agreement.precision, agreement.recall, agreement.f1)


def _differences(score: TruthScore) -> dict[str, object]:
    return {
        "counts": {"stations": asdict(score.stations), "edges": asdict(score.edges)},
        "missing_stations": score.missing_stations,
        "extra_stations": score.extra_stations,
        "missing_edges": score.missing_edges,
        "extra_edges": score.extra_edges,
    }


def _peak_mb() -> float:
    # Linux counts KiB, macOS bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
