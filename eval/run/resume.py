"""Going on with a run: only with the very same configuration."""

from __future__ import annotations

from typing import Any

import orjson

from eval.run.config import flatten
from eval.run.configuration_change import tell_change
from eval.run.store import RunStore, to_json
from eval.systems import Outcome
from perception.errors import RunMismatch


def read_earlier(store: RunStore) -> dict[str, Any] | None:
    """Return the run.json of an earlier run in this folder, None where there is none.

    Raises
    ------
    RunMismatch
        If the folder holds samples but no run.json that tells what they are of.
    """
    try:
        earlier = orjson.loads(store.run_file.read_bytes())
    except FileNotFoundError:
        if (store.root / "samples").exists():
            raise RunMismatch(
                "holds samples but no run.json",
                file=str(store.root),
                mend="name another folder with --out",
            ) from None
        return None
    except orjson.JSONDecodeError:
        earlier = None
    if not isinstance(earlier, dict) or not isinstance(earlier.get("identity"), dict):
        raise RunMismatch(
            "does not tell what the run is of",
            file=str(store.run_file),
            mend="name another folder with --out",
        )
    return earlier


def check_same(store: RunStore, earlier: dict[str, Any], identity: dict[str, Any]) -> None:
    """Refuse to mix two configurations in one folder.

    Parameters
    ----------
    store : RunStore
        For the message.
    earlier : dict
        The earlier run.json.
    identity : dict
        What determines the results of the run that is asked for.

    Raises
    ------
    RunMismatch
        With what differs in words, then every key that does and both its values.
    """
    # Compared as JSON gives them back: a tuple written is a list read.
    before, now = flatten(earlier["identity"]), flatten(orjson.loads(to_json(identity)))
    if change := tell_change(before, now):
        raise RunMismatch(
            f"holds a run that differs in {change}",
            file=str(store.root),
            mend="name another folder with --out, or give the command as it was",
        )


def is_done(store: RunStore, kind_id: str, index: int) -> bool:
    """Whether a sample need not be asked again.

    Samples that ended in `error` are: the endpoint may be up again or the picture mended.
    """
    record = store.read_sample(kind_id, index)
    return record is not None and record["outcome"] != Outcome.ERROR
