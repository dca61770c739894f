-- Values of custom OIDs that are not an ONU's: scalars, columns by port, by interface, by anything.

CREATE TABLE olt_values (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  name TEXT NOT NULL, -- of the OID, without 'custom:'
  idx TEXT NOT NULL, -- what stands behind the OID: '0' of a scalar, '7', '1.10'; '': nothing
  idx_order TEXT NOT NULL, -- the same, so that 10 comes behind 9
  place TEXT NOT NULL DEFAULT '', -- where idx is that of a PON port
  oid TEXT NOT NULL DEFAULT '',
  unit TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL CHECK (kind IN ('null', 'int', 'real', 'text', 'time', 'state')),
  int_value INTEGER, -- of a state its code, of a time its milliseconds
  real_value REAL,
  text_value TEXT, -- of a state its label
  state TEXT,
  is_counter INTEGER NOT NULL DEFAULT 0,
  rate REAL, -- of a counter: per second, between the last two readings
  first_seen_ms INTEGER NOT NULL,
  at_ms INTEGER NOT NULL, -- when it was last read
  execution_id INTEGER NOT NULL, -- which run brought it; it may be gone by now
  UNIQUE (olt_id, name, idx)
) STRICT;
-- For retention.
CREATE INDEX olt_values_at ON olt_values (at_ms);

-- Are the values of this OID part of /metrics?
ALTER TABLE oids ADD COLUMN in_metrics INTEGER NOT NULL DEFAULT 0;
