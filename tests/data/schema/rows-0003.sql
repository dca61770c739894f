-- Rows for what version 3 brought.
UPDATE onu_numbers SET stamps = X'0102' WHERE onu_id = 1;
INSERT INTO value_stamps VALUES (1, 'onu_rx', 300, 1), (1, 'custom:own', 301, 1);
INSERT INTO onu_custom VALUES (1, 'own', 1, 'state', 7, NULL, 'siete', 'online', 302, 1), (1, 'own', 2, 'real', NULL, 1.5, NULL, NULL, NULL, NULL);
