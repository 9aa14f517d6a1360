"""Fixtures that many tests need: a mail made by hand, and the developers' shared material where it is."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from archive.model import Author, Message, Part, Quality, Source
from archive.store.archive import Archive
from index.refresh import refresh
from index.whoosh_engine import open_engine
from ingest.pipeline import import_sources

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture
def mail() -> Callable[..., Message]:
    """A factory of mails: mail("text", key=…, author=…, subject=…, day=…, references=…)."""

    def make(
        text: str,
        *,
        key: str = "post@example.org",
        author: str = "Ann Example",
        subject: str = "results",
        day: int | None = 1,
        references: tuple[str, ...] = (),
        lists: tuple[str, ...] = ("bench",),
    ) -> Message:
        address = f"{author.split(maxsplit=1)[0].lower()}@example.org"
        date = datetime(2002, 11, day, 12, tzinfo=UTC) if day is not None else None
        return Message(
            key=key,
            key_is_made=False,
            message_id=key,
            subject=subject,
            author=Author(author, address),
            date=date,
            date_text=date.isoformat() if date else None,
            date_basis="Date" if date else None,
            lists=lists,
            references=references,
            in_reply_to=references[-1:],
            parts=(Part(0, "text/plain", None, text, len(text)),),
            source=Source("test", "by hand"),
            quality=Quality.RAW_MAIL,
        )

    return make


@pytest.fixture
def shared() -> Path:
    """The shared material of the developers; a user's clone has none, and the test is skipped."""
    if not SHARED.is_dir():
        pytest.skip("needs ../shared, the developers' material, which is not part of the project")
    return SHARED


@pytest.fixture(scope="session")
def web_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with the AIM9 sample thread and a thread of hostile mails, indexed: what the web tests read."""
    folder = tmp_path_factory.mktemp("web") / "archive"
    here = Path(__file__).resolve().parent
    with Archive.open(folder, create=True) as archive:
        import_sources(archive, [here.parent / "samples" / "aim9-thread.mbox", here / "hostile" / "web.mbox"])
        with open_engine(folder / "index", create=True) as engine:
            refresh(archive, engine)
    return folder
