from collections.abc import Callable
from dataclasses import replace

from archive.model import Message
from archive.results import Basis, Kernel
from ingest.attribute import Attributed, attribute
from ingest.post import lay_out, scan

Mail = Callable[..., Message]

PAIRS = """creat-clo 10020 23.7525        23752.50 File Creations and Closes/second
creat-clo 10030 18.9432        18943.17 File Creations and Closes/second
{note}
fork_test 10000 56.2         5620.00 Task Creations/second
fork_test 10010 32.967         3296.70 Task Creations/second
"""


def rows(message: Message) -> list[Attributed]:
    post = lay_out(scan(message))
    return [row for part in post.parts for _, found in attribute(post, part, part.blocks) for row in found]


def kernels(message: Message) -> list[tuple[str, Basis] | None]:
    return [kernel and (kernel.text, kernel.attribution.basis) for kernel in (row.kernels[0] for row in rows(message))]


def first_kernel(message: Message) -> Kernel:
    kernel = rows(message)[0].kernels[0]
    assert kernel is not None
    return kernel


def test_two_kernels_listed_in_prose_go_to_each_pair_of_rows_in_that_order(mail: Mail) -> None:
    message = mail("Ran AIM9 against 2.4.19 and 2.5.49 here.\n\n" + PAIRS.format(note=""))
    order = [("2.4.19", Basis.ROW_ORDER), ("2.5.49", Basis.ROW_ORDER)]
    assert kernels(message) == order * 2
    [span] = first_kernel(message).attribution.spans
    assert (span.line, message.parts[0].text[span.start : span.end]) == (1, "2.4.19 and 2.5.49")


def test_note_lines_decide_the_order_where_prose_lists_it_the_other_way(mail: Mail) -> None:
    note = "^^^^^ Here 2.4.19 is faster then 2.5.49"
    message = mail("First came 2.5.49 and then 2.4.19 too.\n\n" + PAIRS.format(note=note))
    assert [k and k[0] for k in kernels(message)] == ["2.4.19", "2.5.49"] * 2
    assert rows(message)[0].warnings


def test_rows_out_of_step_with_the_listing_get_no_kernel_by_order(mail: Mail) -> None:
    message = mail("Against 2.4.19, 2.5.48 and 2.5.49 we ran it.\n\n" + PAIRS.format(note=""))
    assert kernels(message) == [None] * 4


def test_a_heading_with_a_colon_holds_until_the_next_one(mail: Mail) -> None:
    text = (
        "2.2.18:\n" + PAIRS.format(note="") + "\n2.4.0-prerelease + some-diff(153405 bytes):\n" + PAIRS.format(note="")
    )
    found = kernels(mail(text))
    assert found[0] == ("2.2.18", Basis.HEADING)
    assert found[4] == ("2.4.0-prerelease + some-diff(153405 bytes)", Basis.HEADING)


def test_a_heading_between_rulers_holds_over_the_settings_below_it(mail: Mail) -> None:
    text = "*******\n   kernel 2.5.52 with mm1\n*******\n\nName of the machine   : box\nPath to disk files : /tmp\n\n"
    assert kernels(mail(text + PAIRS.format(note="")))[0] == ("2.5.52 with mm1", Basis.HEADING)


def test_a_heading_does_not_reach_over_a_paragraph_of_prose(mail: Mail) -> None:
    prose = "And then we thought again about what the numbers could really mean\n"
    prose += "for people who run quite another set of programs every day.\n"
    assert kernels(mail("2.2.18:\nnothing\n\n" + prose + "\n" + PAIRS.format(note="")))[0] != ("2.2.18", Basis.HEADING)


def test_the_kernel_of_a_bracket_on_the_row_comes_before_everything(mail: Mail) -> None:
    text = "2.2.18:\n8 brk_test[2.5.52mm1] 60.02      3303      55.03166      935538.15\n"
    assert kernels(mail(text)) == [("2.5.52mm1", Basis.ROW_LABEL)]


def test_prose_above_comes_before_the_subject_and_the_subject_before_nothing(mail: Mail) -> None:
    row = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    assert kernels(mail("I see this on 2.6.7 only.\n\n" + row, subject="slow in 2.6.8")) == [("2.6.7", Basis.PROSE)]
    assert kernels(mail(row, subject="slow in 2.6.8")) == [("2.6.8", Basis.SUBJECT)]
    assert kernels(mail(row)) == [None]


def test_a_machine_is_taken_from_the_heading_above_else_from_prose(mail: Mail) -> None:
    row = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    heading = rows(mail("My other box is a PIII@800 laptop.\n\n133 MHz Pentium, DMA, 80M\n\n2.2.18:\n" + row))[
        0
    ].machine
    prose = rows(mail("Ran it on my laptop (PIII@800 Reiserfs) today.\n\n" + row))[0].machine
    assert heading is not None
    assert (heading.hardware.text, heading.attribution.basis) == ("133 MHz Pentium, DMA, 80M", Basis.HEADING)
    assert prose is not None
    assert (prose.hardware.mhz, prose.hardware.filesystem, prose.attribution.basis) == (800, "reiserfs", Basis.PROSE)


def test_what_the_post_says_of_a_label_is_kept_with_the_kernel(mail: Mail) -> None:
    text = "2.5.52mm1 is preemption OFF\n\n8 brk_test[2.5.52mm1] 60.02      3303      55.03166      935538.15\n"
    assert first_kernel(mail(text)).description == "preemption OFF"


def test_a_short_heading_is_completed_from_the_version_named_before_it(mail: Mail) -> None:
    row = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    kernel = first_kernel(mail("pre4:\n" + row, subject="2.4.1-pre8 is slow"))
    assert (kernel.text, kernel.version and kernel.version.canonical) == ("pre4", "2.4.1-pre4")


def test_order_holds_where_lines_of_another_suite_stand_between(mail: Mail) -> None:
    text = "First lines for 2.4.7-ac3, then 2.4.7-ac9.\n\n"
    for clients, first, then in ((48, "27.3983", "18.4711"), (32, "34.7552", "21.8827")):
        text += f"dbench {clients}\nThroughput {first} MB/sec\n37.580u 115.730s 3:51.30 66.2%  0+0k 0+0io 1310pf+0w\n\n"
        text += f"Throughput {then} MB/sec\n37.710u 121.900s 5:43.05 46.5%  0+0k 0+0io 1311pf+0w\n\n"
    of_dbench = [row for row in rows(mail(text)) if row.row.test == "dbench"]
    assert [row.kernels[0] and row.kernels[0].text for row in of_dbench] == ["2.4.7-ac3", "2.4.7-ac9"] * 2


def test_a_label_that_begins_with_a_version_has_that_version(mail: Mail) -> None:
    text = (
        "Unit : MB/sec (higher is better)\n\n"
        "              5.2.0 vanilla   5.2.0 governor/opt\n"
        "tbench 1         49.06             51.66\n"
        "tbench 2         93.82            103.24\n"
    )
    found = [k for row in rows(mail(text)) for k in row.kernels if k is not None]
    assert [(k.text, k.version and k.version.canonical) for k in found] == [
        ("5.2.0 vanilla", "5.2"),
        ("5.2.0 governor/opt", "5.2"),
    ] * 2


def test_a_label_that_begins_with_another_number_has_no_version(mail: Mail) -> None:
    text = "              10.5.1 mix    16 tasks\ntbench 1         49.06             51.66\n"
    assert all(k.version is None for row in rows(mail(text)) for k in row.kernels if k is not None)


def test_a_bare_version_below_a_blank_is_a_heading_over_heads_that_are_no_rows(mail: Mail) -> None:
    head = "Operation of it\n"
    text = f"Some of it.\n\n4.14.200\n{head}{PAIRS.format(note='')}\n4.19.150\n{head}{PAIRS.format(note='')}"
    assert [k and k[0] for k in kernels(mail(text))] == ["4.14.200"] * 4 + ["4.19.150"] * 4
    text = f"Some of it.\n\n4.1 Of tests\n{head}{PAIRS.format(note='')}"
    assert kernels(mail(text)) == [None] * 4


def test_the_side_below_a_version_has_that_version(mail: Mail) -> None:
    text = f"2.4.19:\n\nbefore:\n{PAIRS.format(note='')}\nafter:\n{PAIRS.format(note='')}"
    found = [row.kernels[0] for row in rows(mail(text))]
    assert [(k.text, k.version and k.version.canonical) for k in found if k is not None] == [
        *[("before", "2.4.19")] * 4,
        *[("after", "2.4.19")] * 4,
    ]


def machines(message: Message) -> list[str | None]:
    return [row.machine and row.machine.hardware.text for row in rows(message)]


def test_a_sentence_that_ends_in_a_machine_after_a_colon_is_its_heading(mail: Mail) -> None:
    told = "Run on: Intel(R) Core(TM) i7-7700T CPU @ 2.90GHz\n\n"
    note = "\nOn my slow old board with this processor: AMD GX-412TC SOC\n"
    assert machines(mail(told + PAIRS.format(note=note))) == [
        *["Intel(R) Core(TM) i7-7700T CPU @ 2.90GHz"] * 2,
        *["AMD GX-412TC SOC"] * 2,
    ]


def test_a_sentence_that_goes_on_after_a_processor_is_no_heading(mail: Mail) -> None:
    told = "Run on: Intel(R) Core(TM) i7-7700T CPU @ 2.90GHz\n\n"
    note = "\nOne thing to say about it: the 7700 is slow here and 800 was not\n"
    assert machines(mail(told + PAIRS.format(note=note))) == ["Intel(R) Core(TM) i7-7700T CPU @ 2.90GHz"] * 4


def test_an_own_line_that_a_mailbox_marked_ends_no_machine(mail: Mail) -> None:
    told = "Model name: POWER10 (architected)\n\n"
    note = "\n>From lparstat\n"
    assert machines(mail(told + PAIRS.format(note=note))) == ["POWER10 (architected)"] * 4


def test_the_name_of_a_side_has_the_version_in_brackets_behind_it(mail: Mail) -> None:
    row = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    kernel = first_kernel(mail(f"Baseline (6.19):\n\n{row}"))
    assert (kernel.text, kernel.version and kernel.version.canonical) == ("Baseline (6.19)", "6.19")
    assert first_kernel(mail(f"Before (6.19 s of sleep):\n\n{row}")).version is None


def test_what_is_called_a_board_is_one_by_whatever_name(mail: Mail) -> None:
    row = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    found = rows(mail(f"Board: ab1234-qrd\nfork\n{row}\nBoard: ab1234-hdk\nfork\n{row}"))
    assert [each.machine and each.machine.hardware.text for each in found] == ["ab1234-qrd", "ab1234-hdk"]
    for line in ("Machine: idle", "machine: run_it taskset -c 1 bench", "server: box1"):
        assert [each.machine for each in rows(mail(f"{line}\n\n{row}"))] == [None]


def test_a_machine_that_is_named_goes_before_one_that_is_only_counted(mail: Mail) -> None:
    row = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    named = "I measured it on an AMD EPYC 7763 here. "
    counted = "It was seen first on a 16-core machine of mine.\n\n"
    for text, cpus in ((named + counted, None), (counted, 16)):
        [machine] = [each.machine for each in rows(mail(f"{text}{row}"))]
        assert machine is not None
        assert machine.hardware.cpus == cpus


def test_what_brackets_say_of_the_figures_is_no_part_of_a_side(mail: Mail) -> None:
    row = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    assert first_kernel(mail(f"With this patch (improvement):\n\n{row}")).text == "With this patch"
    assert first_kernel(mail(f"With this patch (and more):\n\n{row}")).text == "With this patch (and more)"


def test_archives_and_folders_of_sources_are_no_kernels(mail: Mail) -> None:
    row = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    for line in ("# tar xf ~/linux-5.10.tar; sync", "# du -sh /media/linux-5.10/"):
        assert [each.kernels[0] for each in rows(mail(f"{line}\n\n{row}"))] == [None]
    for line in ("I ran linux-5.10 for it.", "see /lib/modules/6.1.0-rc3/kernel"):
        assert first_kernel(mail(f"{line}\n\n{row}")).version is not None


def test_counters_of_a_tool_are_no_machine(mail: Mail) -> None:
    row = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    counter = " 21486828269      cycles                    #    2.267 GHz                      ( +-  0.35% )\n"
    assert [each.machine for each in rows(mail(f"{counter}\n{row}"))] == [None]


def test_the_colon_behind_the_head_of_a_column_is_no_part_of_a_side(mail: Mail) -> None:
    text = "I ran fio on it:\n\n             Before:  After:\nbw(MiB/s)    217      219\n"
    assert [kernel and kernel.text for row in rows(mail(text)) for kernel in row.kernels] == ["Before", "After"]


def test_a_machine_over_rows_may_end_in_a_colon_and_stand_behind_on(mail: Mail) -> None:
    row = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    assert machines(mail(f"RK3399:\nfork\n{row}\nM1 Pro:\nfork\n{row}")) == ["RK3399", "M1 Pro"]
    assert machines(mail(f"Results of the fork test on an AMD EPYC 7763 to\ncompare:\n\n{row}")) == ["AMD EPYC 7763"]


def test_an_item_of_a_list_of_tests_is_no_machine_of_all(mail: Mail) -> None:
    row = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    listed = (
        "I measured on a Cortex-A76 board:\n\n- fork test alone\n- a benchmark on Pixel 6 (busy)\n\nThe figures:\n\n"
    )
    assert machines(mail(f"{listed}{row}")) == ["Cortex-A76 board"]


def test_what_an_author_pastes_behind_quote_marks_is_told_of_by_the_words_before_it(mail: Mail) -> None:
    pasted = "".join(f"> {line}\n" for line in PAIRS.format(note="").splitlines() if line)
    text = "The box is a dual Opteron 250 with 2 GB of RAM and runs 2.6.9 today.\n\n" + pasted
    machine = rows(mail(text))[0].machine
    assert machine is not None
    assert machine.hardware.cpus == 2
    assert first_kernel(mail(text)).text == "2.6.9"
    assert rows(mail(text, subject="Re: slow writes"))[0].machine is None


def test_the_memory_alone_tells_the_machine_that_somebody_has(mail: Mail) -> None:
    row = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    for text, memory in (
        ("The box has 512 MB RAM, nothing else ran.", 512),
        ("All was run on a 2 CPU X86 box with 64MB memory.", 64),
        ("I took this on a UP machine with 128MB of RAM.", 128),
        ("Systems with 128MB of RAM are common today.", None),
        ("On a box with 512 MB RAM this bug is not seen.", None),
    ):
        [machine] = [each.machine for each in rows(mail(f"{text}\n\n{row}"))]
        assert (machine and machine.hardware.memory_mb) == memory, text


def test_an_attached_table_was_measured_on_the_one_machine_of_the_letter(mail: Mail) -> None:
    table = "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    for letter, mhz in (
        ("I ran it on a PIII 700 with 256MB here.\n", 700.0),
        ("A PIII 700 with 256MB, and a P90 with 32MB, were there too.\n", None),
        (f"I ran it on a PIII 700 with 256MB here.\n\n{table}", None),
    ):
        message = mail(letter)
        message = replace(message, parts=(*message.parts, replace(message.parts[0], number=2, text=table)))
        machine = rows(message)[-1].machine
        assert (machine and machine.hardware.mhz) == mhz, letter


def test_what_is_called_a_kernel_is_the_side_of_the_rows_below_whatever_stands_beside_it(mail: Mail) -> None:
    rates = "Average throughput = 4905 messages per second\n"
    first = f"Started.\nKernel: 2.6.13-rc4a #1 SMP\nPatches: all\n{rates}"
    second = f"\nKernel: 2.6.13-rc4a #2 SMP\nPatches: none\n{rates}"
    assert kernels(mail("VolanoMark on the old box:\n\n" + first + second)) == [
        ("2.6.13-rc4a #1 SMP", Basis.HEADING),
        ("2.6.13-rc4a #2 SMP", Basis.HEADING),
    ]


def test_a_timed_command_and_what_it_printed_are_no_sides(mail: Mail) -> None:
    times = "    0.81user 8.95system 3:37.76elapsed 4%CPU (0avgtext+0avgdata 0maxresident)k\n"
    runs = f"    # time cp -a linux-2.3.99-pre7-8/ L\n{times}    # time du -s L\n    137404  L\n{times}"
    kernels = [row.kernels[0] for row in rows(mail(f"I copied a tree under 2.3.99-pre9:\n\n{runs}\n{runs}"))]
    assert {kernel and kernel.text for kernel in kernels} == {"2.3.99-pre9"}
