-- When each value came and what brought it; numbers apart from names; columns that people make up.

-- The numbers of an ONU move with every run, who it is hardly ever. They stand apart, in a row so
-- narrow that a run of a thousand ONUs writes a few pages and no index.
CREATE TABLE onu_numbers (
  onu_id INTEGER PRIMARY KEY REFERENCES onus (id) ON DELETE CASCADE,
  distance_m INTEGER,
  onu_rx_dbm REAL,
  onu_tx_dbm REAL,
  olt_rx_dbm REAL,
  temperature_c REAL,
  voltage_v REAL,
  bias_ma REAL,
  uptime_s INTEGER,
  in_octets INTEGER,
  out_octets INTEGER,
  values_ms INTEGER, -- when the last of all its values changed
  execution_id INTEGER, -- and which run brought it; it may be gone by now
  stamps BLOB -- where it differs from value_stamps: store/stamps.h
) STRICT;
INSERT INTO onu_numbers (onu_id, distance_m, onu_rx_dbm, onu_tx_dbm, olt_rx_dbm, temperature_c,
  voltage_v, bias_ma, uptime_s, in_octets, out_octets, values_ms, execution_id)
SELECT id, distance_m, onu_rx_dbm, onu_tx_dbm, olt_rx_dbm, temperature_c, voltage_v, bias_ma,
  uptime_s, in_octets, out_octets, values_ms, execution_id FROM onus;
ALTER TABLE onus DROP COLUMN distance_m;
ALTER TABLE onus DROP COLUMN onu_rx_dbm;
ALTER TABLE onus DROP COLUMN onu_tx_dbm;
ALTER TABLE onus DROP COLUMN olt_rx_dbm;
ALTER TABLE onus DROP COLUMN temperature_c;
ALTER TABLE onus DROP COLUMN voltage_v;
ALTER TABLE onus DROP COLUMN bias_ma;
ALTER TABLE onus DROP COLUMN uptime_s;
ALTER TABLE onus DROP COLUMN in_octets;
ALTER TABLE onus DROP COLUMN out_octets;
ALTER TABLE onus DROP COLUMN values_ms;
ALTER TABLE onus DROP COLUMN execution_id;

-- The run that last brought a column for most ONUs of an OLT, and when.
CREATE TABLE value_stamps (
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL, -- 'onu_rx', 'custom:name'
  at_ms INTEGER NOT NULL,
  execution_id INTEGER NOT NULL,
  PRIMARY KEY (olt_id, purpose)
) STRICT, WITHOUT ROWID;

-- The latest values of columns named custom:<name>, in the order in which a run looks for them.
CREATE TABLE onu_custom (
  olt_id INTEGER NOT NULL REFERENCES olts (id),
  name TEXT NOT NULL, -- without 'custom:'
  onu_id INTEGER NOT NULL REFERENCES onus (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('null', 'int', 'real', 'text', 'time', 'state')),
  int_value INTEGER, -- of a state its code, of a time its milliseconds
  real_value REAL,
  text_value TEXT, -- of a state its label
  state TEXT,
  at_ms INTEGER, -- where it differs from value_stamps
  execution_id INTEGER,
  PRIMARY KEY (olt_id, name, onu_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX onu_custom_onu ON onu_custom (onu_id);

-- Numbers up to 999 are the program's (store/metric.c); custom columns get theirs here, for ever.
ALTER TABLE history_metrics ADD COLUMN scale INTEGER NOT NULL DEFAULT 1;
