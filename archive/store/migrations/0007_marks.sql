-- A random mark for each transaction that numbered changes, under the number of its last one. Where an older copy of the
-- archive is restored, the same numbers come again for other changes; whoever followed the changes knows it by the mark.
CREATE TABLE change_mark (sequence INTEGER PRIMARY KEY, mark INTEGER NOT NULL) STRICT;
INSERT INTO change_mark (sequence, mark) SELECT sequence, random() FROM change_counter WHERE sequence > 0;
