"""Fit the weights of `perception/confidence_weights.json` on drawn maps.

Usage: `python -m eval.confidence [FOLDER ...] [--out FILE]`. The maps of the mini split are always
taken; each further FOLDER holds a picture `map.*` with its `truth.json` and `edges.csv`, or such
folders. Prints what held-out maps say of the fit.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from eval.confidence.examples import Examples, drawn_examples, stacked_edges, stacked_stations
from eval.confidence.fit import (
    EDGE_GUESS,
    STATION_GUESS,
    Flags,
    Floats,
    auroc,
    calibration_error,
    fit_calibration,
    held_out,
)
from eval.mini.paths import mini_root, truth_root
from perception.ocr.registry import load_engine
from perception.stations.evidence import STATION_FEATURES
from perception.tracing.evidence import EDGE_FEATURES

_PICTURES = (".png", ".jpg")


def main() -> None:
    """Read the maps, fit, report and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--out", type=Path, default=Path("perception/confidence_weights.json"))
    arguments = parser.parse_args()
    maps = [
        (path, truth_root() / path.stem)
        for path in sorted(mini_root().rglob("images/*/*"))
        if path.suffix in _PICTURES
    ]
    maps += [
        (picture, picture.parent)
        for folder in arguments.folders
        for picture in sorted(folder.rglob("map.*"))
        if picture.suffix in _PICTURES
    ]
    examples: list[Examples] = []
    for found in drawn_examples(maps, load_engine("ppocr-v6-small")):
        examples.append(found)
        print(
            f"{found.map_name:24s} stations {found.stations_right.sum()}/{len(found.stations)}"
            f" edges {found.edges_right.sum()}/{len(found.edges)}",
            flush=True,
        )
    evidence, right, names = stacked_stations(examples)
    station = fit_calibration(evidence, right, STATION_FEATURES, STATION_GUESS)
    apart = held_out(evidence, right, names, STATION_FEATURES, STATION_GUESS)
    _report("station", apart, right)
    # An edge is judged by how sure its ends are: as sure as they are on maps not fitted to.
    evidence, right, names = stacked_edges(examples, apart)
    edge = fit_calibration(evidence, right, EDGE_FEATURES, EDGE_GUESS)
    _report("edge", held_out(evidence, right, names, EDGE_FEATURES, EDGE_GUESS), right)
    models = {"station": station.to_dict(), "edge": edge.to_dict()}
    arguments.out.write_text(json.dumps(models, indent=2) + "\n", encoding="utf-8")


def _report(what: str, confidence: Floats, right: Flags) -> None:
    print(
        f"{what}: {len(right)} examples, {right.mean():.3f} right; on maps held out AUROC"
        f" {auroc(confidence, right):.3f}, calibration error"
        f" {calibration_error(confidence, right):.3f}"
    )


if __name__ == "__main__":
    main()
