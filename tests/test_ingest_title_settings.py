from archive.text import lines
from ingest.tables import find_blocks, prospect

HEADS = "                 before   after\n"
ROW = "latency (us)     12.5     11.5\n"


def settings(text: str) -> list[dict[str, object]]:
    parsed = lines(text)
    return [dict(row.parameters) for block in find_blocks(0, parsed, prospect(text)) for row in block.rows]


def test_settings_assigned_above_the_head_of_a_table_of_no_suite_are_its_parameters() -> None:
    text = f"The benchmark shows:\n\n              numbers (numjobs=4, mode=poll)\n{HEADS}{ROW}"
    assert settings(text) == [{"numjobs": 4, "mode": "poll"}]


def test_commands_prose_afar_and_lone_figures_are_no_settings() -> None:
    assert settings(f"The benchmark shows:\n\nnumbers\n{HEADS}{ROW}") == [{}]
    for above in ("$ bench mode=poll\n", "bench --jobs=4 mode=poll\n", "I set mode=poll here.\n\n", "average = 12\n"):
        assert settings(f"The benchmark shows:\n\n{above}{HEADS}{ROW}") == [{}]
