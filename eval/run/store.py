"""A run's folder: each sample's record as soon as it is done, whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import shutil
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import filelock
import numpy as np
import orjson

from eval.systems import Outcome
from perception.errors import ConfigError

PRETTY = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS | orjson.OPT_SERIALIZE_NUMPY
LOCK = ".lock"
PARTIAL = ".partial"


def _plain(value: object) -> object:
    """Turn what a tool may have left in its record into JSON's types."""
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, set | frozenset):
        return sorted(value, key=repr)
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    return repr(value)


def to_json(value: object) -> bytes:
    """Return the indented JSON of a record, UTF-8; what JSON has no type for as text."""
    try:
        return orjson.dumps(value, default=_plain, option=PRETTY)
    except orjson.JSONEncodeError:
        # Half a surrogate pair, a huge integer, a deep nesting: the slow writer takes those.
        text = json.dumps(value, default=_plain)
        # It would write NaN, which is no JSON; the quick writer makes null of it.
        value = json.loads(text, parse_constant=lambda _: None)
        return json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "replace")


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> ConfigError:
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    return ConfigError(
        f"cannot be written ({error.strerror})",
        file=str(path),
        field="--out",
        mend="make room, then give the same command again" if full else "name a folder to write to",
    )


class RunStore:
    """Reads and writes the files of one run.

    Parameters
    ----------
    root : Path
        The run's folder; made when first written to.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.run_file = root / "run.json"
        self.results_file = root / "results.json"
        self.tool_use_file = root / "tool_use.json"
        self._made: set[Path] = set()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs out of the folder while this one is at work.

        Raises
        ------
        ConfigError
            If another process is at work in it, or it cannot be written to.
        """
        _make_folder(self.root)
        lock = filelock.FileLock(self.root / LOCK)
        try:
            lock.acquire(timeout=0)
        except filelock.Timeout:
            raise ConfigError(
                "another run is at work in this folder",
                file=str(self.root),
                mend="wait for it or name another folder with --out",
            ) from None
        except OSError as error:
            raise _unwritable(self.root / LOCK, error) from error
        try:
            yield
        finally:
            lock.release()

    def sample_file(self, kind_id: str, index: int) -> Path:
        """Return where the record of one sample is."""
        return self.root / "samples" / kind_id / f"{index:05d}.json"

    def write_sample(self, kind_id: str, index: int, record: dict[str, Any]) -> None:
        """Write the record of one sample, in place of an earlier one."""
        self._write(self.sample_file(kind_id, index), to_json(record))

    def read_sample(self, kind_id: str, index: int) -> dict[str, Any] | None:
        """Return the record of one sample, None where there is none or it is damaged."""
        try:
            record = orjson.loads(self.sample_file(kind_id, index).read_bytes())
        except (OSError, orjson.JSONDecodeError):
            return None
        sound = (
            isinstance(record, dict)
            and (record.get("task"), record.get("index")) == (kind_id, index)
            and record.get("outcome") in set(Outcome)
            and isinstance(record.get("scores"), dict)
        )
        return record if sound else None

    def write_last(self, path: Path, value: Any) -> None:
        """Write a file of a folder that is finished with it, see `write`."""
        self.write(path, value)
        self.drop_leftovers()

    def drop_leftovers(self) -> None:
        """Delete what killed processes left half written, and their folders."""
        shutil.rmtree(self.root / PARTIAL, ignore_errors=True)
        self._made.clear()

    def predictions_file(self, kind_id: str, system: str) -> Path:
        """Return the predictions of one task, named as the released files are."""
        name = f"{kind_id.replace('/', '_')}_{system}_results.json"
        return self.root / "predictions" / name

    def write(self, path: Path, value: object) -> None:
        """Write one of the run's other files as JSON."""
        self._write(path, to_json(value) + b"\n")

    def write_bytes(self, path: Path, data: bytes) -> None:
        """Write one of the run's files as it is."""
        self._write(path, data)

    def _write(self, path: Path, data: bytes) -> None:
        """Write a file so that a reader finds it whole or not at all.

        The data may still be lost if the machine itself goes down at once: it is not forced to
        disk, since a damaged record is noticed and made anew.
        """
        # Each process completes its files in a folder of its own: two that create files in one
        # folder spend more time on its lock than on anything else.
        partial = self.root / PARTIAL / str(os.getpid())
        for folder in (partial, path.parent):
            if folder not in self._made:
                _make_folder(folder)
                self._made.add(folder)
        temporary = partial / f"{threading.get_ident()}-{path.name}"
        try:
            temporary.write_bytes(data)
            temporary.replace(path)
        except OSError as error:
            raise _unwritable(path, error) from error


def refuse_run_folder(folder: Path, sources: Iterable[Path] = ()) -> None:
    """Refuse to write tables where a run or an ablation lies, or what they are made from.

    Parameters
    ----------
    folder : Path
        That is to be written to.
    sources : iterable of Path
        What is read.

    Raises
    ------
    ConfigError
        So, or it is a file.
    """
    found = ""
    if folder.is_file():
        found = "is a file"
    elif (folder / "run.json").is_file() or (folder / "ablation.json").is_file():
        found = "holds a run"
    elif folder.is_dir() and any(s.is_dir() and s.samefile(folder) for s in sources):
        found = "holds what is read"
    if found:
        raise ConfigError(found, file=str(folder), field="--out", mend="name another folder")
