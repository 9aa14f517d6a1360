"""Words for what a figure is of several runs ("avg", "Max", "50%"); no suite."""

import re

_WORDS = {
    **dict.fromkeys(("avg", "average", "mean", "amean", "hmean", "gmean", "ave", "avr", "avg."), "mean"),
    **dict.fromkeys(("min", "minimum", "lowest"), "min"),
    **dict.fromkeys(("max", "maximum", "highest"), "max"),
    **dict.fromkeys(("median", "med"), "median"),
    **dict.fromkeys(("sum", "total"), "sum"),
}
_SPREADS = {
    **dict.fromkeys(("std", "stdev", "stddev", "std dev", "std. dev", "std.dev.", "sd", "standard deviation"), "stdev"),
    **dict.fromkeys(("cv", "coeffvar", "stdev%", "stddev%", "%std", "std%", "cv%"), "cv"),
    **dict.fromkeys(("ci", "95% ci"), "ci"),
}
_PERCENTILE = re.compile(r"p?(?P<percent>\d{1,2}(?:\.\d{1,4})?)(?:th|%|percentile| ?%ile)?")


_WITHIN = re.compile(
    r"(?:^|(?<!\bto)(?<!\bat)[\W_])(?P<word>max(?:imum)?|min(?:imum)?|avg|avr|mean|average|median|p(?:10|25|50|75|8\d|9\d(?:\.\d{1,2})?)"
    r"|\d{2}(?:\.\d{1,2})?th)(?:$|[\W_])",
    re.IGNORECASE,
)


def statistic_within(text: str) -> str | None:
    """The statistic that a word among others means ("avg over 20,000 calls", "write_lat_ns_max"): max, min, mean,
    median or pNN; None where no word means one.
    """
    found = _WITHIN.search(text)
    if found is None:
        return None
    word = found["word"].lower()
    return _WORDS.get(word) or (word if word.startswith("p") else f"p{word.removesuffix('th')}")


def statistic_of(words: str) -> str | None:
    """The statistic that a row's or column's name means: mean, min, max, median, sum or pNN; None for other words."""
    name = " ".join(words.lower().strip(" :").split())
    if name in _WORDS:
        return _WORDS[name]
    percentile = _PERCENTILE.fullmatch(name)
    if percentile is None or not (name.startswith("p") or name.endswith(("%", "th", "ile"))):
        return None
    return "median" if float(percentile["percent"]) == 50 else f"p{percentile['percent']}"


def spread_of(words: str) -> str | None:
    """The kind of spread that a name means: stdev, cv or ci; None for other words."""
    return _SPREADS.get(" ".join(words.lower().strip(" :()").split()))
