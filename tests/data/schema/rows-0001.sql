-- Rows for the tables of version 1, for both databases (tools/schema-dump.js writes X'..' as
-- PostgreSQL wants it). What is sealed was sealed with test.key, and says "test-community" and the like.
INSERT INTO settings VALUES ('vault.check', '016fc97b350e9fbb294f71c2eb734c3e5d93d912ae5a3f6f006d9b124d628bc3a22092449c3c403be17d5d3cf62bf17b57c409bedfe194371f4e91ca3e0d7032', 1, ''), ('site.name', 'Norte', 2, 'ana');
INSERT INTO users (id, name, password, role, full_name, email, language, created_ms, updated_ms, last_login_ms)
  VALUES (1, 'admin', '$argon2id$none', 'admin', 'Ana López', 'ana@example.net', 'es', 10, 11, 12),
  (2, 'ver', '$argon2id$none', 'viewer', '', '', '', 10, 11, NULL);
INSERT INTO sessions VALUES (X'0102', 1, X'0304', 20, 30, 25, '192.0.2.9', 'browser');
INSERT INTO tokens (id, user_id, name, token_hash, role, created_ms, expires_ms, last_used_ms, revoked_ms)
  VALUES (1, 1, 'script', X'0506', 'viewer', 21, NULL, 22, NULL), (2, 1, 'old', X'0507', 'operator', 21, 99, NULL, 23);
INSERT INTO audit_log (id, at_ms, user_id, user_name, address, action, entity, entity_id, value_before, value_after)
  VALUES (1, 40, 1, 'admin', '192.0.2.9', 'create', 'olt', 1, NULL, '{"name":"centro"}'), (2, 41, NULL, 'cli', '', 'delete', 'olt', 2, '{}', NULL);
INSERT INTO brands (id, name, description, builtin_key, is_edited, deleted_ms, created_ms, updated_ms)
  VALUES (20, 'Acme', 'of people', NULL, 0, NULL, 50, 51), (21, 'Gone', '', NULL, 0, 52, 50, 52);
INSERT INTO models (id, brand_id, name, profile, technology, slots, ports, onus_per_port, notes, created_ms, updated_ms)
  VALUES (20, 20, 'A1', 'huawei_smartax', 'gpon', 8, 16, 128, 'n', 53, 54);
INSERT INTO oids (id, brand_id, model_id, profile, table_name, name, oid, purpose, formula, transform, unit, invalid,
  keep_previous, is_slow, enabled, created_ms, updated_ms)
  VALUES (900, 20, 20, '', 'onu', 'rx', '1.3.6.1.4.1.99999.1', 'onu_rx', 'f', '{"div":100}', 'dBm', '[2147483647]', 1, 1, 1, 55, 56),
  (901, 20, NULL, '', 'onu', 'own', '1.3.6.1.4.1.99999.2', 'custom:own', '', '', '', '', 0, 0, 0, 55, 56);
INSERT INTO index_formulas (id, brand_id, model_id, profile, name, definition, created_ms, updated_ms)
  VALUES (90, 20, NULL, '', 'f', '{"parts":["port","onu"]}', 57, 58);
INSERT INTO state_labels (id, brand_id, profile, column_name, purpose, raw, label, meaning, created_ms, updated_ms)
  VALUES (900, 20, '', '', 'run_state', '1', 'arriba', 'online', 59, 60);
UPDATE snmp_settings SET timeout_ms = 3000, retries = 1, batch = '200,50,1', updated_ms = 61 WHERE operation = 'get';
INSERT INTO olts (id, name, brand_id, model_id, profile, address, port, snmp_version, community, v3_user, v3_auth,
  v3_auth_key, v3_priv, v3_priv_key, description, site, latitude, longitude, enabled, timeout_ms, deleted_ms, deleted_by,
  deleted_why, created_ms, updated_ms, governor_in_flight, governor_bytes, governor_repetitions, governor_rtt_us, failures,
  suspended_ms, suspended_why, last_walk_ms, last_answer_ms, roster)
  VALUES (1, 'centro', 20, 20, 'huawei_smartax', '192.0.2.1', 161, '2c', X'016fc97b350e9fbb29f12f5a0d57d76df102716f9f34162e5744ac26fa031bb8ade09c297fe00267c44a7a335a68c4623f478bf17b994f444ea092a7df06e7', '', '', NULL, '', NULL, 'Ñandú', 'norte',
  -34.6, -58.38, 1, 2500, NULL, '', '', 100, 101, 4, 1400, 20, 5300, 0, NULL, '', 102, 103, 1),
  (2, 'viejo', 1, NULL, '', '192.0.2.2', 1161, '3', NULL, 'u', 'SHA', X'016fc97b350e9fbb295fb205dbc6bc9a0a90d429e2dd67b5bd1b229be1ab7b997ae444d1a0e84cc53c0fc1ddb20884be0295215972adc41c093b576be3fcba', 'AES', X'016fc97b350e9fbb299b418cd7ac781d110c25f59b4a0b9100780a5fc1f17c6b53684c93e5d2c7855228ce0fff73c99dcb8c48c575b04813e541243897c64a', '', '', NULL, NULL, 0, NULL, 105,
  'admin', 'closed', 100, 105, NULL, NULL, NULL, NULL, 3, 104, 'TIMEOUT', NULL, NULL, 0);
INSERT INTO olt_columns VALUES (1, '1.3.6.1.4.1.99999.1', 'answers', 110), (1, '1.3.6.1.4.1.99999.2', 'unsupported', 111);
INSERT INTO jobs (id, name, description, brand_id, type, interval_ms, cron, priority, max_retries, retry_delay_ms, retry_grows,
  timeout_ms, lane, enabled, target, target_brand_id, target_model_id, target_site, deleted_ms, created_ms, updated_ms)
  VALUES (1, 'discovery', '', 1, 'discovery', 300000, NULL, 80, 2, 120000, 0, NULL, 'discovery', 1, 'all', NULL, NULL, NULL, NULL, 120, 121),
  (2, 'optics', 'levels', 20, 'get', NULL, '*/5 * * * *', 40, 1, 60000, 1, 90000, 'polling', 0, 'filter', 20, 20, 'norte', NULL, 120, 121),
  (3, 'gone', '', 1, 'walk', 60000, NULL, 40, 2, 120000, 0, NULL, 'polling', 1, 'picked', NULL, NULL, NULL, 122, 120, 122);
INSERT INTO job_oids VALUES (2, 900, 0), (2, 901, 1);
INSERT INTO workflows (id, olt_id, enabled, created_ms, updated_ms) VALUES (1, 1, 1, 130, 131);
INSERT INTO nodes (id, workflow_id, olt_id, job_id, master_id, enabled, interval_ms, cron, priority, next_run_ms, last_run_ms,
  last_success_ms, last_failure_ms, failures, skipped, created_ms, updated_ms)
  VALUES (1, 1, 1, 1, NULL, 1, 600000, NULL, 90, 9000, 8000, 8000, 7000, 0, 2, 132, 133),
  (2, 1, 1, 2, 1, 0, NULL, NULL, NULL, NULL, 8000, NULL, 8000, 4, 0, 132, 133);
INSERT INTO executions (id, olt_id, node_id, job_id, type, lane, state, error, message, attempts, max_attempts, queued_ms,
  started_ms, finished_ms, late_ms, poller, asked_by, requests, retransmits, timeouts, varbinds, bytes, onus_seen, onus_ok,
  onus_failed, onus_absent, onus_new, onus_changed)
  VALUES (1, 1, 1, 1, 'discovery', 'discovery', 'SUCCESS', '', '', 1, 3, 140, 141, 150, 1, 2, '', 10, 1, 0, 64, 4096, 2, 2, 0, 0, 2, 0),
  (2, 1, 2, 2, 'get', 'polling', 'FAILED', 'TIMEOUT', 'no answer', 2, 2, 151, 152, 160, 0, 3, 'ana', 4, 2, 2, 0, 0, 0, 0, 2, 0, 0, 0),
  (3, 1, NULL, NULL, 'walk', 'high', 'RUNNING', '', '', 1, 1, 161, 162, NULL, 0, 1, 'admin', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO attempts VALUES (1, 1, 141, 150, '', '', 10, 1, 0, 64, 4096), (2, 1, 152, 155, 'TIMEOUT', 'no answer', 2, 1, 1, 0, 0),
  (2, 2, 156, 160, 'TIMEOUT', 'no answer', 2, 1, 1, 0, 0);
INSERT INTO onus (id, olt_id, pos_has, rack, frame, slot, port, onu, index_serial, place, serial, is_present, is_duplicate, missed,
  first_seen_ms, last_seen_ms, mac, description, name, subscriber, admin_code, admin_label, admin_state, run_code, run_label,
  run_state, cause_code, cause_label, cause_state, last_up_ms, last_down_ms, distance_m, onu_rx_dbm, onu_tx_dbm, olt_rx_dbm,
  temperature_c, voltage_v, bias_ma, model, hw_version, sw_version, line_profile, service_profile, uptime_s, ip, in_octets,
  out_octets, run_since_ms, values_ms, execution_id)
  VALUES (1, 1, 30, 0, 0, 1, 3, 12, NULL, '0/1/3:12', 'HWTC12345678', 1, 0, 0, 170, 171, '00:11:22:33:44:55', 'Ana López', 'n1',
  'C-77', 1, 'enabled', 'enabled', 1, 'online', 'online', NULL, NULL, NULL, 172, 173, 1234, -21.5, 2.25, -22.75, 41.5, 3.3, 12.5,
  'HG8245', 'A', 'V5', 'line', 'srv', 86400, '198.51.100.7', 9000000000, 8000000000, 174, 175, 1),
  (2, 1, 30, 0, 0, 1, 3, 13, X'5a54', '0/1/3:13', '', 0, 1, 3, 170, 171, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2, 'los', 'los',
  3, 'dying gasp', 'power', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  NULL, NULL, NULL, NULL);
INSERT INTO onu_positions (id, onu_id, olt_id, place, since_ms, until_ms) VALUES (1, 1, 1, '0/1/2:9', 170, 180), (2, 1, 1, '0/1/3:12', 180, NULL);
INSERT INTO onu_events (id, onu_id, olt_id, kind, at_ms, value_before, value_after, execution_id)
  VALUES (1, 1, 1, 'moved', 180, '0/1/2:9', '0/1/3:12', 1), (2, 2, 1, 'absent', 181, '', '', NULL);
INSERT INTO pon_ports (id, olt_id, pos_has, slot, port, place, name, description, state_code, state_label, state, onus, tx_dbm,
  in_octets, out_octets, first_seen_ms, updated_ms) VALUES (1, 1, 12, 1, 3, '0/1/3', 'gpon 0/1/3', 'calle 1', 1, 'up', 'up', 2, 3.5, 77, 78, 190, 191);
INSERT INTO chassis_health VALUES (1, '', 12.5, 40.25, 38.0, 99, 192), (1, 'slot 1', NULL, NULL, 44.0, NULL, 193);
INSERT INTO history_metrics VALUES (1, 'onu_rx'), (2, 'custom:own');
INSERT INTO history_rosters VALUES (1, 1, 200, X'01');
INSERT INTO history_blocks VALUES (1, 1, 201, X'02'), (1, 1, 202, X'03');
INSERT INTO history_hours VALUES (1, 1, 203, X'04');
INSERT INTO quota_trackers (id, olt_id, task_type, period_start_ms, period_end_ms, required, completed, failed, skipped, pending,
  total_duration_ms, status, created_ms, updated_ms)
  VALUES (1, 1, 'discovery', 0, 3600000, 12, 1, 0, 1, 0, 9, 'QUOTA_NOT_MET', 210, 211), (2, 1, 'get', 0, 3600000, 12, 0, 1, 0, 3, 8, 'IN_PROGRESS', 210, 211);
INSERT INTO violations (id, olt_id, task_type, period_start_ms, period_end_ms, severity, report, notified_ms, acked_ms, acked_by, created_ms)
  VALUES (1, 1, 'discovery', 0, 3600000, 'CRITICAL', '{"missing":11}', 212, 213, 'ana', 214);
INSERT INTO plans (id, olt_id, period_start_ms, period_end_ms, status, runs, fits, total, completed, failed, created_ms, updated_ms)
  VALUES (1, 1, 0, 3600000, 'COMPLETED', '[]', 1, 12, 1, 1, 215, 216), (2, 1, 3600000, 7200000, 'ACTIVE', '[]', 0, 24, 0, 0, 217, 218);
INSERT INTO coordinator_logs (id, olt_id, event, level, message, details, at_ms)
  VALUES (1, 1, 'olt_added', 'INFO', 'centro was added', '{"by":"admin"}', 220), (2, NULL, 'started', 'WARNING', 'x', NULL, 220);
INSERT INTO poller_stats VALUES (230, 'nodo1', 50, 3, 6.0, 2, 0, 10, 1, 5, 90);
