"""The demo does the three jobs with nothing but what is in the package."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchlore.cli import commands


def demo(archive: Path) -> Result:
    return CliRunner().invoke(commands, ["--archive", str(archive), "demo"], catch_exceptions=False)


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("no_compiler")
def test_the_demo_imports_the_samples_and_answers_with_the_change_first(tmp_path: Path) -> None:
    result = demo(tmp_path / "archive")
    assert result.exit_code == 0
    assert "17 messages" in result.output
    answer = result.output[result.output.index("fork_test regression 2.5") :]
    first = answer[answer.index("1. aim9 fork_test") :].splitlines()
    assert "2.4.19 -> 2.5.49" in first[0]
    assert "-41.3 %" in first[0]
    assert "single run, no test" in first[1]


@pytest.mark.usefixtures("no_compiler")
def test_without_a_compiler_the_demo_says_so_and_goes_on(tmp_path: Path) -> None:
    result = demo(tmp_path / "archive")
    assert result.exit_code == 0
    assert "no C compiler" in result.output
    assert "http://127.0.0.1:8000/" in result.output


@pytest.mark.usefixtures("no_compiler")
def test_a_second_demo_adds_nothing(tmp_path: Path) -> None:
    demo(tmp_path / "archive")
    assert "17 already there" in demo(tmp_path / "archive").output


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler on this machine")
def test_with_a_compiler_the_posted_test_is_run_again(tmp_path: Path) -> None:
    result = demo(tmp_path / "archive")
    assert result.exit_code == 0
    assert "Task Creations/second" in result.output[result.output.index("3. Run") :]


@pytest.mark.usefixtures("no_compiler")
def test_every_command_that_the_demo_shows_can_be_typed(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    typed = [line for line in demo(archive).output.splitlines() if line.startswith("$ ")]
    assert len(typed) >= 2
    assert all(line.startswith(f"$ benchlore --archive {archive} ") for line in typed)
