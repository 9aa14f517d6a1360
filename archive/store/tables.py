"""Rows of tables and of relative results."""

import sqlite3
from collections.abc import Iterable, Mapping

from archive.results import RelativeResult, Table, TableRef
from archive.store.columns import parameters, parameters_of, place, span_of, words, words_of
from archive.store.database import Database, Value
from archive.store.mail_ids import MailIds
from archive.store.vocabulary import Vocabulary


class TableRows:
    """Tables of messages by number."""

    def __init__(self, database: Database, ids: MailIds) -> None:
        """Read and write over that connection."""
        self._database = database
        self._ids = ids

    def add(self, posts: Mapping[str, int], tables: Iterable[Table]) -> None:
        """Insert tables in posted order."""
        rows = [self._columns(table) | {"message": posts[table.ref.message_key]} for table in tables]
        self._database.insert_many("result_table", rows)

    def of_row(self, row: sqlite3.Row, message_key: str) -> Table:
        """The table of a row."""
        return Table(
            ref=TableRef(message_key, row["number"]),
            part=row["part"],
            first_line=row["first_line"],
            last_line=row["last_line"],
            kind=row["kind"],
            suite=row["suite"],
            title=row["title"],
            quoted=bool(row["quoted"]),
            copy_of=self._ref(row["copy_of"], row["copy_of_number"]),
            repost_of=self._ref(row["repost_of"], row["repost_of_number"]),
            warnings=words_of(row["warnings"]),
            symbols=words_of(row["symbols"]),
        )

    def _columns(self, table: Table) -> dict[str, Value]:
        copy_of, copy_of_number = self._ref_columns(table.copy_of)
        repost_of, repost_of_number = self._ref_columns(table.repost_of)
        return {
            "number": table.ref.number,
            "counted": table.is_counted,
            "part": table.part,
            "first_line": table.first_line,
            "last_line": table.last_line,
            "kind": table.kind,
            "suite": table.suite,
            "title": table.title,
            "quoted": table.quoted,
            "copy_of": copy_of,
            "copy_of_number": copy_of_number,
            "repost_of": repost_of,
            "repost_of_number": repost_of_number,
            "warnings": words(table.warnings),
            "symbols": words(table.symbols),
        }

    def _ref_columns(self, ref: TableRef | None) -> tuple[int | None, int | None]:
        return (None, None) if ref is None else (self._ids.number(ref.message_key), ref.number)

    def _ref(self, mail_id: int | None, number: int) -> TableRef | None:
        return None if mail_id is None else TableRef(self._ids.text(mail_id), number)


class RelativeRows:
    """Relative results of messages by number."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database

    def add(self, posts: Mapping[str, int], relatives: Iterable[RelativeResult]) -> None:
        """Insert relative results in posted order."""
        vocabulary = Vocabulary(self._database)
        rows = [self._columns(vocabulary, each) | {"message": posts[each.table.message_key]} for each in relatives]
        self._database.insert_many("relative_result", rows)

    def of_row(self, row: sqlite3.Row, message_key: str, vocabulary: Vocabulary) -> RelativeResult:
        """The relative result of a row."""
        yardstick = vocabulary.row("yardstick", row["yardstick"])
        return RelativeResult(
            id=row["name"],
            table=TableRef(message_key, row["table_number"]),
            span=span_of(row),
            suite=yardstick["suite"],
            test=yardstick["test"],
            metric=yardstick["metric"],
            value=row["value"],
            raw=row["raw"],
            unit=yardstick["unit"],
            kernel=vocabulary.kernel_of(row["kernel"], row["kernel_basis"]),
            baseline=vocabulary.kernel_of(row["baseline"], row["baseline_basis"]),
            parameters=parameters_of(row["parameters"]),
        )

    def _columns(self, vocabulary: Vocabulary, relative: RelativeResult) -> dict[str, Value]:
        kernel, kernel_basis = vocabulary.kernel(relative.kernel)
        baseline, baseline_basis = vocabulary.kernel(relative.baseline)
        part, line, start, end = place(relative.span)
        what = (relative.suite, relative.test, relative.metric, relative.unit)
        return {
            "name": relative.id,
            "table_number": relative.table.number,
            "part": part,
            "line": line,
            "start_column": start,
            "end_column": end,
            "yardstick": vocabulary.yardstick(*what, better=None, role="relative", statistic="sample"),
            "value": relative.value,
            "raw": relative.raw,
            "kernel": kernel,
            "kernel_basis": kernel_basis,
            "baseline": baseline,
            "baseline_basis": baseline_basis,
            "parameters": parameters(relative.parameters),
        }
