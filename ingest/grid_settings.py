"""Settings that heads, groups of heads and labels of hand-drawn tables tell: "nr_requests=128", "ttl = 0", "8 threads",
"size:1024", "128KB".
"""

import re
from collections.abc import Sequence

from archive.results import Parameter
from ingest.generic_sides import is_side

AMOUNT = re.compile(r"(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,12})[ ]?(?:[kKMGT]i?)?[bB]?(?:ytes)?")
_SETTING = re.compile(r"(?P<name>[A-Za-z][\w .-]{0,24}?)[ ]?[=:][ ]?(?P<value>[\w.+-]{1,24})")
_NAMED_AMOUNT = re.compile(
    r"(?P<value>\d{1,9}[kKMG]?)[ -]?(?P<name>[A-Za-z]{2,16}?)s?|(?P<name2>[A-Za-z]{1,16}?)s?[ =]?(?P<value2>\d{1,9})"
)
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3}){1,4}|\d{1,15}")


def setting_of(text: str) -> tuple[str, Parameter] | None:
    """The name and the value of a setting that words tell; None where they are a side or anything else."""
    match = _SETTING.fullmatch(text.strip())
    if match is not None:
        return match["name"].strip(), parameter(match["value"])
    amount = _NAMED_AMOUNT.fullmatch(text.strip())
    if amount is None or is_side(text):
        return None
    name = re.sub(r"ie$", "y", (amount["name"] or amount["name2"]).lower())
    return name, parameter(amount["value"] or amount["value2"])


def are_settings_of_one(texts: Sequence[str], others: frozenset[str]) -> bool:
    """Whether words each tell a value of one and the same setting ("64 bytes", "256 bytes") of none of these names."""
    names = {told[0] if told is not None else None for told in map(setting_of, texts)}
    return len(texts) > 1 and len(names) == 1 and None not in names and not names & others


def parameter(text: str) -> Parameter:
    """A value as a number where it is one."""
    text = text.strip(" :.")
    return int(text.replace(",", "")) if _NUMBER.fullmatch(text) else text
