"""How hackbench was run: what its command line, its banner and the words of a table's row tell; no suite.

hackbench -p -T -l 100000 -g 4                      hackbench 50 process 1000
Running with 50*40 (== 2000) tasks.
Running in threaded mode with 1 groups using 40 file descriptors each (== 40 tasks)
Each sender will pass 100000 messages of 100 bytes
20 iterations, 50000 loops
"""

import re
from dataclasses import dataclass, replace

from archive.results import Parameter
from archive.text import Line

_COMMAND = re.compile(
    r"(?:^|[ \t/'\"`(#$])hackbench(?P<arguments>(?:[ ]+(?:-{1,2}\w[\w=-]{0,20}|[\d()#/*$\w]{1,20})){1,16})"
)
_OLD_BANNER = re.compile(r"Running with (?P<groups>\d{1,6})\*(?P<per>\d{1,4}) \(== (?P<tasks>\d{1,8})\) tasks")
_BANNER = re.compile(
    r"Running in (?P<mode>process|thread)\w{0,3} mode with (?P<groups>\d{1,6}) groups"
    r" using (?P<fds>\d{1,6}) file descriptors"
)
_SENDER = re.compile(r"Each sender will pass (?P<loops>\d{1,9}) messages of (?P<bytes>\d{1,9}) bytes")
_REPEATED = re.compile(r"\b(?P<iterations>\d{1,5}) (?:iterations|runs|times)\b")
_LOOPS = re.compile(r"\b(?P<loops>\d{1,9}) loops\b")
_LONG_OPTIONS = re.compile(r"(?<![\w-])--(?:pipe|threads?|process)\b")
_DIGIT = re.compile(r"\d")
_GROUPS_LINE = re.compile(r"[ \t]{0,8}g(?:roups?)?[ ]?=[ ]?(?P<groups>\d{1,6})\b")
_ROW = re.compile(
    r"(?:hackbench[ _:-]{0,3})?(?P<mode>process|thread)?(?:e?s\b)?[ _-]{0,2}\(?(?P<way>pipe|socket)?s?\)?[ _:,-]{0,3}"
    r"(?:groups?|grp|g)?[ =_-]{0,3}(?P<groups>\d{1,6})[ -]?(?:groups?|grp|time)?",
    re.IGNORECASE,
)
_FLAGS = {"-p": ("way", "pipes"), "--pipe": ("way", "pipes"), "-pipe": ("way", "pipes")}
_FLAGS |= dict.fromkeys(("-T", "--threads", "thread", "threads"), ("mode", "thread"))
_FLAGS |= dict.fromkeys(("-P", "--process", "process"), ("mode", "process"))
_NUMBERS = {"-g": "groups", "--groups": "groups", "-l": "loops", "--loops": "loops", "-f": "fds", "--fds": "fds"}
_NUMBERS |= {"-s": "bytes", "--datasize": "bytes"}


@dataclass(frozen=True, slots=True)
class Setup:
    """A way to run it; processes over sockets where nothing else is said. `line` is where it was last told."""

    mode: str = "process"
    way: str = "sockets"
    groups: int | None = None
    loops: int | None = None
    fds: int | None = None
    bytes: int | None = None
    iterations: int | None = None
    line: int = 0

    @property
    def test(self) -> str:
        """The canonical name: who talks over what."""
        return f"{self.mode}-{self.way}"

    @property
    def settings(self) -> dict[str, Parameter]:
        """What else is known, by its name."""
        named = ("groups", "loops", "fds", "bytes", "iterations")
        return {name: value for name in named if (value := getattr(self, name)) is not None}

    def after(self, line: Line) -> "Setup":
        """The setup behind one more line; a new command forgets the one before."""
        words = line.words[:300]
        is_named = "hackbench" in words.lower()
        if not is_named and _DIGIT.search(words) is None:
            return self  # most lines: neither the name nor a number
        command = _COMMAND.search(words) if is_named else None
        told = _from_command(command["arguments"].split(), line.number) if command is not None else None
        if told is not None:
            return told
        return self._after_banner(words, line.number, is_named=is_named)

    def _after_banner(self, words: str, number: int, *, is_named: bool) -> "Setup":
        is_running = "Running " in words
        old, banner = (pattern.search(words) if is_running else None for pattern in (_OLD_BANNER, _BANNER))
        sender = _SENDER.search(words) if "Each sender " in words else None
        if old is not None:
            return replace(self, groups=int(old["groups"]), line=number)
        if banner is not None:
            return replace(self, mode=banner["mode"], groups=int(banner["groups"]), fds=int(banner["fds"]), line=number)
        if sender is not None:
            return replace(self, loops=int(sender["loops"]), bytes=int(sender["bytes"]), line=number)
        alone, loops = _GROUPS_LINE.match(words), _LOOPS.search(words) if " loops" in words else None
        repeated = _REPEATED.search(words) if is_named or loops is not None else None
        found = (_told_in_prose(words) if is_named else None) or self
        found = replace(found, groups=int(alone["groups"])) if alone is not None else found
        found = replace(found, loops=int(loops["loops"])) if loops is not None else found
        if repeated is not None:
            found = replace(found, iterations=int(repeated["iterations"]))
        return found

    def of_row(self, label: str) -> "Setup | None":
        """The setup of a table's row by its label ("4", "1-groups", "Process(Pipe) 10 Time"); None for other words."""
        row = _ROW.fullmatch(label.strip(" :"))
        if row is None:
            return None
        mode = row["mode"].lower() if row["mode"] else self.mode
        way = f"{row['way'].lower()}s" if row["way"] else "sockets" if row["mode"] else self.way
        return replace(self, mode=mode, way=way, groups=int(row["groups"]))


def _told_in_prose(words: str) -> Setup | None:
    """A setup of the long options that a sentence names it with."""
    options = _LONG_OPTIONS.findall(words)
    if not options:
        return None
    mode = "thread" if any(option.startswith("--thread") for option in options) else "process"
    return Setup(mode, "pipes" if any(option.startswith("--pipe") for option in options) else "sockets")


def _from_command(arguments: list[str], number: int) -> Setup | None:
    """What a command line tells; None where it has neither an option nor a number of groups."""
    setup, told = Setup(line=number), False
    place = 0
    while place < len(arguments):
        word = arguments[place]
        name, _, value = word.partition("=")
        place += 1
        if word in _FLAGS:
            field, meaning = _FLAGS[word]
            setup = replace(setup, mode=meaning) if field == "mode" else replace(setup, way=meaning)
        elif name in _NUMBERS or word[:2] in _NUMBERS:
            value = value or (word[2:] if name not in _NUMBERS else "")
            if not value and place < len(arguments):
                value, place = arguments[place], place + 1
            setup = _with_number(setup, _NUMBERS.get(name) or _NUMBERS[word[:2]], value)
        elif word.isdigit():
            setup = _with_number(setup, "groups" if setup.groups is None else "loops", word)
        else:
            break
        told = True
    return setup if told else None


def _with_number(setup: Setup, name: str, value: str) -> Setup:
    if not value.isdigit():
        return setup
    fields = {"groups": setup.groups, "loops": setup.loops, "fds": setup.fds, "bytes": setup.bytes} | {name: int(value)}
    return replace(setup, groups=fields["groups"], loops=fields["loops"], fds=fields["fds"], bytes=fields["bytes"])
