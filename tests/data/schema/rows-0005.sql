-- Rows for what version 5 brought: quotas and violations of a job.
INSERT INTO quota_trackers (id, olt_id, task_type, period_start_ms, period_end_ms, required, completed, failed, skipped, pending,
  total_duration_ms, status, created_ms, updated_ms, job_id, partial)
  VALUES (3, 1, 'discovery', 7200000, 10800000, 12, 3, 1, 0, 2, 9, 'IN_PROGRESS', 500, 501, 1, 2);
INSERT INTO violations (id, olt_id, task_type, period_start_ms, period_end_ms, severity, report, created_ms, job_id)
  VALUES (2, 1, 'discovery', 7200000, 10800000, 'LOW', '{"missing":1}', 502, 1);
UPDATE executions SET asked = 2, answered = 2 WHERE id = 1;
