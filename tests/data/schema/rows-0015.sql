-- Rows for what version 15 brought.
INSERT INTO olt_watches (olt_id, from_ms, until_ms, step_ms) VALUES (1, 700, 900, 100);
INSERT INTO onu_light (onu_id, olt_id, onu_rx_7d_db, onu_rx_30d_db, olt_rx_7d_db, olt_rx_30d_db, change_7d_db, change_30d_db)
  VALUES (1, 1, -2.5, -3.25, NULL, -0.75, -2.5, -3.25);
INSERT INTO olt_light (olt_id, hour_ms) VALUES (1, 3600000);
INSERT INTO olt_hours (olt_id, hour_ms, succeeded, failed, duration_ms, requests, answers, rtt_us, rtt_max_us)
  VALUES (1, 7200000, 3, 1, 4000, 40, 39, 390000, 25000);
UPDATE onu_events SET state = 'offline', cause = 'power' WHERE id = 1;
UPDATE executions SET answers = 9, rtt_us = 90000, rtt_max_us = 12000 WHERE id = 1;
