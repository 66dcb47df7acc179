"""What was read from a picture, kept per picture content and configuration.

An entry's key holds the SHA-256 of the picture's bytes and of everything that determines the
result (stage, configuration, versions, weights), so a changed picture or setting is read afresh
and nothing needs to be invalidated. One process computes an entry while the others wait for it;
an entry that cannot be decoded is computed again.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from diskcache import Cache, Timeout
from filelock import FileLock

from perception.errors import BadPicture, ConfigError, MapclewError
from perception.ocr.cache_folder import CACHE_VARIABLE, cache_folder

Value = TypeVar("Value")

_READ_ERRORS = (sqlite3.Error, Timeout, OSError, ValueError, KeyError, TypeError, EOFError)
_MEMORY_ENTRIES = 64


def content_hash(image: str | Path) -> str:
    """Return the SHA-256 of a picture file.

    Raises
    ------
    BadPicture
        The file cannot be read.
    """
    try:
        with Path(image).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BadPicture(
            f"cannot be read ({error.strerror})", file=str(image), mend="check the path"
        ) from None


def readings_folder() -> Path:
    """Return where readings are kept by default: `perception` in the user's cache folder."""
    return cache_folder() / "perception"


class MapCache:
    """Results of perception stages on disk, with the latest in memory.

    Parameters
    ----------
    folder : Path, optional
        Where entries are kept; by default `readings_folder()`.
    memory_entries : int
        How many results are kept decoded.

    Raises
    ------
    ConfigError
        A file lies where the folder is to be.
    """

    def __init__(self, folder: Path | None = None, memory_entries: int = _MEMORY_ENTRIES) -> None:
        self.folder = folder or readings_folder()
        there = next((p for p in (self.folder, *self.folder.parents) if p.exists()), None)
        if there is not None and not there.is_dir():
            raise ConfigError(
                "is a file, where readings are to be kept in a folder",
                file=str(there),
                field="--cache",
                mend=f"name a folder with --cache or ${CACHE_VARIABLE}",
            )
        self._memory_entries = memory_entries
        self._memory: OrderedDict[str, Any] = OrderedDict()
        self._hashes: dict[tuple[str, int, int], str] = {}
        self._disk: Cache | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Leave open files and decoded results to the process that has them."""
        return {"folder": self.folder, "_memory_entries": self._memory_entries}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__init__(state["folder"], state["_memory_entries"])  # type: ignore[misc]

    def get(
        self,
        image: str | Path,
        stage: str,
        settings: Mapping[str, Any],
        compute: Callable[[], Value],
        encode: Callable[[Value], bytes],
        decode: Callable[[bytes], Value],
    ) -> tuple[Value, bool]:
        """Return a stage's result for a picture, computing it where no entry holds it.

        Parameters
        ----------
        image : str or Path
            Picture file.
        stage : str
            Name of the stage.
        settings : mapping
            Everything else that determines the result, as JSON values.
        compute : callable
            Computes the result.
        encode, decode : callable
            The entry's bytes from the result, and back.

        Returns
        -------
        tuple of (value, bool)
            The result, and whether it was there already.

        Raises
        ------
        MapclewError
            What `compute` raised; it is remembered in memory, so that a hopeless picture is not
            read again for each question about it.
        """
        key = self._key(image, stage, settings)
        if key in self._memory:
            self._memory.move_to_end(key)
            value = self._memory[key]
            if isinstance(value, MapclewError):
                raise value
            return value, True
        value, cached = self._get_from_disk(key, compute, encode, decode)
        self._remember(key, value)
        return value, cached

    def _get_from_disk(
        self,
        key: str,
        compute: Callable[[], Value],
        encode: Callable[[Value], bytes],
        decode: Callable[[bytes], Value],
    ) -> tuple[Value, bool]:
        found = self._read(key, decode)
        if found is not None:
            return found[0], True
        locks = self.folder / "locks"
        _make(locks)
        with FileLock(locks / f"{key}.lock"):
            found = self._read(key, decode)
            if found is not None:
                return found[0], True
            try:
                value = compute()
            except MapclewError as error:
                self._remember(key, error)
                raise
            self._write(key, encode(value))
        return value, False

    def _key(self, image: str | Path, stage: str, settings: Mapping[str, Any]) -> str:
        text = json.dumps(
            [self._content_hash(image), stage, settings], sort_keys=True, ensure_ascii=False
        )
        return hashlib.sha256(text.encode()).hexdigest()

    def _content_hash(self, image: str | Path) -> str:
        """Hash a file once for as long as its size and time stamp stay."""
        try:
            stat = Path(image).stat()
        except OSError:
            return content_hash(image)
        known = (str(image), stat.st_size, stat.st_mtime_ns)
        if known not in self._hashes:
            self._hashes[known] = content_hash(image)
        return self._hashes[known]

    def _remember(self, key: str, value: object) -> None:
        self._memory[key] = value
        while len(self._memory) > self._memory_entries:
            self._memory.popitem(last=False)

    def _open(self) -> Cache:
        if self._disk is None:
            _make(self.folder)
            try:
                # Nothing is ever evicted: an entry is some 100 kB, and cost many seconds.
                self._disk = Cache(str(self.folder / "entries"), eviction_policy="none")
            except (sqlite3.DatabaseError, Timeout):
                shutil.rmtree(self.folder / "entries", ignore_errors=True)
                self._disk = Cache(str(self.folder / "entries"), eviction_policy="none")
        return self._disk

    def _read(self, key: str, decode: Callable[[bytes], Value]) -> tuple[Value] | None:
        try:
            data = self._open().get(key)
            # The first half of an entry is its own digest: a cut or altered one is not decoded.
            if not isinstance(data, bytes) or hashlib.sha256(data[32:]).digest() != data[:32]:
                return None
            return (decode(data[32:]),)
        except _READ_ERRORS:
            return None

    def _write(self, key: str, data: bytes) -> None:
        try:
            self._open().set(key, hashlib.sha256(data).digest() + data)
        except _READ_ERRORS:
            # A full or read-only disk costs time in the next process, not the answer.
            return


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"the cache cannot be kept there ({error.strerror})",
            file=str(folder),
            mend="name another folder with --cache or MAPCLEW_CACHE_DIR",
        ) from None
