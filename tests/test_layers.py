"""The import rule, read from the code's own imports: down only, never sideways, each library in its home."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LAYERS = {"archive": 1, "suites": 2, "ingest": 3, "index": 3, "web": 4, "runner": 4, "samples": 4, "benchlore": 5}
# Where a library or a part of the standard library may be imported: module names, each with all that lies under it.
HOMES = {
    "backports": ("archive.store.columns", "ingest.inflating"),
    "bs4": ("ingest",),
    "compression": ("archive.store.columns", "ingest.inflating"),
    "lxml": ("ingest",),
    "mailbox": ("ingest",),
    "dateparser": ("archive.dates",),
    "sqlite3": ("archive.store",),
    "subprocess": ("runner.execute", "ingest.sources.git"),
    "urllib3": ("ingest.fetch",),
    "protego": ("ingest.fetch",),
    "whoosh": ("index.whoosh_engine", "index.whoosh_fields", "index.whoosh_terms", "index.whoosh_writing"),
    "tantivy": ("index.tantivy_engine", "index.tantivy_query"),
    "flask": ("web",),
    "werkzeug": ("web",),
    "jinja2": ("web",),
    "markupsafe": ("web",),
    "click": ("benchlore",),
    "rich": ("benchlore",),
}


@cache
def sources() -> tuple[tuple[str, ast.Module], ...]:
    """Every module of the packages by its dotted name."""
    found = []
    for package in LAYERS:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found.append((name, ast.parse(path.read_text(encoding="utf-8"), str(path))))
    return tuple(found)


def imported(tree: ast.Module) -> Iterator[str]:
    """The dotted names that a module imports anywhere; `from a import b` gives a.b, a module or a name in one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def lies_under(module: str, home: str) -> bool:
    return module == home or module.startswith(f"{home}.")


def broken_layers(module: str, tree: ast.Module) -> list[str]:
    own = module.split(".", maxsplit=1)[0]
    return [
        f"{module} imports {name}"
        for name in imported(tree)
        if (other := name.split(".")[0]) in LAYERS and other != own and LAYERS[other] >= LAYERS[own]
    ]


def strangers(module: str, tree: ast.Module) -> list[str]:
    wrong = []
    for name in imported(tree):
        top = name.split(".")[0]
        if top in HOMES:
            at_home = any(lies_under(module, home) for home in HOMES[top])
        else:
            at_home = top in LAYERS or top in sys.stdlib_module_names or top == "_typeshed"
        if not at_home:
            wrong.append(f"{module} imports {name}")
    return wrong


@cache
def suite_modules() -> frozenset[str]:
    """The modules that define a SUITE; what only helps them (suites.base) is for all."""
    return frozenset(
        name
        for name, tree in sources()
        if lies_under(name, "suites") and any(defined == "SUITE" for node in tree.body for defined in assigned(node))
    )


def assigned(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id


def suites_in(module: str, tree: ast.Module) -> list[str]:
    return [
        f"{module} imports {name}"
        for name in imported(tree)
        for suite in suite_modules()
        if lies_under(name, suite) and module != suite
    ]


def dynamic_imports(tree: ast.Module) -> list[int]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [
        call.lineno
        for call in calls
        if ast.unparse(call.func) in {"__import__", "import_module", "importlib.import_module"}
    ]


def test_every_package_has_modules() -> None:
    assert {name.split(".")[0] for name, _ in sources()} == set(LAYERS)


def test_imports_point_down_only() -> None:
    assert [line for name, tree in sources() for line in broken_layers(name, tree)] == []


def test_the_web_reads_archive_and_index_but_not_the_way_in() -> None:
    web = [(name, tree) for name, tree in sources() if lies_under(name, "web")]
    assert [
        f"{module} imports {name}" for module, tree in web for name in imported(tree) if lies_under(name, "ingest")
    ] == []


def test_libraries_are_imported_only_where_they_are_at_home() -> None:
    assert [line for name, tree in sources() for line in strangers(name, tree)] == []


def test_a_suite_imports_no_other_suite() -> None:
    assert [line for name, tree in sources() if name in suite_modules() for line in suites_in(name, tree)] == []


def test_nothing_names_a_single_suite_but_the_suites_themselves() -> None:
    others = [(name, tree) for name, tree in sources() if name not in suite_modules()]
    assert [line for name, tree in others for line in suites_in(name, tree)] == []


def test_imports_are_absolute() -> None:
    relative = [
        (name, node.lineno)
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_only_suites_and_commands_are_found_by_their_files() -> None:
    """What is imported by a name made at run time escapes the tests above."""
    found = {name for name, tree in sources() if dynamic_imports(tree)}
    assert found == {"suites", "benchlore.cli"}


def test_package_files_hold_a_docstring_and_nothing_else() -> None:
    packages = [
        path
        for package in LAYERS
        for path in (ROOT / package).rglob("__init__.py")
        if path != ROOT / "suites/__init__.py"
    ]
    bodies = {path: ast.parse(path.read_text(encoding="utf-8")).body for path in packages}
    assert [path for path, body in bodies.items() if len(body) != 1 or not isinstance(body[0], ast.Expr)] == []


def test_tests_are_no_package() -> None:
    """tests/ingest/__init__.py would be a second package called ingest."""
    assert list((ROOT / "tests").rglob("__init__.py")) == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("archive.text", "from suites import base"),
        ("suites.base", "import ingest.pipeline"),
        ("index.query", "from ingest.derive import derive"),
        ("web.app", "import runner.plan"),
        ("runner.plan", "from benchlore.settings import Settings"),
    ],
)
def test_an_import_that_points_up_or_sideways_is_seen(module: str, line: str) -> None:
    assert len(broken_layers(module, ast.parse(line))) == 1


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("runner.plan", "import subprocess"),
        ("ingest.headers", "from dateparser import parse"),
        ("index.query", "import whoosh.fields"),
        ("archive.threads", "import sqlite3"),
        ("web.app", "import requests"),
        ("ingest.sources.detect", "import urllib3"),
    ],
)
def test_a_library_away_from_home_is_seen(module: str, line: str) -> None:
    assert len(strangers(module, ast.parse(line))) == 1


def test_imports_inside_functions_count() -> None:
    tree = ast.parse("def late() -> None:\n    from ingest import pipeline\n")
    assert list(imported(tree)) == ["ingest.pipeline"]
