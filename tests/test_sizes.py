"""Code stays small enough to read: the aim is 250 lines a file and 25 a function; these are the hard stops."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("archive", "suites", "ingest", "index", "runner", "web", "benchlore")
MOST_LINES_OF_A_FILE = 300
MOST_LINES_OF_A_FUNCTION = 40

Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            yield node


def length(function: Function) -> int:
    """Lines from `def` to the end, without the docstring: words that explain are no burden."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines


def test_files_are_short() -> None:
    long = [
        (str(path.relative_to(ROOT)), count)
        for path in modules()
        if (count := len(path.read_text().splitlines())) > MOST_LINES_OF_A_FILE
    ]
    assert long == []


def test_functions_are_short() -> None:
    long = [
        (f"{path.relative_to(ROOT)}:{function.lineno} {function.name}", count)
        for path in modules()
        for function in functions(path)
        if (count := length(function)) > MOST_LINES_OF_A_FUNCTION
    ]
    assert long == []


def test_a_docstring_does_not_make_a_function_long() -> None:
    (function,) = (
        node
        for node in ast.parse('def f():\n    """One.\n\n    Two.\n    """\n    return 1\n').body
        if isinstance(node, Function)
    )
    assert length(function) == 2
