"""Which command a time is that of: the one behind "time" at a prompt above, or the benchmark whose line it stands
under; no suite.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from archive.text import Line

_TIME = r"(?:/usr/bin/|\\)?time(?:[ ]-[pvo]{1,3})?[ ]{1,3}"
_ENVIRONMENT = r"(?:[A-Z_]{2,30}=\S{0,60}[ ]{1,3}){0,6}"
_PROMPT = re.compile(
    rf"[ \t]{{0,12}}(?P<prompt>[^$#%>\n]{{0,80}}[$#%>][ ]{{0,3}})?{_ENVIRONMENT}{_TIME}(?P<command>\S.{{0,300}})$"
)
# "result of a build // time make -j 8", "compile (time make): …"
_BEHIND = re.compile(rf"(?://|[:;=(]|[ \t]-{{1,2}})[ \t]{{0,3}}{_TIME}(?P<command>[^()\n]{{2,120}})\)?:?$")
_QUOTED = re.compile(rf"[`'\"]{_TIME}(?P<command>[^`'\"\n]{{1,120}})[`'\"]")
_BEING_TIMED = re.compile(r"[ \t]{0,12}Command being timed: \"(?P<command>[^\"\n]{1,300})\"")
# "Averages for 10 mtest01 runs": over what GNU time said of each, and in a table's title, or alone as a heading.
_AVERAGED = re.compile(
    r".{0,40}?\b(?:averages?|means?) (?:for|of) (?P<runs>\d{1,4}) (?P<command>[A-Za-z][\w.-]{1,30}) runs:?$",
    re.IGNORECASE,
)
# "just making time make -j 2 bzImage gives", "make -j2 7 times": what was built, amid prose.
_BUILD = re.compile(
    r"(?:^|[ ,;(])(?:time[ ])?(?P<command>make(?:[ ](?:-[jk][ ]?\d{0,3}|-s|dep|clean|mrproper|b?z?Image|vmlinux|modules"
    r"|kernel)(?![\w-])){1,6})(?=[ ,.:;)]|$)"
)
# "The kernel compilation results are as follows:"
_TOLD_BUILD = re.compile(
    r".{0,40}?\b(?P<command>kernel (?:compilation|compile|build)) (?:results|times?)\b[^.:]{0,30}:$", re.IGNORECASE
)
_IS_BUILD = re.compile(r"-j[ ]?\d|Image|vmlinux|modules")
# "running 'sort -S 1200M big'", "tried with a kernel compile": what was run, amid prose.
_RUN = re.compile(
    r"\b(?:ran|runs?|running|timed|timing)[ ]{1,2}[`'\"](?P<command>[a-z./][\w./+-]{0,30}[ ][^`'\"\n]{2,120})[`'\"]"
    r"|\b(?:tried|tested|timed|measured|did)(?:[ ](?:it|this))?(?:[ ](?:with|on))?[ ]a[ ]"
    r"(?P<build>kernel[ ](?:compile|build|compilation))\b"
)
_STARRED = re.compile(r"[ \t]{0,12}\*\*(?P<command>\w[\w ./+-]{0,40})\*\*:?$")
_BENCHMARK = re.compile(
    r"(?P<prompt>^.{0,80}[$#%>][ ]?)?(?:^|(?<=[ \t/]))(?P<command>(?:dbench|tbench|kernbench|bonnie(?:\+\+)?|tiobench"
    r"|postmark|iozone|fs_mark|hackbench|compilebench)\b(?:[ ]\d{1,5}\b)?)",
    re.IGNORECASE,
)
# What ebizzy prints last before version 0.3 knew rates.
_EBIZZY_RESULT = re.compile(r"[ \t]{0,12}Threads finished$")
_DBENCH_RESULT = re.compile(r"[ \t]{0,12}Throughput[ ]{1,4}\d{1,6}(?:\.\d{1,6})?[ ]{1,3}MB/sec")
# Without a prompt a line may be prose ("time to look at …"): what follows must look like a command.
_COMMAND_WORD = re.compile(
    r"(?:\.{0,2}/\S{1,80}|make|dd|cp|mv|tar|rm|ls|find|cat|sync|g?cc|git|sh|bash|perl|python\d?|mkfs\S{0,10}|e2fsck|fsck\S{0,10}"
    r"|mount|umount|sleep|seq|grep|diff|patch|gzip|bzip2|xz|du|touch|sudo|numactl|taskset|perf|for|while|\(|bzcat|zcat|rsync|ssh)"
    r"(?!\w)"
)
# A line of options between a command and its times: it was run with them.
_OPTIONS = re.compile(r"[ \t]{0,12}(?P<options>--?\w[\w=,-]{0,30}(?:[ ][\w=,./-]{1,30}){0,4}):?$")
_SIDE = re.compile(
    r"[ \t]{0,8}(?P<side>without|with|before|after|unpatched|patched|vanilla)\b[^:.,]{0,40}:", re.IGNORECASE
)
_REAL = re.compile(r"[ \t]{0,12}real[ \t]{1,8}\d")
_SIDE_DISTANCE = 14
_UNNAMED = "command"
_MAX_COMMAND = 80
_MAX_PROSE = 200
_QUOTES = frozenset("'\"`")
_TITLE_WORDS = 6
_PROMPT_DISTANCE = 40
_BARE_DISTANCE = 6
_BUILD_DISTANCE = 16
_BENCHMARK_DISTANCE = 12


@dataclass(frozen=True, slots=True)
class Command:
    """A command as posted, its line, how many lines below it may hold, and whether a time of it stands under a
    benchmark's own report.
    """

    text: str
    line: int
    reach: int
    is_benchmark: bool = False
    runs: int | None = None


def command_on(line: Line) -> Command | None:
    """The command that a line says is timed."""
    words = line.words
    if words.endswith(("runs", "runs:")):
        averaged = _AVERAGED.match(words)
        if averaged is not None:
            return Command(averaged["command"], line.number, _PROMPT_DISTANCE, runs=int(averaged["runs"]))
    if "ime" not in words and "**" not in words:
        return _run_on(line)
    timed = _BEING_TIMED.match(words)
    if timed is not None:
        return _command(timed["command"], line, _PROMPT_DISTANCE)
    prompt = _PROMPT.match(words)
    word = _COMMAND_WORD.match(prompt["command"]) if prompt is not None else None
    if prompt is not None and (prompt["prompt"] or word is not None):
        is_build = word is not None and word.group() == "make"
        bare = _BUILD_DISTANCE if is_build else _BARE_DISTANCE
        return _command(prompt["command"], line, _PROMPT_DISTANCE if prompt["prompt"] else bare)
    quoted = _QUOTED.search(words) or _behind(words)
    found = quoted or _STARRED.match(words)
    if found is None:
        return _run_on(line)
    return _command(found["command"], line, _BARE_DISTANCE if quoted else 2)


def build_on(line: Line) -> Command | None:
    """The build that a line speaks of ("make -j2 bzImage on the Athlon"): times below are its."""
    told = _TOLD_BUILD.match(line.words) if line.words.endswith(":") and "ernel" in line.words else None
    if told is not None:
        return _command(told["command"], line, _BARE_DISTANCE)
    build = _BUILD.search(line.words) if "make" in line.words else None
    if build is None or _IS_BUILD.search(build["command"]) is None:
        return None
    return _command(build["command"], line, _BUILD_DISTANCE)


def _run_on(line: Line) -> Command | None:
    """The build, or the command that a line of prose says was run: times below are its."""
    words, build = line.words, build_on(line)
    # The signs that such a line has are looked for first: every line of a mail may be asked.
    if build is not None or len(words) > _MAX_PROSE or ("kernel" not in words and _QUOTES.isdisjoint(words)):
        return build
    ran = _RUN.search(words)
    return _command(ran["command"] or ran["build"], line, _BENCHMARK_DISTANCE) if ran is not None else None


def averaged_commands(lines: Sequence[Line]) -> frozenset[str]:
    """The commands of which a text gives averages: their names alone are headings too."""
    titles = (_AVERAGED.match(line.words) for line in lines if line.words.endswith(("runs", "runs:")))
    return frozenset(title["command"] for title in titles if title is not None)


def heading_of(line: Line, names: frozenset[str]) -> Command | None:
    """The command that a heading names ("mtest01", "Comparison for mtest01:")."""
    last = line.words.rstrip(" :").split()[-1:] if len(line.words) <= _MAX_COMMAND else []
    is_heading = bool(last) and last[0] in names and (line.words.endswith(":") or len(line.words.split()) == 1)
    return Command(last[0], line.number, _BENCHMARK_DISTANCE) if is_heading else None


def _behind(words: str) -> re.Match[str] | None:
    """The command at the end of a line of words: it must look like one."""
    found = _BEHIND.search(words[:300]) if "time" in words else None
    return found if found is not None and _COMMAND_WORD.match(found["command"]) is not None else None


def benchmark_above(lines: Sequence[Line], index: int) -> Command | None:
    """The benchmark whose report stands over line `index` (0-based): its name and clients, or its result line."""
    result: Command | None = None
    for above in range(index - 1, max(-1, index - 1 - _BENCHMARK_DISTANCE), -1):
        line = lines[above]
        if line.depth != lines[index].depth:
            break
        if result is None and index - above <= 2 and _DBENCH_RESULT.match(line.words) is not None:
            result = Command("dbench", line.number, 2, is_benchmark=True)
        named = _BENCHMARK.search(line.words[:120])
        if named is not None and len(line.words.split()) <= 6:
            return _command(named["command"], line, _BENCHMARK_DISTANCE, is_benchmark=True)
    return result


def ended_above(lines: Sequence[Line], index: int) -> Command | None:
    """The program whose last line stands right over line `index` (0-based), a blank line between them at most, where
    the times are its only result.
    """
    for line in reversed(lines[max(0, index - 2) : index]):
        if _EBIZZY_RESULT.match(line.words) is not None and line.depth == lines[index].depth:
            return Command("ebizzy", line.number, 2)
    return None


def title_above(lines: Sequence[Line], first: int) -> Command | None:
    """What was done in the times of several sides from line `first` (0-based) on, by the title that stands alone over
    them.
    """
    above = [index for index in range(max(0, first - 2), first) if not lines[index].is_blank]
    if not above or lines[above[-1]].depth != lines[first].depth:
        return None
    line = lines[above[-1]]
    is_alone = above[-1] == 0 or lines[above[-1] - 1].is_blank
    text = line.words.strip(" :=-*")
    is_title = 0 < len(text.split()) <= _TITLE_WORDS and text[-1:] not in (".", "?", "!", ",") and text[:1].isalnum()
    return _command(text, line, _BARE_DISTANCE) if is_alone and is_title else None


def sides_timed(lines: Sequence[Line]) -> dict[int, Command]:
    """Commands that nobody names, by the index (0-based) of the heading of a side right above their time; none unless
    the times stand under two sides at least ("Without patch:", "With patch:").
    """
    found: dict[int, str] = {}
    for index, line in enumerate(lines):
        side = _SIDE.fullmatch(line.words) if line.words.endswith(":") else None
        below = lines[index + 1 : index + 1 + _SIDE_DISTANCE]
        if side is not None and any(_REAL.match(each.words) and each.depth == line.depth for each in below):
            found[index] = side["side"].lower()
    if len(set(found.values())) < 2:
        return {}
    return {index: Command(_UNNAMED, index + 1, _SIDE_DISTANCE) for index in found}


def options_above(lines: Sequence[Line], index: int) -> tuple[str, ...]:
    """The options on a line of their own right above line `index` (0-based), a blank line between them at most."""
    for above in range(index - 1, max(-1, index - 3), -1):
        found = _OPTIONS.match(lines[above].words) if lines[above].depth == lines[index].depth else None
        if found is not None:
            return (found["options"],)
        if not lines[above].is_blank:
            return ()
    return ()


def _command(text: str, line: Line, reach: int, *, is_benchmark: bool = False) -> Command:
    plain = " ".join(text.rstrip("\\ \t").split())[:_MAX_COMMAND].rstrip(" ;")
    return Command(plain, line.number, reach, is_benchmark)
