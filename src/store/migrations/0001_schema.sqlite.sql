-- Everything the program keeps. Moments are milliseconds since 1970 (..._ms), truths are 0 or 1,
-- words of a fixed set are text. The same file for PostgreSQL differs in types and in the search.

-- ---- settings, people, what they did ------------------------------------------------------------

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_ms INTEGER NOT NULL,
  updated_by TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  password TEXT NOT NULL, -- Argon2id, never the password
  role TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  full_name TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL DEFAULT '',
  enabled INTEGER NOT NULL DEFAULT 1,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  last_login_ms INTEGER
) STRICT;

CREATE TABLE sessions (
  token_hash BLOB PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  csrf_hash BLOB NOT NULL,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  last_used_ms INTEGER NOT NULL,
  address TEXT NOT NULL DEFAULT '',
  agent TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expires ON sessions (expires_ms);

CREATE TABLE tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  token_hash BLOB NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'admin')),
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER,
  last_used_ms INTEGER,
  revoked_ms INTEGER,
  UNIQUE (user_id, name)
) STRICT;

-- No foreign key: who did it stays readable when the user is gone.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  user_id INTEGER,
  user_name TEXT NOT NULL,
  address TEXT NOT NULL DEFAULT '',
  action TEXT NOT NULL,
  entity TEXT NOT NULL,
  entity_id INTEGER,
  value_before TEXT, -- JSON without secrets
  value_after TEXT
) STRICT;
CREATE INDEX audit_log_at ON audit_log (at_ms);
CREATE INDEX audit_log_entity ON audit_log (entity, entity_id, at_ms);
CREATE INDEX audit_log_user ON audit_log (user_name, at_ms);

-- ---- catalogue ----------------------------------------------------------------------------------
-- Rows that shipped with a version have a builtin_key and are brought up to date by later ones, until
-- somebody edits or deletes them: is_edited and deleted_ms mean "leave it alone".

CREATE TABLE brands (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL DEFAULT '',
  builtin_key TEXT UNIQUE,
  is_edited INTEGER NOT NULL DEFAULT 0,
  deleted_ms INTEGER,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;
-- Stands for any brand; a model_id that is NULL stands for any model.
INSERT INTO brands (id, name, description, builtin_key, created_ms, updated_ms)
VALUES (1, 'Generic', 'Any brand', 'generic', 0, 0);

CREATE TABLE models (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  brand_id INTEGER NOT NULL REFERENCES brands (id),
  name TEXT NOT NULL,
  profile TEXT NOT NULL DEFAULT '',
  technology TEXT NOT NULL DEFAULT '',
  slots INTEGER,
  ports INTEGER,
  onus_per_port INTEGER,
  notes TEXT NOT NULL DEFAULT '',
  builtin_key TEXT UNIQUE,
  is_edited INTEGER NOT NULL DEFAULT 0,
  deleted_ms INTEGER,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  UNIQUE (brand_id, name)
) STRICT;

CREATE TABLE oids (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  brand_id INTEGER NOT NULL REFERENCES brands (id),
  model_id INTEGER REFERENCES models (id),
  profile TEXT NOT NULL DEFAULT '', -- the vendor profile it came from
  table_name TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL,
  oid TEXT NOT NULL,
  purpose TEXT NOT NULL, -- 'onu_rx', 'custom:name'
  formula TEXT NOT NULL DEFAULT '', -- the name of an index formula of the same brand and profile
  transform TEXT NOT NULL DEFAULT '', -- JSON
  unit TEXT NOT NULL DEFAULT '',
  invalid TEXT NOT NULL DEFAULT '', -- JSON list of raw values that mean "no reading"
  keep_previous INTEGER NOT NULL DEFAULT 0,
  is_slow INTEGER NOT NULL DEFAULT 0,
  enabled INTEGER NOT NULL DEFAULT 1,
  builtin_key TEXT UNIQUE,
  is_edited INTEGER NOT NULL DEFAULT 0,
  deleted_ms INTEGER,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX oids_name ON oids
  (brand_id, COALESCE(model_id, 0), profile, table_name, name);
CREATE INDEX oids_model ON oids (model_id);
CREATE INDEX oids_purpose ON oids (purpose);

CREATE TABLE index_formulas (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  brand_id INTEGER NOT NULL REFERENCES brands (id),
  model_id INTEGER REFERENCES models (id),
  profile TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL,
  definition TEXT NOT NULL, -- JSON, as in a profile
  builtin_key TEXT UNIQUE,
  is_edited INTEGER NOT NULL DEFAULT 0,
  deleted_ms INTEGER,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX index_formulas_name ON index_formulas
  (brand_id, COALESCE(model_id, 0), profile, name);
CREATE INDEX index_formulas_model ON index_formulas (model_id);

CREATE TABLE state_labels (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  brand_id INTEGER NOT NULL REFERENCES brands (id),
  profile TEXT NOT NULL DEFAULT '',
  column_name TEXT NOT NULL DEFAULT '', -- 'onu.run_state' of the profile; '': any column
  purpose TEXT NOT NULL, -- 'run_state', 'admin_state', 'last_down_cause', ...
  raw TEXT NOT NULL, -- the number or the text that the device sends
  label TEXT NOT NULL,
  meaning TEXT NOT NULL DEFAULT '', -- 'online', 'los', ...: model/value.h
  builtin_key TEXT UNIQUE,
  is_edited INTEGER NOT NULL DEFAULT 0,
  deleted_ms INTEGER,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  UNIQUE (brand_id, profile, column_name, purpose, raw)
) STRICT;

-- What is NULL falls back to 'general', and there to the program's settings.
CREATE TABLE snmp_settings (
  operation TEXT PRIMARY KEY
    CHECK (operation IN ('general', 'discovery', 'get', 'walk', 'table', 'bulk')),
  timeout_ms INTEGER,
  retries INTEGER,
  repetitions INTEGER,
  in_flight INTEGER,
  batch TEXT, -- '200,50,1'
  updated_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO snmp_settings (operation)
VALUES ('general'), ('discovery'), ('get'), ('walk'), ('table'), ('bulk');

-- ---- OLTs ---------------------------------------------------------------------------------------

CREATE TABLE olts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  brand_id INTEGER NOT NULL DEFAULT 1 REFERENCES brands (id),
  model_id INTEGER REFERENCES models (id),
  profile TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL,
  port INTEGER NOT NULL DEFAULT 161 CHECK (port BETWEEN 1 AND 65535),
  snmp_version TEXT NOT NULL DEFAULT '2c' CHECK (snmp_version IN ('1', '2c', '3')),
  community BLOB, -- sealed (store/vault.h), like the two keys
  v3_user TEXT NOT NULL DEFAULT '',
  v3_context TEXT NOT NULL DEFAULT '',
  v3_auth TEXT NOT NULL DEFAULT '',
  v3_auth_key BLOB,
  v3_priv TEXT NOT NULL DEFAULT '',
  v3_priv_key BLOB,
  description TEXT NOT NULL DEFAULT '',
  site TEXT NOT NULL DEFAULT '',
  latitude REAL,
  longitude REAL,
  enabled INTEGER NOT NULL DEFAULT 1,
  timeout_ms INTEGER, -- overrides of snmp_settings; NULL: none
  retries INTEGER,
  repetitions INTEGER,
  in_flight INTEGER,
  batch TEXT,
  deleted_ms INTEGER,
  deleted_by TEXT NOT NULL DEFAULT '',
  deleted_why TEXT NOT NULL DEFAULT '',
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  -- What was learnt; written by the engine, not by people.
  governor_in_flight INTEGER,
  governor_bytes INTEGER,
  governor_repetitions INTEGER,
  governor_rtt_us INTEGER,
  failures INTEGER NOT NULL DEFAULT 0, -- in a row
  suspended_ms INTEGER, -- by the system, since
  suspended_why TEXT NOT NULL DEFAULT '',
  hold_walks INTEGER NOT NULL DEFAULT 0, -- model/discovery.h
  hold_seen INTEGER NOT NULL DEFAULT 0,
  last_walk_ms INTEGER, -- the last good discovery: present ONUs were seen then
  last_answer_ms INTEGER,
  roster INTEGER NOT NULL DEFAULT 0 -- the version in use, history_rosters
) STRICT;
-- The name of a deleted OLT is free again.
CREATE UNIQUE INDEX olts_name ON olts (name) WHERE deleted_ms IS NULL;
CREATE INDEX olts_brand ON olts (brand_id, model_id);
CREATE INDEX olts_model ON olts (model_id);
CREATE INDEX olts_site ON olts (site);

-- What each column does on this device: firmware differs more than models do.
CREATE TABLE olt_columns (
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  oid TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('answers', 'unsupported', 'slow')),
  since_ms INTEGER NOT NULL,
  PRIMARY KEY (olt_id, oid)
) STRICT, WITHOUT ROWID;

-- ---- jobs, workflows, nodes ---------------------------------------------------------------------

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  brand_id INTEGER NOT NULL DEFAULT 1 REFERENCES brands (id),
  type TEXT NOT NULL CHECK (type IN ('discovery', 'get', 'walk', 'table', 'bulk')),
  interval_ms INTEGER CHECK (interval_ms > 0),
  cron TEXT,
  priority INTEGER NOT NULL DEFAULT 40,
  max_retries INTEGER NOT NULL DEFAULT 2,
  retry_delay_ms INTEGER NOT NULL DEFAULT 120000,
  retry_grows INTEGER NOT NULL DEFAULT 0,
  timeout_ms INTEGER,
  lane TEXT NOT NULL DEFAULT 'polling'
    CHECK (lane IN ('high', 'discovery', 'polling', 'retry')),
  enabled INTEGER NOT NULL DEFAULT 1,
  -- Which OLTs: the picked ones (nodes alone), those that fit, or all.
  target TEXT NOT NULL DEFAULT 'picked' CHECK (target IN ('picked', 'filter', 'all')),
  target_brand_id INTEGER REFERENCES brands (id),
  target_model_id INTEGER REFERENCES models (id),
  target_site TEXT,
  deleted_ms INTEGER,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  CHECK ((interval_ms IS NULL) <> (cron IS NULL))
) STRICT;
CREATE UNIQUE INDEX jobs_name ON jobs (name) WHERE deleted_ms IS NULL;
CREATE INDEX jobs_brand ON jobs (brand_id);

CREATE TABLE job_oids (
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  oid_id INTEGER NOT NULL REFERENCES oids (id),
  place INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (job_id, oid_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX job_oids_oid ON job_oids (oid_id);

CREATE TABLE workflows (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  olt_id INTEGER NOT NULL UNIQUE REFERENCES olts (id) ON DELETE CASCADE,
  enabled INTEGER NOT NULL DEFAULT 1,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;

-- A job on an OLT. What is NULL is as the job says.
CREATE TABLE nodes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workflow_id INTEGER NOT NULL REFERENCES workflows (id) ON DELETE CASCADE,
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  job_id INTEGER NOT NULL REFERENCES jobs (id),
  master_id INTEGER REFERENCES nodes (id), -- NULL: it is one itself
  enabled INTEGER NOT NULL DEFAULT 1,
  interval_ms INTEGER CHECK (interval_ms > 0),
  cron TEXT,
  priority INTEGER,
  next_run_ms INTEGER,
  last_run_ms INTEGER,
  last_success_ms INTEGER,
  last_failure_ms INTEGER,
  failures INTEGER NOT NULL DEFAULT 0, -- in a row
  skipped INTEGER NOT NULL DEFAULT 0, -- slots missed because a run overran them
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  UNIQUE (olt_id, job_id),
  CHECK (master_id IS NULL OR next_run_ms IS NULL),
  CHECK (interval_ms IS NULL OR cron IS NULL)
) STRICT;
CREATE INDEX nodes_due ON nodes (next_run_ms) WHERE next_run_ms IS NOT NULL;
CREATE INDEX nodes_workflow ON nodes (workflow_id);
CREATE INDEX nodes_job ON nodes (job_id);
CREATE INDEX nodes_master ON nodes (master_id) WHERE master_id IS NOT NULL;

-- ---- executions ---------------------------------------------------------------------------------

CREATE TABLE executions (
  id INTEGER PRIMARY KEY,
  olt_id INTEGER NOT NULL REFERENCES olts (id),
  node_id INTEGER REFERENCES nodes (id) ON DELETE SET NULL,
  job_id INTEGER REFERENCES jobs (id) ON DELETE SET NULL,
  type TEXT NOT NULL,
  lane TEXT NOT NULL DEFAULT 'polling',
  state TEXT NOT NULL CHECK
    (state IN ('PENDING', 'RUNNING', 'SUCCESS', 'PARTIAL', 'FAILED', 'INTERRUPTED')),
  error TEXT NOT NULL DEFAULT '',
  message TEXT NOT NULL DEFAULT '',
  attempts INTEGER NOT NULL DEFAULT 0,
  max_attempts INTEGER NOT NULL DEFAULT 1,
  queued_ms INTEGER NOT NULL,
  started_ms INTEGER,
  finished_ms INTEGER,
  late_ms INTEGER NOT NULL DEFAULT 0,
  poller INTEGER NOT NULL DEFAULT 0,
  asked_by TEXT NOT NULL DEFAULT '',
  requests INTEGER NOT NULL DEFAULT 0,
  retransmits INTEGER NOT NULL DEFAULT 0,
  timeouts INTEGER NOT NULL DEFAULT 0,
  varbinds INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  onus_seen INTEGER NOT NULL DEFAULT 0,
  onus_ok INTEGER NOT NULL DEFAULT 0,
  onus_failed INTEGER NOT NULL DEFAULT 0,
  onus_absent INTEGER NOT NULL DEFAULT 0,
  onus_new INTEGER NOT NULL DEFAULT 0,
  onus_changed INTEGER NOT NULL DEFAULT 0,
  CHECK ((state IN ('PENDING', 'RUNNING')) = (finished_ms IS NULL))
) STRICT;
CREATE INDEX executions_olt ON executions (olt_id, queued_ms);
CREATE INDEX executions_node ON executions (node_id, queued_ms);
CREATE INDEX executions_job ON executions (job_id);
CREATE INDEX executions_queued ON executions (queued_ms);
CREATE INDEX executions_finished ON executions (finished_ms, state);
CREATE INDEX executions_open ON executions (state) WHERE finished_ms IS NULL;

CREATE TABLE attempts (
  execution_id INTEGER NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  started_ms INTEGER NOT NULL,
  finished_ms INTEGER NOT NULL,
  error TEXT NOT NULL DEFAULT '',
  message TEXT NOT NULL DEFAULT '',
  requests INTEGER NOT NULL DEFAULT 0,
  retransmits INTEGER NOT NULL DEFAULT 0,
  timeouts INTEGER NOT NULL DEFAULT 0,
  varbinds INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (execution_id, number)
) STRICT, WITHOUT ROWID;

-- ---- ONUs ---------------------------------------------------------------------------------------

CREATE TABLE onus (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  olt_id INTEGER NOT NULL REFERENCES olts (id),
  -- Where it is: model/position.h; place is what people read, '0/1/3:12'.
  pos_has INTEGER NOT NULL DEFAULT 0,
  rack INTEGER NOT NULL DEFAULT 0,
  frame INTEGER NOT NULL DEFAULT 0,
  slot INTEGER NOT NULL DEFAULT 0,
  port INTEGER NOT NULL DEFAULT 0,
  onu INTEGER NOT NULL DEFAULT 0,
  index_serial BLOB,
  place TEXT NOT NULL DEFAULT '',
  serial TEXT NOT NULL DEFAULT '',
  -- The first fact: presence.
  is_present INTEGER NOT NULL DEFAULT 1,
  is_duplicate INTEGER NOT NULL DEFAULT 0,
  missed INTEGER NOT NULL DEFAULT 0,
  first_seen_ms INTEGER NOT NULL,
  last_seen_ms INTEGER NOT NULL,
  -- The latest values; a state is its raw code, the vendor's label and our meaning.
  mac TEXT,
  description TEXT,
  name TEXT,
  subscriber TEXT,
  admin_code INTEGER,
  admin_label TEXT,
  admin_state TEXT,
  run_code INTEGER,
  run_label TEXT,
  run_state TEXT,
  cause_code INTEGER,
  cause_label TEXT,
  cause_state TEXT,
  last_up_ms INTEGER,
  last_down_ms INTEGER,
  distance_m INTEGER,
  onu_rx_dbm REAL,
  onu_tx_dbm REAL,
  olt_rx_dbm REAL,
  temperature_c REAL,
  voltage_v REAL,
  bias_ma REAL,
  model TEXT,
  hw_version TEXT,
  sw_version TEXT,
  line_profile TEXT,
  service_profile TEXT,
  uptime_s INTEGER,
  ip TEXT,
  in_octets INTEGER,
  out_octets INTEGER,
  run_since_ms INTEGER,
  values_ms INTEGER, -- when the last of them changed
  execution_id INTEGER, -- and which run brought it; it may be gone by now
  search_text TEXT NOT NULL GENERATED ALWAYS AS (lower(serial || ' ' || place || ' ' ||
    COALESCE(mac, '') || ' ' || COALESCE(description, '') || ' ' || COALESCE(name, '') || ' ' ||
    COALESCE(subscriber, ''))) VIRTUAL
) STRICT;
CREATE INDEX onus_place ON onus (olt_id, slot, port, onu);
CREATE INDEX onus_states ON onus (olt_id, is_present, run_state, cause_state);
CREATE INDEX onus_serial ON onus (serial) WHERE serial <> '';
CREATE INDEX onus_mac ON onus (mac) WHERE mac IS NOT NULL;
CREATE INDEX onus_subscriber ON onus (subscriber) WHERE subscriber IS NOT NULL;

-- Any part of the text, three characters or more: WHERE search_text LIKE '%part%'. Triggers keep it,
-- and leave it alone when only values change.
CREATE VIRTUAL TABLE onu_search USING fts5 (
  search_text, content = 'onus', content_rowid = 'id', tokenize = 'trigram', detail = 'none'
);
CREATE TRIGGER onus_search_insert AFTER INSERT ON onus BEGIN
  INSERT INTO onu_search (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER onus_search_delete AFTER DELETE ON onus BEGIN
  INSERT INTO onu_search (onu_search, rowid, search_text)
  VALUES ('delete', old.id, old.search_text);
END;
CREATE TRIGGER onus_search_update
AFTER UPDATE OF serial, place, mac, description, name, subscriber ON onus
WHEN old.search_text <> new.search_text BEGIN
  INSERT INTO onu_search (onu_search, rowid, search_text)
  VALUES ('delete', old.id, old.search_text);
  INSERT INTO onu_search (rowid, search_text) VALUES (new.id, new.search_text);
END;

-- Where it was before: one row a stay, open at its end for the present one.
CREATE TABLE onu_positions (
  id INTEGER PRIMARY KEY,
  onu_id INTEGER NOT NULL REFERENCES onus (id) ON DELETE CASCADE,
  olt_id INTEGER NOT NULL REFERENCES olts (id),
  place TEXT NOT NULL,
  since_ms INTEGER NOT NULL,
  until_ms INTEGER
) STRICT;
CREATE INDEX onu_positions_onu ON onu_positions (onu_id, since_ms);
CREATE INDEX onu_positions_place ON onu_positions (olt_id, place, since_ms);

CREATE TABLE onu_events (
  id INTEGER PRIMARY KEY,
  onu_id INTEGER NOT NULL REFERENCES onus (id) ON DELETE CASCADE,
  olt_id INTEGER NOT NULL REFERENCES olts (id),
  kind TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  value_before TEXT NOT NULL DEFAULT '',
  value_after TEXT NOT NULL DEFAULT '',
  execution_id INTEGER
) STRICT;
CREATE INDEX onu_events_onu ON onu_events (onu_id, at_ms);
CREATE INDEX onu_events_olt ON onu_events (olt_id, at_ms);
CREATE INDEX onu_events_at ON onu_events (at_ms);

-- ---- ports and chassis --------------------------------------------------------------------------

CREATE TABLE pon_ports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  pos_has INTEGER NOT NULL DEFAULT 0,
  rack INTEGER NOT NULL DEFAULT 0,
  frame INTEGER NOT NULL DEFAULT 0,
  slot INTEGER NOT NULL DEFAULT 0,
  port INTEGER NOT NULL DEFAULT 0,
  place TEXT NOT NULL DEFAULT '',
  name TEXT,
  description TEXT,
  state_code INTEGER,
  state_label TEXT,
  state TEXT,
  onus INTEGER, -- as the device counts them
  tx_dbm REAL,
  in_octets INTEGER,
  out_octets INTEGER,
  first_seen_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  UNIQUE (olt_id, pos_has, rack, frame, slot, port)
) STRICT;

-- part '' is the device as a whole, otherwise a card or shelf.
CREATE TABLE chassis_health (
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  part TEXT NOT NULL DEFAULT '',
  cpu_percent REAL,
  memory_percent REAL,
  temperature_c REAL,
  uptime_s INTEGER,
  updated_ms INTEGER NOT NULL,
  PRIMARY KEY (olt_id, part)
) STRICT, WITHOUT ROWID;

-- ---- history ------------------------------------------------------------------------------------
-- Blocks are opaque here (docs/design/history.md). Rows are large, hence tables with a rowid.

CREATE TABLE history_metrics (
  metric INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE history_rosters (
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (olt_id, version)
) STRICT;

CREATE TABLE history_blocks (
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  metric INTEGER NOT NULL,
  time_ms INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (olt_id, metric, time_ms)
) STRICT;

CREATE TABLE history_hours (
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  metric INTEGER NOT NULL,
  time_ms INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (olt_id, metric, time_ms)
) STRICT;

-- ---- coordinator --------------------------------------------------------------------------------

CREATE TABLE quota_trackers (
  id INTEGER PRIMARY KEY,
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  task_type TEXT NOT NULL,
  period_start_ms INTEGER NOT NULL,
  period_end_ms INTEGER NOT NULL,
  required INTEGER NOT NULL DEFAULT 0,
  completed INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  pending INTEGER NOT NULL DEFAULT 0,
  total_duration_ms INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'IN_PROGRESS' CHECK (status IN ('IN_PROGRESS', 'COMPLETED',
    'PARTIAL', 'QUOTA_NOT_MET', 'FAILED', 'INTERRUPTED')),
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  UNIQUE (olt_id, task_type, period_start_ms)
) STRICT;
CREATE INDEX quota_trackers_period ON quota_trackers (period_start_ms, status);

CREATE TABLE violations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  task_type TEXT NOT NULL,
  period_start_ms INTEGER NOT NULL,
  period_end_ms INTEGER NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  report TEXT NOT NULL, -- JSON
  notified_ms INTEGER,
  acked_ms INTEGER,
  acked_by TEXT NOT NULL DEFAULT '',
  created_ms INTEGER NOT NULL,
  UNIQUE (olt_id, task_type, period_start_ms)
) STRICT;
CREATE INDEX violations_created ON violations (created_ms);
CREATE INDEX violations_open ON violations (severity, created_ms) WHERE acked_ms IS NULL;

CREATE TABLE plans (
  id INTEGER PRIMARY KEY,
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  period_start_ms INTEGER NOT NULL,
  period_end_ms INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'ACTIVE'
    CHECK (status IN ('ACTIVE', 'COMPLETED', 'SUPERSEDED', 'ABORTED')),
  runs TEXT NOT NULL, -- JSON: every run expected, with its start and duration
  fits INTEGER NOT NULL DEFAULT 1,
  total INTEGER NOT NULL DEFAULT 0,
  completed INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX plans_olt ON plans (olt_id, period_start_ms);
CREATE INDEX plans_period ON plans (period_start_ms, status);

CREATE TABLE coordinator_logs (
  id INTEGER PRIMARY KEY,
  olt_id INTEGER REFERENCES olts (id) ON DELETE CASCADE,
  event TEXT NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL')),
  message TEXT NOT NULL,
  details TEXT, -- JSON
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX coordinator_logs_at ON coordinator_logs (at_ms);
CREATE INDEX coordinator_logs_olt ON coordinator_logs (olt_id, at_ms);
CREATE INDEX coordinator_logs_event ON coordinator_logs (event, at_ms);
CREATE INDEX coordinator_logs_level ON coordinator_logs (level, at_ms);

-- A row a minute and machine.
CREATE TABLE poller_stats (
  at_ms INTEGER NOT NULL,
  machine TEXT NOT NULL DEFAULT '',
  total INTEGER NOT NULL,
  busy INTEGER NOT NULL,
  busy_percent REAL NOT NULL,
  queue INTEGER NOT NULL,
  is_saturated INTEGER NOT NULL,
  completed INTEGER NOT NULL,
  delayed INTEGER NOT NULL,
  late_p50_ms INTEGER NOT NULL,
  late_p99_ms INTEGER NOT NULL,
  PRIMARY KEY (at_ms, machine)
) STRICT, WITHOUT ROWID;
