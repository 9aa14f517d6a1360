"""What tcrypt measures; no suite of its own."""

from suites.base import Metric

OPERATIONS = Metric("operations", "ops/s", "higher", "operations done in the time of the run, usually a second")
CYCLES = Metric("cycles", "cycles/operation", "lower", "processor cycles of an operation")
BYTE_CYCLES = Metric("cycles_per_byte", "cycles/byte", "lower", "cycles of an operation by its bytes", role="secondary")
THROUGHPUT = Metric("throughput", "Mb/s", "higher", "what is encrypted or hashed in a second, in the poster's unit")
BYTE_RATE = Metric("byte_rate", "bytes/s", "higher", "bytes hashed in a second", role="secondary")
