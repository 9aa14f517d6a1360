"""The words beside a number that tell a kernel's version from another program's, and a series from a quantity."""

import re

# ASCII: a version has no digits of other scripts.
_FLAGS = re.ASCII | re.IGNORECASE
_KERNEL = re.compile(
    r"bzimage|clean|config|headers|image|initrd|kernels?|linus|linux|mainline|modules|patch|plain|series|source|stock"
    r"|system\.map|uname|vanilla|virgin|vmlinu[xz]|zimage"
)
_OTHER_PROGRAM = re.compile(
    r"aim[79]?|apache|auto(?:conf|make)|bash|bind|binutils|bison|bonnie(?:\+\+)?|contest|dbench|debian|devfsd|e2fsprogs"
    r"|egcs|emacs|ext[234]|fio|gcc|gdb|glibc?|gnome|gtk|hackbench|hat|hdparm|iozone|iperf|iptables|java|jdk|jfs|kde"
    r"|kernbench|ld|libc6?|lmbench|lvm|make|mandrake|mmtests|modutils|mozilla|mutt|mysql|netperf|openssl|oprofile|perl"
    r"|pgbench|php|pine|postgres(?:ql)?|procps|python|qemu|quota|raidtools|reaim|redhat|reiserfs(?:progs)?|rpm|samba"
    r"|schbench|slackware|suse|sysbench|tbench|tiobench|tiotest|ubuntu|unixbench|util-linux|valgrind|volanomark|vmware"
    r"|xen|xfree86|xfs|xorg|clang|cmake|dpdk|firmware|libaio|liburing|llvm|lua(?:jit)?|mpich|nginx|node(?:js)?|numactl"
    r"|openmpi|redis|rocksdb|rust|spdk|stress-ng|systemd"
    # Processors, whose clock follows them.
    r"|athlon|celeron|cpu|duron|itanium|opteron|p[234]|pentium|pii+|xeon"
)
_AMOUNT = re.compile(r"about|almost|approximately|around|average|avg|by|factor|load|mean|nearly|only|ratio|roughly")
_UNIT = re.compile(
    r"\s{0,2}(?:[kmgt]?i?b(?:it|yte)?s?\b|[kmg]?hz|[kmg]\b|x\b|[mun]?s\b|(?:m?sec|second|min|minute|hour|day|week|time"
    r"|inch|job|op|user)s?\b|percent|per\b|million|thousand|billion|/\s?[a-z]|\*\s?\d|\+/?-)",
    _FLAGS,
)
# A slash joins a program to its version ("Agent/2.1.0") but not a folder to what lies in it ("/pub/v2.4/2.4.19").
_WORD_BEFORE = re.compile(
    r"(/?)([A-Za-z][\w+.]{0,30}?)(?P<gap>[\s:=(,]{0,3}(?:(?:version|ver|release|v)[\s.]{0,3})?)(?P<joint>[-/]?)$",
    _FLAGS,
)
_WINDOW = 60


def word_before(text: str, start: int) -> tuple[str, bool]:
    """The lower-case word before a place ("" if none), and whether a dash joins it to that place ("linux-2.4")."""
    match = _WORD_BEFORE.search(text, max(0, start - _WINDOW), start)
    if match is None:
        return "", False
    return match[2].lower(), match["joint"] != "" and not match["gap"] and not match[1]


def kernel_word(word: str) -> bool:
    """Whether this word says that a kernel's version follows."""
    return _KERNEL.fullmatch(word) is not None


def other_program(word: str) -> bool:
    """Whether versions behind this word are those of a program or a processor, not of a kernel."""
    return _OTHER_PROGRAM.fullmatch(word) is not None


def is_amount(before: str, after: str) -> bool:
    """Whether a number between these is a quantity: a unit follows it, or a word of measure stands before it."""
    return _AMOUNT.fullmatch(before) is not None or _UNIT.match(after) is not None
