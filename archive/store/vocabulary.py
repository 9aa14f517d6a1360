"""Words that many rows share (authors, kernels, machines, units of measure), kept once and referred to by number."""

import sqlite3
from collections.abc import Mapping
from typing import Final

from archive import hardware, kernels
from archive.hardware import Hardware
from archive.kernels import KernelVersion
from archive.model import Author
from archive.results import Kernel, Machine, Measurement, Parameter
from archive.store.columns import attribution_of, basis, parameters
from archive.store.database import Database, Value

_HARDWARE: Final = ("text", "cpu", "mhz", "cpus", "memory_mb", "mem_limit_mb", "disk", "filesystem", "host")


class Vocabulary:
    """Numbers for words; one object serves one call of the store, so that what it remembers cannot grow old."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database
        self._numbers: dict[tuple[Value, ...], int] = {}
        self._rows: dict[tuple[str, int], sqlite3.Row] = {}
        # A table has one kernel for many rows, and a post one machine.
        self._given: dict[Kernel | Machine | None, tuple[int | None, str | None]] = {None: (None, None)}
        # The values of a row share its parameters. They are held here, so that no other ones get their id.
        self._parameters: dict[int, tuple[Mapping[str, Parameter], str | None]] = {}
        self._kernels: dict[tuple[int | None, str | None], Kernel] = {}
        self._machines: dict[tuple[int | None, str | None], Machine] = {}

    def author(self, author: Author | None) -> int | None:
        """The number of an author's spelling."""
        return None if author is None else self.writer(author)

    def writer(self, author: Author) -> int:
        """The number of the spelling of an author who is known to be there."""
        known = self._numbers.get(("author", author.name, author.address))
        if known is not None:
            return known
        folded = f"{author.name} {author.address or ''}".casefold()
        identity: dict[str, Value] = {"name": author.name, "address": author.address}
        return self._number("author", identity, {"key": author.key, "folded": folded})

    def author_of(self, number: int) -> Author:
        """The author of that number."""
        row = self.row("author", number)
        return Author(row["name"], row["address"])

    def named(self, table: str, column: str, text: str) -> int:
        """The number of a single text: of a topic, a list, a location."""
        return self._number(table, {column: text})

    def yardstick(
        self,
        suite: str | None,
        test: str,
        metric: str,
        unit: str | None,
        *,
        better: str | None,
        role: str,
        statistic: str,
    ) -> int:
        """The number of what is measured, in which unit and direction."""
        known = self._numbers.get(("yardstick", suite, test, metric, unit, better, role, statistic))
        if known is not None:
            return known
        what: dict[str, Value] = {"suite": suite, "test": test, "metric": metric, "unit": unit}
        return self._number("yardstick", {**what, "better": better, "role": role, "statistic": statistic})

    def wording(self, row: Measurement) -> int:
        """The number of the poster's words for what is measured."""
        names = ("test_text", "metric_text", "unit_text", "suite_version", "harness", "noise")
        words = (row.test_text, row.metric_text, row.unit_text, row.suite_version, row.harness, row.noise)
        known = self._numbers.get(("wording", *words))
        return self._number("wording", dict(zip(names, words, strict=True))) if known is None else known

    def label(self, text: str, version: KernelVersion | None, description: str | None = None) -> int:
        """The number of a kernel's label."""
        spelled, order = (None, None) if version is None else (version.text, version.sort_key)
        return self._number("kernel", {"text": text, "version": spelled, "sort_key": order, "description": description})

    def parameters(self, content: Mapping[str, Parameter]) -> str | None:
        """Parameters as they are stored."""
        known = self._parameters.get(id(content))
        if known is None:
            known = self._parameters[id(content)] = content, parameters(content)
        return known[1]

    def kernel(self, kernel: Kernel | None) -> tuple[int | None, str | None]:
        """The number of a kernel, and on what it was given to the row."""
        if kernel not in self._given:
            assert kernel is not None
            number = self.label(kernel.text, kernel.version, kernel.description)
            self._given[kernel] = number, basis(kernel.attribution)
        return self._given[kernel]

    def label_of(self, number: int) -> tuple[str, KernelVersion | None, str | None]:
        """Text, version and description of the label of that number."""
        row = self.row("kernel", number)
        version = None if row["version"] is None else kernels.parse(row["version"])
        return row["text"], version, row["description"]

    def kernel_of(self, number: int | None, given: str | None) -> Kernel | None:
        """The kernel of that number, given to a row on that basis."""
        if number is None or given is None:
            return None
        if (number, given) not in self._kernels:
            text, version, description = self.label_of(number)
            self._kernels[number, given] = Kernel(text, version, attribution_of(given), description)
        return self._kernels[number, given]

    def machine(self, machine: Machine | None) -> tuple[int | None, str | None]:
        """The number of a machine, and on what it was given to the row; its search terms are kept with it."""
        if machine not in self._given:
            assert machine is not None
            box = machine.hardware
            number = self._number("hardware", {name: getattr(box, name) for name in _HARDWARE})
            terms = [(term, number) for term in hardware.terms(box)]
            self._database.run_many("INSERT OR IGNORE INTO hardware_term (term, hardware) VALUES (?, ?)", terms)
            self._given[machine] = number, basis(machine.attribution)
        return self._given[machine]

    def machine_of(self, number: int | None, given: str | None) -> Machine | None:
        """The machine of that number, given to a row on that basis."""
        if number is None or given is None:
            return None
        if (number, given) not in self._machines:
            row = self.row("hardware", number)
            box = Hardware(**{name: row[name] for name in _HARDWARE})
            self._machines[number, given] = Machine(box, attribution_of(given))
        return self._machines[number, given]

    def row(self, table: str, number: int) -> sqlite3.Row:
        """The row of that number in a shared table."""
        if (table, number) not in self._rows:
            found = self._database.row(f"SELECT * FROM {table} WHERE id = ?", number)
            assert found is not None, f"{table} {number} is referred to"
            self._rows[table, number] = found
        return self._rows[table, number]

    def _number(self, table: str, identity: dict[str, Value], rest: dict[str, Value] | None = None) -> int:
        remembered = (table, *identity.values())
        if remembered not in self._numbers:
            same = " AND ".join(f"{column} IS ?" for column in identity)
            known = self._database.value(f"SELECT id FROM {table} WHERE {same}", *identity.values())
            self._numbers[remembered] = (
                self._database.insert(table, identity | (rest or {})) if known is None else known
            )
        return self._numbers[remembered]
