-- Limits: a measured value that is beyond its limit for some time is an incident (model/limit.h). People make
-- them; those with a builtin_key ship with the program.
CREATE TABLE limits (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  entity TEXT NOT NULL CHECK (entity IN ('onu', 'port', 'card', 'olt', 'uplink')),
  purpose TEXT NOT NULL, -- 'cpu', or 'custom:name'
  op TEXT NOT NULL DEFAULT 'above' CHECK (op IN ('above', 'below', 'equal', 'not_equal')),
  value REAL NOT NULL,
  for_s INTEGER NOT NULL DEFAULT 0, -- it must hold so long
  hysteresis REAL NOT NULL DEFAULT 0,
  severity TEXT NOT NULL DEFAULT 'minor' CHECK (severity IN ('info', 'minor', 'major', 'critical')),
  olt_id INTEGER REFERENCES olts (id) ON DELETE CASCADE, -- NULL: of all
  brand_id INTEGER REFERENCES brands (id) ON DELETE CASCADE, -- NULL: of all
  site TEXT NOT NULL DEFAULT '',
  place TEXT NOT NULL DEFAULT '', -- of a port, card or uplink
  enabled INTEGER NOT NULL DEFAULT 1,
  builtin_key TEXT UNIQUE,
  is_edited INTEGER NOT NULL DEFAULT 0,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;

-- When a part of the chassis was last read as up: an uplink that never was up is not in use.
ALTER TABLE chassis_health ADD COLUMN up_ms INTEGER;
