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

# Megapixels of the picture, and the seconds that reading it may take on two idle cores.
SIZES = ((3.0, 10.0), (16.0, 40.0), (52.0, 120.0))
MOST_MIB = 3072


def measure_reading() -> Iterator[Figure]:
    """Read a sheet of the mini split's metro maps at each size, then take it from the cache.

    Large published maps are mostly drawn large: the sheet is enlarged, and text with it.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sheet = make_sheet(SIZES[0][0])
        for megapixels, most in SIZES:
            picture = folder / f"sheet{megapixels:g}.png"
            factor = (megapixels * 1e6 / (sheet.width * sheet.height)) ** 0.5
            size = (round(sheet.width * factor), round(sheet.height * factor))
            sheet.resize(size, Image.Resampling.BICUBIC).save(picture)
            usage = _perceive(picture, folder)
            what = f"perception of a map of {megapixels:g} MP"
            note = f"{size[0]}x{size[1]} px, start included, {usage.cpu_seconds:.1f} s of processor"
            yield Figure(what, usage.seconds, "s", most=most, note=note)
            yield Figure("its peak memory", usage.peak_mib, "MiB", most=MOST_MIB)
            if megapixels == SIZES[0][0]:
                yield from _measure_cache(picture, folder, usage)


def _measure_cache(picture: Path, folder: Path, first: Usage) -> Iterator[Figure]:
    again = _perceive(picture, folder)
    yield Figure(
        "first reading / cached reading",
        first.seconds / again.seconds,
        "times",
        note="whole processes, start included",
    )
    yield Figure(
        "a further query on the same map",
        _seconds_from_cache(picture, folder) * 1e3,
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


def make_sheet(megapixels: float) -> Image.Image:
    """Return metro maps side by side, cut to about so many megapixels."""
    pictures = [
        Image.open(file).convert("RGB")
        for file in sorted((mini_root() / "metromap/images").rglob("*.png"))[:4]
    ]
    columns = 2
    cell = (max(p.width for p in pictures), max(p.height for p in pictures))
    sheet = Image.new("RGB", (cell[0] * columns, cell[1] * columns), "white")
    for number, picture in enumerate(pictures):
        sheet.paste(picture, (number % columns * cell[0], number // columns * cell[1]))
    height = min(sheet.height, int(megapixels * 1e6 / sheet.width))
    return sheet.crop((0, 0, sheet.width, height))
