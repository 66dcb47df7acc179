"""Prompts by name: Jinja texts beside this module, strict about their variables, with a hash."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, meta

FOLDER = Path(__file__).resolve().parent
SUFFIX = ".md"


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        # An included text ends its own last line; the tag's line end is trimmed.
        keep_trailing_newline=True,
    )


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt.

    Attributes
    ----------
    name : str
        Path below the package, without suffix, e.g. "native/metromap_only_map".
    sha256 : str
        Hash of its text and of every text that it includes.
    template : jinja2.Template
        The compiled text.
    """

    name: str
    sha256: str
    template: Template

    def render(self, **values: object) -> str:
        """Fill the text in.

        Parameters
        ----------
        **values : object
            Every variable that the text names.

        Returns
        -------
        str
            The text without outer blank lines; runs of blank lines are closed up to one.

        Raises
        ------
        jinja2.UndefinedError
            If the text names a variable that is not given.
        """
        return re.sub(r"\n{3,}", "\n\n", self.template.render(**values).strip())


@cache
def load_prompt(name: str) -> Prompt:
    """Load one prompt of this package.

    Parameters
    ----------
    name : str
        Path below the package, without suffix.

    Returns
    -------
    Prompt
        Compiled and hashed; the same object at each call.

    Raises
    ------
    jinja2.TemplateNotFound
        If there is no such text.

    Examples
    --------
    >>> load_prompt("native/metromap_only_map").name
    'native/metromap_only_map'
    """
    environment = _environment()
    digest = hashlib.sha256()
    for part in sorted(_closure(environment, name + SUFFIX)):
        source = (FOLDER / part).read_text(encoding="utf-8")
        digest.update(f"{part}\0{source}\0".encode())
    return Prompt(name, digest.hexdigest(), environment.get_template(name + SUFFIX))


def _closure(environment: Environment, file: str) -> set[str]:
    """Return the text and all that it includes, directly or not."""
    found: set[str] = set()
    waiting = [file]
    while waiting:
        part = waiting.pop()
        if part in found:
            continue
        found.add(part)
        assert environment.loader is not None
        source, _, _ = environment.loader.get_source(environment, part)
        for reference in meta.find_referenced_templates(environment.parse(source)):
            # A computed include could not be hashed before it is rendered.
            if reference is None:
                raise ValueError(f"prompts/{part} includes a text by a computed name")
            waiting.append(reference)
    return found
