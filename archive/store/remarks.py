"""Rows of what people say of results: claims, comments and corrections."""

import sqlite3
from collections.abc import Iterable, Mapping

from archive import kernels
from archive.results import Claim, Comment, Correction, Target
from archive.store.columns import place, span_of, words, words_of
from archive.store.database import Database, Value
from archive.store.vocabulary import Vocabulary


class ClaimRows:
    """Claims of messages by number."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database

    def add(self, posts: Mapping[str, int], claims: Iterable[Claim]) -> None:
        """Insert claims in posted order."""
        vocabulary = Vocabulary(self._database)
        for claim in claims:
            columns: dict[str, Value] = {
                **_common(posts, vocabulary, claim),
                "quoted": claim.quoted,
                "suite": claim.suite,
                "tests": words(claim.tests),
                "faster": _label(vocabulary, claim.faster),
                "slower": _label(vocabulary, claim.slower),
                "amount": claim.amount,
                "circumstance": claim.condition,
                "verdict": claim.verdict,
                "reading": claim.reading,
                "suggestion": claim.suggestion,
                "warnings": words(claim.warnings),
                "changes": words(claim.changes),
                "text": claim.text,
            }
            self._database.insert("claim", columns)

    def of_row(self, row: sqlite3.Row, message_key: str, vocabulary: Vocabulary) -> Claim:
        """The claim of a row."""
        return Claim(
            id=row["name"],
            message_key=message_key,
            span=span_of(row),
            author=vocabulary.author_of(row["author"]),
            quoted=bool(row["quoted"]),
            suite=row["suite"],
            tests=words_of(row["tests"]),
            faster=None if row["faster"] is None else vocabulary.label_of(row["faster"])[0],
            slower=None if row["slower"] is None else vocabulary.label_of(row["slower"])[0],
            amount=row["amount"],
            condition=row["circumstance"],
            verdict=row["verdict"],
            reading=row["reading"],
            suggestion=row["suggestion"],
            warnings=words_of(row["warnings"]),
            changes=words_of(row["changes"]),
            text=row["text"],
        )


class CommentRows:
    """Comments of messages by number."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database

    def add(self, posts: Mapping[str, int], comments: Iterable[Comment]) -> None:
        """Insert comments in posted order."""
        vocabulary = Vocabulary(self._database)
        rows: list[dict[str, Value]] = []
        targets: list[dict[str, Value]] = []
        for number, comment in enumerate(comments, start=self._next_number()):
            given: dict[str, Value] = {"id": number, **_common(posts, vocabulary, comment)}
            said: dict[str, Value] = {"last_line": comment.last_line, "text": comment.text}
            who = vocabulary.author(comment.posted_by)
            rows.append({**given, **said, "posted_by": who, "tests": words(comment.tests)})
            targets += [
                {"comment": number, "ordinal": ordinal, "kind": target.kind, "target": target.id}
                for ordinal, target in enumerate(comment.targets)
            ]
        self._database.insert_many("comment", rows)
        self._database.insert_many("comment_target", targets)

    def of_row(self, row: sqlite3.Row, message_key: str, vocabulary: Vocabulary) -> Comment:
        """The comment of a row."""
        targets = self._database.rows(
            "SELECT kind, target FROM comment_target WHERE comment = ? ORDER BY ordinal", row["id"]
        )
        return Comment(
            id=row["name"],
            message_key=message_key,
            span=span_of(row),
            last_line=row["last_line"],
            text=row["text"],
            author=vocabulary.author_of(row["author"]),
            posted_by=None if row["posted_by"] is None else vocabulary.author_of(row["posted_by"]),
            tests=words_of(row["tests"]),
            targets=tuple(Target(kind, target) for kind, target in targets),
        )

    def _next_number(self) -> int:
        return 1 + int(self._database.value("SELECT coalesce(max(id), 0) FROM comment"))


class CorrectionRows:
    """Corrections of messages by number."""

    def __init__(self, database: Database) -> None:
        """Read and write over that connection."""
        self._database = database

    def add(self, posts: Mapping[str, int], corrections: Iterable[Correction]) -> None:
        """Insert corrections in posted order."""
        vocabulary = Vocabulary(self._database)
        for correction in corrections:
            columns: dict[str, Value] = {
                **_common(posts, vocabulary, correction),
                "target_kind": correction.target.kind,
                "target": correction.target.id,
                "text": correction.text,
            }
            self._database.insert("correction", columns)

    def of_row(self, row: sqlite3.Row, message_key: str, vocabulary: Vocabulary) -> Correction:
        """The correction of a row."""
        target = Target(row["target_kind"], row["target"])
        return Correction(
            row["name"], message_key, span_of(row), vocabulary.author_of(row["author"]), target, row["text"]
        )


def _common(posts: Mapping[str, int], vocabulary: Vocabulary, remark: Claim | Comment | Correction) -> dict[str, Value]:
    part, line, start, end = place(remark.span)
    return {
        "name": remark.id,
        "message": posts[remark.message_key],
        "part": part,
        "line": line,
        "start_column": start,
        "end_column": end,
        "author": vocabulary.writer(remark.author),
    }


def _label(vocabulary: Vocabulary, label: str | None) -> int | None:
    return None if label is None else vocabulary.label(label, kernels.parse(label))
