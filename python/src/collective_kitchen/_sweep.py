"""One function at many settings, by any ``map``."""

from __future__ import annotations

import builtins
import functools
import itertools
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional, Sequence, Tuple, Union

from ._answers import Answer
from ._asked import Refused

Case = Mapping[str, Any]
Outcome = Union[Answer, Refused]


def grid(**axes: Union[Sequence[Any], Any]) -> list[dict[str, Any]]:
    """Every combination; the last axis runs fastest. What is no list or tuple is the same for all."""
    lists = [list(one) if isinstance(one, (list, tuple, range)) else [one] for one in axes.values()]
    return [dict(zip(axes, values)) for values in itertools.product(*lists)]


def _one(function: Callable[..., Answer], case: Case) -> Outcome:
    try:
        return function(**case)
    except Refused as refused:
        return refused


@dataclass(frozen=True)
class Sweep:
    """What came of each case, in their order: an answer, or why there is none."""

    cases: Tuple[Case, ...]
    outcomes: Tuple[Outcome, ...] = field(repr=False)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each case: what was asked, what was answered (single values alone, no lists), and ``refused``, the sentence or None."""
        rows = [{**case, **_flat(outcome)} for case, outcome in zip(self.cases, self.outcomes)]
        names = list(dict.fromkeys(name for row in rows for name in row))
        return [{name: row.get(name) for name in names} for row in rows]

    def to_pandas(self) -> Any:
        """The rows as a ``pandas.DataFrame``; pandas has to be installed."""
        import pandas  # type: ignore[import-untyped]

        return pandas.DataFrame(self.rows())

    def to_polars(self) -> Any:
        """The rows as a ``polars.DataFrame``; polars has to be installed."""
        import polars

        return polars.DataFrame(self.rows(), infer_schema_length=None)


def _flat(outcome: Outcome) -> dict[str, Any]:
    if isinstance(outcome, Refused):
        return {"refused": str(outcome)}
    single = {name: value for name, value in outcome.to_dict().items() if not isinstance(value, (list, dict))}
    return {**single, "refused": None}


def sweep(
    function: Callable[..., Answer],
    cases: Iterable[Case],
    *,
    map: Optional[Callable[[Callable[[Case], Outcome], Sequence[Case]], Iterable[Outcome]]] = None,
) -> Sweep:
    """Asks ``function`` once for each case. A case that is refused is no reason to stop: its sentence stands in its place.

    ``map`` is how: the built-in one, ``ProcessPoolExecutor().map``, or one of a cluster; it has to keep the order.
    """
    all_ = tuple(dict(case) for case in cases)
    outcomes = (map or builtins.map)(functools.partial(_one, function), all_)
    return Sweep(all_, tuple(outcomes))
