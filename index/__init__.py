"""Search: the query language, the engine protocol, one file an engine, and the joining of both sides' results."""
