-- When each value came and what brought it; numbers apart from names; columns that people make up.

-- The numbers of an ONU move with every run, who it is hardly ever. They stand apart, in a row so
-- narrow that a run of a thousand ONUs writes a few pages and no index.
CREATE TABLE onu_numbers (
  onu_id BIGINT PRIMARY KEY REFERENCES onus (id) ON DELETE CASCADE,
  distance_m BIGINT,
  onu_rx_dbm DOUBLE PRECISION,
  onu_tx_dbm DOUBLE PRECISION,
  olt_rx_dbm DOUBLE PRECISION,
  temperature_c DOUBLE PRECISION,
  voltage_v DOUBLE PRECISION,
  bias_ma DOUBLE PRECISION,
  uptime_s BIGINT,
  in_octets BIGINT,
  out_octets BIGINT,
  values_ms BIGINT, -- when the last of all its values changed
  execution_id BIGINT, -- and which run brought it; it may be gone by now
  stamps BYTEA -- where it differs from value_stamps: store/stamps.h
) WITH (fillfactor = 45); -- room for a second version of each row on its page: no index is touched
INSERT INTO onu_numbers (onu_id, distance_m, onu_rx_dbm, onu_tx_dbm, olt_rx_dbm, temperature_c,
  voltage_v, bias_ma, uptime_s, in_octets, out_octets, values_ms, execution_id)
SELECT id, distance_m, onu_rx_dbm, onu_tx_dbm, olt_rx_dbm, temperature_c, voltage_v, bias_ma,
  uptime_s, in_octets, out_octets, values_ms, execution_id FROM onus;
ALTER TABLE onus
  DROP COLUMN distance_m,
  DROP COLUMN onu_rx_dbm,
  DROP COLUMN onu_tx_dbm,
  DROP COLUMN olt_rx_dbm,
  DROP COLUMN temperature_c,
  DROP COLUMN voltage_v,
  DROP COLUMN bias_ma,
  DROP COLUMN uptime_s,
  DROP COLUMN in_octets,
  DROP COLUMN out_octets,
  DROP COLUMN values_ms,
  DROP COLUMN execution_id;

-- The run that last brought a column for most ONUs of an OLT, and when.
CREATE TABLE value_stamps (
  olt_id BIGINT NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL, -- 'onu_rx', 'custom:name'
  at_ms BIGINT NOT NULL,
  execution_id BIGINT NOT NULL,
  PRIMARY KEY (olt_id, purpose)
);

-- The latest values of columns named custom:<name>, in the order in which a run looks for them.
CREATE TABLE onu_custom (
  olt_id BIGINT NOT NULL REFERENCES olts (id),
  name TEXT NOT NULL, -- without 'custom:'
  onu_id BIGINT NOT NULL REFERENCES onus (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('null', 'int', 'real', 'text', 'time', 'state')),
  int_value BIGINT, -- of a state its code, of a time its milliseconds
  real_value DOUBLE PRECISION,
  text_value TEXT, -- of a state its label
  state TEXT,
  at_ms BIGINT, -- where it differs from value_stamps
  execution_id BIGINT,
  PRIMARY KEY (olt_id, name, onu_id)
);
CREATE INDEX onu_custom_onu ON onu_custom (onu_id);

-- Numbers up to 999 are the program's (store/metric.c); custom columns get theirs here, for ever.
ALTER TABLE history_metrics ADD COLUMN scale BIGINT NOT NULL DEFAULT 1;

-- Blocks are compressed already.
ALTER TABLE history_blocks ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE history_hours ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE history_rosters ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- What the planner knew of it was about another table.
ANALYZE onus;
ANALYZE onu_numbers;
