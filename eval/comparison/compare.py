"""Two systems, paired on the samples that both have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from eval.comparison.answers import Answer, AnswerSet, Key
from eval.comparison.error_classes import errors_of, failed_alone
from eval.comparison.topologies import Topologies
from perception.errors import ConfigError

Pair = tuple[Answer, Answer]


@dataclass(frozen=True)
class Comparison:
    """Two systems and the samples that both have.

    Attributes
    ----------
    first, second : AnswerSet
        A and B.
    pairs : dict of Key to (Answer, Answer)
        In the order of A.
    errors : dict of Key to (classes of A, classes of B)
        Error classes of the wrong answers among them.
    """

    first: AnswerSet
    second: AnswerSet
    pairs: dict[Key, Pair] = field(repr=False)
    errors: dict[Key, tuple[tuple[str, ...], tuple[str, ...]]] = field(repr=False)

    @property
    def note(self) -> str:
        """Which samples are compared, said where they are not all."""
        return " ".join([self._samples(), *self._failed()])

    def _samples(self) -> str:
        n = len(self.pairs)
        sizes = [(s.label, len(s.answers)) for s in (self.first, self.second)]
        if all(size == n for _, size in sizes):
            return f"{n} samples, the same in both."
        told = " and ".join(f"{size} of {label}" for label, size in sizes)
        return f"Only the {n} samples that both have are compared, of {told}."

    def _failed(self) -> Iterator[str]:
        """Say of how many of them a system, its endpoint or the data failed."""
        for side, answers in enumerate((self.first, self.second)):
            failed = sum(failed_alone(pair[side]) for pair in self.pairs.values())
            if failed:
                yield (
                    f"{failed} of {len(self.pairs)} of {answers.label} have no answer, since the "
                    "endpoint, a tool or the data failed: they count as not right."
                )


def compare(first: AnswerSet, second: AnswerSet, topologies: Topologies) -> Comparison:
    """Pair two systems' answers by sample.

    Raises
    ------
    ConfigError
        They have no sample in common.
    """
    pairs = {
        key: (answer, second.answers[key])
        for key, answer in first.answers.items()
        if key in second.answers
    }
    if not pairs:
        raise ConfigError(
            f"{first.label} and {second.label} have no sample in common",
            field="RUN",
            mend="compare runs over the same data: task, map, question and weights have to agree",
        )
    errors = {}
    for key, (a, b) in pairs.items():
        topology = topologies.of(a) or topologies.of(b)
        errors[key] = (errors_of(a, topology), errors_of(b, topology))
    return Comparison(first, second, pairs, errors)
