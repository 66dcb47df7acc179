"""The masked tables of one data set, read once and shared between samples."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from eval.maptab.layout import Layout
from eval.maptab.masks import column_mask
from eval.maptab.mix_tab import build_mix_table, shuffle_rows
from perception.errors import BadTable, MapclewError
from tools.tables import Table, mask, read_table
from tools.task import TaskKind

_MIX_STEM = "_vertex2"


class TableStore:
    """Reads the tables that records name, masked as a kind of task demands.

    Samples of one map and one kind share the very same `Table`, except where a Mix_tab was built
    here: its rows are shuffled per sample. A table that cannot be read is not tried again.

    Parameters
    ----------
    layout : Layout
        Where the files lie.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._found: dict[tuple[object, ...], Table | MapclewError] = {}

    def path(self, relative: str, kind: TaskKind) -> Path:
        """Return the file of a table: the one named, or its `.csv` twin in the CSV tasks."""
        path = self._layout.asset(relative)
        return path.with_suffix(".csv") if kind.table_format == "csv" else path

    def files(self, relative: str, kind: TaskKind) -> tuple[Path, ...]:
        """Return the files that a table is made of: its own, or Mix_tab's two sources."""
        path = self.path(relative, kind)
        sources = _mix_sources(path)
        return sources if kind.uses_mix_tab and sources and not path.is_file() else (path,)

    def edge_table(self, relative: str, kind: TaskKind) -> Table:
        """Return a masked Edge_tab; raises `BadTable`."""
        path = self.path(relative, kind)
        return self._masked(path, kind, lambda: _read(path, "Edge_tab", kind))

    def vertex_table(self, relative: str, kind: TaskKind) -> Table:
        """Return a masked Vertex_tab; raises `BadTable`."""
        path = self.path(relative, kind)
        return self._masked(path, kind, lambda: _read(path, "Vertex_tab", kind))

    def mix_table(self, relative: str, kind: TaskKind, key: str) -> Table:
        """Return a masked Mix_tab; raises `BadTable`.

        A file that is there is shown as it is; Travelmap's records name Vertex_tab itself. Where
        `X_vertex2` is missing, Mix_tab is built from `X_vertex` and `X_edge`, its rows in an
        order determined by `key`.
        """
        path = self.path(relative, kind)
        if path.is_file():
            return self._masked(path, kind, lambda: _read(path, "Mix_tab", kind))
        return shuffle_rows(self._masked(path, kind, lambda: _build(path, kind.domain)), key)

    def _masked(self, path: Path, kind: TaskKind, read: Callable[[], Table]) -> Table:
        hidden = column_mask(kind)
        place = (path, kind.domain, hidden, kind.uses_mix_tab)
        if place not in self._found:
            try:
                table = read()
                self._found[place] = mask(table, _hidden(table.name, kind))
            except MapclewError as error:
                self._found[place] = error
        found = self._found[place]
        if isinstance(found, MapclewError):
            raise found.with_traceback(None)
        return found


def _hidden(name: str, kind: TaskKind) -> frozenset[str]:
    found = column_mask(kind)
    return found.edge if name == "Edge_tab" else found.vertex


def _read(path: Path, name: str, kind: TaskKind) -> Table:
    """Read a table as far as a kind shows it: a fault in what it hides is no fault of its own."""
    return read_table(path, name, domain=kind.domain, drop=_hidden(name, kind))


def _mix_sources(path: Path) -> tuple[Path, Path] | None:
    if not path.stem.endswith(_MIX_STEM):
        return None
    stem = path.stem.removesuffix(_MIX_STEM)
    vertex, edge = (path.with_name(f"{stem}_{part}{path.suffix}") for part in ("vertex", "edge"))
    return vertex, edge


def _build(path: Path, domain: str) -> Table:
    sources = _mix_sources(path)
    if sources is None or not all(source.is_file() for source in sources):
        names = " and ".join(source.name for source in sources) if sources else "its sources"
        raise BadTable(
            f"Mix_tab cannot be read (no such file), nor built ({names} not both there)",
            file=str(path),
        )
    vertex_table = read_table(sources[0], "Vertex_tab", domain=domain)
    return build_mix_table(vertex_table, read_table(sources[1], "Edge_tab", domain=domain))
