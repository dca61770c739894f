-- Rows for what version 16 brought.
UPDATE executions SET waited_on = 'waits_olt', waited_for = 1 WHERE id = 1;
