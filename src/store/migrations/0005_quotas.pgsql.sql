-- What is owed is counted by job: one that always fails must not hide behind another of its type.

-- What the quotas of a job are called: its type and its name in lower case, as the job was made.
-- (model/job.h says it for new ones.)
ALTER TABLE jobs ADD COLUMN task_type TEXT NOT NULL DEFAULT '';
WITH spelt AS (
  SELECT id, trim(BOTH '_' FROM regexp_replace(translate(lower(name),
    'áàâäãéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇ',
    'aaaaaeeeeiiiiooooouuuuncaaaaaeeeeiiiiooooouuuunc'), '[^a-z0-9]+', '_', 'g')) AS words
  FROM jobs
)
UPDATE jobs SET task_type = substr(CASE
    WHEN s.words = '' THEN type
    WHEN s.words = type OR s.words LIKE type || '!_%' ESCAPE '!' THEN s.words
    ELSE type || '_' || s.words END, 1, 63)
FROM spelt s WHERE s.id = jobs.id;

-- Rows from before have no job. Those in progress end here: who goes on counts by job.
ALTER TABLE quota_trackers ADD COLUMN job_id BIGINT REFERENCES jobs (id) ON DELETE CASCADE;
ALTER TABLE quota_trackers ADD COLUMN partial BIGINT NOT NULL DEFAULT 0;
ALTER TABLE quota_trackers DROP CONSTRAINT quota_trackers_olt_id_task_type_period_start_ms_key;
UPDATE quota_trackers SET status = 'INTERRUPTED', pending = 0 WHERE status = 'IN_PROGRESS';
CREATE UNIQUE INDEX quota_trackers_once ON quota_trackers (olt_id, period_start_ms, job_id);
CREATE INDEX quota_trackers_job ON quota_trackers (job_id, period_start_ms);

ALTER TABLE violations ADD COLUMN job_id BIGINT REFERENCES jobs (id) ON DELETE CASCADE;
ALTER TABLE violations DROP CONSTRAINT violations_olt_id_task_type_period_start_ms_key;
UPDATE violations SET notified_ms = NULL WHERE notified_ms IS NOT NULL;
CREATE UNIQUE INDEX violations_once ON violations (olt_id, period_start_ms, job_id);
CREATE INDEX violations_job ON violations (job_id);

-- How much of what it asked for came: ONUs, and columns of ports and parts.
ALTER TABLE executions ADD COLUMN asked BIGINT NOT NULL DEFAULT 0;
ALTER TABLE executions ADD COLUMN answered BIGINT NOT NULL DEFAULT 0;

-- A plan that ended with nothing done was not completed.
UPDATE plans SET status = 'ABORTED' WHERE status = 'COMPLETED' AND completed = 0 AND total > 0;
