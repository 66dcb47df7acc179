"""Arithmetic for planners that are models."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any, Final

from simpleeval import DEFAULT_OPERATORS, SimpleEval

from perception.errors import ConfigError
from tools.recorded_call import ToolResult

MAX_LENGTH: Final = 500
_MOST: Final = 1e15
_NOT_ARITHMETIC: Final = frozenset(
    {ast.In, ast.NotIn, ast.Is, ast.IsNot, ast.LShift, ast.RShift, ast.BitOr, ast.BitAnd}
    | {ast.BitXor, ast.Invert}
)


def _numbers(*values: Any) -> tuple[float, ...]:
    spread = values[0] if len(values) == 1 and isinstance(values[0], list | tuple) else values
    return tuple(float(value) for value in spread)


def _over(work: Callable[[tuple[float, ...]], float]) -> Callable[..., float]:
    return lambda *values: work(_numbers(*values))


_FUNCTIONS: Final[dict[str, Callable[..., float]]] = {
    "abs": abs,
    "min": _over(min),
    "max": _over(max),
    "sum": _over(math.fsum),
    "mean": _over(lambda values: math.fsum(values) / len(values)),
    "count": _over(len),
    "round": lambda value, digits=0: round(float(value), int(digits)),
    "sqrt": math.sqrt,
}
FUNCTIONS: Final = tuple(_FUNCTIONS)


def calculate(expression: str) -> ToolResult[float]:
    """Work out an arithmetic expression: numbers, `+ - * / // % **`, comparisons, a few functions.

    Parameters
    ----------
    expression : str
        At most `MAX_LENGTH` characters; `abs min max sum mean count round sqrt` may be called.

    Returns
    -------
    ToolResult of float

    Raises
    ------
    ConfigError
        It is no such expression, or its value is no finite number.

    Examples
    --------
    >>> calculate("(2.5 + 3) * 2 - min(4, 1)").value
    10.0
    """
    value = _value(expression)
    return ToolResult(value, {"value": value})


def _value(expression: str) -> float:
    if len(expression) > MAX_LENGTH:
        raise _wrong(f"the expression has {len(expression)} characters")
    try:
        found = _evaluator().eval(expression, ast.parse(expression.strip(), mode="eval").body)
    except RecursionError:
        raise _wrong("the expression is nested too deeply") from None
    except Exception as error:  # whatever the parser or an operator makes of hostile text
        raise _wrong(f"{expression[:80]!r} cannot be worked out ({type(error).__name__})") from None
    if isinstance(found, bool):
        return float(found)
    if not isinstance(found, int | float) or not abs(found) <= _MOST:
        raise _wrong(f"{expression[:80]!r} gives no number below {_MOST:g}")
    return float(found)


def _power(base: float, exponent: float) -> float:
    # Floats overflow at once, where whole numbers would be worked out digit by digit.
    return math.pow(base, exponent)


def _times(first: Any, second: Any) -> float:
    return float(first) * float(second)


def _evaluator() -> SimpleEval:
    operators = {
        **{kind: work for kind, work in DEFAULT_OPERATORS.items() if kind not in _NOT_ARITHMETIC},
        ast.Pow: _power,
        ast.Mult: _times,
    }
    return SimpleEval(operators=operators, functions=dict(_FUNCTIONS), names={})


def _wrong(found: str) -> ConfigError:
    return ConfigError(
        found,
        field="expression",
        mend=f"give one with at most {MAX_LENGTH} characters of numbers, + - * / // % **, "
        f"comparisons and {', '.join(FUNCTIONS)}",
    )
