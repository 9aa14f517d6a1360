"""What an import did and what an archive holds, in lines for people."""

from collections.abc import Iterator

from archive.store.archive import Counts
from ingest.pipeline import ImportSummary


def import_lines(summary: ImportSummary, counts: Counts) -> Iterator[str]:
    """The end of an import: what came of every message, then what the archive holds now."""
    yield (
        f"{_count(summary.found, 'message')} read: {summary.new} new, {summary.updated} replaced by a better copy, "
        f"{summary.known} already there, {summary.rejected} rejected; {_count(summary.problems, 'problem')}"
    )
    if summary.withdrawn:
        yield f"{_count(summary.withdrawn, 'message')} withdrawn: the source has taken them back"
    yield from archive_lines(counts)


def archive_lines(counts: Counts) -> Iterator[str]:
    """What an archive holds; copies of tables are counted nowhere."""
    nouns = {
        "table": counts.tables,
        "measurement": counts.measurements,
        "change": counts.changes,
        "claim": counts.claims,
        "comment": counts.comments,
    }
    mails = f"{_count(counts.messages, 'message')} in {_count(counts.threads, 'thread')}"
    yield f"the archive holds {mails}: {', '.join(_count(number, noun) for noun, number in nouns.items())}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
