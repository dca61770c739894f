-- Rows for what version 21 brought.
INSERT INTO olt_levels (olt_id, until_ms, onus, body) VALUES (1, 1700000000000, 1, X'464c4231');
