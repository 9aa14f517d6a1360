from archive.text import lines
from suites.base import Row
from suites.tcrypt import SUITE
from suites.tcrypt_compare import FALLING

TITLE = "testing speed of async xts(aes) (xts-aes-aesni) encryption\n"


def read(text: str) -> list[Row]:
    return list(SUITE.read(lines(text)))


def test_the_title_names_the_test_its_driver_and_its_interface() -> None:
    [row] = read(f"{TITLE}test 0 (256 bit key, 16 byte blocks): 1 operation in 534 cycles\n")
    assert (row.test, row.test_text) == ("xts(aes) encryption", "async xts(aes) (xts-aes-aesni) encryption")
    assert row.parameters == {"interface": "async", "driver": "xts-aes-aesni", "key_bits": 256, "block_bytes": 16}
    assert [(value.metric, value.unit, value.better) for value in row.values] == [
        ("cycles", "cycles/operation", "lower")
    ]


def test_what_counts_in_a_second_is_a_rate_and_what_counts_in_ten_is_not() -> None:
    line = "tcrypt: test 0 (256 bit key, 16 byte blocks): 100 operations in {} seconds (1600 bytes)\n"
    units = [row.values[0].unit for seconds in (1, 10) for row in read(TITLE + line.format(seconds))]
    assert units == ["ops/s", "ops/10 s"]


def test_bytes_that_are_not_operations_times_blocks_are_flagged() -> None:
    [row] = read(f"{TITLE}tcrypt: test 0 (256 bit key, 16 byte blocks): 100 operations in 1 seconds (1500 bytes)\n")
    assert row.warnings == ("100 operations on 16 bytes are not 1500 bytes: a figure is mistyped",)


def test_cycles_of_a_byte_that_are_not_those_of_the_block_are_flagged() -> None:
    line = "test  1 (   64 byte blocks,   64 bytes per update,   1 updates):  1398 cycles/operation, {} cycles/byte\n"
    [right, wrong] = read(f"testing speed of async cmac(aes)\n{line.format(21)}{line.format(12)}")
    assert right.warnings == ()
    assert wrong.warnings == ("1398 cycles for 64 bytes are not 12 a byte: a figure is mistyped",)


def test_lines_that_a_mailer_broke_are_put_together() -> None:
    text = (
        "tcrypt: testing speed of sync ecb(aes) (ecb-aes-ce)\nencryption\n"
        "[   42.859184] tcrypt: test 0 (128 bit key, 16 byte blocks): 7019057\n"
        "operations in 1 seconds (112304912 bytes)\n"
        "tcrypt: test  3 (  256 byte blocks,   16 bytes per update,  16\n"
        "updates):  10996 cycles/operation,   42 cycles/byte\n"
    )
    rows = read(text)
    assert [(row.line, row.test, row.values[0].cell.raw) for row in rows] == [
        (3, "ecb(aes) encryption", "7019057"),
        (6, "ecb(aes) encryption", "10996"),
    ]


def test_a_row_without_a_title_is_read_and_its_test_not_guessed() -> None:
    [row] = read("tcrypt: 1 operation in 1504 cycles (1024 bytes)\n")
    assert (row.test, row.parameters) == ("speed", {"block_bytes": 1024})


def test_the_two_sides_of_a_comparison_are_columns_and_the_percentage_proves_them() -> None:
    text = (
        "1. For operations in seconds\n==========\nsha256 (sha256-avx2)\n----------\n"
        "byte blocks | base ops    | new ops     | differ(%)\n16          | 60276       | 47081       | -21.89\n"
        "64          | 50276       | 47081       | -21.89\n"
    )
    [right, wrong] = read(text)
    assert [(value.kernel and value.kernel.text, value.cell.raw) for value in right.values] == [
        ("base", "60276"),
        ("new", "47081"),
    ]
    assert (right.test, right.parameters, right.warnings) == (
        "sha256",
        {"driver": "sha256-avx2", "block_bytes": 16},
        (),
    )
    assert wrong.warnings == ("50276 and 47081 differ by another percentage than -21.89: a figure is mistyped",)


def test_cycles_that_fall_as_blocks_grow_are_doubted() -> None:
    text = (
        "2. For avg cycles of operation\nsha256 (sha256-avx2)\n"
        "byte blocks | base ops    | new ops     | differ(%)\n16    | 700  | 700  | 0.0\n64    | 500  | 500  | 0.0\n"
    )
    assert [(row.values[0].metric, row.warnings) for row in read(text)] == [("cycles", (FALLING,))] * 2
