"""The lines that time(1) and the shells' own print of a command: bash and POSIX, GNU, csh, zsh, BSD; no suite.

real	0m13.460s	0m11.771s
70.94user 232.54system 15:17.39elapsed 33%CPU (0avgtext+0avgdata 1036maxresident)k
37.580u 115.730s 3:51.30 66.2%  0+0k 0+0io 1310pf+0w
make -j4  12.34s user 5.67s system 99% cpu 18.123 total
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from archive.results import Basis
from archive.text import Line
from suites.base import Cell, Label
from suites.cells import resolution

_SECONDS = r"\d{1,7}(?:[.,]\d{1,3})?"
_CLOCK = rf"(?:\d{{1,4}}:){{0,2}}{_SECONDS}"
_SHELL = rf"(?:(?:\d{{1,4}}h)?\d{{1,6}}m[ ]?{_SECONDS}s?|{_SECONDS}s?)"
_LABELLED = re.compile(r"(?<!\S)(?P<label>real|user|sys)[ \t]{0,3}:?(?=[ \t]{1,20}\d)")
# Over the labels that stand there for each side people count their runs.
_RUN = re.compile(r"[ \t]{0,20}(?:run|pass|try)[ ]{0,2}#?(?P<run>\d{1,3}):?[ \t]{1,20}", re.IGNORECASE)
_ONE = re.compile(rf"[ \t|]{{1,40}}(?P<time>{_SHELL})(?![\w.,%])")
# People set the side before it, and leave the user's time out where it tells nothing.
_GNU = re.compile(
    r"[ \t]{0,20}(?:(?P<label>[A-Za-z0-9][\w.+ -]{0,40}?)(?::[ \t]{1,8}|[ ]{2,20}|\t[ \t]{0,8}))?"
    rf"(?:(?P<user>{_SECONDS})[ \t]?user[ \t]{{1,4}})?(?P<system>{_SECONDS})[ \t]?system[ \t]{{1,4}}"
    rf"(?P<elapsed>{_CLOCK})[ \t]?elapsed[ \t]{{1,4}}(?:(?P<cpu>\d{{1,6}}(?:\.\d{{1,2}})?)[ \t]?%CPU)?"
)
_CSH = re.compile(
    rf"[ \t]{{0,20}}(?P<user>{_SECONDS})u[ \t]{{1,4}}(?P<system>{_SECONDS})s[ \t]{{1,4}}"
    rf"(?P<elapsed>(?:\d{{1,4}}:){{1,2}}{_SECONDS})[ \t]{{1,4}}(?P<cpu>\d{{1,6}}(?:\.\d)?)%(?!\w)"
)
_ZSH = re.compile(
    rf"(?P<command>\S.{{0,200}}?)[ \t]{{1,4}}(?P<user>{_SECONDS})s[ ]user[ \t]{{1,4}}(?P<system>{_SECONDS})s[ ]system"
    rf"[ \t]{{1,4}}(?P<cpu>\d{{1,6}})%[ ]cpu[ \t]{{1,4}}(?P<elapsed>{_CLOCK})[ ]total"
)
_BSD = re.compile(
    rf"[ \t]{{0,20}}(?P<elapsed>{_SECONDS})[ ]real[ \t]{{1,20}}(?P<user>{_SECONDS})[ ]user[ \t]{{1,20}}"
    rf"(?P<system>{_SECONDS})[ ]sys\b"
)
_VERBOSE = re.compile(
    r"[ \t]{0,20}(?:(?P<label>\w[\w.+-]{1,30}(?: \w[\w.=+-]{1,30}){0,2})[ \t]{1,12}(?=Elapsed))?"
    rf"(?:Elapsed \(wall clock(?: seconds)?\) time(?: \([^()]{{1,40}}\))?:[ ]{{1,30}}(?P<elapsed>{_CLOCK})"
    rf"|User time \(seconds\):[ ]{{1,30}}(?P<user>{_SECONDS})|System time \(seconds\):[ ]{{1,30}}(?P<system>{_SECONDS})"
    r"|Percent of CPU this job got:[ ]{1,30}(?P<cpu>\d{1,6}(?:\.\d{1,2})?)(?:%|$))"
)
_ON_ONE_LINE = (_GNU, _CSH, _BSD, _ZSH)
_METRIC_OF = {
    "real": "elapsed",
    "user": "user",
    "sys": "system",
    "elapsed": "elapsed",
    "system": "system",
    "cpu": "cpu",
}


@dataclass(frozen=True, slots=True)
class Timing:
    """A time or share on a line: metric elapsed | user | system | cpu, its name as posted, the figure, and in which
    column or run side by side it stands, if there are several.
    """

    metric: str
    text: str
    cell: Cell
    column: int = 0


@dataclass(frozen=True, slots=True)
class TimeLine:
    """What a line tells of a command: its timings, how many stand side by side, and the command where the line has it.

    `form` is labelled (real, user and sys on lines of their own) | whole (all on one line) | verbose. `side_by_side` is
    whether the labels too stand there for each; before them may stand which run it was.
    """

    form: str
    timings: tuple[Timing, ...]
    columns: int = 1
    command: str | None = None
    label_end: int = 0
    side_by_side: bool = False
    label: Label | None = None
    run: int | None = None


def read_line(line: Line) -> TimeLine | None:
    """What a line tells of a command, if it is one of the forms."""
    text = line.text.rstrip()
    labelled = _labelled(text, line.start)
    if labelled is not None:
        return labelled
    for form in _ON_ONE_LINE:
        match = form.match(text, line.start)
        if match is not None:
            found = match.groupdict()
            label = _label(line, match) if found.get("label") else None
            return TimeLine("whole", tuple(_timings(match)), command=found.get("command"), label=label)
    verbose = _VERBOSE.match(text, line.start)
    if verbose is None:
        return None
    return TimeLine("verbose", tuple(_timings(verbose)), label=_label(line, verbose))


def _label(line: Line, match: re.Match[str]) -> Label | None:
    """Whose time it was, as people write before GNU time's words."""
    if match["label"] is None:
        return None
    return Label(match["label"], line.number, match.start("label"), match.end("label"), Basis.ROW_LABEL)


def cpu_share(timings: dict[str, Cell]) -> float | None:
    """The share of a CPU in per cent that user and system time are of the elapsed time."""
    if not {"elapsed", "user", "system"} <= timings.keys() or timings["elapsed"].value <= 0:
        return None
    return (timings["user"].value + timings["system"].value) / timings["elapsed"].value * 100


def _labelled(text: str, start: int) -> TimeLine | None:
    labels = list(_LABELLED.finditer(text, start))
    if not labels:
        return None
    run = _RUN.fullmatch(text, start, labels[0].start()) if len(labels) > 1 else None
    if run is None and text[start : labels[0].start()].strip(" \t|"):
        return None
    ends = [*(label.start() for label in labels[1:]), len(text)]
    timings: list[Timing] = []
    for place, (label, end) in enumerate(zip(labels, ends, strict=True)):
        figures = list(_figures(text, label.end(), end))
        side_by_side = len(labels) > 1
        if not figures or (side_by_side and (len(figures) > 1 or label["label"] != labels[0]["label"])):
            return None
        timings += [
            Timing(_METRIC_OF[label["label"]], label["label"], cell, place if side_by_side else column)
            for column, cell in enumerate(figures)
        ]
    return TimeLine(
        "labelled",
        tuple(timings),
        len(timings),
        label_end=labels[0].end(),
        side_by_side=len(labels) > 1,
        run=int(run["run"]) if run is not None else None,
    )


def _figures(text: str, position: int, end: int) -> Iterator[Cell]:
    """The times up to the first word that is none, which may only be a remark or a difference."""
    while (figure := _ONE.match(text, position, end)) is not None:
        yield _cell(figure["time"], figure.start("time"))
        position = figure.end()


def _timings(match: re.Match[str]) -> Iterator[Timing]:
    for group in ("elapsed", "user", "system", "cpu"):
        if match.groupdict().get(group) is not None:
            yield Timing(group, group, _cell(match[group], match.start(group)))


def shell_time(raw: str, start: int) -> Cell:
    """A time as a shell or a clock tells it ("0m13.460s", "6:12.06"), in seconds."""
    return _cell(raw, start)


def _cell(raw: str, start: int) -> Cell:
    """A time as a cell in seconds: "0m13.460s", "15:17.39", "1:44:19.60", "0.10"."""
    hours_minutes = re.split(r"[hm:]", raw.rstrip("s").replace(",", ".").replace(" ", ""))
    value = 0.0
    for piece in hours_minutes:
        value = value * 60 + float(piece)
    return Cell(raw, start, start + len(raw), round(value, 3), resolution(hours_minutes[-1]))
