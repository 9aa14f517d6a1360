"""Re-run a posted benchmark on this machine: plan, execute, machine snapshot, report."""
