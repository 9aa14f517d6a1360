"""What an import did and what an archive holds, in lines for people."""

from collections.abc import Iterator

from archive.escape import visible_line
from archive.store.archive import Archive, Counts
from ingest.pipeline import ImportSummary

_SHOWN_PROBLEMS = 5


def import_lines(summary: ImportSummary, counts: Counts) -> Iterator[str]:
    """The end of an import: what came of every message, then what the archive holds now."""
    yield (
        f"{_count(summary.found, 'message')} read: {summary.new} new, {summary.updated} replaced by a better copy, "
        f"{summary.known} already there, {summary.rejected} rejected; {_count(summary.problems, 'problem')}"
    )
    if summary.withdrawn:
        yield f"{_count(summary.withdrawn, 'message')} withdrawn: the source has taken them back"
    yield from archive_lines(counts)


def problem_lines(archive: Archive, before: int, met: int) -> Iterator[str]:
    """The first of the problems that an import `met` and that were not among the archive's `before` ones, and how to
    see the rest.
    """
    fresh = archive.problems.count() - before
    for problem in archive.problems.all(limit=_SHOWN_PROBLEMS, offset=before) if fresh > 0 else ():
        yield visible_line(f"  {problem.source.location}, {problem.source.place}: {problem.reason}")
    more = [f"and {fresh - _SHOWN_PROBLEMS:,} more"] if fresh > _SHOWN_PROBLEMS else []
    if met > fresh:
        more.append(f"{_count(met - fresh, 'problem')} of before {'is' if met - fresh == 1 else 'are'} still there")
    if met or fresh > 0:
        yield "; ".join((*more, "`benchlore problems` shows all, with how to see each mail"))


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
