"""The command line that wires the packages."""
