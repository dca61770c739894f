-- Incidents: what is wrong, once, with its cause (docs/design/incidents.md). The watcher alone writes what it
-- decides; the columns of people (acked_ms and what follows) are written by their operations.

-- ---- the plant: what is between a port and its ONUs; OLTs, cards and ports exist by themselves ----

CREATE TABLE plant_nodes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  parent_id INTEGER REFERENCES plant_nodes (id),
  kind TEXT NOT NULL CHECK (kind IN ('site', 'zone', 'trunk', 'odf', 'splitter', 'box', 'group')),
  code TEXT NOT NULL DEFAULT '', -- what is written on it
  name TEXT NOT NULL,
  olt_id INTEGER REFERENCES olts (id) ON DELETE CASCADE,
  place TEXT NOT NULL DEFAULT '', -- of the port that it hangs on: '0/1/3'
  latitude REAL,
  longitude REAL,
  distance_m INTEGER, -- from the OLT
  is_learnt INTEGER NOT NULL DEFAULT 0,
  sure INTEGER NOT NULL DEFAULT 100, -- of a learnt one: 0 to 100
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX plant_nodes_code ON plant_nodes (code) WHERE code <> '';
CREATE INDEX plant_nodes_parent ON plant_nodes (parent_id);
CREATE INDEX plant_nodes_olt ON plant_nodes (olt_id, place);

-- The lowest known node of an ONU.
CREATE TABLE onu_nodes (
  onu_id INTEGER PRIMARY KEY REFERENCES onus (id) ON DELETE CASCADE,
  node_id INTEGER NOT NULL REFERENCES plant_nodes (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX onu_nodes_node ON onu_nodes (node_id);

CREATE TABLE entity_tags (
  entity TEXT NOT NULL CHECK (entity IN ('onu', 'node', 'olt')),
  entity_id INTEGER NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (entity, entity_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX entity_tags_tag ON entity_tags (tag);

-- ---- incidents ----------------------------------------------------------------------------------

CREATE TABLE incidents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('suspect', 'open', 'recovering', 'resolved', 'closed', 'dismissed', 'merged')),
  root_kind TEXT NOT NULL,
  olt_id INTEGER, -- no reference: what happened stays when an OLT goes
  place TEXT NOT NULL DEFAULT '', -- of the port '0/1/3', of the card '0/1', of the OLT ''
  node_id INTEGER,
  subject INTEGER, -- of kinds about one ONU: that one; of others what tells two of them apart
  cause TEXT NOT NULL DEFAULT '',
  cause_class TEXT NOT NULL DEFAULT 'unknown',
  confidence INTEGER NOT NULL DEFAULT 0,
  severity INTEGER NOT NULL DEFAULT 0, -- 0 info, 1 minor, 2 major, 3 critical
  affected INTEGER NOT NULL DEFAULT 0,
  affected_max INTEGER NOT NULL DEFAULT 0,
  at_risk INTEGER NOT NULL DEFAULT 0,
  recovered INTEGER NOT NULL DEFAULT 0,
  left_over INTEGER NOT NULL DEFAULT 0,
  since_ms INTEGER NOT NULL,
  since_from_ms INTEGER NOT NULL, -- the earliest possible moment; since_ms when it is exact
  detected_ms INTEGER NOT NULL,
  opened_ms INTEGER,
  recovering_ms INTEGER,
  resolved_ms INTEGER,
  closed_ms INTEGER, -- also of one that was dismissed or merged
  version INTEGER NOT NULL DEFAULT 1,
  reopened INTEGER NOT NULL DEFAULT 0,
  is_flapping INTEGER NOT NULL DEFAULT 0,
  is_held INTEGER NOT NULL DEFAULT 0, -- by a maintenance window of mode hold
  blind_since_ms INTEGER,
  merged_into INTEGER,
  repeat_of INTEGER,
  params TEXT NOT NULL DEFAULT '{}', -- JSON: the values of its sentence
  updated_ms INTEGER NOT NULL,
  -- What people say; the watcher only reads it.
  acked_ms INTEGER,
  acked_by TEXT NOT NULL DEFAULT '',
  acked_until_ms INTEGER,
  owner TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  real_cause TEXT NOT NULL DEFAULT '',
  false_alarm INTEGER NOT NULL DEFAULT 0,
  close_reason TEXT NOT NULL DEFAULT '',
  closed_by TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX incidents_unclosed ON incidents (id) WHERE closed_ms IS NULL;
CREATE INDEX incidents_root ON incidents (olt_id, place, since_ms);
CREATE INDEX incidents_since ON incidents (since_ms);
CREATE INDEX incidents_closed ON incidents (closed_ms);

-- One row a port, never a row an ONU: members are packed (store/incident/members.h).
CREATE TABLE incident_ports (
  incident_id INTEGER NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  olt_id INTEGER NOT NULL,
  place TEXT NOT NULL DEFAULT '',
  at_risk INTEGER NOT NULL DEFAULT 0,
  down INTEGER NOT NULL DEFAULT 0,
  up INTEGER NOT NULL DEFAULT 0,
  dist_min_m INTEGER,
  dist_max_m INTEGER,
  members BLOB, -- NULL: removed by retention; the counts stay
  PRIMARY KEY (incident_id, olt_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX incident_ports_place ON incident_ports (olt_id, place);

-- The timeline.
CREATE TABLE incident_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  incident_id INTEGER NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '{}', -- JSON
  who TEXT NOT NULL DEFAULT '' -- '': the watcher
) STRICT;
CREATE INDEX incident_log_incident ON incident_log (incident_id, at_ms);

-- What the cause rests on.
CREATE TABLE incident_evidence (
  incident_id INTEGER NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL DEFAULT 'null', -- JSON
  weight INTEGER NOT NULL DEFAULT 0,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (incident_id, key)
) STRICT, WITHOUT ROWID;

-- ---- what the watcher knows ------------------------------------------------------------------------

-- Of an ONU that is down the device no longer says this.
CREATE TABLE onu_watch (
  onu_id INTEGER PRIMARY KEY REFERENCES onus (id) ON DELETE CASCADE,
  olt_id INTEGER NOT NULL,
  has_gasped INTEGER NOT NULL DEFAULT 0,
  distance_m INTEGER
) STRICT;
CREATE INDEX onu_watch_olt ON onu_watch (olt_id);

-- What it has learnt: churn of an OLT, offsets of clocks, who is able to gasp.
CREATE TABLE watch_memory (
  name TEXT PRIMARY KEY,
  body BLOB NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who watches. Every write of a watcher names its term: one that was replaced writes nothing more.
CREATE TABLE watch_terms (
  name TEXT PRIMARY KEY,
  term INTEGER NOT NULL,
  round INTEGER NOT NULL DEFAULT 0, -- of this term: one that is written twice is noticed
  holder TEXT NOT NULL DEFAULT '',
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- ---- events ------------------------------------------------------------------------------------------

-- Every version of an incident, and every act of a person on it, is an event.
CREATE TRIGGER incidents_event AFTER INSERT ON incidents BEGIN
  INSERT INTO events (kind, at_ms, olt_id, what, subject, n)
    VALUES ('incident', NEW.updated_ms, NEW.olt_id, NEW.state, NEW.id, NEW.version);
END;
CREATE TRIGGER incidents_change_event AFTER UPDATE ON incidents WHEN OLD.version <> NEW.version
  OR OLD.acked_ms IS NOT NEW.acked_ms OR OLD.owner <> NEW.owner OR OLD.note <> NEW.note
  OR OLD.real_cause <> NEW.real_cause OR OLD.false_alarm <> NEW.false_alarm OR OLD.state <> NEW.state BEGIN
  INSERT INTO events (kind, at_ms, olt_id, what, subject, n)
    VALUES ('incident', NEW.updated_ms, NEW.olt_id, NEW.state, NEW.id, NEW.version);
END;
