"""What stands around fio's results and tells of the jobs: command lines, job files, and fio's own lines on each job.

fio --rw=randwrite --name=test --size=50M --bs=4k --numjobs=40
[global] / rw=randread / bs=4k
rr: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=psync, iodepth=1
"""

import re
from collections.abc import Iterator

from archive.results import Parameter
from archive.text import Line

PARAMETERS = {
    "rw": "the pattern: read, write, randread, randwrite, randrw, ...",
    "bs": "bytes of one request, as written",
    "iodepth": "requests kept in flight by each job",
    "numjobs": "how many equal jobs run at once",
    "size": "how much each job works on, as written",
    "io_size": "how much each job reads or writes, as written",
    "direct": "1: past the page cache",
    "buffered": "0: past the page cache",
    "sync": "how writes are made synchronous",
    "fsync": "an fsync after so many writes",
    "fdatasync": "an fdatasync after so many writes",
    "ioengine": "how requests are submitted: psync, libaio, io_uring, ...",
    "runtime": "how long the test runs, as written",
    "rwmixread": "per cent of reads in a mix",
    "filename": "the file or device worked on",
    "nrfiles": "files of each job",
    "hipri": "1: completions are polled for",
    "fixedbufs": "1: buffers are registered",
    "registerfiles": "1: files are registered",
    "sqthread_poll": "1: a kernel thread polls the submission ring",
    "iodepth_batch": "requests submitted at once",
    "iodepth_batch_submit": "requests submitted at once",
    "iodepth_batch_complete": "completions reaped at once",
    "rate": "bytes a second that the job may not exceed",
    "rate_iops": "requests a second that the job may not exceed",
    "thinktime": "microseconds between requests",
    "job_file": "the job file that was run, where there are several",
}
_SYNONYMS = {"readwrite": "rw", "blocksize": "bs", "depth": "iodepth"}
_COMMAND = re.compile(r"(?:^|[\s/\"'$#;(`])fio(?:-\d[\w.]{0,12})?[ \t]{1,9}(?=\S)")
_JOB_FILE = re.compile(r"\S{1,80}\.(?:fio|job|ini|conf)\b")
_OPTION = re.compile(
    r"(?:(?:^|(?<=[\s,;(\"'-]))-{1,2}(?P<name>[a-z_]{2,24})(?:=|[ \t]{1,3}(?=[^-\s]))"
    r"|(?:^|(?<=[\s,;(\"']))(?P<bare>[a-z_]{2,24})=)"
    r"[\"']?(?P<value>[^\s\\;,|\"']{1,80})"
)
_SECTION = re.compile(r"[ \t]{0,12}\[(?P<name>[\w.:/ -]{1,60})\][ \t]*")
_ASSIGNMENT = re.compile(
    r"[ \t]{0,16}(?P<name>[a-z_]{2,24})[ \t]?=[ \t]?(?P<value>[^\s;#]{1,80})(?:[ \t]*[#;].{0,80})?"
)
_HEAD = re.compile(r"(?P<job>\S[^:]{0,60}): \(g=\d{1,4}\): (?P<rest>rw=.{1,300})")
_HEAD_PART = re.compile(r"\b(?P<name>rw|ioengine|iodepth)=(?P<value>[\w-]{1,30})")
_HEAD_BLOCKS = re.compile(r"\bbs=(?P<sizes>\S.{0,120}?)(?:, (?:\(T\)|ioengine)|$)")
_BLOCK = re.compile(
    r"(?:\((?P<what>[RW])\) )?(?P<low>\d{1,9}(?:\.\d)?[KMGkmg]?i?B?)-(?P<high>\d{1,9}(?:\.\d)?[KMGkmg]?i?B?)"
)
_SIZE = re.compile(r"(?P<count>\d{1,9}(?:\.\d)?)(?P<unit>[KMGkmg]?)i?[Bb]?")
_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}
# Settings on a line of their own: "iodepth=2", "(ioengine=io_uring, iodepth=128, rw=randread".
_SETTING = r"[a-z_]{2,24}=[\w./:-]{1,40}"
_LINE_OF_SETTINGS = re.compile(rf"[-*#(\s]{{0,8}}{_SETTING}(?:(?:,[ ]?|[ ]){_SETTING}){{0,11}}[):,]{{0,3}}")
_TRAILING = ")]}.:"
_MAX_LINE = 600
_MIN_SENTENCE = 3
_MAX_SCRIPTED = 8

_Options = dict[str, Parameter]


class Settings:
    """The settings in force, line by line; a command, a job file or a head behind results begins a new run."""

    def __init__(self) -> None:
        """Nothing is told yet."""
        self.told = False
        self._shared: _Options = {}
        self._jobs: dict[str, _Options] = {}
        self._heads: dict[str, _Options] = {}
        self._job = self._head = self._section = self._file = ""
        self._continues = self._in_file = self._used = False
        # Commands of a script whose results all stand behind the last of them.
        self._scripted: list[_Options] = []

    def see(self, line: Line) -> None:
        """Take in what the next line tells."""
        text = line.text
        if not ("=" in text or "fio" in text or "[" in text or self._continues or self._in_file or self._section):
            return
        words = line.words if len(line.words) <= _MAX_LINE else ""
        if "(g=" in words and (head := _HEAD.search(words)) is not None:
            self._see_head(head)
        elif self._head and "=" in words and "(groupid" not in words:
            self._heads[self._head] |= _head_options(words)
            self._head = ""
        elif not self._see_command(words):
            self._see_file(words)

    def of(self, job: str, test: str) -> _Options:
        """The settings of a job as far as told; what fio itself says of a job goes before a command that may be
        another's.
        """
        head = dict(self._heads.get(job, {}))
        blocks = {name: head.pop(name) for name in ("bs_read", "bs_write") if name in head}
        own = self._jobs.get(job) or (next(iter(self._jobs.values())) if len(self._jobs) == 1 else {})
        found = {**self._shared, **own, **head, **({"job_file": self._file} if self._file else {})}
        block = blocks.get("bs_write" if test == "write" else "bs_read")
        if block is not None and bytes_of(str(found.get("bs", ""))) != bytes_of(str(block)):
            found["bs"] = block
        return found

    def of_script(self, pattern: str) -> _Options:
        """The settings of the last command of a script with that rw, where the script's results stand behind it."""
        return next((dict(told) for told in reversed(self._scripted) if told.get("rw") == pattern), {})

    def use(self) -> None:
        """Note that results stand under these settings."""
        self._used = True

    def _see_head(self, head: re.Match[str]) -> None:
        self._begin_run(keep=True)
        options = _head_options(head["rest"])
        self._heads[head["job"].strip()] = options
        self._head = head["job"].strip() if "iodepth" not in options else ""
        self.told = True

    def _see_command(self, words: str) -> bool:
        """Whether the line is a command or goes on with one."""
        command = _COMMAND.search(words) if "fio" in words else None
        options = list(read_options(words[command.end() :])) if command is not None else []
        goes_on = self._continues and command is None and (options := list(read_options(words))) != []
        # A command may begin with options that are none of ours, and go on with some that are.
        begins = command is not None and words.endswith("\\") and words[command.end() :].startswith("-")
        if (options or begins) and not goes_on:
            self._begin_run(keep=False)
        if options:
            self._take(options)
            self._in_file = False
        elif command is not None and (file := _JOB_FILE.search(words)) is not None:
            self._begin_run(keep=True)
            self._file = file.group().rsplit("/", 1)[-1]
        elif not begins:
            command = None
        self._continues = bool(options) or begins or (self._continues and words.endswith("\\"))
        return command is not None or goes_on

    def _take(self, options: list[tuple[str, Parameter]]) -> None:
        for name, value in options:
            if name == "name":
                self._job = str(value)
                self._jobs.setdefault(self._job, {})
            elif name in PARAMETERS:
                (self._jobs[self._job] if self._job else self._shared)[name] = value
                self.told = True

    def _see_file(self, words: str) -> None:
        section = _SECTION.fullmatch(words) if "[" in words else None
        if section is not None:
            self._section = section["name"]
            return
        assigned = _ASSIGNMENT.fullmatch(words) if self._in_file or self._section else None
        if assigned is None and "=" in words and not self._in_file and _LINE_OF_SETTINGS.fullmatch(words):
            self._see_line(words)
        elif assigned is None:
            # Blank lines, comments and bare switches ("time_based") stand in a job file too.
            self._in_file = self._in_file and len(words.split()) < _MIN_SENTENCE
        if assigned is None:
            return
        name = _SYNONYMS.get(assigned["name"], assigned["name"])
        if name in PARAMETERS:
            self._open(self._section)
            self._section = ""
            self._take([(name, _value(assigned["value"]))])

    def _see_line(self, words: str) -> None:
        """A line of nothing but settings holds until the next one tells otherwise."""
        told = {name: value for name, value in read_options(words) if name in PARAMETERS}
        if told:
            self._shared |= told
            self._jobs = {job: own | told for job, own in self._jobs.items()}
            self.told = True

    def _open(self, section: str) -> None:
        """A section of a job file, once something of ours stands in it; other brackets are no sections."""
        if section and (self._used or (section == "global" and self._jobs)):
            self._begin_run(keep=False)
        self._in_file = True
        if section:
            self._job = "" if section == "global" else section
            self._jobs.update({self._job: {}} if self._job else {})

    def _begin_run(self, *, keep: bool) -> None:
        """Forget the run before; `keep` its command and job file, which may be of this run too."""
        if self._used or not keep:
            self._heads = {}
        if not keep and not self._used:
            self._scripted = [*self._scripted[-_MAX_SCRIPTED:], self.of("", "")]
        elif not keep:
            self._scripted = []
        if not keep:
            self._shared, self._jobs, self._job, self._file = {}, {}, "", ""
        self._used = False


def read_options(text: str) -> Iterator[tuple[str, Parameter]]:
    """The options of ours in a piece of a command, `--name=value` or `name=value`, with fio's own names."""
    for option in _OPTION.finditer(text):
        name = option["name"] or option["bare"]
        name = _SYNONYMS.get(name, name)
        value = option["value"].rstrip(_TRAILING)
        if value and value[0] not in "$<{" and (name in PARAMETERS or name == "name"):
            yield name, _value(value)


def bytes_of(text: str) -> float | None:
    """The bytes of a size as fio takes it ("4k", "4096B", "1024KiB"), None for other words."""
    size = _SIZE.fullmatch(text)
    return float(size["count"]) * _UNITS[size["unit"].lower()] if size is not None else None


def _head_options(rest: str) -> _Options:
    found: _Options = {part["name"]: _value(part["value"]) for part in _HEAD_PART.finditer(rest)}
    blocks = _HEAD_BLOCKS.search(rest)
    for place, block in enumerate(_BLOCK.finditer(blocks["sizes"]) if blocks is not None else ()):
        size = block["low"] if block["low"] == block["high"] else block.group()
        what = block["what"] or ("R", "W", "")[min(place, 2)]
        if what:
            found["bs_read" if what == "R" else "bs_write"] = size
    return found


def _value(text: str) -> Parameter:
    return int(text) if text.isdecimal() and text.isascii() else text
