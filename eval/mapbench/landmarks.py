"""Which landmark a name means: by letters, or by sentence embeddings that a user plugs in."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import numpy as np

from perception.errors import ConfigError
from tools.match_name import match_name
from tools.scene_graph import NodeKind, SceneGraph


class Matcher(Protocol):
    """Finds the name that is most like another."""

    @property
    def name(self) -> str:
        """As `--set matcher` gives it."""
        ...

    def best(self, name: str, among: Sequence[str]) -> str | None:
        """Return the most similar name, the first of equals; None where none is similar."""
        ...


@dataclass(frozen=True)
class LexicalMatcher:
    """Compares names by their letters; see `tools.match_name`."""

    name: str = "lexical"

    def best(self, name: str, among: Sequence[str]) -> str | None:
        """Return the most similar name."""
        return match_name(name, among)


@dataclass
class EmbeddingMatcher:
    """Compares names by the cosine of their embeddings, as the released evaluator does.

    Attributes
    ----------
    encode : callable
        From texts to an array of shape (texts, dimensions).
    """

    encode: Callable[[Sequence[str]], Any]
    name: str = "embedding"
    _known: dict[str, Any] = field(default_factory=dict, repr=False)

    def best(self, name: str, among: Sequence[str]) -> str | None:
        """Return the most similar name; None where there is none at all."""
        if not among:
            return None
        vectors = self._vectors([name, *among])
        scores = vectors[1:] @ vectors[0]
        return among[int(np.argmax(scores))]

    def _vectors(self, texts: Sequence[str]) -> Any:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            found = np.asarray(self.encode(new), dtype=float)
            norms = np.linalg.norm(found, axis=1, keepdims=True)
            self._known.update(zip(new, found / np.where(norms == 0, 1, norms), strict=True))
        return np.stack([self._known[text] for text in texts])


def make_matcher(name: str) -> Matcher:
    """Return a matcher: "lexical", or "MODULE:FUNCTION" that encodes texts.

    Raises
    ------
    ConfigError
        The module or function is not there.
    """
    if name == "lexical":
        return LexicalMatcher()
    module, colon, function = name.partition(":")
    try:
        if not colon:
            raise ImportError(f"{name!r} has no colon")
        encode = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise ConfigError(
            f"matcher {name!r} cannot be used ({error})",
            field="--set",
            mend="use lexical, or MODULE:FUNCTION of a function from texts to vectors",
        ) from None
    return EmbeddingMatcher(encode, name)


@dataclass(frozen=True)
class Landmarks:
    """The landmarks of a scene as answers are mapped to them.

    Parameters
    ----------
    scene : SceneGraph
        With its nodes in order.
    matcher : Matcher
        Finds names.
    released : bool
        Whether the list is the released evaluator's: every labelled node but those labelled
        "Intersections" and "Adjacent", and the node of a name is the first whose own name holds it.
    """

    scene: SceneGraph
    matcher: Matcher
    released: bool = False

    @property
    def names(self) -> list[str]:
        """Names that an answer may mean, in the scene's order."""
        nodes = self.scene.nodes
        if self.released:
            return [n.label for n in nodes if n.label and n.label not in DROPPED]
        return [n.label for n in nodes if n.kind is NodeKind.LANDMARK and n.label.strip()]

    def meant(self, name: str) -> str | None:
        """Return the landmark's name that a name means."""
        return self.matcher.best(name, self.names)

    def node(self, name: str) -> int | None:
        """Return the node of a landmark's name: the first one that bears it."""
        for place, node in enumerate(self.scene.nodes):
            if self.released:
                if node.label and name in (self.meant(node.label) or ""):
                    return place
            elif node.kind is NodeKind.LANDMARK and node.label == name:
                return place
        return None


DROPPED: Final = ("Intersections", "Adjacent")
