-- How long a run held its OLT, and in how many slices: a sweep is spread over its interval and asks for seconds of it.
ALTER TABLE executions ADD COLUMN busy_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE executions ADD COLUMN slices INTEGER NOT NULL DEFAULT 0;
-- What is left of the hour will not suffice, as the coordinator has it.
ALTER TABLE quota_trackers ADD COLUMN at_risk INTEGER NOT NULL DEFAULT 0;
