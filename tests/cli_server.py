"""Runs the command line again and again without loading it each time: a call is a process of its own, made by fork.

Reads a JSON object a line: {"words": [...], "out": PATH, "err": PATH, ...} is answered with the new process's number
(it leads a group of its own), {"wait": NUMBER} with its exit status and the CPU seconds that it and its children took.
"die_at": N kills the whole group at its N-th step, where a step is a commit of the database, or a folder that is made
or removed, or a file that is renamed, in the folder "within"; the number of steps is written to "steps" where the
process ends by itself.
"largest": N is the size in bytes that no file of it may exceed.
"""

import gc
import importlib
import json
import os
import pkgutil
import resource
import signal
import sqlite3
import sys
from contextlib import suppress
from typing import Any

import benchlore.__main__
import benchlore.commands
import index.tantivy_engine
import index.whoosh_engine  # noqa: F401
from suites import all_suites

_CHANGING = frozenset({"os.rename", "os.mkdir", "os.rmdir"})


class Steps:
    """Counts what a process does to an archive, and kills its group at one of the steps."""

    def __init__(self, within: str, last: int) -> None:
        self.count = 0
        self._within = within
        self._last = last
        self._connect = sqlite3.connect

    def connect(self, *arguments: Any, **more: Any) -> sqlite3.Connection:
        """What takes the place of sqlite3.connect."""
        connection = self._connect(*arguments, **more)
        connection.set_trace_callback(self._traced)
        return connection

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """What Python tells of files."""
        if event in _CHANGING and str(arguments[0]).startswith(self._within):
            self._step()

    def _traced(self, statement: str) -> None:
        if statement == "COMMIT":
            self._step()

    def _step(self) -> None:
        self.count += 1
        if self.count == self._last:
            os.killpg(0, signal.SIGKILL)


def child(call: dict[str, Any]) -> None:
    os.setpgid(0, 0)
    for path, number in ((call["out"], 1), (call["err"], 2)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if "largest" in call:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (call["largest"], call["largest"]))
    steps = Steps(call.get("within", ""), call.get("die_at", 0))
    if "within" in call:
        sys.addaudithook(steps.hear)
        sqlite3.connect = steps.connect  # type: ignore[assignment]
    sys.argv = ["benchlore", *call["words"]]
    status = 0
    try:
        benchlore.__main__.main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        status = 1
    if "steps" in call:
        with open(call["steps"], "w") as file:
            file.write(str(steps.count))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def serve() -> None:
    for module in pkgutil.iter_modules(benchlore.commands.__path__):
        importlib.import_module(f"benchlore.commands.{module.name}")
    all_suites()
    # What is loaded stays shared by all: a collector that looks through it would copy it.
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        call = json.loads(line)
        if "wait" in call:
            _, status, used = os.wait4(call["wait"], 0)
            answer: dict[str, Any] = {
                "status": os.waitstatus_to_exitcode(status),
                "seconds": used.ru_utime + used.ru_stime,
            }
        else:
            number = os.fork()
            if number == 0:
                child(call)
            with suppress(PermissionError, ProcessLookupError):
                # Here too, so that its group is there as soon as its number is told.
                os.setpgid(number, number)
            answer = {"process": number}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
