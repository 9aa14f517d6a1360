"""One measurement under an address that stays: its number, what is known of it on what basis, its place in the mail."""

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from archive.model import Message
from archive.results import Measurement
from web.beside import measurement_label
from web.lines import MailLine, Number, Places, shown_parts
from web.messages import thread_beside
from web.reader import archive
from web.urls import list_of, value_anchor

pages = Blueprint("permalinks", __name__)
_CONTEXT = 4


@pages.get("/r/<key:identifier>/")
def measurement(identifier: str) -> str | Response:
    """Everything about one number."""
    found = archive().results.measurement(identifier)
    mail = archive().messages.get(found.table.message_key) if found else None
    if found is None or mail is None:
        abort(404, f"No measurement with the id {identifier} is in this archive.")
    if found.id != identifier:
        return redirect(url_for("permalinks.measurement", identifier=found.id), 301)
    beside = thread_beside(archive(), mail, archive().threads.of_message(mail.key))
    row = next(
        (row for p in beside.posts for s in p.sections for row in s.rows if found.id in _ids(row.measurements)), None
    )
    changes = [
        change for change in beside.derived.changes if found.id in (*change.old.measurements, *change.new.measurements)
    ]
    return render_template(
        "results/measurement.html",
        found=found,
        mail=mail,
        mails={message.key: message for message in beside.messages},
        changes=changes,
        remarks=beside.placed.at_row(row) if row else (),
        context=_context(mail, found, list_of(mail.lists)),
        list_name=list_of(mail.lists),
    )


def _ids(measurements: tuple[Measurement, ...]) -> set[str]:
    return {measurement.id for measurement in measurements}


def _context(mail: Message, found: Measurement, list_name: str) -> tuple[MailLine, ...]:
    """The lines around the number, itself linked to its table."""
    page = url_for("results.page", list_name=list_name, key=mail.key)
    number = Number(found.span, f"{page}#{value_anchor(found.id)}", None, measurement_label(found))
    parts = shown_parts([part for part in mail.parts if part.number == found.span.part], Places(numbers=(number,)))
    shown = parts[0].lines if parts else None
    first = max(0, found.span.line - 1 - _CONTEXT)
    return shown[first : found.span.line + _CONTEXT] if shown else ()
