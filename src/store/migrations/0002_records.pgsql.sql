-- What the engine writes while it works must be recognised when it is written a second time.

-- A slot of a node runs once, whoever runs it. NULL: asked for by hand.
ALTER TABLE executions ADD COLUMN due_ms BIGINT;
CREATE UNIQUE INDEX executions_slot ON executions (node_id, due_ms)
  WHERE node_id IS NOT NULL AND due_ms IS NOT NULL;

-- The token of the lock under which it ran, and the latest one that the OLT has seen.
ALTER TABLE executions ADD COLUMN fence BIGINT NOT NULL DEFAULT 0;
ALTER TABLE olts ADD COLUMN fence BIGINT NOT NULL DEFAULT 0;

DROP INDEX plans_olt;
CREATE UNIQUE INDEX plans_once ON plans (olt_id, period_start_ms, created_ms);
CREATE UNIQUE INDEX plans_active ON plans (olt_id, period_start_ms) WHERE status = 'ACTIVE';

-- Chosen by the one who wrote the line; NULL: by nobody.
ALTER TABLE coordinator_logs ADD COLUMN key BIGINT;
CREATE UNIQUE INDEX coordinator_logs_once ON coordinator_logs (at_ms, key);

-- For retention.
CREATE INDEX onu_positions_until ON onu_positions (until_ms) WHERE until_ms IS NOT NULL;
