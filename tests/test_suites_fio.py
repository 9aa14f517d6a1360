import pytest

from archive.text import lines
from suites.base import Row, Value
from suites.fio import SUITE


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def values(text: str) -> list[Value]:
    return [value for row in read(text) for value in row.values]


JOB = "rr: (groupid=0, jobs=1): err= 0: pid=10582: Mon Nov 30 11:58:29 2026\n"


def test_bandwidth_in_two_units_is_one_figure() -> None:
    found = values("  read: IOPS=11.8k, BW=46.3MiB/s (48.5MB/s)(139MiB/3001msec)\n")
    assert [(value.metric, value.cell.value, value.unit) for value in found] == [
        ("iops", 11800.0, "IOPS"),
        ("bw", 46.3, "MiB/s"),
    ]


def test_a_suffix_is_part_of_the_figure_and_of_its_resolution() -> None:
    [value] = [v for v in values("    slat (nsec): min=1984, max=90341k, avg=9308.73\n") if v.statistic == "max"]
    assert (value.cell.raw, value.cell.value, value.cell.resolution) == ("90341k", 90341000.0, 1000.0)


def test_the_deviation_stands_beside_the_average() -> None:
    [average] = [v for v in values("    clat (usec): min=2, max=9, avg= 5.25, stdev= 1.50\n") if v.statistic == "mean"]
    assert [(spread.kind, spread.cell.raw) for spread in average.spread] == [("stdev", "1.50")]


@pytest.mark.parametrize(("unit", "canonical"), [("nsec", "ns"), ("usec", "us"), ("msec", "ms"), ("sec", "s")])
def test_latencies_come_in_the_unit_of_their_line(unit: str, canonical: str) -> None:
    found = values(f"     lat ({unit}): min=2, max=9, avg=5.25, stdev=1.50\n")
    assert {(value.unit, value.unit_text) for value in found} == {(canonical, unit)}


def test_latency_buckets_are_no_results() -> None:
    assert read(JOB + "  lat (usec)   : 50=11.93%, 100=83.70%, 250=3.13%\n") == []


def test_percentiles_are_told_apart_by_their_statistic() -> None:
    found = values(JOB + "    clat percentiles (msec):\n     | 50.00th=[    3], 99.00th=[   11], 99.95th=[   12],\n")
    assert [(value.statistic, value.cell.value, value.unit) for value in found] == [
        ("p50", 3.0, "ms"),
        ("p99", 11.0, "ms"),
        ("p99.95", 12.0, "ms"),
    ]


def test_percentiles_without_their_head_are_not_guessed() -> None:
    assert read("     | 50.00th=[    3], 99.00th=[   11]\n") == []


def test_lines_below_the_rates_are_of_the_same_direction() -> None:
    text = (
        JOB + "  read: IOPS=10, BW=40KiB/s (41kB/s)(1MiB/3001msec)\n     lat (usec): min=1, max=2, avg=1.50\n"
        "  write: IOPS=20, BW=80KiB/s (82kB/s)(1MiB/3001msec)\n     lat (usec): min=3, max=4, avg=3.50\n"
    )
    assert [row.test for row in read(text)] == ["read", "read", "write", "write"]


def test_fsync_has_latencies_of_its_own() -> None:
    text = JOB + "  write: IOPS=20, BW=80KiB/s (82kB/s)(1MiB/9msec)\n    sync (usec): min=82, max=17651, avg=2463.86\n"
    assert [row.test for row in read(text)] == ["write", "sync"]


def test_a_group_of_one_job_says_nothing_new() -> None:
    text = (
        JOB + "  read: IOPS=10, BW=40.0KiB/s (41.0kB/s)(1MiB/3001msec)\n\nRun status group 0 (all jobs):\n"
        "   READ: bw=40.0KiB/s (41.0kB/s), 40.0KiB/s-40.0KiB/s (41.0kB/s-41.0kB/s), io=1MiB (1MB), run=3001-3001msec\n"
    )
    assert [row.line for row in read(text)] == [2]


def test_the_bandwidth_of_several_jobs_is_their_sum() -> None:
    text = (
        JOB
        + "  read: IOPS=10, BW=40.0KiB/s (41.0kB/s)(1MiB/3001msec)\n"
        + JOB
        + "  read: IOPS=11, BW=44.0KiB/s (45.1kB/s)(1MiB/3001msec)\n\nRun status group 0 (all jobs):\n"
        "   READ: bw=84.0KiB/s (86.0kB/s), 40.0KiB/s-44.0KiB/s (41.0kB/s-45.1kB/s), io=2MiB (2MB), run=3001-3001msec\n"
    )
    rows = read(text)
    assert [row.parameters.get("job_number") for row in rows] == [1, 2, None]
    assert (rows[2].values[0].statistic, rows[2].values[0].cell.value) == ("sum", 84.0)


def test_a_group_alone_is_a_figure_of_its_run() -> None:
    [row] = read("   READ: bw=79.4MiB/s (83.3MB/s), 79.4MiB/s-79.4MiB/s (83.3MB/s-83.3MB/s), io=1GiB (1GB)\n")
    assert (row.test, row.values[0].statistic) == ("read", "sample")


def test_jobs_of_one_name_in_two_runs_are_not_numbered() -> None:
    run = JOB + "  read: IOPS=10, BW=40.0KiB/s (41.0kB/s)(1MiB/3001msec)\n\n"
    assert {tuple(row.parameters) for row in read(run + "patched:\n\n" + run)} == {()}


def test_settings_come_from_the_command_over_several_lines() -> None:
    [row] = read(
        "# fio --name=t --rw=randread --bs=4k \\\n    --iodepth=32 --numjobs=8 --runtime=1h --group_reporting\n\n"
        "t: (groupid=0, jobs=8): err= 0: pid=1: x\n  read: IOPS=10, BW=40.0KiB/s (41.0kB/s)(1MiB/3001msec)\n"
    )
    assert row.parameters == {"rw": "randread", "bs": "4k", "iodepth": 32, "numjobs": 8, "runtime": "1h"}


def test_a_second_command_replaces_the_first() -> None:
    rate = "  read: IOPS=10, BW=40.0KiB/s (41.0kB/s)(1MiB/3001msec)\n\n"
    [_, second] = read(f"fio --rw=randread --bs=4k --iodepth=32\n{rate}fio --rw=read --bs=1M\n{rate}")
    assert second.parameters == {"rw": "read", "bs": "1M"}


def test_a_section_in_brackets_is_no_job_file() -> None:
    [row] = read("fio --rw=write --bs=4k\n\n[w/o]\n  write: IOPS=10, BW=40.0KiB/s\n")
    assert row.parameters == {"rw": "write", "bs": "4k"}


def test_what_fio_says_of_a_job_goes_before_the_command() -> None:
    [row] = read(
        "fio --rw=$rw --bs=$bs --direct=1\n"
        "t: (g=0): rw=randwrite, bs=(R) 4096B-4096B, (W) 8192B-8192B, (T) 4096B-4096B, ioengine=libaio, iodepth=16\n"
        "t: (groupid=0, jobs=1): err= 0: pid=1: x\n  write: IOPS=10, BW=80.0KiB/s\n"
    )
    assert row.parameters == {"direct": 1, "rw": "randwrite", "ioengine": "libaio", "iodepth": 16, "bs": "8192B"}


def test_settings_of_a_run_that_did_something_else_are_not_taken() -> None:
    [row] = read("fio --rw=randwrite --bs=4k\n\nand then\n  read: IOPS=10, BW=40.0KiB/s\n")
    assert row.parameters == {}


def test_a_direction_without_requests_has_no_terse_results() -> None:
    rows = read("3;fio-3.33;rr;0;0;98832;49391;12347;2001;" + "0;" * 37 + "0;0;0;0;0\n")
    assert [(row.test, row.suite_version) for row in rows] == [("read", "3.33")]
    assert [(value.metric, value.cell.value) for value in rows[0].values] == [("bw", 49391.0), ("iops", 12347.0)]


def test_a_name_before_the_colon_is_kept_as_a_label_and_a_variant_as_a_kernel() -> None:
    [first, second] = read("qmode-0.log:  read: IOPS=1267k, BW=4950MiB/s\n after : IOPS=1225k, BW=4783MiB/s\n")
    assert (first.parameters, first.kernel) == ({"label": "qmode-0"}, None)
    assert second.kernel is not None
    assert (second.kernel.text, second.test) == ("after", "io")


def test_lines_of_io_uring_are_not_of_fio() -> None:
    assert read("IOPS=59.08M, BW=28.84GiB/s, IOS/call=31/31\n") == []


BEFORE = "I ran fio on both.\n\n"


def by_hand(text: str) -> list[tuple[str, str, float, str | None, str | None]]:
    return [
        (row.test, value.metric, value.cell.value, value.unit, kernel.text if kernel is not None else None)
        for row in read(BEFORE + text)
        for value in row.values
        for kernel in [value.kernel or row.kernel]
    ]


def test_metrics_over_columns_make_a_table_of_fio() -> None:
    text = (
        "Kernel      IOPS    BW(MiB/s)  CPU %\n"
        "6.1         120k    469        12.5\n"
        "6.2         90.5k   353        12.0\n"
    )
    assert by_hand("randread\n" + text) == [
        ("read", "iops", 120000.0, "IOPS", "6.1"),
        ("read", "bw", 469.0, "MiB/s", "6.1"),
        ("read", "iops", 90500.0, "IOPS", "6.2"),
        ("read", "bw", 353.0, "MiB/s", "6.2"),
    ]


def test_a_table_is_not_taken_for_fios_where_another_benchmark_is_named_nearer() -> None:
    assert by_hand("sysbench then\n\nKernel      IOPS    BW(MiB/s)\n6.1         120k    469\n") == []


def test_a_table_without_any_benchmark_named_is_left_alone() -> None:
    assert read("Kernel      IOPS    BW(MiB/s)\n6.1         120k    469\n") == []


def test_kernels_over_pairs_of_columns() -> None:
    text = (
        "               | Before           | After\n rw     jobs   | iops   bw(MiB/s) | iops   bw(MiB/s)\n"
        "---------------|------------------|-----------------\n write  4      | 27500  107       | 27100  106\n"
    )
    assert by_hand(text) == [
        ("write", "iops", 27500.0, "IOPS", "Before"),
        ("write", "bw", 107.0, "MiB/s", "Before"),
        ("write", "iops", 27100.0, "IOPS", "After"),
        ("write", "bw", 106.0, "MiB/s", "After"),
    ]
    assert [row.parameters for row in read(BEFORE + text)] == [{"numjobs": 4, "rw": "write"}]


def test_a_bandwidth_without_a_unit_is_in_the_one_that_requests_prove() -> None:
    text = "randread\nBS     BW     IOPS\n4K     571    146399\n8K     1147   146866\n"
    assert [unit for _, metric, _, unit, _ in by_hand(text) if metric == "bw"] == ["MiB/s", "MiB/s"]
    assert [
        unit for _, metric, _, unit, _ in by_hand(text.replace("571", "999").replace("1147", "888")) if metric == "bw"
    ] == [
        None,
        None,
    ]


def test_a_blank_cell_between_pipes_goes_on_with_the_name_above() -> None:
    text = "| Test     | Case | IOPS |\n| randread | a    | 10k  |\n|          | b    | 11k  |\n"
    assert by_hand(text) == [("read", "iops", 10000.0, "IOPS", "a"), ("read", "iops", 11000.0, "IOPS", "b")]


def test_metrics_at_the_rows_and_kernels_over_the_columns() -> None:
    text = (
        "write / 8 job\n                 v6.15      v6.16\n"
        "iops (avg)  97,910.86  105,927.38\ncpu % usr        5.43        4.38\n"
    )
    assert by_hand(text) == [
        ("write", "iops", 97910.86, "IOPS", "v6.15"),
        ("write", "iops", 105927.38, "IOPS", "v6.16"),
    ]


def test_settings_over_columns_are_no_kernels() -> None:
    rows = read(BEFORE + "          JOBS=1    JOBS=10\nBefore:   7k iops   64k iops\nAfter:    18k iops  120k iops\n")
    assert [(row.kernel and row.kernel.text, row.parameters["numjobs"]) for row in rows] == [
        ("Before", 1),
        ("Before", 10),
        ("After", 1),
        ("After", 10),
    ]


def test_names_beside_a_variant_are_variants_too() -> None:
    assert [kernel for *_, kernel in by_hand("Base XFS      : 544 MiB/s\nParallel XFS  : 1015 MiB/s\n")] == [
        "Base XFS",
        "Parallel XFS",
    ]
    assert [row.parameters for row in read(BEFORE + "ram0:    981 MiB/s\nbitmap:  132 MiB/s\n")] == [
        {"label": "ram0"},
        {"label": "bitmap"},
    ]


def test_several_figures_without_heads_are_not_guessed() -> None:
    assert by_hand("Before:   7k iops   64k iops\n") == []


def test_prose_with_figures_is_no_row() -> None:
    assert by_hand("In the end I got write IOPS 632k and a BW of 2589MB/s, which is fine.\n") == []


def test_rows_of_change_are_no_results() -> None:
    text = "Kernel      IOPS    BW(MiB/s)\n6.1         120k    469\nchange      -13     -12\n"
    assert len(by_hand(text)) == 2


def test_samples_in_brackets_are_of_the_field_that_the_command_cuts_out() -> None:
    command = 'fio --minimal --name=t --rw=randread --bs=4k | cut -f {} -d ";"\n\nmenu:\n/dev/sda\n[2584, 2622]\n'
    [row] = read(command.format(8))
    assert (row.test, row.parameters["filename"], row.kernel and row.kernel.text) == ("read", "/dev/sda", "menu")
    assert [(value.metric, value.repeat, value.runs) for value in row.values] == [("iops", 1, 2), ("iops", 2, 2)]
    assert read(command.format(17)) == []


def test_names_of_files_tell_the_side_and_the_run() -> None:
    figures = ":  read: IOPS=1267k, BW=4950MiB/s\n"
    names = ("polled-off-1.fio", "polled-off-2.fio", "polled-on-fio-1.log", "polled-on-fio-2.log")
    rows = read("".join(name + figures for name in names))
    assert [row.kernel and row.kernel.text for row in rows] == ["polled-off"] * 2 + ["polled-on"] * 2
    assert all(row.parameters == {} for row in rows)


def test_names_of_files_that_tell_settings_or_single_runs_are_no_sides() -> None:
    figures = ":  read: IOPS=1267k, BW=4950MiB/s\n"
    for names in (("4k-1.log", "4k-2.log", "8k-1.log", "8k-2.log"), ("qmode-0.log", "qmode-1.log", "cmode-1.log")):
        rows = read("".join(name + figures for name in names))
        assert [row.kernel for row in rows] == [None] * len(names)


def test_a_cell_of_several_words_tells_the_settings_that_its_head_names() -> None:
    text = (
        "buffered write\n                 base         folios        base+folios\n"
        " type    O S bs  IOPS  BW     IOPS  BW(M/s)        IOPS  BW(M/s)\n"
        " cache   N N 4K | 417k  1631 | 440k  1719 (+5%)   | 423k  1655 (+2%)\n"
    )
    assert by_hand(text) == [
        ("write", "iops", 417000.0, "IOPS", "base"),
        ("write", "bw", 1631.0, "MiB/s", "base"),
        ("write", "iops", 440000.0, "IOPS", "folios"),
        ("write", "bw", 1719.0, "MiB/s", "folios"),
        ("write", "iops", 423000.0, "IOPS", "base+folios"),
        ("write", "bw", 1655.0, "MiB/s", "base+folios"),
    ]
    assert [row.parameters for row in read(BEFORE + text)] == [{"bs": "4K", "label": "cache N N 4K"}]


def test_names_with_single_blanks_between_them_are_parted_where_their_columns_begin() -> None:
    heads = " bs    IOPS  BW(MiB/s)  IOPS  BW(MiB/s)  IOPS  BW(MiB/s)\n"
    row = " 4K    576k  2253       762k  2975       747k  2918\n"
    above = "       base             with one folio   many folios\n"
    kernels = [kernel for _, metric, *_, kernel in by_hand(f"{above}{heads}{row}") if metric == "iops"]
    assert kernels == ["base", "with one folio", "many folios"]
    close = "       base             iomap and folio base and folio\n"
    kernels = [kernel for _, metric, *_, kernel in by_hand(f"{close}{heads}{row}") if metric == "iops"]
    assert kernels == ["base", "iomap and folio", "base and folio"]
    nowhere = "       base             with iomap\n"
    assert {kernel for *_, kernel in by_hand(f"{nowhere}{heads}{row}")} == {None}


def test_kinds_of_requests_over_columns_are_no_kernels() -> None:
    rows = read(BEFORE + "bs      cached write    uncached write\n1k       423  MiB/s      36.3   MiB/s\n")
    assert [(row.kernel, row.values[0].kernel, row.parameters["column"]) for row in rows] == [
        (None, None, "cached write"),
        (None, None, "uncached write"),
    ]
