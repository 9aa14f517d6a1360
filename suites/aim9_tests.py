"""The sixty tests of AIM9 in running order: name, operations counted per iteration, unit label, what an iteration does.

The factors are proven by posted rows (operations/second over iterations/second); those of the disk tests are kilobytes
of the usual FILESIZE of 5M.
"""

from dataclasses import dataclass
from functools import cache

# name, operations counted per iteration, unit label, what one iteration does
_TABLE = """
add_double|18000|Thousand Double Precision Additions|dependent double additions
add_float|12000|Thousand Single Precision Additions|dependent float additions
add_long|60000|Thousand Long Integer Additions|dependent long additions
add_int|60000|Thousand Integer Additions|dependent int additions
add_short|24000|Thousand Short Integer Additions|dependent short additions
creat-clo|1000|File Creations and Closes|create and close one file name a thousand times, then unlink it
page_test|1700|System Allocations & Pages|lower and raise the break page by page and touch each new page
brk_test|17000|System Memory Allocations|lower and raise the break without touching the memory
jmp_test|1000|Non-local gotos|setjmp, ten calls deep, longjmp back
signal_test|1000|Signal Traps|send a signal to itself and handle it
exec_test|5|Program Loads|fork, load a tiny program, wait
fork_test|100|Task Creations|fork a child that exits at once, wait for it
link_test|63|Link/Unlink Pairs|remove and make seven hard links nine times
disk_rr|5120|Random Disk Reads (K)|write a file, then read its blocks in random order
disk_rw|5120|Random Disk Writes (K)|write a file, then rewrite its blocks in random order
disk_rd|5120|Sequential Disk Reads (K)|write a file, then read it through
disk_wrt|5120|Sequential Disk Writes (K)|write a file through
disk_cp|5120|Disk Copies (K)|copy a file block by block
sync_disk_rw|2560|Sync Random Disk Writes (K)|rewrite blocks in random order through O_SYNC
sync_disk_wrt|2560|Sync Sequential Disk Writes (K)|write a file through O_SYNC
sync_disk_cp|2560|Sync Disk Copies (K)|copy a file through O_SYNC
disk_src|75|Directory Searches|stat and create files in a prepared tree
div_double|3000|Thousand Double Precision Divides|dependent double divisions
div_float|3000|Thousand Single Precision Divides|dependent float divisions
div_long|900|Thousand Long Integer Divides|dependent long divisions
div_int|900|Thousand Integer Divides|dependent int divisions
div_short|900|Thousand Short Integer Divides|dependent short divisions
fun_cal|512000|Function Calls (no arguments)|calls of a function without arguments
fun_cal1|512000|Function Calls (1 argument)|calls of a function with one argument
fun_cal2|512000|Function Calls (2 arguments)|calls of a function with two arguments
fun_cal15|512000|Function Calls (15 arguments)|calls of a function with fifteen arguments
sieve|5|Integer Sieves|sieve of Eratosthenes over a million bytes
mul_double|12000|Thousand Double Precision Multiplies|dependent double multiplications
mul_float|12000|Thousand Single Precision Multiplies|dependent float multiplications
mul_long|240|Thousand Long Integer Multiplies|dependent long multiplications
mul_int|240|Thousand Integer Multiplies|dependent int multiplications
mul_short|300|Thousand Short Integer Multiplies|dependent short multiplications
num_rtns_1|100|Numeric Functions|a bundle of numeric library functions
new_raph|200|Zeros Found|Newton iterations to a zero
trig_rtns|10000|Trigonometric Functions|a bundle of trigonometric functions
matrix_rtns|100|Point Transformations|a vector times a 4x4 matrix
array_rtns|20|Linear Systems Solved|Gaussian eliminations of rising order
string_rtns|100|String Manipulations|a bundle of string library functions
mem_rtns_1|30000|Dynamic Memory Operations|malloc, calloc and free of many sizes
mem_rtns_2|100|Block Memory Operations|memset, memchr, memcmp, memcpy, memmove
sort_rtns_1|10|Sort Operations|qsort and bsearch of ten thousand ints
misc_rtns_1|10|Auxiliary Loops|a bundle of cheap library and system calls
dir_rtns_1|10000|Directory Operations|read the entries of /bin
shell_rtns_1|1|Shell Scripts|run a small shell script
shell_rtns_2|1|Shell Scripts|run a small shell script
shell_rtns_3|1|Shell Scripts|run a small shell script
series_1|100|Series Evaluations|Taylor series of the sine
shared_memory|100|Shared Memory Operations|copy into and out of a SysV segment under a semaphore
tcp_test|90|TCP/IP Messages|messages through a TCP connection to itself
udp_test|100|UDP/IP DataGrams|datagrams between two sockets of its own
fifo_test|100|FIFO Messages|messages through a named pipe
stream_pipe|100|Stream Pipe Messages|messages through a stream socket pair
dgram_pipe|100|DataGram Pipe Messages|messages through a datagram socket pair
pipe_cpy|100|Pipe Messages|messages through a pipe
ram_copy|25020|Memory to Memory Copy|memcpy of many sizes, counted in bytes
"""


@dataclass(frozen=True, slots=True)
class Test:
    """One test: `factor` operations are counted for each iteration, and `label` + "/second" is its unit."""

    name: str
    factor: int
    label: str
    description: str


@cache
def all_tests() -> tuple[Test, ...]:
    """Every test, in the order in which AIM9 runs them."""
    rows = (line.split("|") for line in _TABLE.strip().splitlines())
    return tuple(Test(name, int(factor), label, description) for name, factor, label, description in rows)
