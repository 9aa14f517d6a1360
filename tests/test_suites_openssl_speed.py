from archive.text import lines
from suites.base import Row
from suites.openssl_speed import SUITE

HEAD = "type             16 bytes     64 bytes    256 bytes\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_each_block_size_is_a_row_of_its_own_on_the_line() -> None:
    rows = read(f"{HEAD}aes-256 cbc     120.02k      406.78k     1588.82k\n")
    assert [(row.line, row.test, row.parameters["block_bytes"], row.values[0].cell.value) for row in rows] == [
        (2, "aes-256 cbc", 16, 120.02),
        (2, "aes-256 cbc", 64, 406.78),
        (2, "aes-256 cbc", 256, 1588.82),
    ]


def test_a_row_with_more_rates_than_sizes_is_left_alone() -> None:
    assert read(f"{HEAD}aes-256 cbc     120.02k      406.78k     1588.82k   1600.00k\n") == []


def test_counts_are_results_only_without_the_table() -> None:
    count = "Doing aes-256-cbc for 3s on 16 size blocks: 22506 aes-256-cbc's in 3.00s\n"
    [row] = read(count)
    assert (row.values[0].metric, row.parameters) == ("operations", {"block_bytes": 16, "seconds": 3})
    assert [row.values[0].metric for row in read(f"{count}{HEAD}aes-256-cbc  120.02k 406.78k 1588.82k\n")] == [
        "throughput"
    ] * 3


def test_what_a_command_asks_for_holds_for_its_own_table_only() -> None:
    row = "aes-256-cbc  120.02k 406.78k 1588.82k\n"
    rows = read(f"openssl speed -evp aes-256-cbc -engine afalg\n{HEAD}{row}\n{HEAD}{row}")
    assert [row.parameters.get("engine") for row in rows] == ["afalg"] * 3 + [None] * 3


def test_a_rate_that_is_not_the_reciprocal_of_its_time_is_flagged() -> None:
    head = "                  sign    verify    sign/s verify/s\n"
    [sign, verify] = read(f"{head}rsa 2048 bits 0.000594s 0.000017s   1984.9  57423.3\n")
    assert sign.warnings == ("0.000594 s are not 1984.9 a second: a figure is mistyped",)
    assert (verify.test, verify.warnings) == ("rsa 2048 bits verify", ())


def test_a_typed_table_needs_the_command_and_a_column_of_sizes() -> None:
    table = (
        "| Block size (bytes) | before (MB/s) | after (MB/s) |\n| 16                 | 9.1           | 9.4          |\n"
    )
    [row] = read(f"openssl speed -evp sha256\n\n{table}")
    assert (row.test, row.parameters) == ("sha256", {"block_bytes": 16})
    assert [(value.kernel and value.kernel.text, value.unit) for value in row.values] == [
        ("before", "MB/s"),
        ("after", "MB/s"),
    ]
    assert read(table) == []
    assert read(f"openssl speed -evp sha256\n\n{table.replace('Block size (bytes)', 'Run')}") == []
