"""How a request can end other than with an answer."""

from datetime import datetime


class Cut(Exception):  # noqa: N818 (these are ends, not errors of the program)
    """The server could not be reached, or hung up: asking again may help."""


class Skipped(Exception):  # noqa: N818
    """This one address is not to be had, now or later: the site's rules, a redirect elsewhere, too long an answer."""


class Failed(Exception):  # noqa: N818
    """This one address was asked for several times in vain; a later run may have more luck."""


class Stopped(Exception):  # noqa: N818
    """Nothing more may be asked of this site in this run; the message is one line that says why and what to do.

    `until` is the time before which the site does not want to be asked again, where it says one.
    """

    def __init__(self, reason: str, until: datetime | None = None) -> None:
        """Say why, and until when."""
        super().__init__(reason)
        self.until = until
