"""What an import costs beside notmuch: CPU, wall, memory, disk, in turns on the same mails.

python benchmarks/import.py MBOX [--rounds N]      (notmuch from the package of that name; left out where it is missing)
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median

from measuring import Cost, bytes_below, cost_of

from archive.model import Message
from ingest.sources.detect import read


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mbox", type=Path)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        count = _maildir(options.mbox, folder / "Maildir")
        costs: dict[str, list[Cost]] = {"benchlore": []}
        if shutil.which("notmuch"):
            costs["notmuch"] = []
        sizes: dict[str, int] = {}
        for _ in range(options.rounds):
            for name, import_with in (("notmuch", _notmuch), ("benchlore", _benchlore)):
                if name in costs:
                    costs[name].append(import_with(options.mbox, folder))
                    sizes[name] = bytes_below(folder / name)
        _print(count, costs, sizes)


def _print(count: int, costs: dict[str, list[Cost]], sizes: dict[str, int]) -> None:
    print(f"{count} mails")
    for name, runs in costs.items():
        cpu, wall, peak = (median(getattr(run, field) for run in runs) for field in ("cpu", "wall", "peak_mb"))
        print(f"{name:10} {cpu:8.1f} CPU s {wall:8.1f} wall s {peak:7.0f} MB peak {sizes[name] / 1e6:8.1f} MB on disk")
    if "notmuch" in costs:
        ratio = median(run.cpu for run in costs["benchlore"]) / median(run.cpu for run in costs["notmuch"])
        print(f"benchlore / notmuch: {ratio:.2f} of the CPU")


def _benchlore(mbox: Path, folder: Path) -> Cost:
    shutil.rmtree(folder / "benchlore", ignore_errors=True)
    return cost_of([sys.executable, "-m", "benchlore", "--archive", str(folder / "benchlore"), "import", str(mbox)])


def _notmuch(_mbox: Path, folder: Path) -> Cost:
    shutil.rmtree(folder / "notmuch", ignore_errors=True)
    (folder / "notmuch").mkdir()
    config = folder / "notmuch.conf"
    paths = f"path={folder / 'notmuch'}\nmail_root={folder / 'Maildir'}\n"
    config.write_text(f"[database]\n{paths}[user]\nname=a\nprimary_email=a@example.org\n[new]\ntags=\n")
    return cost_of(["notmuch", "new", "--quiet", "--no-hooks"], {"NOTMUCH_CONFIG": str(config)})


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
