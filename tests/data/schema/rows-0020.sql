-- Rows for what version 20 brought.
UPDATE pon_ports SET cause = 'module_absent', cause_code = 2, cause_label = 'module absent';
UPDATE chassis_health SET state = 'online', state_code = 2, state_label = 'normal';
UPDATE executions SET states_read = 3, states_of = 4, states_before_ms = 1699999700000 WHERE id = 1;
INSERT INTO part_events (id, olt_id, execution_id, at_ms, part, place, what, value_before, value_after) VALUES (2, 1, 1, 1700000000000, 'port', '1/1', 'cause', 'los_port', 'module_absent');
INSERT INTO onu_levels (onu_id, olt_id, onu_rx, olt_rx) VALUES (1, 1, 2, 0);
INSERT INTO onu_events (olt_id, execution_id, onu_id, at_ms, kind, value_before, value_after, detail) VALUES (1, 1, 1, 1700000000000, 'level', '-26.10', '-27.40', 'onu_rx bad');
