"""Builds source archive and wheel, installs the wheel in an empty environment and runs it from another folder.

Run by `make wheel-smoke`, not by pytest: it needs the package index for the dependencies.
"""

import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("archive", "suites", "ingest", "index", "runner", "web", "benchlore", "samples")
# What is no Python and has to be in the wheel all the same: migrations, templates, styles, C programs, samples.
KINDS = (".sql", ".html", ".css", ".c", ".mbox", ".gz", ".py")
# The templates and styles are found where the wheel has put them.
START_PAGE = """
from pathlib import Path
from web.app import create_app
client = create_app(Path("archive")).test_client()
print(client.get("/", base_url="http://127.0.0.1").status)
assert client.get("/static/style.css", base_url="http://127.0.0.1").status == "200 OK"
"""


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="benchlore-wheel-") as name:
        folder = Path(name)
        wheel = build(folder / "dist")
        check_contents(wheel)
        check_run(wheel, folder)
    sys.stdout.write(f"wheel smoke test passed: {wheel.name}\n")


def build(target: Path) -> Path:
    """The wheel, built from the source archive and not from the folder, so that both are known to be whole."""
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(ROOT))
    (wheel,) = target.glob("*.whl")
    return wheel


def check_contents(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file()]
    kept = [path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts]
    lost = [path for path in kept if path not in packed]
    if lost:
        sys.exit(f"not in the wheel: {', '.join(lost)}")
    absent = [kind for kind in KINDS if not any(path.endswith(kind) for path in packed)]
    if absent:
        sys.exit(f"no file of these kinds in the wheel: {', '.join(absent)}")


def check_run(wheel: Path, folder: Path) -> None:
    """Its own folder is the working folder, so that nothing of the checkout can be imported by chance."""
    environment, elsewhere = folder / "venv", folder / "elsewhere"
    elsewhere.mkdir()
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    run(str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", "install", str(wheel), cwd=elsewhere)
    benchlore = str(environment / "bin" / "benchlore")
    samples = Path(run(str(python), "-c", "import samples; print(*samples.__path__)", cwd=elsewhere).strip())
    expect("benchlore", run(benchlore, "--version", cwd=elsewhere))
    expect(
        '"fork_test"', run(benchlore, "extract", str(samples / "aim9-thread.mbox"), "--format", "jsonl", cwd=elsewhere)
    )
    own = ("--archive", str(elsewhere / "archive"))
    run(benchlore, *own, "import", str(samples / "aim9-thread.mbox"), cwd=elsewhere)
    expect("fork_test", run(benchlore, *own, "search", "fork_test regression 2.5", cwd=elsewhere))
    expect("fork_test", run(benchlore, *own, "run", "aim9:fork_test", "--dry-run", cwd=elsewhere))
    expect("200 OK", run(str(python), "-c", START_PAGE, cwd=elsewhere))


def expect(words: str, output: str) -> None:
    if words not in output:
        sys.exit(f"expected {words} in the output:\n{output[-2000:]}")


def run(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


if __name__ == "__main__":
    main()
