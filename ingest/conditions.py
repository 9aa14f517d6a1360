"""Sentences that say how a test was run: how the machine was booted and set, what went before, how many runs."""

import re
from collections.abc import Iterable, Iterator

from ingest.prose import Sentence

_COUNT = r"(?:\d{1,4}|two|three|four|five|six|seven|eight|ten|several)"
_RUN = r"(?:runs?|iterations?|times|tries|samples|passes|repetitions|executions)"
_RUNS = (
    (
        rf"(?:averaged?|mean|median|best|geomean)s?[ ](?:value[ ])?(?:of|over|from|across)[ ](?:the[ ])?{_COUNT}"
        rf"[ ](?:[a-z]{{1,12}}[ ])?{_RUN}\b"
    ),
    (
        rf"(?:ran|run|repeated|executed|measured|performed|done|tested)(?:[ ]\w{{1,12}}){{0,4}}[ ]{_COUNT}[ ]?"
        r"(?:times|x)\b"
    ),
    r"(?:averaged|repeated)[ ](?:over[ ])?\d{1,4}[ ](?:times|runs|iterations)\b",
    r"\d{1,3}[ ]runs?[ ](?:each|per|for[ ]each|of[ ]each)\b",
    (
        r"each[ ](?:test|benchmark|configuration|case|run|value|number|result)(?:[ ]\w{1,12}){0,4}[ ]\d{1,4}[ ]?"
        r"(?:times|runs|iterations)\b"
    ),
)
_PARAMETER = (
    r"(?:mem|maxcpus|nr_cpus|isolcpus|nohz_full|rcu_nocbs|mitigations|idle|processor\.max_cstate|preempt"
    r"|intel_idle\.max_cstate|intel_pstate|amd_pstate|transparent_hugepage|numa_balancing)=[\w.,:-]{1,30}"
)
_BOOT = (
    r"boot(?:ed|ing)[ ](?:the[ ](?:kernel|system|machine|box)[ ])?(?:with|using|into|to)\b",
    r"kernel[ ](?:command[ ]?line|cmdline|boot[ ]parameters?|parameters?)\b",
    r"boot(?:[ -]time)?[ ](?:options?|parameters?)\b",
    rf"(?<![\w/.-]){_PARAMETER}",
    r"(?<![\w/.-])(?:nosmt|nokaslr|nopti)(?![\w/.-])",
)
_KNOB = (
    r"(?:hyper-?threading|smt|turbo(?:[ ]?boost)?|cpu[ ]boost|core[ ]boost|c-?states?|deep[ ]idle|thp|swap"
    r"|irqbalance|transparent[ ]huge[ ]?pages?|numa[ ]balancing|k?aslr|mitigations|frequency[ ]scaling|lockdep"
    r"|kasan|k?pti|selinux)"
)
_SETTINGS = (
    rf"{_KNOB}[ ](?:(?:is|was|were|are|being|set|turned|switched)[ ]){{0,2}}(?:disabled|enabled|set[ ]to|off|on)\b",
    rf"(?:disabl(?:ed|ing)|enabl(?:ed|ing)|turn(?:ed|ing)[ ]off|without)[ ](?:the[ ])?{_KNOB}\b",
    r"(?:performance|powersave|schedutil|ondemand|userspace)[ ](?:cpufreq[ ]|scaling[ ]|cpu[ ])?governor\b",
    r"governor[ ](?:is|was|set|=)",
    r"freq(?:uency|uencies)?[ ](?:\w{1,8}[ ]){0,2}(?:fixed|locked|pinned)\b",
    r"(?:fixed|locked)[ ](?:at|to)[ ][\d.]{1,5}[ ]?[GM]Hz\b",
    r"with[ ]CONFIG_\w{3,40}(?:=[ymn])?",
    r"CONFIG_\w{3,40}(?:=[ymn]\b|[ ](?:is[ ]|was[ ])?(?:enabled|disabled|set|unset|on|off)\b)",
)
_BEFORE = (
    r"drop(?:ped|ping)[ ](?:the[ ]|all[ ])?(?:page[ ]|slab[ ]|vm[ ])?caches?\b",
    r"drop_caches\b",
    r"caches?[ ](?:was|were|are|being)[ ](?:dropped|cold|cleared|flushed)\b",
    r"(?:with|from|on|using)[ ](?:a[ ]|the[ ])?(?:cold|warm|hot)[ ](?:page[ ]|disk[ ])?caches?\b",
    r"(?:after|before|between)[ ](?:a[ ]|each[ ]|every[ ])(?:fresh[ ])?(?:reboot|boot|mkfs|mount|remount)s?\b",
    r"freshly[ ](?:booted|formatted|made|created|mounted)\b",
    r"rebooted[ ](?:before|between|after|prior)\b",
    r"single[ -]user[ ]mode\b|runlevel[ ]?\d\b",
    r"(?:otherwise[ ])?idle[ ](?:system|machine|box)\b",
    r"sync(?:ed)?[ ]and[ ](?:a[ ])?sleep\b|warm-?up[ ]run\b",
)
_PLACE = (
    r"(?:pinned|bound|affined)[ ](?:to|on)[ ](?:\w{1,10}[ ]){0,3}(?:cpus?|cores?|nodes?|sockets?|llc)\b",
    r"(?:using|with|via)[ ](?:taskset|numactl|chrt)\b",
    (
        r"(?:ran|run|running|tested|measured|performed|executed)[ ](?:\w{1,12}[ ]){0,4}(?:in|inside|on|under|within)[ ]"
        r"(?:(?:a|an|the)[ ])?(?:\w{1,10}[ ]){0,2}(?:kvm|qemu|xen|vmware|virtual[ ]machine|vm|guest|container|docker"
        r"|bare[ -]?metal|tmpfs|ramdisk|ram[ ]disk|loop[ ]?back|loop[ ]device)\b"
    ),
)
# In small letters, one of the words is in all that the patterns find; most sentences have none.
_CONDITIONS = tuple(
    (tuple(words.split("|")), re.compile(rf"(?<![\w-])(?:{'|'.join(patterns)})", re.IGNORECASE))
    for words, patterns in (
        ("average|mean|median|best|ran |run|repeated|executed|measured|performed|done|tested|each", _RUNS),
        ("boot|kernel|=|nosmt|nokaslr|nopti", _BOOT),
        (
            (
                "thread|smt|turbo|boost|state|idle|thp|swap|irqbalance|huge|balancing|aslr|mitigations|scaling|lockdep"
                "|kasan|pti|selinux|governor|freq|fixed|locked|config_"
            ),
            _SETTINGS,
        ),
        ("cache|after|before|between|fresh|rebooted|single|runlevel|idle|sync|warm", _BEFORE),
        (
            (
                "pinned|bound|affined|taskset|numactl|chrt|kvm|qemu|xen|vmware|virtual|vm|guest|container|docker|metal"
                "|tmpfs|ram|loop"
            ),
            _PLACE,
        ),
    )
)
# What is asked, wished, or done by the code under test is no condition of the test.
_NONE = re.compile(
    r"\?$|^[+@#]|^diff |\b(?:should|could|would|will|shall|must|may|might|can|cannot|please|let's|if|unless|whether"
    r"|need(?:s|ed)?|want(?:s|ed)?|todo|patch(?:es)?[ ](?:adds?|disables?|enables?|makes?|drops?|changes?)|commit"
    r"|fix(?:es)?|bug|crash\w*|hang\w*|oops|panic\w*|warning|fail\w*|cc:|signed-off|reviewed-by|tested-by"
    r"|reported-by|introduc\w+"
    r"|prefer\w*|achiev\w*|in[ ]form[ ]of|instead[ ]of|tried|maintainer|have[ ]been|has[ ]been|avoids?"
    r"|handles?|adding|prevent\w*|allows?|when)\b",
    re.IGNORECASE,
)
# One of these is in every condition: a look for words costs little beside the patterns.
_WORDS = (
    *("average", "mean", "median", "best of", "times", "runs", " run ", "iterations", "boot", "command", "cmdline"),
    *("kernel param", "=", "nosmt", "nokaslr", "nopti", "thread", "smt", "turbo", "state", "idle", "thp", "swap"),
    *("irqbalance", "huge", "balancing", "aslr", "mitigations", "scaling", "lockdep", "kasan", "pti", "selinux"),
    *("governor", "freq", "hz", "config_", "cache", "mkfs", "mount", "fresh", "user mode", "user-mode", "runlevel"),
    *("sync", "warm", "pinned", "bound to", "bound on", "affined", "taskset", "numactl", "chrt", "kvm", "qemu", "xen"),
    *("vmware", "virtual", "vm", "guest", "container", "docker", "metal", "tmpfs", "ram", "loop", " x", "repeated"),
)
_OPTION = re.compile(r"CONFIG_\w")
_MAX_SENTENCE = 400
_MIN_WORDS = 3
_MAX_OPTIONS = 4
# Lists of labels and their meanings, and of symbols and their sizes.
_LISTS = re.compile(r"(?:[ ]:[ ].{0,200}){3}|add/remove")


def read_conditions(sentences: Iterable[Sentence], taken: frozenset[int]) -> Iterator[Sentence]:
    """The own sentences that say how a test was run; those that begin on lines in `taken` (patches) are left out."""
    for sentence in sentences:
        text = sentence.text
        if sentence.depth or len(text) > _MAX_SENTENCE or sentence.first_line in taken:
            continue
        if len(text.split()) < _MIN_WORDS or len(_OPTION.findall(text)) > _MAX_OPTIONS:
            continue
        lowered = text.lower()
        if any(map(lowered.__contains__, _WORDS)) and _tells(text, lowered) and _NONE.search(text) is None:
            yield sentence


def _tells(text: str, lowered: str) -> bool:
    is_told = any(
        any(map(lowered.__contains__, words)) and pattern.search(text) is not None for words, pattern in _CONDITIONS
    )
    return is_told and _LISTS.search(text) is None
