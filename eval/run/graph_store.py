"""The map graphs that samples were planned on, in the run's folder: each once."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import replace
from pathlib import Path, PurePosixPath

import orjson

from eval.run.store import RunStore
from perception.map_graph import MapGraph
from tools.identity_memo import IdentityMemo

_KEPT = 16


class GraphStore:
    """Writes graphs by their content; safe to share between threads.

    Parameters
    ----------
    store : RunStore
        The run's folder.
    """

    def __init__(self, store: RunStore) -> None:
        self._store = store
        self._known = IdentityMemo(_KEPT)
        self._lock = threading.Lock()

    def keep(self, graph: MapGraph) -> str:
        """Write a graph unless it is there, and return its file below the run's folder."""
        with self._lock:
            name, _ = self._known.get((graph,), (), lambda: self._write(graph))
        return name

    def _write(self, graph: MapGraph) -> str:
        # The picture by its name alone: the data set may lie elsewhere tomorrow.
        named = replace(graph, image_path=Path(graph.image_path).name)
        data = orjson.dumps(named.to_dict(), option=orjson.OPT_SERIALIZE_NUMPY)
        name = PurePosixPath("graphs", f"{hashlib.sha256(data).hexdigest()[:24]}.json")
        if not (self._store.root / name).exists():
            self._store.write_bytes(self._store.root / name, data)
        return str(name)


def read_graph(root: Path, name: object) -> MapGraph | None:
    """Return a graph that a sample's record names, None where it is not there or damaged.

    Parameters
    ----------
    root : Path
        The run's folder.
    name : object
        The record's `graph`; anything but a name in `graphs/` gives None.
    """
    if not isinstance(name, str) or PurePosixPath(name).parts[:-1] != ("graphs",):
        return None
    try:
        return MapGraph.from_dict(orjson.loads((root / name).read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None
