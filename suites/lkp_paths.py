"""How the kernel test robot named its jobs before it listed their settings by name: by paths; no suite.

    brickland2/micro/vm-scalability/300s-anon-r-rand                      a row of 2013, the machine first
    test case: ivb44/vm-scalability/300s-migrate                          2014
    testbox/testcase/testparams: ivb42/will-it-scale/performance-read1    2015
    testcase/path_params/tbox_group/run: will-it-scale/unlink2-performance/lkp-sb03

What a piece of the last part is, its shape tells; what is left of it names the test.
"""

import re

from archive.results import Parameter
from suites.lkp_names import Axes, is_benchmark

_LISTED = re.compile(
    r"[ \t]{0,4}(?P<keys>(?=\S{0,60}\btestcase\b)\w{1,20}(?:/\w{1,20}){2,4}|test case)[ \t]{0,3}:[ \t]{1,3}"
    r"(?P<values>[\w.+-]{1,60}(?:/[\w.+%-]{1,90}){1,5})[ \t]*"
)
_KEYS_UNTOLD = ("testbox", "testcase", "testparams")
_PARAMS = ("testparams", "path_params")
_BOXES = ("testbox", "tbox_group")
_MAX_SEGMENTS = 8
_OVER = ("pipe", "socket")  # hackbench's tests are named by both: process-pipe
# What a piece says by its shape; the first setting that has none yet takes it.
_SHAPES = (
    (re.compile(r"\d{1,6}s"), "runtime"),
    (re.compile(r"\d{1,5}%"), "nr_task"),
    (re.compile(r"\d{1,6}[KMGT]"), "size"),
    (re.compile(r"performance|powersave|ondemand|conservative|schedutil"), "cpufreq_governor"),
    (re.compile(r"process(?:es)?|threads?"), "mode"),
)
_FIRST_ONLY = frozenset({"size"})


def listed_axes(words: str) -> Axes | None:
    """The settings of a job that a line tells by its path; None for any other line."""
    found = _LISTED.fullmatch(words) if "testcase" in words or "test case" in words else None
    if found is None:
        return None
    values = found["values"].split("/")
    keys = _KEYS_UNTOLD if found["keys"] == "test case" else found["keys"].split("/")
    told = dict(zip(keys, values, strict=False))
    if len(values) > len(keys) or "testcase" not in told:
        return None
    params = next((told[key] for key in _PARAMS if key in told), "")
    return _axes(told["testcase"], params, next((told[key] for key in _BOXES if key in told), None))


def row_axes(path: str) -> Axes | None:
    """The settings of a row that is named by its path; None where no part of it is a benchmark."""
    box, *parts = path.split("/", _MAX_SEGMENTS)
    place = next((place for place, part in enumerate(parts) if is_benchmark(part)), None)
    if place is None or place + 1 == len(parts):
        return _axes(parts[place], "", box) if place is not None else None
    return _axes(parts[place], "-".join(parts[place + 1 :]), box)


def _axes(testcase: str, params: str, box: str | None) -> Axes:
    settings: dict[str, Parameter] = {}
    names: list[str] = []
    pieces = params.split("-") if params else []
    for piece, below in zip(pieces, [*pieces[1:], ""], strict=False):
        setting = next((key for shape, key in _SHAPES if key not in settings and shape.fullmatch(piece)), None)
        is_half = setting == "mode" and below.startswith(_OVER)
        if setting is None or is_half or (names and setting in _FIRST_ONLY):
            names.append(piece)
        else:
            settings[setting] = piece
    name = "-".join(names)
    if name.replace("-", "").isdigit():
        settings["numbers"] = name  # ebizzy's 400%-5-30: which options they are is not said
        name = ""
    return Axes(testcase, name or None, settings, box)
