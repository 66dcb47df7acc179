"""Prompts: strict about variables, hashed with what they include."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import TemplateNotFound, UndefinedError

import prompts.loader as loader
from prompts.loader import load_prompt


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of prompts in place of the package's own."""
    monkeypatch.setattr(loader, "FOLDER", tmp_path)
    loader._environment.cache_clear()
    load_prompt.cache_clear()
    yield tmp_path
    loader._environment.cache_clear()
    load_prompt.cache_clear()


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    loader._environment.cache_clear()
    load_prompt.cache_clear()


def test_missing_variable_fails(folder: Path) -> None:
    write(folder, a="From {{ origin }} to {{ destination }}")
    with pytest.raises(UndefinedError, match="destination"):
        load_prompt("a").render(origin="A")


def test_unknown_prompt_fails(folder: Path) -> None:
    with pytest.raises(TemplateNotFound):
        load_prompt("nowhere")


def test_include_keeps_its_lines(folder: Path) -> None:
    write(folder, a='top\n{% include "b.md" %}\nend\n', b="{% if x %}\nmiddle\n{% endif %}\n")
    assert load_prompt("a").render(x=True) == "top\nmiddle\nend"
    assert load_prompt("a").render(x=False) == "top\nend"


def test_hash_follows_included_texts(folder: Path) -> None:
    write(folder, a='{% include "b.md" %}', b='{% include "c.md" %}', c="one")
    first = load_prompt("a").sha256
    write(folder, c="two")
    second = load_prompt("a").sha256
    write(folder, c="one")
    assert first != second
    assert load_prompt("a").sha256 == first


def test_computed_include_is_refused(folder: Path) -> None:
    write(folder, a="{% include name %}")
    with pytest.raises(ValueError, match="computed"):
        load_prompt("a")


def test_text_is_not_escaped(folder: Path) -> None:
    write(folder, a="{{ name }}")
    assert load_prompt("a").render(name="<A & B>") == "<A & B>"
