"""What a post says of how it measured and of what its labels mean (docs/nouns.md)."""

from dataclasses import dataclass

from archive.model import Span


@dataclass(frozen=True, slots=True)
class Circumstance:
    """Words of a post about its figures: kind legend (what a label means) | condition (how the test was run) | link.

    `text` is what stands at `span`, which may go on over further lines. `target_kind` says what it is about: label |
    table | post; `target` is the label as posted, the number of the table in its message, or the message's key.
    """

    id: str
    message_key: str
    span: Span
    kind: str
    text: str
    target_kind: str
    target: str
