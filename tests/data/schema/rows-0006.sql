-- Rows for what version 6 brought.
INSERT INTO olt_values (id, olt_id, name, idx, idx_order, place, oid, unit, kind, int_value, real_value, text_value, state, is_counter,
  rate, first_seen_ms, at_ms, execution_id)
  VALUES (1, 1, 'own', '0', '0', '', '1.3.6.1.4.1.99999.2.0', 'C', 'real', NULL, 41.5, NULL, NULL, 0, NULL, 600, 601, 1),
  (2, 1, 'octets', '1.10', '01.0010', '0/1/3', '1.3.6.1.4.1.99999.3.1.10', '', 'int', 9000000000, NULL, NULL, NULL, 1, 12.5, 600, 601, 1);
UPDATE oids SET in_metrics = 1 WHERE id = 901;
