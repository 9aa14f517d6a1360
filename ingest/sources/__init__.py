"""Readers of archive formats, one file a format; detect.py finds which one a file needs from its content."""
