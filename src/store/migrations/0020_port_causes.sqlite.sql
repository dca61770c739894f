-- Why a port is down, and the state of a card, by the device's own word.
ALTER TABLE pon_ports ADD COLUMN cause TEXT;
ALTER TABLE pon_ports ADD COLUMN cause_code INTEGER;
ALTER TABLE pon_ports ADD COLUMN cause_label TEXT;
ALTER TABLE chassis_health ADD COLUMN state TEXT;
ALTER TABLE chassis_health ADD COLUMN state_code INTEGER;
ALTER TABLE chassis_health ADD COLUMN state_label TEXT;

-- Of a run that read the run states of ONUs: of how many, how many there were, and when the reading of
-- most of them before it began. All of them: the reading is complete.
ALTER TABLE executions ADD COLUMN states_read INTEGER NOT NULL DEFAULT 0;
ALTER TABLE executions ADD COLUMN states_of INTEGER NOT NULL DEFAULT 0;
ALTER TABLE executions ADD COLUMN states_before_ms INTEGER;

-- Of an event `level`: which of the two, and what it is now ("onu_rx bad").
ALTER TABLE onu_events ADD COLUMN detail TEXT NOT NULL DEFAULT '';

-- ONUs whose level has crossed a limit: what it is now (model/level.h), so that the way back has a hysteresis.
CREATE TABLE onu_levels (
  onu_id INTEGER PRIMARY KEY REFERENCES onus (id) ON DELETE CASCADE,
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  onu_rx INTEGER,
  olt_rx INTEGER
) STRICT;
CREATE INDEX onu_levels_olt ON onu_levels (olt_id);
