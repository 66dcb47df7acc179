"""The report as a page: one file that needs no network, details beside it where there are many."""

from __future__ import annotations

import base64
import hashlib
import shutil
from collections.abc import Iterator
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import Any

import orjson
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from eval.report.comparison_tables import LISTED
from eval.report.details import details_of
from eval.report.maps import Maps
from eval.report.page_data import CHUNK, page_data
from eval.report.plots import draw_plots
from eval.report.report_table import Column
from eval.report.samples import Collected
from eval.report.tables import summary_tables

MOST_EMBEDDED = 300
"""Samples up to which the page holds the details and pictures itself."""
MOST_BYTES = 20_000_000
"""Bytes of pictures up to which it does so."""
MARK = "mapclew-report.txt"
_TEMPLATES = Path(__file__).parent / "templates"
_SCRIPTS = ("dom.js", "load.js", "table.js", "map.js", "detail.js", "main.js")


def write_page(out: Path, found: Collected, maps: Maps, *, embed: bool | None = None) -> list[Path]:
    """Write the page, and the folder of details beside it where it has one.

    Parameters
    ----------
    out : Path
        The page; the folder is named like it, with `_files`.
    found : Collected
        All samples.
    maps : Maps
        Their maps.
    embed : bool, optional
        Whether the page holds everything itself; by default where it has few samples.

    Returns
    -------
    list of Path
        What was written: the page, and the folder.

    Raises
    ------
    OSError
        A file cannot be written, or the folder holds something else than a report's details.
    """
    if embed is None:
        # The maps are known before any detail is made, and their pictures weigh most.
        few = len(found.rows) <= MOST_EMBEDDED
        pictures = {
            shared.key: shared.picture for row in found.rows if few and (shared := maps.of(row))
        }
        embed = few and sum(len(p.data) for p in pictures.values() if p) <= MOST_BYTES
    folder = out.with_name(f"{out.stem}_files")
    _clear(folder)
    details = ((f"samples{number:05d}", chunk) for number, chunk in _chunks(found, maps))
    inlined: list[tuple[str, Markup]] = []
    if embed:
        inlined += [(name, as_script(chunk)) for name, chunk in details]
        for shared in maps.all():
            picture = shared.picture.url if shared.picture else None
            inlined.append((shared.key, as_script(shared.as_dict(picture))))
    else:
        folder.mkdir()
        (folder / MARK).write_text("Details of a report; written anew with it.\n")
        for name, chunk in details:
            _write_script(folder, name, chunk)
        for shared in maps.all():
            if shared.picture is not None:
                (folder / shared.picture.name).write_bytes(shared.picture.data)
            picture = f"{folder.name}/{shared.picture.name}" if shared.picture else None
            _write_script(folder, shared.key, shared.as_dict(picture))
    data = page_data(found, "" if embed else folder.name)
    out.write_text(render(found, data, inlined), encoding="utf-8")
    return [out] if embed else [out, folder]


def render(found: Collected, data: dict[str, Any], inlined: list[tuple[str, Markup]]) -> str:
    """Return the page's HTML; all text of runs is data and is escaped."""
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["groups"] = _groups
    environment.filters["base64"] = lambda content: base64.b64encode(content).decode("ascii")
    script = "\n".join((_TEMPLATES / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    tables = [table for table in summary_tables(found) if not table.id.endswith(LISTED)]
    return environment.get_template("report.html.j2").render(
        title="mapclew: " + ", ".join(found.labels),
        labels=found.labels,
        count=len(found.rows),
        version=version("mapclew"),
        warnings=_warnings(found),
        policy=_policy(script),
        css=Markup((_TEMPLATES / "report.css").read_text(encoding="utf-8")),
        script=Markup(script),
        tables=tables,
        table_ids={table.id: table.title for table in tables},
        plots=draw_plots(found),
        data=as_script(data),
        data_errors=bool(data["errors"]),
        inlined=inlined,
    )


def as_script(value: object) -> Markup:
    """Return JSON that can stand in a script element: no text in it can end the element."""
    return Markup(orjson.dumps(value).replace(b"<", b"\\u003c").decode())


def _policy(script: str) -> str:
    """Return what the page may load: its own script and files beside it, nothing from a network."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}' 'self' file:; "
        "style-src 'unsafe-inline'; img-src data: 'self' file:; base-uri 'none'; form-action 'none'"
    )


def _chunks(found: Collected, maps: Maps) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    for start in range(0, len(found.rows), CHUNK):
        rows = found.rows[start : start + CHUNK]
        yield start // CHUNK, [details_of(row, found, maps) for row in rows]


def _write_script(folder: Path, name: str, value: object) -> None:
    """Write JSON as a script: a page opened from disk may load scripts, but fetch nothing."""
    data = b"mapclewLoaded(" + orjson.dumps(name) + b"," + orjson.dumps(value) + b");\n"
    (folder / f"{name}.js").write_bytes(data)


def _clear(folder: Path) -> None:
    """Delete what an earlier report of this name left."""
    if not folder.exists():
        return
    if not (folder / MARK).is_file() and any(folder.iterdir()):
        raise FileExistsError(17, "holds something else than a report's details", str(folder))
    shutil.rmtree(folder)


def _groups(columns: tuple[Column, ...]) -> list[tuple[str, int]]:
    """Return headings over neighbouring columns, with how many each is over."""
    return [(name, len(list(group))) for name, group in groupby(c.group for c in columns)]


def _warnings(found: Collected) -> list[str]:
    told = [
        f"{label} is not complete (status: {run.log.get('status')})."
        for run, label in zip(found.runs, found.labels, strict=True)
        if run.log.get("status") != "completed"
    ]
    if found.damaged:
        told.append(f"{len(found.damaged)} records cannot be read, first {found.damaged[0]}.")
    partial = sum(None in row.results for row in found.rows)
    if partial:
        total = len(found.rows)
        told.append(
            f"The runs are over different samples: {total - partial:,} of {total:,} are in all."
        )
    return told
