"""The commands of the command line, one file a command; each file's `command` is its click command."""
