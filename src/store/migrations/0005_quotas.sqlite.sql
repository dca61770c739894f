-- What is owed is counted by job: one that always fails must not hide behind another of its type.

-- What the quotas of a job are called: its type and its name in lower case, as the job was made.
-- (model/job.h says it for new ones.)
ALTER TABLE jobs ADD COLUMN task_type TEXT NOT NULL DEFAULT '';
WITH RECURSIVE spelt (id, at, words) AS (
  SELECT id, 1, '' FROM jobs
  UNION ALL
  SELECT s.id, s.at + 1, s.words || CASE
      WHEN lower(substr(j.name, s.at, 1)) GLOB '[a-z0-9]' THEN lower(substr(j.name, s.at, 1))
      WHEN instr('áàâäãéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇ', substr(j.name, s.at, 1)) > 0
      THEN substr('aaaaaeeeeiiiiooooouuuuncaaaaaeeeeiiiiooooouuuunc',
        instr('áàâäãéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇ', substr(j.name, s.at, 1)), 1)
      WHEN s.words LIKE '%!_' ESCAPE '!' THEN '' ELSE '_' END
  FROM spelt s JOIN jobs j ON j.id = s.id WHERE s.at <= length(j.name)
)
UPDATE jobs SET task_type = (
  SELECT CASE
    WHEN trim(s.words, '_') = '' THEN jobs.type
    WHEN trim(s.words, '_') = jobs.type OR trim(s.words, '_') LIKE jobs.type || '!_%' ESCAPE '!'
    THEN substr(trim(s.words, '_'), 1, 63)
    ELSE substr(jobs.type || '_' || trim(s.words, '_'), 1, 63) END
  FROM spelt s WHERE s.id = jobs.id AND s.at = length(jobs.name) + 1);

-- Rows from before have no job. Those in progress end here: who goes on counts by job.
CREATE TABLE quota_trackers_by_job (
  id INTEGER PRIMARY KEY,
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  job_id INTEGER REFERENCES jobs (id) ON DELETE CASCADE,
  task_type TEXT NOT NULL, -- of the job; of rows from before its type
  period_start_ms INTEGER NOT NULL,
  period_end_ms INTEGER NOT NULL,
  required INTEGER NOT NULL DEFAULT 0,
  completed INTEGER NOT NULL DEFAULT 0,
  partial INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  pending INTEGER NOT NULL DEFAULT 0,
  total_duration_ms INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'IN_PROGRESS' CHECK (status IN ('IN_PROGRESS', 'COMPLETED',
    'PARTIAL', 'QUOTA_NOT_MET', 'FAILED', 'INTERRUPTED')),
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;
INSERT INTO quota_trackers_by_job (id, olt_id, task_type, period_start_ms, period_end_ms, required,
  completed, failed, skipped, pending, total_duration_ms, status, created_ms, updated_ms)
SELECT id, olt_id, task_type, period_start_ms, period_end_ms, required, completed, failed, skipped,
  CASE status WHEN 'IN_PROGRESS' THEN 0 ELSE pending END, total_duration_ms,
  CASE status WHEN 'IN_PROGRESS' THEN 'INTERRUPTED' ELSE status END, created_ms, updated_ms
FROM quota_trackers;
DROP TABLE quota_trackers;
ALTER TABLE quota_trackers_by_job RENAME TO quota_trackers;
CREATE UNIQUE INDEX quota_trackers_once ON quota_trackers (olt_id, period_start_ms, job_id);
CREATE INDEX quota_trackers_period ON quota_trackers (period_start_ms, status);
CREATE INDEX quota_trackers_job ON quota_trackers (job_id, period_start_ms);

CREATE TABLE violations_by_job (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  job_id INTEGER REFERENCES jobs (id) ON DELETE CASCADE,
  task_type TEXT NOT NULL,
  period_start_ms INTEGER NOT NULL,
  period_end_ms INTEGER NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  report TEXT NOT NULL, -- JSON
  notified_ms INTEGER, -- when a message about it was delivered
  acked_ms INTEGER,
  acked_by TEXT NOT NULL DEFAULT '',
  created_ms INTEGER NOT NULL
) STRICT;
INSERT INTO violations_by_job (id, olt_id, task_type, period_start_ms, period_end_ms, severity,
  report, acked_ms, acked_by, created_ms)
SELECT id, olt_id, task_type, period_start_ms, period_end_ms, severity, report, acked_ms, acked_by,
  created_ms FROM violations;
DROP TABLE violations;
ALTER TABLE violations_by_job RENAME TO violations;
CREATE UNIQUE INDEX violations_once ON violations (olt_id, period_start_ms, job_id);
CREATE INDEX violations_created ON violations (created_ms);
CREATE INDEX violations_open ON violations (severity, created_ms) WHERE acked_ms IS NULL;
CREATE INDEX violations_job ON violations (job_id);

-- How much of what it asked for came: ONUs, and columns of ports and parts.
ALTER TABLE executions ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE executions ADD COLUMN answered INTEGER NOT NULL DEFAULT 0;

-- A plan that ended with nothing done was not completed.
UPDATE plans SET status = 'ABORTED' WHERE status = 'COMPLETED' AND completed = 0 AND total > 0;
