"""A public-inbox over HTTP: its epochs are cloned with git, which is cheaper for both sides; only a thread or a mail is
fetched.
"""

import re
import shlex

from ingest.fetch.addresses import Address

# Attributes stand on a line of their own there.
_MIRROR = re.compile(r"""href=["']?([./]{0,30})_/text/mirror/""")
_LISTING = "This is a listing of public inboxes"
_CLONE = re.compile(r"""git clone --mirror\s{1,5}<a\s{1,5}href=["']?([^"'<>\s]{1,500})""")
_EPOCH = re.compile(r"/(\d{1,4})/?$")
_NAME = re.compile(r"[\w.+@-]{1,100}")
# A thread is asked for by any of its pages; the page of the whole thread can be far longer than its mbox.
_THREAD = re.compile(r"/(?:T|t|t\.atom|t\.mbox\.gz)/?")
_MOST_EPOCHS = 1000


def is_inbox_list(page: str) -> bool:
    """Whether a page lists the inboxes of a site."""
    return _LISTING in page


def inbox_of(page: str, address: Address) -> Address | None:
    """The inbox that a page is of, by its link to how it is mirrored; None for a page that is not public-inbox's."""
    match = _MIRROR.search(page)
    return address.join(match.group(1) or "./") if match is not None else None


def thread_mbox(address: Address) -> Address | None:
    """The mbox of the thread that an address is of; None where the address is not of a thread of public-inbox."""
    before, slash, message_id = address.path.rstrip("/").rpartition("/")
    shown = _THREAD.fullmatch(f"/{message_id}")
    if shown is None or not slash or not _is_message_id(before.rpartition("/")[2]):
        return None
    return address.join(f"{before}/t.mbox.gz")


def raw_mail(address: Address, inbox: Address) -> Address | None:
    """The raw mail behind a page of one; None where the page is another one of the inbox."""
    below = address.path.removeprefix(inbox.path).rstrip("/")
    message_id = below.removesuffix("/raw").rstrip("/")
    return inbox.join(f"{inbox.path}{message_id}/raw") if _is_message_id(message_id) else None


def mirror_page(inbox: Address) -> Address:
    """The page that tells how an inbox is mirrored."""
    return Address(inbox.site, f"{inbox.path}_/text/mirror/")


def clone_commands(page: str, inbox: Address) -> tuple[str, ...]:
    """The git commands that clone an inbox, as its mirror page has them, and what comes after.

    Only numbers are taken from the page: a command that somebody will paste into a shell is put together here.
    """
    name = inbox.path.rstrip("/").rpartition("/")[2]
    folder = name if _NAME.fullmatch(name) and not name.startswith(("-", ".")) else "inbox"
    clones = [match.group(1) for match in _CLONE.finditer(page)][:_MOST_EPOCHS]
    epochs = sorted({int(match.group(1)) for clone in clones if (match := _EPOCH.search(clone)) is not None})
    base = str(inbox).rstrip("/")
    if epochs:
        pairs = [(f"{base}/{epoch}", f"{folder}/git/{epoch}.git") for epoch in epochs]
    else:
        # Version 1 is one repository.
        folder = f"{folder}.git"
        pairs = [(base, folder)]
    return (
        *(f"git clone --mirror {shlex.quote(source)} {shlex.quote(target)}" for source, target in pairs),
        f"benchlore import {shlex.quote(folder)}",
    )


def refresh_commands(commands: tuple[str, ...]) -> tuple[str, ...]:
    """The commands that bring clones made by those commands up to date."""
    clones = [shlex.split(command)[-1] for command in commands if command.startswith("git clone")]
    return (*(f"git -C {shlex.quote(clone)} fetch" for clone in clones[-1:]), "benchlore update")


def _is_message_id(name: str) -> bool:
    return ("@" in name or "%40" in name.lower()) and "/" not in name
