"""Settings that heads, groups of heads and labels of hand-drawn tables tell: "nr_requests=128", "ttl = 0", "8 threads",
"size:1024", "128KB".
"""

import re
from collections.abc import Sequence

from archive.results import Parameter
from ingest.generic_sides import is_side

AMOUNT = re.compile(r"(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,12})[ ]?(?:[kKMGT]i?)?[bB]?(?:ytes)?")
_TIMED = re.compile(r"\d{1,9}(?:\.\d{1,3})?[ ]?(?:ns|[u\xb5]s(?:ecs?)?|m?s(?:ecs?)?|[kMG]?Hz|min(?:utes)?|%|x)")
_SETTING = re.compile(r"(?P<name>[A-Za-z][\w .-]{0,24}?)[ ]?[=:][ ]?(?P<value>[\w.+-]{1,24})")
_NAMED_AMOUNT = re.compile(
    r"(?P<value>\d{1,9}[kKMG]?)[ -]?(?P<name>[A-Za-z]{2,16}?)s?|(?P<name2>[A-Za-z]{1,16}?)s?[ =]?(?P<value2>\d{1,9})"
)
# "Case1" beside "Case2": what is compared, under a number.
_ALTERNATIVES = frozenset({"case", "option", "variant", "version"})
_FEW = 3
_SIZE = re.compile(
    r"(?P<value>\d{1,9}[kKMG]?i?B?)[ ](?:i/?o|block|file|record|msg|message|request|buffer|packet)[ ]?size",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3}){1,4}|\d{1,15}")


def setting_of(text: str) -> tuple[str, Parameter] | None:
    """The name and the value of a setting that words tell; None where they are a side or anything else."""
    match = _SETTING.fullmatch(text.strip())
    if match is not None:
        return match["name"].strip(), parameter(match["value"])
    size = _SIZE.fullmatch(text.strip())
    if size is not None:
        return "size", parameter(size["value"])
    amount = _NAMED_AMOUNT.fullmatch(text.strip())
    if amount is None or is_side(text):
        return None
    name = re.sub(r"ie$", "y", (amount["name"] or amount["name2"]).lower())
    if name in _ALTERNATIVES:
        return None
    return name, parameter(amount["value"] or amount["value2"])


def are_amounts(texts: Sequence[str]) -> bool:
    """Whether words are amounts, of time too ("5 usec"), one at most of several a word ("default")."""
    others = sum(AMOUNT.fullmatch(text) is None and _TIMED.fullmatch(text) is None for text in texts)
    return others == 0 or (others == 1 and len(texts) > _FEW)


def are_parts(corner: str, labels: Sequence[str]) -> bool:
    """Whether labels are several settings each, as what heads them is ("QDepth/Batch" over "1/1" and "32/8")."""
    count = corner.count("/")
    return count > 0 and all(label.count("/") == count and label[:1].isdigit() for label in labels)


def settings_in_parts(corner: str, label: str) -> dict[str, Parameter]:
    """The settings of such a label."""
    names = (name.strip().lower().replace(" ", "_") for name in corner.split("/"))
    return dict(zip(names, map(parameter, label.split("/")), strict=True))


def are_settings_of_one(texts: Sequence[str], others: frozenset[str]) -> bool:
    """Whether words each tell a value of one and the same setting ("64 bytes", "256 bytes") of none of these names."""
    names = {told[0] if told is not None else None for told in map(setting_of, texts)}
    return len(texts) > 1 and len(names) == 1 and None not in names and not names & others


def parameter(text: str) -> Parameter:
    """A value as a number where it is one."""
    text = text.strip(" :.")
    return int(text.replace(",", "")) if _NUMBER.fullmatch(text) else text
