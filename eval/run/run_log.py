"""run.json: what a run is of, and each start of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from eval.benchmark import TaskTotal
from eval.run.config import RunConfig
from eval.run.fingerprint import git_state, machine
from eval.run.store import RunStore
from eval.run.systems import SystemPlan


class RunLog:
    """Keeps run.json up to date from the start of a run to its end.

    Parameters
    ----------
    store : RunStore
        Where it is.
    earlier : dict or None
        The run.json of earlier starts.
    identity : dict
        What determines the results: compared when the run goes on.
    config, plan : RunConfig, SystemPlan
        What was asked for.
    skipped : tuple of str
        Tasks that the data lacks.
    """

    def __init__(
        self,
        store: RunStore,
        earlier: dict[str, Any] | None,
        identity: dict[str, Any],
        config: RunConfig,
        plan: SystemPlan,
        skipped: tuple[str, ...],
    ) -> None:
        self._store = store
        self._start = time.monotonic()
        self._session: dict[str, Any] = {
            "started": _now(),
            "workers": config.workers,
            "machine": machine(),
            "git": git_state(),
        }
        self._content: dict[str, Any] = {
            "status": "started",
            "config": {
                **config.model_dump(mode="json"),
                "system": plan.label,
                "options": plan.settings,
            },
            "identity": identity,
            "skipped": skipped,
            "sessions": [*(earlier or {}).get("sessions", []), self._session],
        }
        store.write(store.run_file, self._content)

    def note(self, **values: Any) -> None:
        """Keep figures of this start for when it is closed."""
        self._session.update(values)

    def close(self, status: str, tasks: Mapping[str, TaskTotal] | None = None) -> None:
        """Write how this start ended: "completed" with the scores, or "interrupted"."""
        self._session.update(ended=_now(), seconds=round(time.monotonic() - self._start, 3))
        self._content["status"] = status
        if tasks is not None:
            counts = sum((Counter(task.outcomes) for task in tasks.values()), Counter[str]())
            self._content["counts"] = {"samples": counts.total(), "outcomes": dict(counts)}
        self._store.write(self._store.run_file, self._content)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
