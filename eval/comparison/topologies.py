"""The topology of the maps that answers are about, from the data set they are of."""

from __future__ import annotations

from pathlib import Path

from eval.comparison.answers import Answer
from eval.comparison.error_classes import Topology
from eval.maptab.layout import Layout, find_layout
from eval.run.scope import data_root
from eval.run.stored_run import open_run
from perception.errors import ConfigError, MapclewError
from tools.table_validation import CRITERIA
from tools.tables import edge_ends, read_table


class Topologies:
    """Reads the whole Edge_tab of each map once.

    Parameters
    ----------
    layout : Layout or None
        Where the tables lie; None: no topology is known.
    """

    def __init__(self, layout: Layout | None) -> None:
        self._layout = layout
        self._known: dict[tuple[str, str], Topology | None] = {}

    @property
    def there(self) -> bool:
        """Whether there is a data set to read."""
        return self._layout is not None

    def of(self, answer: Answer) -> Topology | None:
        """Return the topology of an answer's map, None where no table tells it."""
        file = answer.record.get("edge_tab")
        if self._layout is None or not isinstance(file, str):
            return None
        key = (answer.kind.domain, file)
        if key not in self._known:
            self._known[key] = self._read(self._layout, *key)
        return self._known[key]

    @staticmethod
    def _read(layout: Layout, domain: str, file: str) -> Topology | None:
        try:
            table = read_table(
                layout.asset(file), "Edge_tab", domain=domain, complete=False, drop=CRITERIA
            )
        except MapclewError:
            return None
        lines: dict[frozenset[str], frozenset[str]] = {}
        cells = table.column("Line") if "Line" in table.columns else ((),) * len(table.rows)
        for cell, of_row in zip(table.column("Edge"), cells, strict=True):
            pair = frozenset(edge_ends(cell))
            named = frozenset(of_row) if isinstance(of_row, tuple) else frozenset[str]()
            lines[pair] = lines.get(pair, frozenset()) | named
        return Topology(lines)


def find_topologies(sources: list[Path], data: str | None) -> Topologies:
    """Return the topologies of a data set that is named, else of the first run that has one.

    Raises
    ------
    ConfigError
        The data set that is named is none.
    """
    if data is not None:
        return Topologies(find_layout(data_root(data)))
    for source in sources:
        if (source / "run.json").is_file():
            try:
                layout = open_run(source).data()
            except ConfigError:
                continue
            if layout is not None:
                return Topologies(layout)
    return Topologies(None)
