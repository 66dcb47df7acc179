"""ReasonMap as a benchmark; see `docs/reasonmap.md`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from eval.benchmark import SampleFacts, Score, TaskTotal, check_choice, check_settings
from eval.reasonmap.data import RideData
from eval.reasonmap.kinds import select
from eval.reasonmap.names import Names, load_names
from eval.reasonmap.records import parse_label
from eval.reasonmap.task_score import (
    MODES,
    RideScore,
    RideTaskScore,
    pool_scores,
    score_answer,
)
from eval.systems import Outcome
from perception.errors import BadRecord
from tools.task import TaskKind


@dataclass(frozen=True)
class ReasonMap:
    """The benchmark of rides on transit maps; see `eval.benchmark.Benchmark`.

    Attributes
    ----------
    scoring : str
        "paper" or "released".
    names : Names
        Translations of stops and lines, none by default.
    """

    name: str = "reasonmap"
    default_tasks: tuple[str, ...] = ("map", "text")
    oracles: tuple[str, ...] = ("perception",)
    scoring: str = "paper"
    names: Names = field(default_factory=Names)
    oracle: bool = False

    def configure(self, settings: Mapping[str, str], oracle: Sequence[str]) -> ReasonMap:
        """Return it with `scoring=paper|released`, `names=FILE`, and perhaps the Metro Data."""
        check_settings(self, settings, oracle, ("scoring", "names"))
        scoring = settings.get("scoring", "paper")
        check_choice("scoring", scoring, MODES)
        names = load_names(settings["names"]) if "names" in settings else Names()
        return ReasonMap(scoring=scoring, names=names, oracle="perception" in oracle)

    def settings(self) -> dict[str, Any]:
        """Return how it is scored, and what is handed over."""
        oracle = list(self.oracles) if self.oracle else []
        names = dict(self.names.translations)
        return {"scoring": self.scoring, "names": names, "oracle": oracle}

    def open(self, root: Path) -> RideData:
        """Return the data set."""
        return RideData(root, oracle=self.oracle)

    def select(self, tasks: Iterable[str], domain: str) -> list[TaskKind]:
        """Return kinds by name or selector: map, text, blind."""
        return select(tasks, domain)

    def shown(self, kind: TaskKind, record: object) -> dict[str, Any]:
        """Return the question and the reference plans."""
        released = record if isinstance(record, Mapping) else {}
        return {"question": released.get(kind.source), "references": released.get("routes")}

    def facts(self, kind: TaskKind, record: object) -> SampleFacts:
        """Return city, question, difficulties, and the two stops as text of the map."""
        released = record if isinstance(record, Mapping) else {}
        try:
            label = parse_label(record)
            levels = (label.map_difficulty, label.question_difficulty) if label.rated else None
        except BadRecord:
            levels = None
        return SampleFacts(
            f"{released.get('country') or ''}/{released.get('city') or ''}".strip("/"),
            str(released.get(kind.source) or ""),
            levels=levels,
            names=f"{released.get('station_1') or ''} {released.get('station_2') or ''}",
        )

    def score(
        self,
        kind: TaskKind,
        record: object,
        response: object,
        outcome: Outcome | None = None,
        trace: Mapping[str, Any] | None = None,
    ) -> RideScore:
        """Score a ride for correctness and quality."""
        usage = ((trace or {}).get("server") or {}).get("usage") or {}
        tokens = usage.get("completion_tokens") if isinstance(usage, Mapping) else None
        return score_answer(
            kind,
            record,
            response,
            outcome,
            mode=self.scoring,
            names=self.names,
            tokens=tokens if isinstance(tokens, int) else None,
        )

    def restore(self, kind: TaskKind, outcome: Outcome, scores: Mapping[str, Any]) -> RideScore:
        """Rebuild a score."""
        return RideScore(outcome=outcome, **scores)

    def pool(self, kind: TaskKind, scores: Iterable[Score]) -> RideTaskScore:
        """Sum up the scores of a task's samples."""
        return pool_scores(cast(Iterable[RideScore], scores))

    def groups(self, tasks: Mapping[str, TaskTotal]) -> dict[str, Any]:
        """Return how the figures were made, where that is not the paper's way."""
        return {} if self.scoring == "paper" else {"scoring": self.scoring}


BENCHMARK = ReasonMap()
