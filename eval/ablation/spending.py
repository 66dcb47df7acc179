"""What the models that were asked for an ablation took."""

from __future__ import annotations

from collections.abc import Iterable

import orjson

from agent.chat.usage import Usage, usage_from
from eval.run.store import RunStore


def total_usage(stores: Iterable[RunStore]) -> Usage:
    """Return the usage over finished runs; nothing for runs that asked no model.

    A reply that several runs share counts in each, as kept in all but the first.
    """
    total = Usage()
    for store in stores:
        if not store.tool_use_file.is_file():
            continue
        for task in orjson.loads(store.tool_use_file.read_bytes())["tasks"].values():
            if "usage" in task:
                total += usage_from(task["usage"])
    return total
