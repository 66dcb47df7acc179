"""MapTab as a benchmark: its data, kinds, scores and groups of questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from eval.benchmark import SampleFacts, Score, TaskTotal, check_settings
from eval.maptab.dataset import MapTabData
from eval.maptab.kinds import select_kinds
from eval.maptab.sample_facts import difficulties_of, map_of
from eval.metrics.question_groups import group_questions
from eval.metrics.question_score import QuestionScore
from eval.metrics.scores import AnswerScore, AnyTaskScore, pool_scores, score_answer
from eval.metrics.task_score import SampleScore
from eval.systems import Outcome
from tools.route import TRANSFER_MARK
from tools.task import TaskKind


@dataclass(frozen=True, slots=True)
class MapTab:
    """The benchmark of maps with tables; see `eval.benchmark.Benchmark`."""

    name: str = "maptab"
    default_tasks: tuple[str, ...] = ("canonical-planning",)
    oracles: tuple[str, ...] = ()

    def configure(self, settings: Mapping[str, str], oracle: Sequence[str]) -> MapTab:
        """Return itself: there is nothing to set."""
        check_settings(self, settings, oracle)
        return self

    def settings(self) -> dict[str, Any]:
        """Return no settings."""
        return {}

    def open(self, root: Path) -> MapTabData:
        """Return the data set, in either layout."""
        return MapTabData(root)

    def select(self, tasks: Iterable[str], domain: str) -> list[TaskKind]:
        """Return kinds by short or released names and selectors."""
        return select_kinds(tasks, domain)

    def shown(self, kind: TaskKind, record: object) -> dict[str, Any]:
        """Return the question, and the routes or the number that are right."""
        released = record if isinstance(record, Mapping) else {}
        return {
            "question": released.get("question"),
            "references": (
                [released.get("answer")] if kind.question_type else released.get("routes")
            ),
        }

    def facts(self, kind: TaskKind, record: object) -> SampleFacts:
        """Return map, question, weights, difficulties, and the references as text of the map."""
        released = record if isinstance(record, Mapping) else {}
        weights = released.get("weights")
        numbers: tuple[float, ...] = ()
        if kind.weighted and isinstance(weights, Sequence) and not isinstance(weights, str):
            numbers = tuple(w for w in weights if isinstance(w, int | float))
        routes = released.get("routes")
        text = " ".join(map(str, routes)) if isinstance(routes, list) else ""
        return SampleFacts(
            map_of(record),
            str(released.get("question") or ""),
            numbers,
            difficulties_of(released),
            text.replace(TRANSFER_MARK, ""),
        )

    def score(
        self,
        kind: TaskKind,
        record: object,
        response: object,
        outcome: Outcome | None = None,
        trace: Mapping[str, Any] | None = None,
    ) -> AnswerScore:
        """Score a route or a number as the released evaluator does."""
        return score_answer(kind, record, response, outcome)

    def restore(self, kind: TaskKind, outcome: Outcome, scores: Mapping[str, Any]) -> AnswerScore:
        """Rebuild a score."""
        if kind.question_type:
            return QuestionScore(outcome, scores["right"])
        return SampleScore(
            outcome=outcome,
            ema=scores["ema"],
            pma=scores["pma"],
            difficulty=scores["difficulty"],
            totals=scores["totals"],
        )

    def pool(self, kind: TaskKind, scores: Iterable[Score]) -> AnyTaskScore:
        """Sum up the scores of a task's samples."""
        return pool_scores(kind, cast(Iterable[AnswerScore], scores))

    def groups(self, tasks: Mapping[str, TaskTotal]) -> dict[str, Any]:
        """Return the accuracy of questions by capability, input and class."""
        found = group_questions(tasks)
        return {"questions": found} if found else {}


BENCHMARK = MapTab()
