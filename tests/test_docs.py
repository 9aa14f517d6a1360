"""The docs keep up with the code: what a user can name is named, what is shown exists, links lead somewhere."""

import ast
import dataclasses
import enum
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import archive.circumstances
import archive.model
import archive.results
import archive.runs
from archive.text import lines
from benchlore.suites_page import page
from index.query_fields import PREFIXES
from suites import all_suites
from suites.base import Suite

ROOT = Path(__file__).resolve().parents[1]
JSON_MODULES = ("archive/export.py", "archive/json_pieces.py")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "samples").glob("*.md")])
_LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)")
_CODE = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)


def text(page_name: str) -> str:
    return (ROOT / page_name).read_text(encoding="utf-8")


def all_docs() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in PAGES)


def nouns() -> Iterator[str]:
    for module in (archive.circumstances, archive.model, archive.results, archive.runs):
        for name, value in vars(module).items():
            own = isinstance(value, type) and value.__module__ == module.__name__
            if own and (dataclasses.is_dataclass(value) or issubclass(value, (enum.Enum, Exception))):
                yield name


def commands() -> dict[str, click.Command]:
    from benchlore.cli import commands as group

    context = click.Context(group)
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def shown_commands() -> Iterator[tuple[Path, list[str]]]:
    """Every `$ benchlore ...` line of a console block, with its words."""
    for path in PAGES:
        for language, code in _CODE.findall(path.read_text(encoding="utf-8")):
            for line in code.splitlines() if language == "console" else ():
                if line.startswith("$ benchlore "):
                    yield path, shlex.split(line.removeprefix("$ benchlore "), comments=True)


def split_command(words: list[str]) -> tuple[str, list[str]]:
    """The command's name and its options, without those of the group."""
    while words[0].startswith("-"):
        words = words[2:] if words[0] == "--archive" else words[1:]
    options = [word.partition("=")[0] for word in words[1:] if re.fullmatch(r"\[?--[a-z][\w-]*(?:=.*)?\]?", word)]
    return words[0], [option.strip("[]") for option in options]


def slug(heading: str) -> str:
    """The anchor that a heading gets on the forges."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("noun", list(nouns()))
def test_every_noun_is_described(noun: str) -> None:
    assert re.search(rf"^### {noun}\b", text("docs/nouns.md"), re.MULTILINE)


def test_every_command_is_documented_and_has_help() -> None:
    docs = all_docs()
    assert [name for name in commands() if f"benchlore {name}" not in docs] == []
    assert [name for name, command in commands().items() if not command.help] == []


def test_commands_in_the_docs_exist_with_their_options() -> None:
    known = commands()
    wrong = []
    for path, words in shown_commands():
        if words[0] in {"--version", "--help"}:
            continue
        name, options = split_command(words)
        has = {option for parameter in known[name].params for option in parameter.opts} if name in known else set()
        wrong += [] if name in known else [f"{path.name}: benchlore {name}"]
        wrong += [f"{path.name}: benchlore {name} {option}" for option in options if option not in has | {"--help"}]
    assert wrong == []


def test_every_suite_is_on_its_page() -> None:
    assert {suite.name for suite in all_suites()} == set(re.findall(r"^## (.+)$", text("docs/suites.md"), re.MULTILINE))


def test_the_page_of_the_suites_is_made_from_the_code() -> None:
    if text("docs/suites.md") != page():
        pytest.fail("docs/suites.md is not what the suite files say: run `make docs` and commit it with them")


@pytest.mark.parametrize("prefix", list(PREFIXES))
def test_every_prefix_of_a_search_is_described(prefix: str) -> None:
    assert f"`{prefix}:" in text("docs/query-language.md")


def test_every_field_of_the_json_is_described() -> None:
    trees = [ast.parse(text(module)) for module in JSON_MODULES]
    dicts = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Dict)]
    keys = {key.value for node in dicts for key in node.keys if isinstance(key, ast.Constant)}
    described = set(re.findall(r"`([\w ]+)`", text("docs/json.md")))
    assert len(keys) > 50
    assert keys - described == set()


def test_every_kind_of_the_json_has_a_section() -> None:
    kinds = {kind for module in JSON_MODULES for kind in re.findall(r'"kind": "(\w+)",\n', text(module))}
    assert len(kinds) >= 8
    assert kinds <= set(re.findall(r"^## (\w+)$", text("docs/json.md"), re.MULTILINE))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    broken = []
    for target, anchor in _LINK.findall(path.read_text(encoding="utf-8")):
        file = (path.parent / target) if target else path
        if not file.exists():
            broken.append(target)
        elif anchor and anchor[1:] not in {slug(heading) for heading in headings(file)}:
            broken.append(target + anchor)
    assert broken == []


def headings(path: Path) -> list[str]:
    return re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)


def test_make_targets_in_the_docs_exist() -> None:
    targets = set(re.findall(r"^([\w-]+):", text("Makefile"), re.MULTILINE))
    named = set(re.findall(r"(?:`|\$ )make ([\w-]+)", all_docs()))
    assert {"demo", "test"} <= named
    assert named <= targets


def test_the_suite_of_the_walk_through_reads_its_row() -> None:
    """The code block of docs/adding-a-suite.md is run as it stands."""
    (code,) = (code for language, code in _CODE.findall(text("docs/adding-a-suite.md")) if language == "python")
    space: dict[str, Suite] = {}
    exec(compile(code, "docs/adding-a-suite.md", "exec"), space)  # our own docs
    post = "Hello,\n> copy 4k: 1843.2 MB/s in 12.10 s\nthat is fast.\n"
    (row,) = space["SUITE"].read(lines(post))
    (rate, time) = row.values
    assert (row.line, row.parameters) == (2, {"block": "4k"})
    assert [post.splitlines()[1][value.cell.start : value.cell.end] for value in (rate, time)] == ["1843.2", "12.10"]
    assert any(mark in post.lower() for mark in space["SUITE"].marks)


def test_no_page_names_a_place_of_the_machine_it_was_written_on() -> None:
    assert re.findall(r"(?<![\w.])/(?:work|tmp|root)/", all_docs()) == []
