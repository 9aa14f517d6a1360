"""What people call LMbench's tests over columns of their own making; no suite."""

import re
from collections.abc import Iterator, Sequence

# A column that is known and holds no result.
IGNORED = "mhz"

_CONTEXT = re.compile(r"(?P<processes>\d{1,3})(?:p|prc|proc)/(?P<size>\d{1,3})k(?: (?:ctxsw|ctx swtch|ctx switch))?")
_FILES = re.compile(r"(?P<size>0|1|4|10) ?k(?: file)? (?P<what>create|delete)")
_SIZE = re.compile(r"(?P<size>0|1|4|10) ?k\b")
_NAMES = {
    "processes": {
        "null call": "null call", "null i/o": "null I/O", "i/o": "null I/O", "stat": "stat", "fstat": "fstat",
        "open clos": "open/close", "open close": "open/close", "selct tcp": "select TCP", "slct tcp": "select TCP",
        "select tcp": "select TCP", "sig inst": "signal install", "signal install": "signal install",
        "sig hndl": "signal handle", "sig handle": "signal handle", "signal handle": "signal handle",
        "fork": "fork", "fork proc": "fork", "fork process": "fork", "exec proc": "exec", "execve process": "exec",
        "exec process": "exec", "sh proc": "sh", "sh process": "sh", "/bin/sh process": "sh", "mhz": IGNORED,
    },
    "local_latency": {
        "pipe": "pipe", "af unix": "AF_UNIX", "af/unix": "AF_UNIX", "udp": "UDP", "rpc/ udp": "RPC/UDP",
        "rpc/udp": "RPC/UDP", "tcp": "TCP", "rpc/ tcp": "RPC/TCP", "rpc/tcp": "RPC/TCP", "tcp conn": "TCP connect",
        "tcp connect": "TCP connect", "2p/0k ctxsw": "2p/0K ctxsw",
    },
    "file_vm_latency": {
        "mmap latency": "mmap", "prot fault": "prot fault", "page fault": "page fault", "100fd selct": "100fd select",
    },
    "local_bandwidth": {
        "pipe": "pipe", "af unix": "AF_UNIX", "af/unix": "AF_UNIX", "tcp": "TCP", "file reread": "file reread",
        "mmap reread": "mmap reread", "bcopy (libc)": "bcopy libc", "bcopy (hand)": "bcopy hand",
        "mem read": "mem read", "memory read": "mem read", "mem write": "mem write", "memory write": "mem write",
        "file open close": "file open/close", "mmap open close": "mmap open/close",
        "aligned bcopy (libc)": "bcopy libc aligned", "partial bcopy (hand)": "bcopy hand partial",
        "partial mmap write": "mmap write partial", "partial mmap rd/wrt": "mmap read/write partial", "http": "HTTP",
    },
    "memory_latency": {
        "l1 $": "L1", "l2 $": "L2", "main mem": "main memory", "rand mem": "random memory", "mhz": IGNORED,
    },
}  # fmt: skip
MORE_TESTS = {
    "processes/fstat": "Processor, Processes: fstat",
    **{
        f"context_switch/{processes}p/{size}K": f"Context switching: {processes} processes with {size} KB each"
        for processes in (2, 4, 8, 16, 24, 32, 64, 96)
        for size in (0, 4, 8, 16, 32, 64)
    },
    **{
        f"file_vm_latency/{size}K {what}": f"File & VM system latencies: files of {size} KB, {what}"
        for size in (0, 1, 4, 10)
        for what in ("create", "delete")
    },
    "local_bandwidth/file open/close": "a file opened, read and closed",
    "local_bandwidth/mmap open/close": "a file opened, mapped, read and closed",
    "local_bandwidth/bcopy libc aligned": "Bcopy of the C library over aligned memory",
    "local_bandwidth/bcopy hand partial": "unrolled copy of a word in each cache line",
    "local_bandwidth/mmap write partial": "a word written in each cache line",
    "local_bandwidth/mmap read/write partial": "a word read and written in each cache line",
    "local_bandwidth/HTTP": "pages fetched from LMbench's own server",
}


def named_test(kind: str, texts: Sequence[str]) -> Iterator[str | None]:
    """The test that each of some heads means in a table, IGNORED, or None; "File Delete" has the size of its left."""
    size: str | None = None
    for text in texts:
        plain = " ".join(text.lower().split())
        if kind == "context_switch":
            yield _context(plain)
            continue
        if kind == "file_vm_latency":
            own = _SIZE.match(plain)
            size = own["size"] if own is not None else size
            files = _FILES.fullmatch(plain if own is not None or size is None else plain.replace("file", f"{size}k"))
            if files is not None:
                yield f"{files['size']}K {files['what']}"
                continue
        yield _NAMES.get(kind, {}).get(plain)


def _context(plain: str) -> str | None:
    found = _CONTEXT.fullmatch(plain)
    name = f"{found['processes']}p/{found['size']}K" if found is not None else ""
    return name if f"context_switch/{name}" in MORE_TESTS else None
