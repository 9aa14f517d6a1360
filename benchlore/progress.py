"""How far long work is: a line that changes on a terminal, plain lines now and then in a log."""

import sys
import time
from dataclasses import dataclass
from typing import TextIO

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

# Seconds: between two lines of a log, and between two looks of a terminal.
_BETWEEN_LINES = 10.0
_BETWEEN_LOOKS = 0.1
# Before so much is done, nobody can say how long the rest will take.
_TELLING_SHARE = 0.01
_NOUNS = {"read": "mails", "index": "mails"}


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the work so far: how many it has done, which share of all (None: unknown), and in how many seconds."""

    name: str
    done: int
    share: float | None
    seconds: float

    def figures(self) -> str:
        """Count, rate, share and time left, as far as they can be told: "150 mails, 41/s, 34 %, about 2 min left"."""
        if not self.done:
            return ""
        told = [f"{self.done:,} {_NOUNS.get(self.name, self.name)}"]
        if self.seconds >= 1:
            told.append(f"{self.done / self.seconds:,.0f}/s")
        if self.share is not None:
            told.append(f"{self.share:.0%}".replace("%", " %"))
            if _TELLING_SHARE <= self.share < 1 and self.seconds >= 1:
                told.append(f"about {duration(self.seconds * (1 - self.share) / self.share)} left")
        return ", ".join(told)


class Display:
    """Shows the stages of one piece of work on standard error; the thread that tells them draws, there is no other."""

    def __init__(self, out: TextIO | None = None, *, between_lines: float = _BETWEEN_LINES) -> None:
        """Show them on `out`, in a log at most every `between_lines` seconds."""
        self._out = out or sys.stderr
        console = Console(file=self._out, highlight=False)
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=20),
            TextColumn("{task.fields[figures]}", markup=False),
            console=console,
            transient=True,
            auto_refresh=False,
            disable=not console.is_terminal,
        )
        self._is_terminal = console.is_terminal
        self._between = _BETWEEN_LOOKS if self._is_terminal else between_lines
        self._stage: Stage | None = None
        self._began = self._shown = time.monotonic()
        self._said = ""

    def __enter__(self) -> "Display":
        """Begin to show."""
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave a terminal as it was."""
        self._bars.stop()

    def tell(self, stage: str, done: int, share: float | None) -> None:
        """How far a stage is; another name ends the one before."""
        now = time.monotonic()
        if self._stage is None or self._stage.name != stage or done < self._stage.done:
            self._end_stage()
            self._began = now
            self._bars.add_task(stage, total=None, figures="")
            is_new = True
        else:
            is_new = False
        self._stage = Stage(stage, done, share, now - self._began)
        if time.monotonic() - self._shown >= self._between or (is_new and self._is_terminal):
            self._show()

    def say(self, line: str) -> None:
        """Print a line of the result to standard output; on a terminal what changes stays below it."""
        self._bars.stop()
        click.echo(line)
        if self._is_terminal:
            self._bars.start()

    def _show(self) -> None:
        stage = self._stage
        if stage is None:
            return
        self._shown = time.monotonic()
        if self._is_terminal:
            task = self._bars.task_ids[-1]
            total = None if stage.share is None else 1.0
            self._bars.update(task, total=total, completed=stage.share or 0.0, figures=stage.figures())
            self._bars.refresh()
        else:
            self._write(f"{stage.name}: {stage.figures() or 'begun'}\n")

    def _write(self, line: str) -> None:
        if line != self._said:
            self._said = line
            self._out.write(line)
            self._out.flush()

    def _end_stage(self) -> None:
        """A log that has begun to tell says where each stage ended; a terminal shows the next one in its place."""
        if self._stage is None:
            return
        if self._is_terminal:
            self._bars.remove_task(self._bars.task_ids[-1])
        elif self._said and self._stage.done:
            self._show()


def duration(seconds: float) -> str:
    """A time in words, no more exact than a guess deserves: "20 s", "3 min", "2 h 10 min"."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
