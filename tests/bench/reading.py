"""How long a map takes to be read, and with how much memory."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from eval.mini.paths import mini_root
from tests.bench.child import Usage, run_mapclew
from tests.bench.figure import Figure

MEGAPIXELS = 2.9


def measure_reading() -> Iterator[Figure]:
    """Read a sheet of 2.9 MP made of the mini split's metro maps, then take it from the cache."""
    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder) / "sheet.png"
        width, height = make_sheet(sheet)
        first = _perceive(sheet, Path(folder))
        again = _perceive(sheet, Path(folder))
        within = _seconds_from_cache(sheet, Path(folder))
    size = f"{width}x{height} px, {width * height / 1e6:.1f} MP"
    yield Figure("perception of a map", first.seconds, "s", most=15, note=f"{size}, start included")
    yield Figure("its peak memory", first.peak_mib, "MiB", most=2048)
    yield Figure(
        "first reading / cached reading",
        first.seconds / again.seconds,
        "times",
        note="whole processes, start included",
    )
    yield Figure(
        "a further query on the same map",
        within * 1e3,
        "ms",
        most=50,
        note="perception alone, from the cache, in a process that has read it before",
    )


def _perceive(picture: Path, folder: Path) -> Usage:
    cache = {"MAPCLEW_CACHE_DIR": str(folder / "cache")}
    return run_mapclew(["perceive", str(picture), "--out", str(folder / "graph.json")], cache)


def _seconds_from_cache(picture: Path, folder: Path) -> float:
    """Return how long a reader that knows a picture takes to hand over its graph."""
    from tools.cached_reader import CachedReader

    reader = CachedReader(folder=folder / "cache" / "perception")
    if not reader.graph(picture).cached:
        raise RuntimeError("what `mapclew perceive` read is not in the cache")
    start = time.perf_counter()
    reader.graph(picture)
    return time.perf_counter() - start


def make_sheet(path: Path) -> tuple[int, int]:
    """Paste metro maps side by side and cut the sheet to 2.9 MP; return its size."""
    pictures = [
        Image.open(file).convert("RGB")
        for file in sorted((mini_root() / "metromap/images").rglob("*.png"))[:4]
    ]
    columns = 2
    cell = (max(p.width for p in pictures), max(p.height for p in pictures))
    sheet = Image.new("RGB", (cell[0] * columns, cell[1] * columns), "white")
    for number, picture in enumerate(pictures):
        sheet.paste(picture, (number % columns * cell[0], number // columns * cell[1]))
    height = min(sheet.height, int(MEGAPIXELS * 1e6 / sheet.width))
    sheet = sheet.crop((0, 0, sheet.width, height))
    sheet.save(path)
    return sheet.size
