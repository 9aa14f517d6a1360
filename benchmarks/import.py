"""What an import costs beside notmuch, mu and public-inbox: CPU, wall, memory, disk, in turns on the same mails.

python benchmarks/import.py MBOX [--rounds N] [--without NAME]      (peers that are not installed are left out)
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from statistics import median

from measuring import Cost, bytes_below, cost_of
from peers import installed_peers

from archive.model import Message
from ingest.sources.detect import read

_ENGINES = ("tantivy", "whoosh")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mbox", type=Path)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--without", action="append", default=[], help="leave this one out")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        count = _maildir(options.mbox, folder / "Maildir")
        costs: dict[str, list[Cost]] = {}
        sizes: dict[str, int] = {}
        for name, cost, size in _turns(options.mbox, folder, options.rounds, options.without):
            costs.setdefault(name, []).append(cost)
            sizes[name] = size
    _print(count, {name: _median(runs) for name, runs in costs.items()}, sizes)


def _turns(mbox: Path, folder: Path, rounds: int, without: Iterable[str]) -> Iterator[tuple[str, Cost, int]]:
    """Each peer and then Benchlore with each engine, as often as asked for: name, cost, bytes on disk."""
    peers = installed_peers()
    names = [name for name in (*peers, *_ENGINES, "again") if name not in without]
    for number, name in product(range(rounds), names):
        place = folder / name
        if name in peers:
            cost = peers[name](folder / "Maildir", place)
        elif name == "again":
            # The second import of what the tantivy archive of this round knows.
            place = folder / _ENGINES[0]
            cost = _benchlore(mbox, place, _ENGINES[0])
        else:
            cost = _benchlore(mbox, place, name)
        yield name, cost, bytes_below(place)
        print(f"round {number + 1}: {name} {cost.cpu:.1f} CPU s", file=sys.stderr, flush=True)
        if name != _ENGINES[0] or "again" not in names:
            shutil.rmtree(place)


def _print(count: int, costs: dict[str, Cost], sizes: dict[str, int]) -> None:
    print(f"{count} mails; medians; peak is the anonymous memory of all processes")
    for name, cost in costs.items():
        print(
            f"{name:12} {cost.cpu:8.1f} CPU s {cost.wall:8.1f} wall s {count / cost.cpu:8.0f} mails/CPU s "
            f"{cost.peak_mb:7.0f} MB peak {sizes[name] / 1e6:8.1f} MB on disk"
        )
    for engine, peer in product(_ENGINES, (name for name in costs if name not in (*_ENGINES, "again"))):
        if engine in costs:
            print(f"{engine} / {peer}: {costs[engine].cpu / costs[peer].cpu:.2f} of the CPU")
    for engine in (engine for engine in _ENGINES if engine in costs):
        print(f"{engine}: wall is {costs[engine].wall / costs[engine].cpu:.2f} of CPU")


def _median(runs: list[Cost]) -> Cost:
    return Cost(median(run.cpu for run in runs), median(run.wall for run in runs), median(run.peak_mb for run in runs))


def _benchlore(mbox: Path, folder: Path, engine: str) -> Cost:
    command = [sys.executable, "-m", "benchlore", "--archive", str(folder), "import", "--engine", engine, str(mbox)]
    return cost_of(command)


def _maildir(mbox: Path, folder: Path) -> int:
    for name in ("cur", "new", "tmp"):
        (folder / name).mkdir(parents=True)
    count = 0
    for item in read(mbox, None):
        if isinstance(item, Message) and item.raw is not None:
            (folder / "cur" / f"{count:07}:2,S").write_bytes(item.raw)
            count += 1
    return count


if __name__ == "__main__":
    main()
