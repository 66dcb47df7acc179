"""Perfect tools for an agent under measurement, built from the labels of a data set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from agent.tool_set import KNOWN_TRUTHS, ToolSet
from eval.ablation.map_truths import MapTruths, TruthSource
from eval.ablation.oracle_reader import STAGES, OracleReader
from eval.ablation.true_graph import true_names
from eval.ablation.true_routes import ReferenceJudge, References, ReferenceSolver
from perception.map_graph import MapGraph
from tools.alignment import Alignment, NamePair, Unpaired
from tools.map_reader import MapReader
from tools.task import TaskKind


class DataOracles:
    """The truth of a data set in the places of tools; see `agent.tool_set.Oracles`.

    Parameters
    ----------
    source : TruthSource
        Where the truth is.
    kinds : iterable of TaskKind
        Kinds of task of the run.
    names : sequence of str
        In whose place the truth is put, of `KNOWN_TRUTHS`.

    Raises
    ------
    ConfigError
        The data does not hold the truth that one of them needs.
    """

    def __init__(
        self, source: TruthSource, kinds: Iterable[TaskKind], names: Sequence[str]
    ) -> None:
        kinds = tuple(kinds)
        self.names = tuple(name for name in KNOWN_TRUTHS if name in names)
        self._truths = MapTruths(source, kinds)
        self._truths.require(self.names)
        self._references = References(source, kinds)

    def reader(self, reader: MapReader) -> MapReader:
        """Return a reader with its perfect stages; the same one where none is."""
        stages = [stage for stage in STAGES if stage in self.names]
        return OracleReader(reader, self._truths, stages) if stages else reader

    def tools(self, tools: ToolSet) -> ToolSet:
        """Return the tools with the perfect ones in their places."""
        if "alignment" in self.names:
            tools = replace(tools, align=self._align)
        if "solver" in self.names:
            tools = replace(tools, solve=ReferenceSolver(self._references, tools.solve))
        if "verifier" in self.names:
            tools = replace(tools, judge=ReferenceJudge(self._references))
        return tools

    def _align(
        self, graph: MapGraph, names: Sequence[str], min_score: float, *, eliminate: bool
    ) -> Alignment:
        """Pair each name with the station that was found at its place."""
        found = true_names(graph, self._truths.of(Path(graph.image_path)))
        station_of = {name: station for station, name in found.items()}
        label_of = {station.id: station.name for station in graph.stations}
        pairs = tuple(
            NamePair(station_of[name], label_of[station_of[name]], name, 1.0, 1.0)
            for name in names
            if name in station_of
        )
        taken = {pair.station for pair in pairs}
        return Alignment(
            pairs,
            tuple(Unpaired(s.id, s.name) for s in graph.stations if s.id not in taken),
            tuple(Unpaired(name, name) for name in names if name not in station_of),
            round(len(pairs) / len(names), 4) if names else 1.0,
            min_score,
        )
