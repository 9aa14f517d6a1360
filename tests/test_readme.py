"""What the README shows is what the program prints."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchlore.cli import commands

ROOT = Path(__file__).resolve().parents[1]
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def shown() -> Iterator[tuple[list[str], list[str]]]:
    """The words of each command of the README that prints lines there, with those lines."""
    for block in _BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8")):
        first, *lines = block.splitlines()
        if first.startswith("$ benchlore ") and lines and not lines[0].startswith("$ "):
            yield shlex.split(first.removeprefix("$ benchlore ")), lines


def is_printed(line: str, output: list[str]) -> bool:
    """Whether the output has that line; with "..." at its end it is a beginning, "..." alone stands for any lines."""
    if line.strip() == "...":
        return True
    if line.endswith(" ..."):
        return any(each.startswith(line.removesuffix(" ...")) for each in output)
    return line.rstrip() in [each.rstrip() for each in output]


def printed(words: list[str], archive: Path) -> list[str]:
    form = ["--format", "table"] if words[0] == "search" else []
    result = CliRunner().invoke(commands, ["--archive", str(archive), *words, *form], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output.splitlines()


def test_the_readme_shows_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    wrong = []
    examples = list(shown())
    for words, lines in examples:
        output = printed(words, tmp_path / "archive")
        wrong += [line for line in lines if not is_printed(line, output)]
    assert [words[0] for words, _ in examples] == ["import", "search", "search"]
    assert wrong == []


def test_a_line_that_is_not_printed_is_seen() -> None:
    output = ["2 changes", "1. aim9 fork_test"]
    assert [is_printed(line, output) for line in ("2 changes", "1. aim9 ...", "...")] == [True, True, True]
    assert [is_printed(line, output) for line in ("3 changes", "1. aim7 ...")] == [False, False]
