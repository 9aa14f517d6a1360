"""The app factory: an archive's folder in, a Flask app out that reads it and writes nothing."""

from collections.abc import Iterable
from pathlib import Path

from flask import Flask, render_template
from werkzeug.exceptions import HTTPException, InternalServerError

from archive.escape import visible
from archive.model import UserError
from web import (
    downloads,
    exports,
    feeds,
    lists,
    messages,
    permalinks,
    reader,
    results,
    search,
    sections,
    security,
    start,
    threads,
    topics,
    urls,
    wording,
)
from web.masking import mask

_BLUEPRINTS = (start, search, lists, messages, threads, results, downloads, exports, feeds, permalinks, topics)
_FAULT = "This page broke, which is a fault of Benchlore's own; the terminal that it runs in says where."


def create_app(archive_folder: Path, *, allow_hosts: Iterable[str] = (), show_raw: bool = True) -> Flask:
    """An app that shows the archive in that folder.

    `allow_hosts` are answered beside this machine's own names; `show_raw` opens raw mail and mbox (addresses in full).
    """
    app = Flask(__name__, static_url_path="/static")
    app.config.update(ALLOW_HOSTS=(*security.OWN_HOSTS, *allow_hosts), SHOW_RAW=show_raw)
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    app.url_map.converters["key"] = urls.KeyConverter
    security.secure(app)
    reader.attach(app, archive_folder)
    urls.send_to_slash(app)
    for module in _BLUEPRINTS:
        app.register_blueprint(module.pages)
    _teach_templates(app)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(UserError, _user_error)
    app.wsgi_app = urls.UndecodedPath(app.wsgi_app)  # type: ignore[method-assign]  # Flask's documented place for middleware
    return app


def _teach_templates(app: Flask) -> None:
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        shown=lambda text: visible(mask(text)),
        table_span=sections.table_span,
        date=wording.date_text,
        day=wording.day_text,
        machine_date=wording.machine_date,
        delta=wording.delta_text,
        change=wording.change_text,
        direction=wording.direction_text,
        settings=wording.parameters_text,
        number=wording.number_text,
        message_anchor=urls.message_anchor,
        value_anchor=urls.value_anchor,
    )
    app.jinja_env.globals.update(
        count=wording.count_text, list_of=urls.list_of, line_anchor=urls.line_anchor, span_anchor=urls.span_anchor
    )


def _http_error(error: HTTPException) -> tuple[str, int] | HTTPException:
    if error.response is not None or error.code is None or error.code < 400:
        return error
    fault = isinstance(error, InternalServerError)
    return render_template("errors/error.html", error=error, reason=_FAULT if fault else error.description), error.code


def _user_error(error: UserError) -> tuple[str, int]:
    return render_template("errors/archive.html", reason=str(error)), 503
