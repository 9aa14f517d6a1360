from archive.text import lines
from ingest.tables import find_blocks, prospect

INTRO = "I ran fio on it:\n\n"


def told(text: str) -> list[tuple[float, str | None, dict[str, object]]]:
    parsed = lines(text)
    rows = [row for block in find_blocks(0, parsed, prospect(text)) for row in block.rows]
    return [
        (v.cell.value, v.kernel.text if v.kernel else None, dict(row.parameters)) for row in rows for v in row.values
    ]


def test_sides_that_span_columns_are_sides_and_the_heads_below_them_a_setting() -> None:
    text = (
        f"{INTRO}----------------------|-------|-------|-------|-------|\n"
        "                      |     base      |    patched    |\n"
        "----------------------|-------|-------|-------|-------|\n"
        "scan_order            | linear| sorted| linear| sorted|\n"
        "----------------------|-------|-------|-------|-------|\n"
        "bw(MiB/s)             | 217   | 219   | 5685  | 5670  |\n"
    )
    assert told(text) == [
        (217.0, "base", {"scan_order": "linear"}),
        (5685.0, "patched", {"scan_order": "linear"}),
        (219.0, "base", {"scan_order": "sorted"}),
        (5670.0, "patched", {"scan_order": "sorted"}),
    ]


def test_a_setting_that_spans_columns_leaves_the_sides_below_it() -> None:
    text = (
        f"{INTRO}                 one disk           two disks\n"
        "             before   after    before   after\n"
        "bw(MiB/s)    217      219      5685     5670\n"
    )
    assert told(text) == [
        (217.0, "before", {"column": "one disk"}),
        (219.0, "after", {"column": "one disk"}),
        (5685.0, "before", {"column": "two disks"}),
        (5670.0, "after", {"column": "two disks"}),
    ]


def test_a_line_that_names_the_groups_by_halves_or_not_at_all_changes_nothing() -> None:
    heads = "             before   after    before   after\nbw(MiB/s)    217      219      5685     5670\n"
    alike = ["before", "after"] * 2
    for above in ("               one disk\n", "A line of words right above it\n"):
        assert [kernel for _, kernel, _ in told(f"{INTRO}{above}{heads}")] == alike


def test_heads_that_do_not_come_again_are_left_alone() -> None:
    above = "                one disk           two disks\n"
    text = f"{INTRO}{above}             v1   v2    v3   v4\nbw(MiB/s)    217  219   5685 5670\n"
    assert [kernel for _, kernel, _ in told(text)] == ["v1", "v2", "v3", "v4"]
