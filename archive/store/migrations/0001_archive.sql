-- Mails, threads, what was read out of them, problems and runs. Dates are microseconds since 1970, UTC. A column that holds
-- several small things (spans, warnings, parameters) is JSON text, NULL where there are none.

-- What changed last: every change of a message takes the next number, so that a search engine can replay what it is missing.
CREATE TABLE change_counter (only INTEGER PRIMARY KEY CHECK (only = 1), sequence INTEGER NOT NULL) STRICT;
INSERT INTO change_counter VALUES (1, 0);
CREATE TABLE removed (sequence INTEGER PRIMARY KEY, key TEXT NOT NULL) STRICT;
CREATE INDEX removed_key ON removed (key);
CREATE TABLE tombstone (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- Every id ever heard of, and the message that answers to it: its own key and its aliases; NULL for a ghost.
-- `backwards` is a ghost's id from its end: an id that turns up later finds the mangled ones that end in it.
CREATE TABLE mail_id (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, message INTEGER REFERENCES message (id), backwards TEXT) STRICT;
CREATE INDEX mail_id_message ON mail_id (message) WHERE message IS NOT NULL;
CREATE INDEX mail_id_backwards ON mail_id (backwards) WHERE backwards IS NOT NULL;
CREATE TABLE mangled_id (
    ghost INTEGER NOT NULL REFERENCES mail_id (id), meant INTEGER NOT NULL REFERENCES mail_id (id), PRIMARY KEY (ghost, meant)
) STRICT, WITHOUT ROWID;
CREATE INDEX mangled_id_meant ON mangled_id (meant);

-- Words that many rows share.
CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, address TEXT, key TEXT NOT NULL, folded TEXT NOT NULL) STRICT;
CREATE INDEX author_spelling ON author (name, address);
CREATE TABLE topic (id INTEGER PRIMARY KEY, base_subject TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE mail_list (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE location (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE yardstick (
    id INTEGER PRIMARY KEY, suite TEXT, test TEXT NOT NULL, metric TEXT NOT NULL, unit TEXT, better TEXT,
    role TEXT NOT NULL, statistic TEXT NOT NULL
) STRICT;
CREATE INDEX yardstick_metric ON yardstick (test, metric, suite);
CREATE TABLE wording (
    id INTEGER PRIMARY KEY, test_text TEXT NOT NULL, metric_text TEXT NOT NULL, unit_text TEXT, suite_version TEXT, harness TEXT,
    noise REAL
) STRICT;
CREATE INDEX wording_text ON wording (test_text, metric_text);
CREATE TABLE kernel (id INTEGER PRIMARY KEY, text TEXT NOT NULL, version TEXT, sort_key TEXT, description TEXT) STRICT;
CREATE INDEX kernel_text ON kernel (text);
CREATE INDEX kernel_order ON kernel (sort_key);
CREATE TABLE hardware (
    id INTEGER PRIMARY KEY, text TEXT NOT NULL, cpu TEXT, mhz REAL, cpus INTEGER, memory_mb INTEGER, mem_limit_mb INTEGER,
    disk TEXT, filesystem TEXT, host TEXT
) STRICT;
CREATE INDEX hardware_text ON hardware (text);
CREATE TABLE hardware_term (
    term TEXT NOT NULL, hardware INTEGER NOT NULL REFERENCES hardware (id) ON DELETE CASCADE, PRIMARY KEY (term, hardware)
) STRICT, WITHOUT ROWID;
CREATE INDEX hardware_term_hardware ON hardware_term (hardware);

-- Mails. The header's own id is `header_id`; `mail_id` is the key. Texts and raw mails stand apart, so that lists of mails stay small.
-- `pending` is 1 until the mail's thread and results were made from what is stored now.
CREATE TABLE message (
    id INTEGER PRIMARY KEY, mail_id INTEGER NOT NULL UNIQUE REFERENCES mail_id (id), key_is_made INTEGER NOT NULL,
    header_id INTEGER REFERENCES mail_id (id), subject TEXT NOT NULL, topic INTEGER REFERENCES topic (id),
    author INTEGER NOT NULL REFERENCES author (id), posted INTEGER, date_text TEXT, date_basis TEXT,
    to_line TEXT NOT NULL, cc_line TEXT NOT NULL, quality INTEGER NOT NULL, fingerprint BLOB NOT NULL,
    pending INTEGER NOT NULL, sequence INTEGER NOT NULL UNIQUE
) STRICT;
CREATE INDEX message_posted ON message (posted);
CREATE INDEX message_topic ON message (topic, posted);
CREATE INDEX message_author ON message (author);
CREATE INDEX message_fingerprint ON message (fingerprint);
CREATE INDEX message_pending ON message (pending) WHERE pending = 1;
CREATE TABLE message_source (
    message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE, format TEXT NOT NULL,
    location INTEGER NOT NULL REFERENCES location (id), place TEXT NOT NULL, chosen INTEGER NOT NULL,
    PRIMARY KEY (message, location, place, format)
) STRICT, WITHOUT ROWID;
CREATE TABLE list_member (
    message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE, ordinal INTEGER NOT NULL,
    list INTEGER NOT NULL REFERENCES mail_list (id), posted INTEGER, PRIMARY KEY (message, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX list_member_posted ON list_member (list, posted, message);
CREATE TABLE part (
    id INTEGER PRIMARY KEY, message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    content_type TEXT NOT NULL, name TEXT, size INTEGER NOT NULL
) STRICT;
CREATE INDEX part_message ON part (message);
CREATE TABLE part_text (part INTEGER PRIMARY KEY REFERENCES part (id) ON DELETE CASCADE, packed BLOB NOT NULL) STRICT;
CREATE TABLE raw_mail (message INTEGER PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE, packed BLOB NOT NULL) STRICT;
-- header: 0 References, 1 In-Reply-To
CREATE TABLE reference (
    message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE, header INTEGER NOT NULL, ordinal INTEGER NOT NULL,
    mail_id INTEGER NOT NULL REFERENCES mail_id (id), PRIMARY KEY (message, header, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX reference_mail_id ON reference (mail_id);
CREATE TABLE ghost (
    message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE, ordinal INTEGER NOT NULL,
    mail_id INTEGER REFERENCES mail_id (id), subject TEXT, topic INTEGER REFERENCES topic (id), author TEXT, posted INTEGER,
    depth INTEGER NOT NULL, PRIMARY KEY (message, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX ghost_mail_id ON ghost (mail_id) WHERE mail_id IS NOT NULL;
CREATE INDEX ghost_topic ON ghost (topic) WHERE topic IS NOT NULL;

-- Threads. An alias is the id of a thread that is no more, and a mail that was in it: where that mail is now, there it goes on.
CREATE TABLE thread (id INTEGER PRIMARY KEY, mail_id INTEGER NOT NULL UNIQUE REFERENCES mail_id (id)) STRICT;
CREATE TABLE thread_node (
    thread INTEGER NOT NULL REFERENCES thread (id) ON DELETE CASCADE, ordinal INTEGER NOT NULL,
    mail_id INTEGER NOT NULL REFERENCES mail_id (id), parent INTEGER REFERENCES mail_id (id), edge TEXT NOT NULL,
    depth INTEGER NOT NULL, is_ghost INTEGER NOT NULL, PRIMARY KEY (thread, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX thread_node_mail_id ON thread_node (mail_id);
CREATE TABLE thread_alias (
    mail_id INTEGER PRIMARY KEY REFERENCES mail_id (id), member INTEGER NOT NULL REFERENCES mail_id (id)
) STRICT;

-- Results. `name` is the id that the world sees; rows stand in posted order of their own ids. `counted` is 0 for what a copy repeats.
CREATE TABLE result_table (
    id INTEGER PRIMARY KEY, message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    counted INTEGER NOT NULL, part INTEGER NOT NULL, first_line INTEGER NOT NULL, last_line INTEGER NOT NULL, kind TEXT NOT NULL,
    suite TEXT, title TEXT, quoted INTEGER NOT NULL, copy_of INTEGER REFERENCES mail_id (id), copy_of_number INTEGER,
    repost_of INTEGER REFERENCES mail_id (id), repost_of_number INTEGER, warnings TEXT, symbols TEXT
) STRICT;
CREATE INDEX result_table_message ON result_table (message, kind, counted);
-- No REFERENCES on wording: it is only ever reached from here, and an index for the sake of that check would cost more than it is worth.
CREATE TABLE measurement (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    table_number INTEGER NOT NULL, counted INTEGER NOT NULL, part INTEGER NOT NULL, line INTEGER NOT NULL,
    start_column INTEGER NOT NULL, end_column INTEGER NOT NULL, quoted INTEGER NOT NULL,
    author INTEGER NOT NULL REFERENCES author (id), posted_by INTEGER REFERENCES author (id),
    yardstick INTEGER NOT NULL REFERENCES yardstick (id), wording INTEGER NOT NULL, value REAL NOT NULL, raw TEXT NOT NULL,
    resolution REAL, kernel INTEGER REFERENCES kernel (id), kernel_basis TEXT, variant TEXT,
    hardware INTEGER REFERENCES hardware (id), hardware_basis TEXT, parameters TEXT, repeat INTEGER, runs INTEGER, spread TEXT,
    warnings TEXT
) STRICT;
CREATE UNIQUE INDEX measurement_name ON measurement (name, message);
CREATE INDEX measurement_message ON measurement (message, counted);
CREATE INDEX measurement_yardstick ON measurement (yardstick, kernel, counted);
CREATE INDEX measurement_kernel ON measurement (kernel, counted);
CREATE INDEX measurement_hardware ON measurement (hardware, counted);
CREATE INDEX measurement_author ON measurement (author, counted);
CREATE INDEX measurement_posted_by ON measurement (posted_by, counted) WHERE posted_by IS NOT NULL;
CREATE TABLE retired_measurement (
    name TEXT PRIMARY KEY, message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE, successor TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX retired_measurement_message ON retired_measurement (message);
CREATE TABLE relative_result (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    table_number INTEGER NOT NULL, part INTEGER NOT NULL, line INTEGER NOT NULL, start_column INTEGER NOT NULL,
    end_column INTEGER NOT NULL, yardstick INTEGER NOT NULL REFERENCES yardstick (id), value REAL NOT NULL, raw TEXT NOT NULL,
    kernel INTEGER REFERENCES kernel (id), kernel_basis TEXT, baseline INTEGER REFERENCES kernel (id), baseline_basis TEXT,
    parameters TEXT
) STRICT;
CREATE INDEX relative_result_message ON relative_result (message);
CREATE INDEX relative_result_yardstick ON relative_result (yardstick);
-- `size` is |delta|; `runs` the fewest runs of the two sides; `headline` marks what a list of the largest changes may show.
CREATE TABLE change (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    counted INTEGER NOT NULL, headline INTEGER NOT NULL, author INTEGER NOT NULL REFERENCES author (id),
    yardstick INTEGER NOT NULL REFERENCES yardstick (id), parameters TEXT, hardware INTEGER REFERENCES hardware (id),
    hardware_basis TEXT, old_kernel INTEGER NOT NULL REFERENCES kernel (id), new_kernel INTEGER NOT NULL REFERENCES kernel (id),
    old_runs TEXT NOT NULL, new_runs TEXT NOT NULL, old_value REAL NOT NULL, new_value REAL NOT NULL, runs INTEGER NOT NULL,
    delta REAL, size REAL, verdict TEXT NOT NULL, test_note TEXT NOT NULL, pairing TEXT NOT NULL, p REAL, warnings TEXT
) STRICT;
CREATE UNIQUE INDEX change_name ON change (name, message);
CREATE INDEX change_message ON change (message, counted);
CREATE INDEX change_yardstick ON change (yardstick, counted);
CREATE INDEX change_old_kernel ON change (old_kernel, counted);
CREATE INDEX change_new_kernel ON change (new_kernel, counted);
CREATE INDEX change_hardware ON change (hardware, counted);
CREATE INDEX change_author ON change (author, counted);
CREATE INDEX change_size ON change (size) WHERE counted = 1;
CREATE INDEX change_verdict ON change (verdict, size) WHERE counted = 1;
CREATE INDEX change_delta ON change (delta) WHERE counted = 1;
CREATE INDEX change_headline ON change (size) WHERE headline = 1;
-- side: 0 old, 1 new
CREATE TABLE change_run (
    measurement INTEGER NOT NULL REFERENCES measurement (id) ON DELETE CASCADE, side INTEGER NOT NULL,
    change INTEGER NOT NULL REFERENCES change (id) ON DELETE CASCADE, PRIMARY KEY (measurement, side, change)
) STRICT, WITHOUT ROWID;
CREATE INDEX change_run_change ON change_run (change);
CREATE TABLE claim (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    part INTEGER NOT NULL, line INTEGER NOT NULL, start_column INTEGER NOT NULL, end_column INTEGER NOT NULL,
    author INTEGER NOT NULL REFERENCES author (id), quoted INTEGER NOT NULL, suite TEXT, tests TEXT,
    faster INTEGER REFERENCES kernel (id), slower INTEGER REFERENCES kernel (id), amount TEXT, circumstance TEXT,
    verdict TEXT NOT NULL, reading TEXT NOT NULL, suggestion TEXT, warnings TEXT, changes TEXT, text TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX claim_name ON claim (name, message);
CREATE INDEX claim_message ON claim (message);
CREATE INDEX claim_author ON claim (author);
CREATE INDEX claim_faster ON claim (faster);
CREATE INDEX claim_slower ON claim (slower);
CREATE TABLE comment (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    part INTEGER NOT NULL, line INTEGER NOT NULL, start_column INTEGER NOT NULL, end_column INTEGER NOT NULL,
    last_line INTEGER NOT NULL, text TEXT NOT NULL, author INTEGER NOT NULL REFERENCES author (id),
    posted_by INTEGER REFERENCES author (id), tests TEXT
) STRICT;
CREATE INDEX comment_message ON comment (message);
CREATE INDEX comment_author ON comment (author);
CREATE TABLE comment_target (
    comment INTEGER NOT NULL REFERENCES comment (id) ON DELETE CASCADE, ordinal INTEGER NOT NULL, kind TEXT NOT NULL,
    target TEXT NOT NULL, PRIMARY KEY (comment, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX comment_target_target ON comment_target (target);
CREATE TABLE correction (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    part INTEGER NOT NULL, line INTEGER NOT NULL, start_column INTEGER NOT NULL, end_column INTEGER NOT NULL,
    author INTEGER NOT NULL REFERENCES author (id), target_kind TEXT NOT NULL, target TEXT NOT NULL, text TEXT NOT NULL
) STRICT;
CREATE INDEX correction_message ON correction (message);

-- What could not be read, and what was run here.
CREATE TABLE problem (
    id INTEGER PRIMARY KEY, format TEXT NOT NULL, location TEXT NOT NULL, place TEXT NOT NULL, reason TEXT NOT NULL, message_key TEXT
) STRICT;
CREATE INDEX problem_source ON problem (location, place);
CREATE TABLE run (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, started INTEGER NOT NULL, kernel TEXT NOT NULL,
    mail_id INTEGER REFERENCES mail_id (id), seconds REAL NOT NULL, repeat INTEGER NOT NULL, machine TEXT, rows TEXT NOT NULL
) STRICT;
CREATE INDEX run_mail_id ON run (mail_id);
CREATE TABLE run_value (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, suite TEXT NOT NULL, test TEXT NOT NULL,
    metric TEXT NOT NULL, unit TEXT NOT NULL, better TEXT, samples TEXT, parameters TEXT
) STRICT;
CREATE INDEX run_value_run ON run_value (run);
CREATE INDEX run_value_test ON run_value (test, suite);
