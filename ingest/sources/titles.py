"""The list that an archive's page names in its title."""

import re

from ingest.headers import list_name

# hypermail from 2.1 on puts it behind the subject: "... from Ann Tester on 2001-01-08 (Linux-Kernel Archive)".
_BEHIND = re.compile(r" on \d{4}-\d\d-\d\d \(([^()]{1,100})\)\Z")
_NOT_IN_LABELS = frozenset({"archive", "archives", "list", "mailing", "the"})


def list_of_title(title: str, subject: str) -> str | None:
    """The list of a title: "Linux-Kernel Archive: Re: ..." and "... (Linux-Kernel Archive)" are linux-kernel's."""
    behind = _BEHIND.search(title)
    label, mark, _ = title.partition(": ")
    if behind is not None:
        label = behind.group(1)
    elif not mark or subject.startswith(f"{label}: "):
        return None
    words = [word for word in label.lower().split() if word not in _NOT_IN_LABELS]
    return list_name("-".join(words)) if words else None
