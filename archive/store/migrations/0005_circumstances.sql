-- What a post says of how it measured and of what its labels mean: with its place, and what it is about.
CREATE TABLE circumstance (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    part INTEGER NOT NULL, line INTEGER NOT NULL, start_column INTEGER NOT NULL, end_column INTEGER NOT NULL,
    kind TEXT NOT NULL, text TEXT NOT NULL, target_kind TEXT NOT NULL, target TEXT NOT NULL
) STRICT;
CREATE INDEX circumstance_message ON circumstance (message);
