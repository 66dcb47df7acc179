"""Whether two names mean one stop or line, with the translations that a user gives."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from perception.errors import ConfigError
from tools.stop_names import clean_name, line_key


@dataclass(frozen=True)
class Names:
    """Compares names.

    Attributes
    ----------
    translations : mapping of str to str
        Name to its other form, either way: a local-language name and its English form are both
        right. The released data has none, so the table is the user's.
    """

    translations: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        stops: dict[str, str] = {}
        lines: dict[str, str] = {}
        for one, other in self.translations.items():
            stops[clean_name(other)] = clean_name(one)
            lines[line_key(other)] = line_key(one)
        object.__setattr__(self, "_stops", stops)
        object.__setattr__(self, "_lines", lines)

    def stop(self, name: str) -> str:
        """Return what is compared of a stop's name."""
        key = clean_name(name)
        stops: dict[str, str] = self._stops  # type: ignore[attr-defined]
        return stops.get(key, key)

    def line(self, name: str) -> str:
        """Return what is compared of a line's name."""
        key = line_key(name)
        lines: dict[str, str] = self._lines  # type: ignore[attr-defined]
        return lines.get(key, key)


def load_names(file: str | Path) -> Names:
    """Read a table of translations, a JSON object of local name to English name.

    Raises
    ------
    ConfigError
        It cannot be read or is no such object.
    """
    try:
        value = json.loads(Path(file).expanduser().read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"cannot be read ({error})", file=str(file), field="names") from None
    if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
        raise ConfigError(
            "is no object of names", file=str(file), field="names", mend="give {local: English}"
        )
    return Names(value)
