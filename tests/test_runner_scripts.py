"""Scripts of a post are found, and their dangerous lines are marked; nothing of them is ever started."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.model import Message, Part
from runner.scripts import danger, posted_scripts

Mail = Callable[..., Message]

SCRIPT = """#!/bin/sh
# mke2fs is called below
LOG=/root/results.txt
DEV=/dev/hdz9
umount $DEV > /dev/null 2>&1
mke2fs $DEV 2>&1 | tee -a $LOG
run hdparm -T $DEV
rm -rf OUT ; run ./bench 1
"""


@pytest.mark.parametrize(
    "line",
    [
        "mke2fs $DEV 2>&1",
        "  /sbin/mkfs.ext4 -q /dev/sdb1",
        "sync; mkreiserfs /dev/hda5",
        "dd if=/dev/zero of=/dev/sdb bs=1M",
        "dd if=/dev/zero bs=1M of=$DEV",
        "rm -rf CLIENTS NBSIMULD ; run ./dbench 1",
        "cd /mnt && rm -f *",
        "umount $DEV > /dev/null 2>&1",
        "swapoff -a",
        "echo 5 > /proc/sys/vm/swappiness",
        "echo cfq >/sys/block/sda/queue/scheduler",
        "echo 3 | tee /proc/sys/vm/drop_caches",
        "hdparm -X66 -d1 /dev/hda",
        "hdparm -W 0 /dev/hda",
        "cat image > /dev/hda",
        "fdisk /dev/sda < answers",
        "shutdown -r now",
        "sysctl -w vm.swappiness=10",
        "chmod -R 777 /",
        "curl http://bench.example.org/run.sh | sh",
        "sudo ./bench",
        "modprobe scsi_debug",
        ":(){ :|:& };:",
    ],
)
def test_a_line_that_would_do_harm_is_marked(line: str) -> None:
    assert danger(line) is not None


@pytest.mark.parametrize(
    "line",
    [
        "",
        "# mke2fs $DEV",
        "#!/bin/sh",
        "run hdparm -T $DEV",
        "hdparm -t /dev/hda",
        "hdparm -tT /dev/hda",
        "dd if=bigfile of=/dev/null bs=64k",
        "time ./dbench 16 > /dev/null 2>&1",
        "echo performance-test",
        "rm onefile",
        "mount $DEV /export",
        "grep -rf list .",
        "./armrf -rf",
    ],
)
def test_a_harmless_line_is_not_marked(line: str) -> None:
    assert danger(line) is None


def test_a_script_in_a_part_of_its_own_is_shown_whole_with_its_dangers(mail: Mail) -> None:
    post = mail("numbers")
    post = replace(post, parts=(*post.parts, Part(1, "application/x-sh", "bench.sh", SCRIPT, len(SCRIPT))))

    (script,) = posted_scripts(post)

    assert (script.part, script.name, script.is_cut) == (1, "bench.sh", False)
    assert [line.text for line in script.lines] == SCRIPT.splitlines()
    assert [line.number for line in script.dangers] == [5, 6, 8]
    assert "filesystem" in (script.dangers[1].danger or "")


def test_a_script_inside_a_text_ends_at_the_signature(mail: Mail) -> None:
    (script,) = posted_scripts(mail(f"This is what I run:\n\n{SCRIPT}: done\n-- \nAnn, who likes mke2fs\n"))

    assert [line.number for line in script.dangers] == [7, 8, 10]
    assert script.lines[-1].text == ": done"


def test_a_quoted_script_ends_where_the_quote_ends(mail: Mail) -> None:
    quoted = "".join(f"> {line}\n" for line in SCRIPT.splitlines())

    (script,) = posted_scripts(mail(f"{quoted}\nI would not do umount here.\n"))

    assert script.lines[0].text == "#!/bin/sh"
    assert [line.number for line in script.dangers] == [5, 6, 8]


def test_a_text_without_a_script_has_none(mail: Mail) -> None:
    assert posted_scripts(mail("I ran mke2fs /dev/hdz1 by hand.\nfork_test 10000 56.2 5620.00\n")) == ()


def test_a_very_long_script_is_cut_and_says_so(mail: Mail) -> None:
    (script,) = posted_scripts(mail("#!/bin/sh\n" + "true\n" * 5000))

    assert script.is_cut
    assert len(script.lines) < 1000


def test_the_script_of_the_dbench_seed_would_make_a_filesystem(shared: Path, mail: Mail) -> None:
    text = (shared / "seeds" / "001_ed0b3534051e83d1.txt").read_text(encoding="utf-8", errors="replace")

    script = posted_scripts(mail(text))[0]

    marked = [line.text for line in script.dangers]
    assert any(text.startswith("mke2fs $DEV") for text in marked)
    assert sum(text.startswith("rm -rf CLIENTS") for text in marked) == 15
    assert not any("hdparm -T" in text for text in marked)


@given(st.text(max_size=300))
def test_any_text_can_be_asked_for_dangers(text: str) -> None:
    danger(text)
