-- Kinds of decisions are named as the original named them: TASK_ADDED, QUOTA_VIOLATION, ...
ALTER TABLE coordinator_logs RENAME COLUMN event TO event_type;
UPDATE coordinator_logs SET event_type = CASE event_type
  WHEN 'interval_changed' THEN 'TASK_INTERVAL_CHANGED' ELSE UPPER(event_type) END;
