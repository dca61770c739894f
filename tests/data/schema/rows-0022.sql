-- Rows for what version 22 brought.
INSERT INTO limits (id, name, entity, purpose, op, value, for_s, hysteresis, severity, olt_id, brand_id, site, place, enabled, builtin_key, is_edited, created_ms, updated_ms) VALUES (1, 'CPU load', 'olt', 'cpu', 'above', 80.5, 900, 10, 'minor', 1, 1, 'Norte', '0/1', 0, 'cpu', 1, 1700000000000, 1700000000001);
UPDATE chassis_health SET up_ms = 1700000000000;
