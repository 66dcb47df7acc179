"""Build a whole benchmark of maps drawn by this project."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from eval.atlas.style import MapStyle
from eval.atlas.write_maps import choose_styles, write_maps
from eval.bench.queries import QueryOptions, count_pairs
from eval.bench.query_set import write_queries
from eval.bench.questions.question_set import write_questions
from eval.bench.source_map import read_source_map, read_source_maps
from eval.bench.table_set import write_tables
from eval.maptab.kinds import DOMAINS
from perception.errors import ConfigError

DEFAULT_STYLES: Final = ("develop",)
# Of the maps that are wanted, so many times as many are drawn at most.
_MOST_DRAWN: Final = 5


def build(
    out: Path,
    maps: int,
    options: QueryOptions,
    *,
    pairs: int | None = None,
    totals: Mapping[str, int] | None = None,
    styles: Sequence[str] = DEFAULT_STYLES,
    jobs: int = 1,
) -> Iterator[str]:
    """Draw maps, half of each domain, and write pictures, tables, queries and questions.

    Parameters
    ----------
    out : Path
        Root of the data set: a folder that is empty or not there yet.
    maps : int
        An even number.
    options : QueryOptions
        The seed makes everything.
    pairs, totals
        See `eval.bench.query_set.write_queries`.
    styles : sequence of str
        Of the drawings, see `mapclew draw`.
    jobs : int
        Processes; their number changes nothing.

    Yields
    ------
    str
        What was done, a line a map and step.

    Raises
    ------
    ConfigError
        The number of maps is odd, the folder not empty, a style unknown, the pairs too many.
    """
    if maps < 2 or maps % 2:
        raise ConfigError(f"{maps} maps", field="--maps", mend="give an even number")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ConfigError("is no empty folder", file=str(out), mend="name another")
    chosen = {domain: choose_styles(list(styles), domain) for domain in DOMAINS}
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=out, prefix=".maps-") as name:
        drawn = Path(name)
        for domain in DOMAINS:
            yield from _draw(drawn, chosen[domain], maps // 2, options.seed, jobs, pairs or 0)
        for source in read_source_maps(drawn):
            write_tables(source, out, seed=options.seed, invent_hubs=True)
    for item, count in write_queries(out, options, pairs=pairs, totals=totals, jobs=jobs):
        yield f"{count} pairs: {item.key}"
    for item, counts in write_questions(out, seed=options.seed):
        if missing := [str(number) for number, asked in counts.items() if not asked]:
            yield f"{item.key}: no questions of types {', '.join(missing)}"


def _draw(
    out: Path, styles: list[MapStyle], count: int, seed: int, jobs: int, pairs: int
) -> Iterator[str]:
    """Draw maps until so many have enough pairs; the small ones among them are passed over."""
    drawn = kept = 0
    while kept < count:
        if drawn >= _MOST_DRAWN * count:
            raise ConfigError(
                f"{kept} of {drawn} maps have {pairs} pairs, {count} are wanted",
                field="--pairs",
                mend="ask for fewer pairs, or for styles with larger maps",
            )
        batch = count - kept
        for written in write_maps(out, styles, batch, seed, jobs, first=drawn):
            picture = next(written.folder.glob("map.*"))
            source = read_source_map(written.folder.name, written.folder, picture)
            if count_pairs(source.edges) < pairs:
                shutil.rmtree(written.folder)
                yield f"passed over, too few pairs: {written.folder.name}"
                continue
            kept += 1
            yield f"drawn: {written.folder.name}"
        drawn += batch
