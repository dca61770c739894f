-- Rows for what version 18 brought; an incident makes an event by itself.
INSERT INTO plant_nodes (id, parent_id, kind, code, name, olt_id, place, latitude, longitude, distance_m, is_learnt, sure, created_ms, updated_ms) VALUES (1, NULL, 'zone', 'Z-1', 'Norte', NULL, '', -17.5, -66.25, NULL, 0, 100, 1700000000000, 1700000000000);
INSERT INTO plant_nodes (id, parent_id, kind, code, name, olt_id, place, latitude, longitude, distance_m, is_learnt, sure, created_ms, updated_ms) VALUES (2, 1, 'box', 'C-14', 'Caja 14', 1, '1/1', NULL, NULL, 3200, 1, 75, 1700000000000, 1700000000001);
INSERT INTO onu_nodes (onu_id, node_id) VALUES (1, 2);
INSERT INTO entity_tags (entity, entity_id, tag) VALUES ('onu', 1, 'hospital');
INSERT INTO incidents (id, kind, state, root_kind, olt_id, place, node_id, subject, cause, cause_class, confidence, severity, affected, affected_max, at_risk, recovered, left_over, since_ms, since_from_ms, detected_ms, opened_ms, recovering_ms, resolved_ms, closed_ms, version, reopened, is_flapping, is_held, blind_since_ms, merged_into, repeat_of, params, updated_ms, acked_ms, acked_by, acked_until_ms, owner, note, real_cause, false_alarm, close_reason, closed_by) VALUES (1, 'outage', 'closed', 'port', 1, '1/1', 2, 5, 'feeder', 'fibre', 92, 2, 0, 47, 64, 47, 0, 1700000000000, 1699999999000, 1700000001000, 1700000002000, 1700000003000, 1700000004000, 1700000005000, 7, 1, 1, 1, 1700000002500, 9, 8, '{"n": 47}', 1700000005000, 1700000002600, 'ana', 1700000002700, 'luis', 'nota', 'feeder', 1, 'known', 'ana');
INSERT INTO incident_ports (incident_id, olt_id, place, at_risk, down, up, dist_min_m, dist_max_m, members) VALUES (1, 1, '1/1', 64, 47, 47, 3200, 3400, X'01020304');
INSERT INTO incident_log (id, incident_id, at_ms, kind, details, who) VALUES (1, 1, 1700000002600, 'ack', '{"until": 1700000002700}', 'ana');
INSERT INTO incident_evidence (incident_id, key, value, weight, at_ms) VALUES (1, 'causes', '{"los": 44}', 3, 1700000001500);
INSERT INTO onu_watch (onu_id, olt_id, has_gasped, distance_m) VALUES (1, 1, 1, 3250);
INSERT INTO watch_memory (name, body, at_ms) VALUES ('watch', X'0102', 1700000000000);
INSERT INTO watch_terms (name, term, round, holder, at_ms) VALUES ('watch', 3, 12, 'machine', 1700000000000);
