"""From evidence to a probability: a logistic model with few, signed weights.

The weights are fitted on drawn maps, whose truth is exact (`python -m eval.confidence`), and every
feature may only count against what it is about, so that no accident of those maps is learnt.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Nothing is surer than this.
_LEAST, _MOST = 0.01, 0.995


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic model.

    Attributes
    ----------
    bias : float
        Log odds where nothing speaks against a thing.
    weights : mapping of str to float
        Log odds for one more of each feature.
    """

    bias: float
    weights: Mapping[str, float]

    def probability(
        self, evidence: NDArray[np.float64], features: Sequence[str]
    ) -> NDArray[np.float64]:
        """Return the probability, (N,), for evidence, (N, F), whose columns are named.

        Raises
        ------
        ValueError
            The model knows a feature that is not among the columns.
        """
        unknown = sorted(self.weights.keys() - set(features))
        if unknown:
            raise ValueError(f"Calibration: no column for {', '.join(unknown)}")
        weights = np.array([self.weights.get(feature, 0.0) for feature in features])
        odds = self.bias + evidence @ weights
        return np.asarray(np.clip(1.0 / (1.0 + np.exp(-odds)), _LEAST, _MOST), np.float64)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"bias": self.bias, "weights": dict(self.weights)}


@lru_cache(maxsize=1)
def calibrations() -> dict[str, Calibration]:
    """Return the fitted models by what they judge: "station", "edge"."""
    text = files("perception").joinpath("confidence_weights.json").read_text(encoding="utf-8")
    return {
        name: Calibration(model["bias"], model["weights"])
        for name, model in json.loads(text).items()
    }
