"""What the changes of an mmtests comparison prove: which direction is good, and which figures are damaged; no suite.

A change is 100 x (value - base) / base where more is better, and 100 x (base - value) / base where less is.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from suites.base import Cell
from suites.mmtests_names import Named
from suites.mmtests_rows import Figures, Kind

_MEANS = {"hmean": "higher", "subhmean": "higher", "bhmean": "higher", "amean": "lower", "subamean": "lower"}
_ROUNDING = 0.0051

_Key = tuple[str, tuple[str | None, str, str]]


class Changes:
    """The directions that the changes of the tables so far prove, and the base values that later tables refer to."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._votes: dict[_Key, Counter[str]] = {}
        self._means: dict[_Key, str] = {}
        self._latest: dict[tuple[str, str, str], Cell] = {}
        self._bases: dict[int, Cell] = {}

    def learn(self, rows: Sequence[Figures], named: Mapping[int, Named]) -> None:
        """Take up a table."""
        is_whole = has_base(rows)
        for row in rows:
            name = named[row.line]
            self._set_base(row, name, is_whole=is_whole)
            if row.statistic is not None and row.statistic.kind is Kind.SPREAD:
                continue
            key = (name.suite, name.key)
            for place in range(len(row.columns)):
                self._votes.setdefault(key, Counter()).update(self._fits(row, place))
            word = row.statistic.text.lower().split("-")[0] if row.statistic is not None else ""
            if word in _MEANS:
                self._means.setdefault(key, _MEANS[word])

    def better(self, named: Named, told: str | None) -> str | None:
        """The direction of a row: what changes prove, else the kind of its mean, the text's words, what is known."""
        key = (named.suite, named.key)
        votes = self._votes.get(key, Counter()).most_common(2)
        if votes and (len(votes) == 1 or votes[0][1] > votes[1][1]):
            return votes[0][0]
        return self._means.get(key) or told or named.higher.better

    def broken(self, row: Figures, place: int) -> tuple[str, ...]:
        """What to say where a change is that of neither direction."""
        column, base = row.columns[place], self._bases.get(row.line)
        if column.change is None or column.cell is None or base is None or not base.value:
            return ()
        if base is column.cell or _directions(base, column.cell, column.change):
            return ()
        return (f"{column.cell.raw} against {base.raw} is not {column.change:.2f}%: one of the figures is damaged",)

    def _fits(self, row: Figures, place: int) -> set[str]:
        """The direction that one change proves; nothing where both would fit."""
        column, base = row.columns[place], self._bases.get(row.line)
        if column.change is None or column.cell is None or base is None or base is column.cell or not base.value:
            return set()
        found = _directions(base, column.cell, column.change)
        return found if len(found) == 1 else set()

    def _set_base(self, row: Figures, named: Named, *, is_whole: bool) -> None:
        """The first value of a row is its base; that of a table that goes on stands in the table before."""
        statistic = row.statistic.text if row.statistic is not None else ""
        key = (named.suite, statistic, row.operation)
        if is_whole and row.label and row.columns[0].cell is not None:
            self._latest[key] = row.columns[0].cell
        if key in self._latest:
            self._bases[row.line] = self._latest[key]


def has_base(rows: Sequence[Figures]) -> bool:
    """Whether the first column is the base of the changes; it is not where a wide table goes on below itself."""
    return all(row.columns[0].change in {None, 0.0} for row in rows if row.label)


def _directions(base: Cell, cell: Cell, change: float) -> set[str]:
    """The directions that a change fits, within what the digits leave open."""
    rise = 100 * (cell.value - base.value) / base.value
    step = (cell.resolution or 0) / 2 + (base.resolution or 0) / 2 * abs(cell.value / base.value)
    slack = _ROUNDING + 100 * step / abs(base.value)
    return {word for word, sign in (("higher", 1), ("lower", -1)) if abs(sign * rise - change) <= slack}
