-- Where mails were imported from: `benchlore update` looks there again. `state` is what the reader of that kind of source saw last, in
-- words of its own (a cursor); `seen` is NULL until an import of the source has come to its end.
CREATE TABLE known_source (
    id INTEGER PRIMARY KEY, location TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, list_name TEXT, state TEXT, seen INTEGER
) STRICT;
-- The files of such a source as they were when they were read last: what differs since is read again. `changed` is the inode's change
-- time in nanoseconds.
CREATE TABLE known_file (
    source INTEGER NOT NULL REFERENCES known_source (id) ON DELETE CASCADE, path TEXT NOT NULL, size INTEGER NOT NULL,
    changed INTEGER NOT NULL, PRIMARY KEY (source, path)
) STRICT, WITHOUT ROWID;
