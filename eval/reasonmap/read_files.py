"""Records of ReasonMap files: parquet (a Hugging Face snapshot), JSON lines or JSON lists.

Pictures stay out of memory: a parquet column of them is read one by one, and only where a task
wants the map.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq
from pyarrow import ArrowException

from perception.errors import BadPicture, BadRecord, ConfigError
from perception.ocr.cache_folder import cache_folder

FIGURE: Final = "figure"
SUFFIXES: Final = (".parquet", ".jsonl", ".json")
SPLIT_NAMES: Final = {
    "train": "training",
    "training": "training",
    "test": "test",
    "validation": "validation",
    "val": "validation",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a file.

    Attributes
    ----------
    file : Path
        Where it is.
    number : int
        Place in the file, from 0.
    record : object
        Without its picture; whatever stands in its place.
    split : str
        As the data marks it, "training", "test" or "validation"; empty where it does not.
    has_figure : bool
        Whether there may be a picture: a parquet file has a column of them, whose values are not
        looked at before a task wants the map; else something stands in its place.
    """

    file: Path
    number: int
    record: Any
    split: str = ""
    has_figure: bool = False


def find_files(root: Path) -> list[Path]:
    """Return the record files below a folder, or the one that is named.

    Raises
    ------
    ConfigError
        There is none.
    """
    if root.is_file() and root.suffix in SUFFIXES:
        return [root]
    found = sorted(
        file
        for suffix in SUFFIXES
        for file in root.rglob(f"*{suffix}")
        if "stations" not in file.relative_to(root).parts
        and not file.name.startswith(".")
        and not file.name.startswith("dataset_info")
    )
    if not found:
        raise ConfigError(
            "holds no records of ReasonMap (.parquet, .jsonl, .json)",
            file=str(root),
            field="--data",
            mend="name the folder of the Hugging Face snapshot, or of `mapclew bench reasonmap`",
        )
    return found


def split_of(file: Path) -> str:
    """Return the split that a file's name marks, e.g. "test-00000-of-00002.parquet"."""
    return SPLIT_NAMES.get(file.stem.split("-")[0].split("_")[0].lower(), "")


def read_rows(file: Path) -> Iterator[Row]:
    """Yield the records of a file; a broken one is handed over as it stands.

    Raises
    ------
    BadRecord
        The file as a whole cannot be read.
    """
    named = split_of(file)
    if file.suffix == ".parquet":
        records = _parquet_records(file)
    elif file.suffix == ".jsonl":
        records = _line_records(file)
    else:
        records = iter(_list_records(file))
    for number, (record, has_figure) in enumerate(records):
        marked = record.get("split") if isinstance(record, Mapping) else None
        split = SPLIT_NAMES.get(str(marked).lower(), "") if marked else named
        yield Row(file, number, record, split, has_figure)


def _parquet_records(file: Path) -> Iterator[tuple[Any, bool]]:
    try:
        table = pq.ParquetFile(file)
        columns = [name for name in table.schema_arrow.names if name != FIGURE]
        pictured = FIGURE in table.schema_arrow.names
        for batch in table.iter_batches(batch_size=64, columns=columns):
            for record in batch.to_pylist():
                yield record, pictured
    except (OSError, ArrowException) as error:
        raise _unreadable(file, error) from None


def _line_records(file: Path) -> Iterator[tuple[Any, bool]]:
    try:
        lines = _lines(file)
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(file, error) from None
    for line in lines:
        if line.strip():
            try:
                yield _without_figure(json.loads(line))
            except (ValueError, RecursionError):
                yield line[:200], False


def _lines(file: Path) -> list[str]:
    """Return the lines of a file: other signs that part lines may stand in JSON texts."""
    return file.read_text(encoding="utf-8").split("\n")


def _list_records(file: Path) -> list[tuple[Any, bool]]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise _unreadable(file, error) from None
    if not isinstance(data, list):
        raise BadRecord(f"holds {type(data).__name__}, not a list of records", file=str(file))
    return [_without_figure(record) for record in data]


def _without_figure(record: Any) -> tuple[Any, bool]:
    if not isinstance(record, dict):
        return record, False
    return {k: v for k, v in record.items() if k != FIGURE}, bool(record.get(FIGURE))


def _unreadable(file: Path, error: Exception) -> BadRecord:
    return BadRecord(
        f"cannot be read ({type(error).__name__}: {error})", file=str(file), mend="fetch it anew"
    )


class Figures:
    """The pictures of files, each written once to the cache folder.

    Parameters
    ----------
    cache : Path, optional
        Instead of the user's cache folder.
    """

    def __init__(self, cache: Path | None = None) -> None:
        self._folder = cache_folder(cache) / "figures"
        self._names: dict[Path, list[str]] = {}

    def path(self, row: Row) -> Path | None:
        """Return where a record's picture is, decodable or not; None where it holds none."""
        if not row.has_figure:
            return None
        names = self._names.get(row.file)
        if names is None:
            names = self._names[row.file] = self._write(row.file)
        name = names[row.number]
        return self._folder / name if name else None

    def digest(self, row: Row) -> str:
        """Return the SHA-256 of a picture's bytes; empty where there are none."""
        path = self.path(row)
        return path.stem if path else ""

    def _write(self, file: Path) -> list[str]:
        return [self._write_one(value) for value in _figures(file)]

    def _write_one(self, value: object) -> str:
        data = figure_bytes(value)
        if not data:
            return ""
        digest = hashlib.sha256(data).hexdigest()
        target = self._folder / f"{digest}.img"
        if not target.is_file():
            self._folder.mkdir(parents=True, exist_ok=True)
            partial = target.with_suffix(f".{id(value)}.part")
            partial.write_bytes(data)
            partial.replace(target)
        return target.name


def figure_bytes(value: object) -> bytes:
    """Return the bytes of a picture inside a record: base64 text, bytes, or an image feature.

    What is no base64 is kept as it stands, so that the picture's reader refuses it.
    """
    if isinstance(value, Mapping):
        value = value.get("bytes")
    if isinstance(value, bytes | bytearray):
        return bytes(value)
    if not isinstance(value, str):
        return b""
    text = value.split(",", 1)[1] if value.startswith("data:") else value
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return value.encode("utf-8", "replace")


def _figures(file: Path) -> Iterator[object]:
    if file.suffix == ".parquet":
        try:
            for batch in pq.ParquetFile(file).iter_batches(batch_size=1, columns=[FIGURE]):
                yield from batch.column(0).to_pylist()
        except (OSError, ArrowException) as error:
            raise BadPicture(f"cannot be read ({error})", file=str(file), field=FIGURE) from None
        return
    jsonl = file.suffix == ".jsonl"
    for line in _lines(file) if jsonl else json.loads(file.read_text(encoding="utf-8")):
        if isinstance(line, str):
            if not line.strip():
                continue
            try:
                line = json.loads(line)
            except ValueError:
                line = None
        yield line.get(FIGURE) if isinstance(line, dict) else None
