"""The draw of a sample to be judged by eye: equal for equal seeds, bounded a thread, and shown with its lines."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def drawn(archive: Path, *options: str) -> str:
    command = [sys.executable, str(ROOT / "benchmarks" / "draw_sample.py"), str(archive), *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


def things(text: str) -> list[str]:
    return re.findall(r"^======== (\w+) \d+:", text, re.MULTILINE)


def test_the_same_seed_draws_the_same_things(web_archive: Path) -> None:
    asked = ("--measurements", "2", "--changes", "1", "--comments", "1", "--claims", "1", "--seed")
    first, again, other = (drawn(web_archive, *asked, seed) for seed in ("7", "7", "8"))
    assert first == again
    assert first != other
    assert things(first) == ["measurement", "measurement", "change", "comment", "claim"]


def test_a_long_thread_gives_three_things_of_a_kind(web_archive: Path) -> None:
    mails = re.findall(r"^======== measurement \d+: ([\w-]+?)-?\d*@", drawn(web_archive, "--measurements", "99"), re.M)
    assert mails
    assert max(mails.count(thread) for thread in mails) <= 3


def test_a_thing_stands_under_its_line_of_the_mail(web_archive: Path) -> None:
    text = drawn(web_archive, "--measurements", "1")
    value = re.search(r'"raw": "([^"]+)"', text)
    marked = re.search(r"^\s*\d+>\|(.*)$", text, re.MULTILINE)
    assert value is not None
    assert marked is not None
    assert value[1] in marked[1]
