-- Rows for what version 17 brought; the tables with triggers have made some already.
INSERT INTO events (id, tx, kind, at_ms, olt_id, what, subject, n) VALUES (1000001, 0, 'onus', 1700000000000, 1, 'changed', 1, 2);
INSERT INTO event_horizons (kind, tx, id) VALUES ('decision', 0, 999);
INSERT INTO event_readers (name, tx, id, at_ms) VALUES ('watcher', 0, 1000, 1700000000000);
INSERT INTO part_events (id, olt_id, execution_id, at_ms, part, place, what, value_before, value_after) VALUES (1, 1, 1, 1700000000000, 'port', '1/1', 'state', 'online', 'offline');
