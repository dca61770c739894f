-- What a change of run state meant, and why: value_before and value_after have the device's words.
ALTER TABLE onu_events ADD COLUMN state TEXT NOT NULL DEFAULT '';
ALTER TABLE onu_events ADD COLUMN cause TEXT NOT NULL DEFAULT '';

-- Stretches of time in which the states of an OLT's ONUs were read without a long gap.
CREATE TABLE olt_watches (
  olt_id BIGINT NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  from_ms BIGINT NOT NULL,
  until_ms BIGINT NOT NULL, -- its last reading
  step_ms BIGINT NOT NULL DEFAULT 0, -- between the last two
  PRIMARY KEY (olt_id, from_ms)
);
CREATE INDEX olt_watches_until ON olt_watches (until_ms);

-- Of the past, runs that brought something of ONUs tell it.
INSERT INTO olt_watches (olt_id, from_ms, until_ms)
SELECT olt_id, MIN(at_ms), MAX(at_ms) FROM (
  SELECT olt_id, at_ms,
    SUM(is_new) OVER (PARTITION BY olt_id ORDER BY at_ms ROWS UNBOUNDED PRECEDING) AS part
  FROM (
    SELECT olt_id, finished_ms AS at_ms,
      CASE WHEN finished_ms - LAG(finished_ms) OVER (PARTITION BY olt_id ORDER BY finished_ms)
        <= 1800000 THEN 0 ELSE 1 END AS is_new
    FROM executions WHERE state IN ('SUCCESS', 'PARTIAL') AND onus_ok > 0) AS runs) AS parts
GROUP BY olt_id, part;

-- ONUs that get less light than 7 or 30 days ago, made anew once an hour for each OLT.
CREATE TABLE onu_light (
  onu_id BIGINT PRIMARY KEY REFERENCES onus (id) ON DELETE CASCADE,
  olt_id BIGINT NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  onu_rx_7d_db DOUBLE PRECISION,
  onu_rx_30d_db DOUBLE PRECISION,
  olt_rx_7d_db DOUBLE PRECISION,
  olt_rx_30d_db DOUBLE PRECISION,
  change_7d_db DOUBLE PRECISION, -- of the worse direction
  change_30d_db DOUBLE PRECISION
);
CREATE INDEX onu_light_olt ON onu_light (olt_id);
CREATE INDEX onu_light_7d ON onu_light (change_7d_db);
CREATE INDEX onu_light_30d ON onu_light (change_30d_db);

CREATE TABLE olt_light (
  olt_id BIGINT PRIMARY KEY REFERENCES olts (id) ON DELETE CASCADE,
  hour_ms BIGINT NOT NULL -- the end of the newest hour that was looked at
);

-- How fast a device answers: of each run, and of each OLT and hour with all that its runs cost.
ALTER TABLE executions ADD COLUMN answers BIGINT NOT NULL DEFAULT 0;
ALTER TABLE executions ADD COLUMN rtt_us BIGINT NOT NULL DEFAULT 0; -- of all answers together
ALTER TABLE executions ADD COLUMN rtt_max_us BIGINT NOT NULL DEFAULT 0;

CREATE TABLE olt_hours (
  olt_id BIGINT NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  hour_ms BIGINT NOT NULL, -- in which the runs ended
  succeeded BIGINT NOT NULL DEFAULT 0,
  partial BIGINT NOT NULL DEFAULT 0,
  failed BIGINT NOT NULL DEFAULT 0,
  interrupted BIGINT NOT NULL DEFAULT 0,
  duration_ms BIGINT NOT NULL DEFAULT 0,
  duration_max_ms BIGINT NOT NULL DEFAULT 0,
  late_ms BIGINT NOT NULL DEFAULT 0,
  late_max_ms BIGINT NOT NULL DEFAULT 0,
  requests BIGINT NOT NULL DEFAULT 0,
  retransmits BIGINT NOT NULL DEFAULT 0,
  timeouts BIGINT NOT NULL DEFAULT 0,
  answers BIGINT NOT NULL DEFAULT 0,
  rtt_us BIGINT NOT NULL DEFAULT 0,
  rtt_max_us BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (olt_id, hour_ms)
);
CREATE INDEX olt_hours_hour ON olt_hours (hour_ms);

INSERT INTO olt_hours (olt_id, hour_ms, succeeded, partial, failed, interrupted, duration_ms,
  duration_max_ms, late_ms, late_max_ms, requests, retransmits, timeouts)
SELECT olt_id, finished_ms / 3600000 * 3600000,
  SUM(CASE WHEN state = 'SUCCESS' THEN 1 ELSE 0 END),
  SUM(CASE WHEN state = 'PARTIAL' THEN 1 ELSE 0 END),
  SUM(CASE WHEN state = 'FAILED' THEN 1 ELSE 0 END),
  SUM(CASE WHEN state = 'INTERRUPTED' THEN 1 ELSE 0 END),
  SUM(finished_ms - COALESCE(started_ms, finished_ms)),
  MAX(finished_ms - COALESCE(started_ms, finished_ms)),
  SUM(late_ms), MAX(late_ms), SUM(requests), SUM(retransmits), SUM(timeouts)
FROM executions WHERE finished_ms IS NOT NULL AND started_ms IS NOT NULL
GROUP BY olt_id, finished_ms / 3600000 * 3600000;
