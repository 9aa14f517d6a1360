"""What lines of a discussion are: tags, patches, cut marks, unread rows, and words that speak of results."""

import re
from collections.abc import Sequence

from archive.text import Line

_TAG = re.compile(
    r"\s{0,4}[|+]?\s?(?:(?:Signed-off|Reviewed|Acked|Tested|Reported|Suggested|Co-developed|Debugged|Cc|Closes|Fixes|Link)"
    r"(?:-and-\w{3,10})?(?:-by)?|\w{3,12}-by|Bugzilla|BugLink|Message-I[dD]|Cherry-picked|Depends-on|Change-Id):\s?\S",
)
_PATCH = re.compile(r"(?:diff --git |Index: \S|--- a/|\+\+\+ b/|@@ -\d)")
_DIFFSTAT = re.compile(r"\s?\S.{1,120}\|\s{1,8}\d{1,6}\s[+-]|\s?\d{1,5} files? changed")
_NEXT_LINES = 40
_CUT = re.compile(r"\s{0,4}(?:<?\[?\s?(?:\.{3}|…|snip(?:ped)?|cut|deleted|trimmed)\s?\]?>?)[.\s]{0,6}$", re.IGNORECASE)
_FIGURE = re.compile(
    r"[~(*]?[+-]?\d[\d,.]{0,15}(?:e[+-]\d{1,3})?(?:%|[A-Za-z/]{1,6})?[)*]{0,2}$|[\w.>%]{1,20}=[<>]?\d\S{0,20}$"
)
_FRAME = re.compile(r"\s{0,80}(?:[\u2500-\u257f]|[|+].{1,300}[|+]\s{0,4}$)")
_FIO = re.compile(
    r"\s{0,8}(?:[sc]?lat (?:\([mun]sec\)|percentiles)|cpu\s{1,12}: usr=|IO depths\s{1,8}:"
    r"|(?:submit|complete)\s{1,6}: 0="
    r"|issued rwts:|latency\s{1,6}: target=|Run status group|(?:READ|WRITE|TRIM): bw=|bw \(|iops\s{1,9}:)"
)
_RULER = re.compile(r"\s{0,8}[~=*#_+-]{3,200}\s{0,8}$")
_LONGEST_HEADING = 8
_MARKED = re.compile(r"\s{0,8}#{1,4} \S")
_ITEM_HEAD = re.compile(r"\s{0,4}[*=] (?:\w{1,10} )?(?:Results?|Tests?|Benchmarks?|Numbers)\b[^.!?:]{0,60}$")
_SETTING = re.compile(r"\s{0,8}[A-Z][\w /()-]{1,40}\s{1,20}: \S")
_LOG = re.compile(r"\s{0,4}\[\s{0,6}\d{1,7}\.\d{3,9}\]|\s{0,8}#include\b|.{0,200}[;{}]\s{0,4}$")
_ATTRIBUTION = re.compile(r"(?:On|Am|Le|El)\s.{5,120}\b(?:wrote|writes|said|schrieb|escribi\S|\S?crit)\s?:\s{0,4}$")
_LIST = re.compile(
    r".{2,60} mailing list$|https?://\S{3,200}$|\S{1,60}@\S{1,60}$|.{2,60}'s (?:message of|on) .{5,40}:$"
)
_SHORT_LOG = re.compile(
    r"\S.{1,50} \(\d{1,3}\):$"
    r"|(?:(?:RFC )?[vV]\d{1,2}(?:\s?->\s?[vV]\d{1,2})?|Change-?log\b.{0,20}|Changes (?:since|from|in|to) .{1,30})\s?:$"
)
_SPEAKS = re.compile(
    r"\b(?:(?:slow(?:er|down|s)?|faster|fast(?!.?path))\b|regress(?:ion|ed|es)(?!.tests?\b)|speed-?ups?\b"
    r"|performance\b(?! (?:governor|event|counter))|latenc\w{1,3}(?!.nice)"
    r"|throughput|bandwidth|iops\b|benchmark|measured?\b|measurement|overhead\b|variance\b"
    r"|(?:the|these|those|your|my|any|more|perf|performance) numbers\b"
    r"|(?:the|these|those|your|my|our|test|same) results?\b)|\d\s?%|\b\d(?:\.\d{1,2})?x\b",
    re.IGNORECASE,
)
# What was measured, in words that talk of code has no use for.
_RESULTS = re.compile(
    r"\b(?:iops|variance|noise|noisy"
    r"|(?:the|these|those|your|my|our|any|some|more|perf|performance|no|good|nice|great|impressive) numbers"
    r"|(?:the|these|those|your|my|our|test|same|good|nice) results?(?! you\b))\b",
    re.IGNORECASE,
)
# "Not 100 % happy" is no figure, and "20 % of the disk's size" none of a result.
_FIGURES = re.compile(
    r"\d\s?(?:%(?! (?:happy|sure|certain|convinced|confident)"
    r"| of (?:\w{2,8} )?(?:\w{2,10} )?(?:size|space|capacity|memory|ram))|percent\b|[kM]?iops\b|[KMG]i?B/s)"
    r"|\b\d(?:\.\d{1,2})?x\b",
    re.IGNORECASE,
)
_PRESENTS = re.compile(
    r"\b(?:here (?:is|are|goes|comes?)|this is (?:a|the)|these are|(?:below|following) (?:is|are)|follow(?:s|ing)?"
    r"|includ(?:ing|ed)|attached|as (?:below|follows)|see below|summary of)\b.{0,80}"
    r"\b(?:results?|numbers|data|figures|tables?|benchmarks?|report|log|output)\b"
    r"|\b(?:results?|numbers|data|figures|tables?|report)\b.{0,40}\b(?:as follows|below|following)\b"
    r"|\b(?:is|are|was|were) (?:done|run|performed|conducted|carried out|taken) (?:on|with|using|in)\b"
    r"|\b(?:commit (?:message|log)|change-?log|signed-off|merge window)\b",
    re.IGNORECASE,
)
# In small letters, one of these is in all words that present something, unless they end in a colon.
_WORDS_OF_PRESENTING = (
    *("here ", "this is", "these are", "below", "follow", "includ", "attached", "summary of", "done", "run"),
    *("performed", "conducted", "carried", "taken", "commit message", "log", "signed-off", "merge window"),
)
# "(lower is better)" says how to read a table, and nothing of what stands in it.
_READS = re.compile(
    r"\([^()]{0,60}\b(?:is|are|means?|=) (?:better|worse|an? improvement|improvement)[^()]{0,20}\)", re.IGNORECASE
)
_UNDER_TABLE = re.compile(
    r"\b(?:better|worse|gains?|loss(?:es)?|surpass\w{0,3}|baseline|improve\w{0,5}|higher|lower|similar"
    r"|close to|differ\w{0,6}|increas\w{0,3}|decreas\w{0,3}|reduc\w{1,5}|results?|numbers|noise)\b",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"\b(?:slower|faster|regress(?:ion|ions|ed|es)(?!.(?:tests?|report|track))|speed-?ups?|slow-?downs?|improvements?"
    r"|improved|degradations?|degraded"
    r"|no (?:\w{3,14} ){0,2}(?:difference|performance (?:impact|change|effect))"
    r"|(?:numbers|results?|throughput|latency|performance)\b[^.!?]{0,30}\b(?:looks?|looking) (?:\w{2,8} ){0,2}"
    r"(?:good|nice|great|fine|odd|strange|weird|suspicious|bad|impressive|promising|similar|the same)"
    r"|(?:throughput|bandwidth|performance|latency)\b[^.!?]{0,40}?\b"
    r"(?:drop|dropp?ed|drops|gains?|increased|decreased|doubled|lower|higher|better|worse))\b",
    re.IGNORECASE,
)
# What would, could or will be slower has not been measured.
_SUPPOSED = re.compile(
    r"\b(?:would|could|will|might|may|should|can|if|any|potential|possible|avoid|without|expect\w{0,3}|hop\w{1,3}"
    r"|needs? to|intend\w{0,2}|plan\w{0,4}|tracked|bug|room"
    r"|generally|usually|typically|often|in theory|theoretically|ideally)\b"
    r"|'(?:d|ll)\b|\?$",
    re.IGNORECASE,
)
_ON_SPEED = re.compile(
    r"\b(?:slow|fast|regress|improv|degrad|speed|perf|latenc|throughput|bandwidth|iops|overhead|gain|loss|lost|drop"
    r"|better|worse|less|more|higher|lower|increas|decreas|reduc|differ|variance|variation|noise|stdev|benefit|hit\b"
    r"|cost|penalty|boost|win|up\b|down\b|results?\b|numbers\b|test|bench|time)",
    re.IGNORECASE,
)
# "The improvements are on a branch of their own": those of code.
_OF_CODE = re.compile(
    r"\bimprovements? (?:are |is |series |patch\w{0,3} )?(?:on|in|to|into|from|for) (?:an?|the|this|that|your|my)"
    r" (?:\w{2,12} )?(?:branch|tree|series|patch\w{0,3}|code|library|docs?|release)\b"
    r"|\b(?:process|documentation|scalability|code) improvements?\b"
    r"|\b(?:k?unit tests?|kunit|(?:test|build) failures?)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?]{1,600}[.!?]?")
_DIGIT = re.compile(r"\d")
_BEGINS_PATCH = frozenset("dI-+@")
_LONGEST_CUT = 30
_ROBOT = re.compile(
    r"(?:noticed|found) the following build|^kernel test robot noticed|0day-ci/linux|\bsparse warnings?\b"
    r"|^Disclaimer:$|\[auto build test|^syzbot has"
    r"|^# Automatically generated file|^\s{0,4}[\w./-]{3,80}\.[chS]:\d{1,6}:\d{1,4}:",
    re.IGNORECASE | re.MULTILINE,
)
# In small letters, one of these is in all that robots report.
_WORDS_OF_ROBOTS = (
    *("the following build", "kernel test robot", "0day-ci", "sparse", "disclaimer", "auto build", "syzbot"),
    *("automatically", ".c:", ".h:", ".s:"),
)


_FORWARDED = re.compile(r"-{5,20} ?(?:forwarded|original) message", re.IGNORECASE)
_HEAD = re.compile(r"From |[A-Z][\w-]{1,30}: ")
_HEADS, _HEAD_LINES = ("To: ", "Subject: "), 6


def is_tag(line: Line) -> bool:
    """Whether the line is a tag of a patch ("Reviewed-by: Ann Example")."""
    return ":" in line.words and _TAG.match(line.words) is not None


def begins_patch(lines: Sequence[Line], index: int) -> bool:
    """Whether a patch or a series begins at the line: a patch's first line, its list of files, a list of patches."""
    words = lines[index].words
    if words == "---":
        below = (line.words for line in lines[index + 1 : index + _NEXT_LINES])
        return any(_DIFFSTAT.match(line) or _PATCH.match(line) for line in below)
    if words[0] in _BEGINS_PATCH and _PATCH.match(words) is not None:
        return True
    if words[-1] == ":" and _SHORT_LOG.match(words) is not None:
        return True
    return ("|" in words or "changed" in words) and _DIFFSTAT.match(words) is not None


def forwarded_from(lines: Sequence[Line]) -> int | None:
    """The number of the line with which another's mail begins that is forwarded or quoted without marks; the heads of a
    mail that is read with them come before all words and are its own.
    """
    has_words = False
    for index, line in enumerate(lines):
        if line.depth:
            continue
        if line.words.startswith("-----") and _FORWARDED.match(line.words) is not None:
            return line.number
        if has_words and line.words.startswith("From: "):
            below = lines[index : index + _HEAD_LINES]
            if all(any(near.words.startswith(head) for near in below) for head in _HEADS):
                return line.number
        has_words = has_words or (bool(line.words) and _HEAD.match(line.words) is None)
    return None


def is_no_talk(line: Line) -> bool:
    """Whether the line is a cut mark ("[snip]"), a frame, a row of figures, a log or code, and no words of anybody."""
    if _is_mark(line.words):
        return True
    if _DIGIT.search(line.words) is None:
        return not any(map(str.isalnum, line.words))
    words = [word for word in line.words.split() if any(map(str.isalnum, word))]
    if not words:
        return True
    figures = sum(_FIGURE.match(word) is not None for word in words)
    return figures > 1 and figures * 2 >= len(words)


def speaks_of_results(text: str) -> bool:
    """Whether words speak of how fast something is, of measuring, or of a per cent."""
    return _SPEAKS.search(text) is not None


def speaks_under_table(text: str) -> bool:
    """Whether words that stand under a table speak of it: of results, differences, or a base to compare with."""
    joined = _READS.sub("", " ".join(text.split()))
    if presents(text):
        return False
    return _SPEAKS.search(joined) is not None or _UNDER_TABLE.search(joined) is not None


def presents(text: str) -> bool:
    """Whether words introduce results or settings that follow them, or speak of the mail itself."""
    first, _, rest = text.partition("\n")
    if (rest and first.rstrip().endswith(":")) or text.rstrip().endswith(":"):
        return True
    joined = " ".join(text.split())
    return any(map(joined.lower().__contains__, _WORDS_OF_PRESENTING)) and _PRESENTS.search(joined) is not None


def tells_of_measured(text: str, *, alone: bool = False) -> bool:
    """Whether words tell of what was measured: results, benchmarks, that something became slower or faster (not that it
    might), or (but not where they stand `alone`, far from any results) "the results" and rates; what only presents the
    writer's own results does not.
    """
    joined = " ".join(text.split())
    if presents(text):
        return False
    if not alone and (_RESULTS.search(joined) is not None or any(map(_tells_figure, _SENTENCE.findall(joined)))):
        return True
    moved = (said.group().strip() for said in _SENTENCE.finditer(joined) if _MOVED.search(said.group()))
    return any(_SUPPOSED.search(said) is None and _OF_CODE.search(said) is None for said in moved)


def _tells_figure(sentence: str) -> bool:
    """Whether a sentence has a rate, or a per cent or a factor beside a word on speed."""
    figure = _FIGURES.search(sentence)
    if figure is None:
        return False
    if figure.group()[-1] not in "%xXt":
        return True
    return _ON_SPEED.search(sentence) is not None and not sentence.lstrip().startswith(("If ", "if "))


def is_heading(lines: Sequence[Line], index: int) -> bool:
    """Whether a line heads what follows: a few words over or under a ruler, or a setting ("Unit : seconds")."""
    words = lines[index].words
    if " : " in words and _SETTING.match(words) is not None:
        return True
    if len(words.split()) > _LONGEST_HEADING or _RULER.match(words) is not None:
        return False
    if ("#" in words and _MARKED.match(words) is not None) or _ITEM_HEAD.match(words) is not None:
        return True
    near = (*lines[max(0, index - 1) : index], *lines[index + 1 : index + 2])
    depth = lines[index].depth
    return any(line.depth == depth and line.words and _RULER.match(line.words) is not None for line in near)


def is_robots_report(text: str) -> bool:
    """Whether words are a robot's report of a build or a checker, or its disclaimer."""
    lowered = text.lower()
    return any(map(lowered.__contains__, _WORDS_OF_ROBOTS)) and _ROBOT.search(text) is not None


# "[root@box ~]# fio job", "ann@box:~$ make", "# dd if=…", "+ fio --bs=4k", "sudo …"
_COMMAND = re.compile(
    r"\s{0,4}(?:\[?[\w.-]{1,30}@[\w.-]{1,60}[^\]#$]{0,60}\]?[#$](?:\s|$)|[#$+]\s?(?:[\w.-]{0,30}/){0,6}\w[\w.-]{0,30}\s-{0,2}\w"
    r"|sudo\s\S)"
)
# What iozone prints under its rates, and rsync under its files.
_PRINTED = ("Min xfer", "CPU utilization: Wall", "total size is ")
_COMMIT = re.compile(r"\s{0,8}(?=[a-f]{0,11}\d)[0-9a-f]{12,40} \S")


def _is_mark(words: str) -> bool:
    """Whether a line that is not blank is a mark, log, code or address; its ends tell which of them to look for."""
    first, last = words.lstrip()[0], words[-1]
    if (first in "[#$+s" or "@" in words) and _COMMAND.match(words) is not None:
        return True
    if words.lstrip().startswith(_PRINTED) or _COMMIT.match(words) is not None:
        return True
    if len(words) <= _LONGEST_CUT and _CUT.match(words) is not None:
        return True
    if (first in "[#" or last in ";{}") and _LOG.match(words) is not None:
        return True
    if (first >= "\u2500" or (first in "|+" and last in "|+")) and _FRAME.match(words) is not None:
        return True
    if (":" in words or "(" in words) and _FIO.match(words) is not None:
        return True
    if last == ":" and _ATTRIBUTION.match(words) is not None:
        return True
    may_be_list = last in ":t" or "@" in words or "://" in words
    return may_be_list and _LIST.match(words) is not None
