-- A random name that no other archive has: a search index is opened only where it bears the name of this archive.
CREATE TABLE identity (only INTEGER PRIMARY KEY CHECK (only = 1), name TEXT NOT NULL) STRICT;
INSERT INTO identity VALUES (1, lower(hex(randomblob(16))));
