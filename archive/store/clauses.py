"""Pieces of WHERE: names, numbers, periods, kernels, machines and people as SQL with bound values."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from archive import hardware, kernels
from archive.filters import Condition
from archive.model import UserError
from archive.store.columns import to_json
from archive.store.database import Value
from archive.store.periods import period

# A number asked for as a whole one fits what rounds to it (797 MHz is not 800, 133.3 is 133).
_ROUNDING = 0.5


@dataclass(frozen=True, slots=True)
class Clause:
    """A condition in SQL, in parentheses where it needs them, and the values bound to its marks in order.

    `of_mail` says that it speaks of the message (p), which is joined only where that is so.
    """

    sql: str
    values: tuple[Value, ...] = ()
    of_mail: bool = False


def any_of(clauses: Iterable[Clause]) -> Clause:
    """At least one holds; nothing holds where there is none."""
    return _joined(" OR ", tuple(clauses), "0")


def all_of(clauses: Iterable[Clause]) -> Clause:
    """All hold; anything fits where there is none."""
    return _joined(" AND ", tuple(clauses), "1")


def unless(clause: Clause) -> Clause:
    """It does not hold, or it cannot be told: -hw:P133 leaves the rows of unknown machines in."""
    return replace(clause, sql=f"({clause.sql}) IS NOT TRUE")


def within(column: str, table: str, clause: Clause) -> Clause:
    """The column refers to a row of a table that fits."""
    return Clause(f"{column} IN (SELECT id FROM {table} WHERE {clause.sql})", clause.values)


def name(column: str, values: Iterable[str]) -> Clause:
    """A name is one of these, in any case; `*` at the end stands for any rest, and a group ("processes/") may lack."""
    return any_of(_name(column, value.lower()) for value in values)


def numbers(columns: Sequence[str], condition: Condition, *, rounding: float = _ROUNDING) -> Clause:
    """One of the columns holds one of the values, or lies between the bounds; UserError for what is no number."""
    low, high = _number(condition, condition.low), _number(condition, condition.high)
    wanted = [
        (number - rounding, number + rounding)
        for value in condition.values
        if (number := _number(condition, value)) is not None
    ]
    ranges = [*wanted, (low, high)] if low is not None or high is not None else wanted
    return any_of(between(column, *bounds) for column in columns for bounds in ranges)


def dates(column: str, condition: Condition) -> Clause:
    """The column's date is in one of the periods, or from the start of the lower bound to the end of the upper one."""
    wanted: list[tuple[int | None, int | None]] = [period(value) for value in condition.values]
    low, high = condition.low, condition.high
    if low is not None or high is not None:
        wanted.append((None if low is None else period(low)[0], None if high is None else period(high)[1]))
    return any_of(between(column, *bounds) for bounds in wanted)


def between(column: str, low: Value, high: Value) -> Clause:
    """From low to high, both inclusive, None for an open end."""
    bounds = [
        Clause(f"{column} {sign} ?", (bound,)) for sign, bound in ((">=", low), ("<=", high)) if bound is not None
    ]
    return all_of(bounds)


def kernel(condition: Condition) -> Clause:
    """A row of `kernel` is under a version prefix, bears a label, or lies between the bounds in version order."""
    wanted = [fitting for value in condition.values for fitting in _kernel(value)]
    low, high = condition.low, condition.high
    if low is not None or high is not None:
        wanted.append(
            between(
                "sort_key",
                None if low is None else _bounds(str(low))[0],
                None if high is None else _bounds(str(high))[1],
            )
        )
    return any_of(wanted)


def machine(condition: Condition) -> Clause:
    """A row of `hardware` fits the condition on hw, cpu, mhz, ram or fs."""
    return _MACHINE[condition.field](condition)


def author(values: Iterable[str]) -> Clause:
    """A row of `author` has one of these keys, or holds all words of one of these in its name or address."""
    return any_of(_author(value) for value in values)


def _joined(word: str, clauses: Sequence[Clause], nothing: str) -> Clause:
    if not clauses:
        return Clause(nothing)
    if len(clauses) == 1:
        return clauses[0]
    values = tuple(value for clause in clauses for value in clause.values)
    of_mail = any(clause.of_mail for clause in clauses)
    return Clause(f"({word.join(clause.sql for clause in clauses)})", values, of_mail)


def _name(column: str, value: str) -> Clause:
    if value.endswith("*"):
        stem = value.removesuffix("*")
        return Clause(f"substr(lower({column}), 1, ?) = ?", (len(stem), stem))
    ending = f"/{value}"
    return Clause(f"(lower({column}) = ? OR substr(lower({column}), -?) = ?)", (value, len(ending), ending))


def _number(condition: Condition, value: str | float | None) -> float | None:
    try:
        return None if value is None else float(value)
    except ValueError:
        message = f"{condition.field}: wants a number, not {value}"
        raise UserError(message) from None


def _kernel(value: str) -> Iterable[Clause]:
    label = value.lower()
    yield Clause("instr(' ' || lower(text) || ' ', ?)", (f" {label} ",))
    if label.endswith("*"):
        yield _name("text", label)
    try:
        yield between("sort_key", *kernels.bounds(value))
    except ValueError:
        # A free label ("vanilla"): it is found by its words alone.
        return


def _bounds(version: str) -> tuple[str, str]:
    try:
        return kernels.bounds(version)
    except ValueError as error:
        raise UserError(str(error)) from None


def _described(condition: Condition) -> Clause:
    return any_of(_description(value) for value in condition.values)


def _description(value: str) -> Clause:
    if value.endswith("*"):
        stem = value.lower().removesuffix("*")
        return Clause("id IN (SELECT hardware FROM hardware_term WHERE substr(term, 1, ?) = ?)", (len(stem), stem))
    terms = hardware.search_terms(value)
    every = """id IN (SELECT hardware FROM hardware_term WHERE term IN (SELECT value FROM json_each(?))
        GROUP BY hardware HAVING count(*) = ?)"""
    return any_of((Clause("lower(text) = ?", (value.lower(),)), Clause(every, (to_json(list(terms)), len(terms)))))


def _processor(condition: Condition) -> Clause:
    return any_of((name("cpu", condition.values), _described(condition)))


_MACHINE: dict[str, Callable[[Condition], Clause]] = {
    "hw": _described,
    "cpu": _processor,
    "mhz": lambda condition: numbers(("mhz",), condition),
    "ram": lambda condition: numbers(("memory_mb", "mem_limit_mb"), condition),
    "fs": lambda condition: name("filesystem", condition.values),
}


def _author(value: str) -> Clause:
    words = [Clause("instr(folded, ?)", (word,)) for word in value.casefold().split()]
    return any_of((Clause("key = ?", (value.lower(),)), *([all_of(words)] if words else [])))
