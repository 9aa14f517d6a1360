"""Words of the heads of hand-drawn tables: what is watched, what is derived from results, what is done."""

import re

# Heads of what is watched, listed or configured: such tables hold no results, whatever their units.
WATCHED = re.compile(
    r"(?:^|[\s|(])(?:e?pids?|tid|command|comm|lba|rrqm/s|wrqm/s|avgqu-sz|svctm|blk_\w{2,6}(?:/s)?|kb_\w{2,6}(?:/s)?|[rw]/s|[rw]kb/s|%(?!age|change|diff|gain|ile|imp|delta|std|cv)\w{2,8}"
    r"|swpd|virt|shr|filesystem|mounted|use%|avail|inodes?|symbol|shared[ ]object|distribution|addr\w{0,5}"
    r"|offset|vma|thresh|worst|bzy_mhz|busy%|residency|rated|voltage|u?volts?|opp|flags|children|self|irqs?(?![ ]mode)"
    r"|num_objs|active_objs|compress(?:ion|ed)?|completion|progress|eta|status|rx\w{2,6}/s|tx\w{2,6}/s|expected"
    r"|minimum[ ]required|spec|max[ ]allowed|limit|\w{0,12}freq\w{0,12}|hyst|trips?|temp(?:erature)?)(?:$|[\s|),:])",
    re.IGNORECASE,
)
# Heads of profiles, unless one beside them names a measure.
OF_PROFILES = re.compile(r"(?:^|[\s|(])(?:hits?|overhead)(?:$|[\s|),:])", re.IGNORECASE)
DERIVED = re.compile(
    r"%|\b(?:pct|percent\w{0,4}|ratio|diff\w{0,6}|delta|change|gain|improve\w{0,6}|speed-?ups?|boost|vs\.?|regress\w{0,4}|normali[sz]\w{1,4}|norm|saved|savings?"
    r"|std\w{0,6}|stdev|ci|cv|var\w{0,6}|err\w{0,4}|(?<!/)dev(?!/)|count|cpus?|util\w{0,8}|memory|mem|size|scaling|timeouts?)\b",
    re.IGNORECASE,
)
# Heads of what a run has so many of.
COUNTED = re.compile(
    r"#?[ ]?(?:nr[ _]|num[ _]|no\.? of |number of )?(?:cores?|threads?|clients?|jobs|numjobs|conn\w{0,8}|queues?"
    r"|v?cpus?|flows?|streams?|nodes?|workers?|tasks?|procs?|process(?:es)?|groups?|iodepth|qd|depth|users?)",
    re.IGNORECASE,
)
OPERATION = re.compile(
    r"(?:(?:seq\w{0,8}|rand\w{0,6}|[kKMG\d]{1,4}B?)[ _-]?)?(?:reads?|writes?|rw|send|recv|rx|tx|copy|scale|add|triad"
    r"|create|delete|rewrite|reread|randread|randwrite|randrw|read-?write|remove|unlink|lookup|stat)"
    r"(?:[ ](?:seq\w{0,8}|rand\w{0,4}))?",
    re.IGNORECASE,
)
# What numbers the runs of one test.
OF_RUNS = re.compile(
    r"#?[ ]?(?:iter(?:ation)?|run|round|rep(?:eat|etition)?|i|try|seq(?:uence)?|trial|sample)s?(?:[ ]?(?:no|nr|#)\.?)?",
    re.IGNORECASE,
)
