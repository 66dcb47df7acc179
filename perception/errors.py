"""The one error tree: every failure that a user can cause or mend.

Each message names the place, the field, what was found there and what to do about it, so that
one line in a log is enough to mend the input. Nothing below turns into an answer: error text is
never scored as a prediction.
"""

from __future__ import annotations


class MapclewError(Exception):
    """A failure with its place.

    Parameters
    ----------
    found : str
        What was found, as a clause ("no such file", "Price is 'cheap'").
    file : str, optional
        File, URL or other source it was found in.
    field : str, optional
        Record, row, column or option within that source.
    mend : str, optional
        What to do about it, in the imperative.
    """

    def __init__(self, found: str, *, file: str = "", field: str = "", mend: str = "") -> None:
        self.found = found
        self.file = str(file)
        self.field = field
        self.mend = mend
        place = ": ".join(part for part in (self.file, field) if part)
        text = f"{place}: {found}" if place else found
        super().__init__(f"{text}; {mend}" if mend else text)


class BadPicture(MapclewError):
    """A picture is missing, corrupt, too large to decode safely, or holds no map."""


class BadTable(MapclewError):
    """An Edge_tab, Vertex_tab or Mix_tab breaks its format."""


class BadRecord(MapclewError):
    """A query or result record breaks its format."""


class BadQuestion(MapclewError):
    """What is asked for cannot be read from the question."""


class MissingWeights(MapclewError):
    """A weighted task has no weights, or they do not sum to one."""


class UnknownStation(MapclewError):
    """A name in the question is on neither the map nor the tables."""


class UnknownLine(MapclewError):
    """A line in the question is on neither the map nor the tables."""


class NoRoute(MapclewError):
    """Origin and destination are equal or not connected."""


class OcrUnavailable(MapclewError):
    """The chosen text recogniser or its weights are not installed."""


class AlignmentError(MapclewError):
    """Map labels and table names cannot be paired well enough to plan on."""


class OutputFormatError(MapclewError):
    """A reply holds no route in the required form."""


class LimitExceeded(MapclewError):
    """A budget (steps, tokens, seconds, pixels) ran out."""


class ModelError(MapclewError):
    """A model endpoint failed: no key, unreachable, refused, or an empty or broken reply."""


class RunMismatch(MapclewError):
    """A run directory belongs to another configuration."""


class ConfigError(MapclewError):
    """An option or a data folder cannot be used as given."""
