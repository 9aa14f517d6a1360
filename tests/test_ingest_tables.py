from archive.text import lines
from ingest.profiles import find_profiles
from ingest.tables import MAX_NUMBERS, find_blocks, prospect

PAIR = (
    "fork_test 10000 56.2         5620.00 Task Creations/second\n"
    "fork_test 10010 32.967         3296.70 Task Creations/second\n"
)


def test_the_same_rows_quoted_are_a_table_of_their_own() -> None:
    text = PAIR + "\n> " + PAIR.replace("\nf", "\n> f")
    found = find_blocks(0, lines(text), prospect(text))
    assert [(block.suite.name, block.depth, block.first_line, block.last_line) for block in found] == [
        ("aim9", 0, 1, 2),
        ("aim9", 1, 4, 5),
    ]


def test_symbol_listings_are_profiles_and_their_symbols_are_kept() -> None:
    oprofile = (
        "c026cc5c 81       0.952493    tcp_v4_send_check\n"
        "c011f06c 83       0.976011    mod_timer\n"
        "c02593e0 84       0.98777     ip_output\n"
    )
    readprofile = (
        "27173178 default_idle                             70763.4844\n"
        "   12 sys_fork   0.5000\n"
        "   13 do_fork   0.2500\n"
    )
    perf = (
        "    12.31%  ls       [kernel.kallsyms]  [k] clear_page\n"
        "     2.11%  ls       libc.so.6          [.] memcpy\n"
        "     1.05%  ls       ls                 [.] main\n"
    )
    perf_top = (
        "  40.44%  [kernel]            [k] down_read_trylock\n"
        "  17.59%  [kernel]            [k] up_read\n"
        "   1.64%  libc.so.6           [.] memcpy\n"
    )
    perf_tree = (
        "-   13.71%     0.02%  io_uring  [kernel.kallsyms]  [k] queued_spin_lock_slowpath\n"
        "   - 13.60% queued_spin_lock_slowpath\n"
        "      - 7.21% _raw_spin_lock\n"
        "           blk_mq_submit_bio\n"
        "\n"
        "+    4.52%     4.50%  io_uring  [kernel.kallsyms]  [k] dd_dispatch\n"
        "-    2.10%     2.00%  io_uring  [kernel.kallsyms]  [k] sbitmap_get\n"
        "     |--1.50%--submit_bio\n"
    )
    for text, symbols in (
        (perf_top, ("down_read_trylock", "up_read", "memcpy")),
        (perf_tree, ("queued_spin_lock_slowpath", "dd_dispatch", "sbitmap_get")),
        (oprofile, ("tcp_v4_send_check", "mod_timer", "ip_output")),
        (readprofile, ("default_idle", "sys_fork", "do_fork")),
        (perf, ("clear_page", "memcpy", "main")),
    ):
        assert find_blocks(0, lines(text), prospect(text)) == ()
        [profile] = find_profiles(0, lines(text), frozenset())
        assert profile.symbols == symbols


def test_words_end_a_profile() -> None:
    row = "  40.44%  [kernel]            [k] up_read\n"
    text = f"{row * 2}That is what I see with the patch.\n{row * 2}"
    assert find_profiles(0, lines(text), frozenset()) == ()


def test_two_symbol_rows_are_too_few_for_a_profile() -> None:
    text = "c026cc5c 81       0.952493    tcp_v4_send_check\nc011f06c 83       0.976011    mod_timer\n"
    assert find_profiles(0, lines(text), frozenset()) == ()


def test_a_text_is_read_by_the_suites_whose_marks_it_has_as_whole_words() -> None:
    assert [suite.name for suite in prospect("dbench 40: 12.5 MB/s\n").suites] == ["dbench"]
    assert not prospect("the workbenches of 40 men\n")


def test_what_only_a_patch_says_is_no_reason_to_read_a_text() -> None:
    patch = "--- a/README\n+++ b/README\n@@ -1,2 +1,3 @@\n Programs:\n+ dbench 40\n \n"
    assert not prospect(f"Please apply.\n{patch}-- \nthe author\n")
    assert prospect(f"Please apply.\n{patch}-- \nThis is dbench 40 before: 12.5 MB/s\n")


def test_rows_behind_the_most_numbers_of_a_suite_are_left_out_with_a_warning() -> None:
    text = "".join(f"Throughput {100 + row % 900}.25 MB/sec 16 procs\n" for row in range(MAX_NUMBERS + 40))
    rows = [row for block in find_blocks(0, lines(text), prospect(text)) for row in block.rows]
    assert sum(len(row.values) for row in rows) == MAX_NUMBERS
    assert [row.line for row in rows if not row.values] == [MAX_NUMBERS + 1]
    assert rows[-1].warnings[0].startswith("cut: ")
