"""MapBench as a benchmark; see `docs/mapbench.md`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from eval.benchmark import SampleFacts, Score, TaskTotal, check_choice, check_settings
from eval.mapbench.data import WalkData
from eval.mapbench.kinds import select
from eval.mapbench.landmarks import make_matcher
from eval.mapbench.queries import direct_walk, word_query
from eval.mapbench.task_score import WalkScore, WalkTaskScore, pool_scores, score_answer
from eval.systems import Outcome
from perception.errors import ConfigError
from tools.task import TaskKind

SETTINGS = ("pairs", "seed", "matcher", "landmarks")


@dataclass(frozen=True)
class MapBench:
    """The benchmark of walks on map pictures; see `eval.benchmark.Benchmark`.

    Attributes
    ----------
    pairs, seed : int
        Queries drawn on each scene, where the data has none.
    matcher : str
        "lexical", or "MODULE:FUNCTION" from texts to embeddings.
    landmarks : str
        "scene", or "released" for the released evaluator's list.
    oracle : bool
        Whether the scene is handed to the agent.
    """

    name: str = "mapbench"
    default_tasks: tuple[str, ...] = ("navigation",)
    oracles: tuple[str, ...] = ("perception",)
    pairs: int = 20
    seed: int = 0
    matcher: str = "lexical"
    landmarks: str = "scene"
    oracle: bool = False

    def configure(self, settings: Mapping[str, str], oracle: Sequence[str]) -> MapBench:
        """Return it with `pairs`, `seed`, `matcher`, `landmarks`, and perhaps the scenes."""
        check_settings(self, settings, oracle, SETTINGS)
        numbers: dict[str, Any] = {
            name: _number(name, settings[name]) for name in SETTINGS[:2] if name in settings
        }
        matcher = settings.get("matcher", self.matcher)
        make_matcher(matcher)
        landmarks = settings.get("landmarks", self.landmarks)
        check_choice("landmarks", landmarks, ("scene", "released"))
        handed = "perception" in oracle
        return MapBench(**numbers, matcher=matcher, landmarks=landmarks, oracle=handed)

    def settings(self) -> dict[str, Any]:
        """Return how queries are drawn and scored, and what is handed over."""
        oracle = list(self.oracles) if self.oracle else []
        return {**{name: getattr(self, name) for name in SETTINGS}, "oracle": oracle}

    def open(self, root: Path) -> WalkData:
        """Return the data set."""
        return WalkData(root, pairs=self.pairs, seed=self.seed, oracle=self.oracle)

    def select(self, tasks: Iterable[str], domain: str) -> list[TaskKind]:
        """Return the one kind."""
        return select(tasks, domain)

    def shown(self, kind: TaskKind, record: object) -> dict[str, Any]:
        """Return the query, and the landmarks of the direct way; others may be right too."""
        found = record if isinstance(record, Mapping) else {}
        ends = found.get("start"), found.get("destination")
        return {
            "question": word_query(str(ends[0]), str(ends[1])) if all(ends) else None,
            "references": [" -> ".join(walk)] if (walk := direct_walk(found)) else [],
        }

    def facts(self, kind: TaskKind, record: object) -> SampleFacts:
        """Return map, query, and the two landmarks as text of the map."""
        found = record if isinstance(record, Mapping) else {}
        ends = [str(found.get(name) or "") for name in ("start", "destination")]
        return SampleFacts(
            f"{found.get('map_class') or ''}/{found.get('image_id') or ''}".strip("/"),
            word_query(*ends),
            names=" ".join(ends),
        )

    def score(
        self,
        kind: TaskKind,
        record: object,
        response: object,
        outcome: Outcome | None = None,
        trace: Mapping[str, Any] | None = None,
    ) -> WalkScore:
        """Score a walk on its scene."""
        return score_answer(
            record,
            response,
            outcome,
            matcher=make_matcher(self.matcher),
            released=self.landmarks == "released",
        )

    def restore(self, kind: TaskKind, outcome: Outcome, scores: Mapping[str, Any]) -> WalkScore:
        """Rebuild a score."""
        fields: dict[str, Any] = {
            k: tuple(v) if isinstance(v, list) else v for k, v in scores.items()
        }
        return WalkScore(outcome=outcome, **fields)

    def pool(self, kind: TaskKind, scores: Iterable[Score]) -> WalkTaskScore:
        """Sum up the scores of the task's samples."""
        return pool_scores(cast(Iterable[WalkScore], scores))

    def groups(self, tasks: Mapping[str, TaskTotal]) -> dict[str, Any]:
        """Return nothing: the classes are in the task's own score."""
        return {}


def _number(name: str, text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = -1
    if value < (1 if name == "pairs" else 0):
        raise ConfigError(f"{name} is {text!r}", field="--set", mend="give a whole number")
    return value


BENCHMARK = MapBench()
