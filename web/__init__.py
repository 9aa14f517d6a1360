"""The web view: a Flask app that reads the archive and the index and writes nothing."""
