-- Rows of tables that people posted in their own words, as numbers made of author and words: what is posted again is found by them.
CREATE TABLE row_print (
    message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE, table_number INTEGER NOT NULL, print INTEGER NOT NULL,
    PRIMARY KEY (message, table_number, print)
) STRICT, WITHOUT ROWID;
CREATE INDEX row_print_print ON row_print (print);
