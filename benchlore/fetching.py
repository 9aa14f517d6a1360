"""A fetch as a command shows it: how far it is on a terminal, and what came of it in lines for people."""

from collections.abc import Callable, Iterator
from pathlib import Path
from shlex import quote

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from archive.escape import visible
from ingest.fetch.job import Outcome, Tell
from ingest.fetch.job import Progress as Step

_WIDEST = 60


def fetched(work: Callable[[Tell], Outcome]) -> Outcome:
    """Do the work under a bar that says what is asked for."""
    columns = (
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        # An address is a stranger's text.
        TextColumn("{task.description}", markup=False),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        task = bars.add_task("", total=None)

        def tell(step: Step) -> None:
            shown = Text(visible(step.url))
            shown.truncate(_WIDEST, overflow="ellipsis")
            bars.update(task, completed=step.done, total=step.done + step.waiting + 1, description=shown.plain)

        return work(tell)


def outcome_lines(url: str, folder: Path, outcome: Outcome) -> Iterator[str]:
    """What came of a fetch, and what to do next."""
    if outcome.commands:
        yield f"{visible(url)} is a public-inbox: clone it with git, which is quicker and easier on its server"
        yield from (f"    {command}" for command in outcome.commands)
        return
    counts = {
        "fetched": outcome.fetched,
        "as before": outcome.unchanged,
        "not there or not allowed": outcome.missing,
        "failed": outcome.failed,
        "still to come": outcome.waiting,
    }
    told = [f"{number:,} {name}" for name, number in counts.items() if number or name == "fetched"]
    yield f"{visible(url)}: {', '.join(told)}"
    if outcome.stopped is not None:
        yield f"stopped: {visible(outcome.stopped)}"
    elif outcome.missing or outcome.failed:
        yield "the reasons are among the problems of the import (benchlore problems)"
    if outcome.fetched:
        yield f"import it with: benchlore import {quote(str(folder))}"
