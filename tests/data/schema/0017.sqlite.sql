PRAGMA application_id = 1180787560;
PRAGMA foreign_keys = OFF;
CREATE TABLE facho_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_ms INTEGER NOT NULL) STRICT;
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
, in_metrics INTEGER NOT NULL DEFAULT 0) STRICT;
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
, fence INTEGER NOT NULL DEFAULT 0, not_answering_ms INTEGER, up_since_ms INTEGER) STRICT;
CREATE UNIQUE INDEX olts_name ON olts (name) WHERE deleted_ms IS NULL;
CREATE INDEX olts_brand ON olts (brand_id, model_id);
CREATE INDEX olts_model ON olts (model_id);
CREATE INDEX olts_site ON olts (site);
CREATE TABLE olt_columns (
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  oid TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('answers', 'unsupported', 'slow')),
  since_ms INTEGER NOT NULL,
  PRIMARY KEY (olt_id, oid)
) STRICT, WITHOUT ROWID;
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
  updated_ms INTEGER NOT NULL, task_type TEXT NOT NULL DEFAULT '',
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
  onus_changed INTEGER NOT NULL DEFAULT 0, due_ms INTEGER, fence INTEGER NOT NULL DEFAULT 0, asked INTEGER NOT NULL DEFAULT 0, answered INTEGER NOT NULL DEFAULT 0, next_slice_ms INTEGER, busy_ms INTEGER NOT NULL DEFAULT 0, slices INTEGER NOT NULL DEFAULT 0, answers INTEGER NOT NULL DEFAULT 0, rtt_us INTEGER NOT NULL DEFAULT 0, rtt_max_us INTEGER NOT NULL DEFAULT 0, waited_on TEXT NOT NULL DEFAULT '', waited_for INTEGER,
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
  model TEXT,
  hw_version TEXT,
  sw_version TEXT,
  line_profile TEXT,
  service_profile TEXT,
  ip TEXT,
  run_since_ms INTEGER,
  search_text TEXT NOT NULL GENERATED ALWAYS AS (lower(serial || ' ' || place || ' ' ||
    COALESCE(mac, '') || ' ' || COALESCE(description, '') || ' ' || COALESCE(name, '') || ' ' ||
    COALESCE(subscriber, ''))) VIRTUAL
) STRICT;
CREATE INDEX onus_place ON onus (olt_id, slot, port, onu);
CREATE INDEX onus_states ON onus (olt_id, is_present, run_state, cause_state);
CREATE INDEX onus_mac ON onus (mac) WHERE mac IS NOT NULL;
CREATE INDEX onus_subscriber ON onus (subscriber) WHERE subscriber IS NOT NULL;
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
, state TEXT NOT NULL DEFAULT '', cause TEXT NOT NULL DEFAULT '') STRICT;
CREATE INDEX onu_events_onu ON onu_events (onu_id, at_ms);
CREATE INDEX onu_events_olt ON onu_events (olt_id, at_ms);
CREATE INDEX onu_events_at ON onu_events (at_ms);
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
  updated_ms INTEGER NOT NULL, onus_present INTEGER NOT NULL DEFAULT 0, onus_online INTEGER NOT NULL DEFAULT 0, onus_offline INTEGER NOT NULL DEFAULT 0, onus_unknown INTEGER NOT NULL DEFAULT 0, onus_disabled INTEGER NOT NULL DEFAULT 0, rx_median_dbm REAL, rx_worst_dbm REAL, rx_change_db REAL, condition TEXT NOT NULL DEFAULT 'unknown', condition_ms INTEGER, traffic_ms INTEGER, in_bps INTEGER, out_bps INTEGER,
  UNIQUE (olt_id, pos_has, rack, frame, slot, port)
) STRICT;
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
CREATE TABLE history_metrics (
  metric INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
, scale INTEGER NOT NULL DEFAULT 1) STRICT;
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
CREATE INDEX plans_period ON plans (period_start_ms, status);
CREATE TABLE coordinator_logs (
  id INTEGER PRIMARY KEY,
  olt_id INTEGER REFERENCES olts (id) ON DELETE CASCADE,
  event_type TEXT NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL')),
  message TEXT NOT NULL,
  details TEXT, -- JSON
  at_ms INTEGER NOT NULL
, key INTEGER) STRICT;
CREATE INDEX coordinator_logs_at ON coordinator_logs (at_ms);
CREATE INDEX coordinator_logs_olt ON coordinator_logs (olt_id, at_ms);
CREATE INDEX coordinator_logs_event ON coordinator_logs (event_type, at_ms);
CREATE INDEX coordinator_logs_level ON coordinator_logs (level, at_ms);
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
CREATE UNIQUE INDEX executions_slot ON executions (node_id, due_ms)
  WHERE node_id IS NOT NULL AND due_ms IS NOT NULL;
CREATE UNIQUE INDEX plans_once ON plans (olt_id, period_start_ms, created_ms);
CREATE UNIQUE INDEX plans_active ON plans (olt_id, period_start_ms) WHERE status = 'ACTIVE';
CREATE UNIQUE INDEX coordinator_logs_once ON coordinator_logs (at_ms, key);
CREATE INDEX onu_positions_until ON onu_positions (until_ms) WHERE until_ms IS NOT NULL;
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
CREATE TABLE value_stamps (
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL, -- 'onu_rx', 'custom:name'
  at_ms INTEGER NOT NULL,
  execution_id INTEGER NOT NULL,
  PRIMARY KEY (olt_id, purpose)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE serving (
  one INTEGER NOT NULL UNIQUE CHECK (one = 1),
  run TEXT PRIMARY KEY, -- random, new at each start
  what TEXT NOT NULL, -- the command
  machine TEXT NOT NULL, -- its name
  place TEXT NOT NULL, -- boot and pid namespace: where pid means something; '' when unknown
  pid INTEGER NOT NULL,
  born INTEGER NOT NULL, -- when the process began, in the kernel's ticks since the boot
  since_ms INTEGER NOT NULL,
  beat INTEGER NOT NULL, -- counts
  beat_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE "quota_trackers" (
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
, at_risk INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE UNIQUE INDEX quota_trackers_once ON quota_trackers (olt_id, period_start_ms, job_id);
CREATE INDEX quota_trackers_period ON quota_trackers (period_start_ms, status);
CREATE INDEX quota_trackers_job ON quota_trackers (job_id, period_start_ms);
CREATE TABLE "violations" (
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
CREATE UNIQUE INDEX violations_once ON violations (olt_id, period_start_ms, job_id);
CREATE INDEX violations_created ON violations (created_ms);
CREATE INDEX violations_open ON violations (severity, created_ms) WHERE acked_ms IS NULL;
CREATE INDEX violations_job ON violations (job_id);
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
CREATE INDEX olt_values_at ON olt_values (at_ms);
CREATE INDEX onus_serial ON onus (serial);
CREATE VIEW onu_words AS SELECT id, olt_id,
  CASE WHEN length(w0) = length(CAST(w0 AS BLOB)) THEN w0 ELSE
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(w4, 'ü', 'u'),
    'ý', 'y'), 'ÿ', 'y'), char(768), ''), char(769), ''), char(770), ''), char(771), ''), char(776),
    ''), char(778), ''), char(807), '')
  END AS search_text
FROM (SELECT id, olt_id, w0,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(w3,
  'í', 'i'), 'î', 'i'), 'ï', 'i'), 'ñ', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'),
  'ø', 'o'), 'ù', 'u'), 'ú', 'u'), 'û', 'u') AS w4
FROM (SELECT id, olt_id, w0,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(w2,
  'Ý', 'y'), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ç', 'c'), 'è', 'e'),
  'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'ì', 'i') AS w3
FROM (SELECT id, olt_id, w0,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(w1,
  'Î', 'i'), 'Ï', 'i'), 'Ñ', 'n'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ø', 'o'),
  'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u') AS w2
FROM (SELECT id, olt_id, w0,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(w0,
  'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'Ç', 'c'), 'È', 'e'), 'É', 'e'),
  'Ê', 'e'), 'Ë', 'e'), 'Ì', 'i'), 'Í', 'i') AS w1
FROM (SELECT id, olt_id, search_text AS w0 FROM onus)))));
CREATE VIRTUAL TABLE onu_search USING fts5 (
  search_text, content = 'onu_words', content_rowid = 'id', tokenize = 'trigram', detail = 'none'
);
CREATE TRIGGER onus_search_insert AFTER INSERT ON onus BEGIN
  INSERT INTO onu_search (rowid, search_text) SELECT id, search_text FROM onu_words WHERE id = new.id;
END;
CREATE TRIGGER onus_search_delete BEFORE DELETE ON onus BEGIN
  INSERT INTO onu_search (onu_search, rowid, search_text)
  SELECT 'delete', id, search_text FROM onu_words WHERE id = old.id;
END;
CREATE TRIGGER onus_search_before
BEFORE UPDATE OF serial, place, mac, description, name, subscriber ON onus
WHEN old.search_text <> new.search_text BEGIN
  INSERT INTO onu_search (onu_search, rowid, search_text)
  SELECT 'delete', id, search_text FROM onu_words WHERE id = old.id;
END;
CREATE TRIGGER onus_search_after
AFTER UPDATE OF serial, place, mac, description, name, subscriber ON onus
WHEN old.search_text <> new.search_text BEGIN
  INSERT INTO onu_search (rowid, search_text) SELECT id, search_text FROM onu_words WHERE id = new.id;
END;
CREATE INDEX onus_place_text ON onus (place);
CREATE INDEX pon_ports_condition ON pon_ports (condition) WHERE condition = 'dark';
CREATE TABLE olt_watches (
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  from_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL, -- its last reading
  step_ms INTEGER NOT NULL DEFAULT 0, -- between the last two
  PRIMARY KEY (olt_id, from_ms)
) STRICT, WITHOUT ROWID;
CREATE INDEX olt_watches_until ON olt_watches (until_ms);
CREATE TABLE onu_light (
  onu_id INTEGER PRIMARY KEY REFERENCES onus (id) ON DELETE CASCADE,
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  onu_rx_7d_db REAL,
  onu_rx_30d_db REAL,
  olt_rx_7d_db REAL,
  olt_rx_30d_db REAL,
  change_7d_db REAL, -- of the worse direction
  change_30d_db REAL
) STRICT;
CREATE INDEX onu_light_olt ON onu_light (olt_id);
CREATE INDEX onu_light_7d ON onu_light (change_7d_db);
CREATE INDEX onu_light_30d ON onu_light (change_30d_db);
CREATE TABLE olt_light (
  olt_id INTEGER PRIMARY KEY REFERENCES olts (id) ON DELETE CASCADE,
  hour_ms INTEGER NOT NULL -- the end of the newest hour that was looked at
) STRICT;
CREATE TABLE olt_hours (
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  hour_ms INTEGER NOT NULL, -- in which the runs ended
  succeeded INTEGER NOT NULL DEFAULT 0,
  partial INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  interrupted INTEGER NOT NULL DEFAULT 0,
  duration_ms INTEGER NOT NULL DEFAULT 0,
  duration_max_ms INTEGER NOT NULL DEFAULT 0,
  late_ms INTEGER NOT NULL DEFAULT 0,
  late_max_ms INTEGER NOT NULL DEFAULT 0,
  requests INTEGER NOT NULL DEFAULT 0,
  retransmits INTEGER NOT NULL DEFAULT 0,
  timeouts INTEGER NOT NULL DEFAULT 0,
  answers INTEGER NOT NULL DEFAULT 0,
  rtt_us INTEGER NOT NULL DEFAULT 0,
  rtt_max_us INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (olt_id, hour_ms)
) STRICT, WITHOUT ROWID;
CREATE INDEX olt_hours_hour ON olt_hours (hour_ms);
CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT, -- AUTOINCREMENT: the id of a removed row does not come again
  tx INTEGER NOT NULL DEFAULT 0,
  kind TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  olt_id INTEGER, -- no reference: what happened stays when an OLT goes
  what TEXT NOT NULL, -- of executions the state, of decisions the type, of changes entity.action
  subject INTEGER, -- the execution, or the thing that was changed
  ref INTEGER, -- the row of coordinator_logs or audit_log
  n INTEGER NOT NULL DEFAULT 1 -- rows of onu_events or part_events
) STRICT;
CREATE UNIQUE INDEX events_order ON events (tx, id);
CREATE INDEX events_old ON events (kind, at_ms);
CREATE TABLE event_horizons (
  kind TEXT PRIMARY KEY,
  tx INTEGER NOT NULL,
  id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE event_readers (
  name TEXT PRIMARY KEY,
  tx INTEGER NOT NULL,
  id INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE VIEW event_limits AS SELECT 1 AS readable_below, 1 AS newest;
CREATE TABLE part_events (
  id INTEGER PRIMARY KEY,
  olt_id INTEGER NOT NULL REFERENCES olts (id) ON DELETE CASCADE,
  execution_id INTEGER,
  at_ms INTEGER NOT NULL,
  part TEXT NOT NULL, -- 'port' or 'chassis'
  place TEXT NOT NULL, -- of the port, or the name of the part
  what TEXT NOT NULL, -- 'new', 'state'
  value_before TEXT NOT NULL DEFAULT '',
  value_after TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX part_events_olt ON part_events (olt_id, at_ms);
CREATE INDEX part_events_at ON part_events (at_ms);
CREATE TRIGGER audit_log_event AFTER INSERT ON audit_log BEGIN
  INSERT INTO events (kind, at_ms, olt_id, what, subject, ref) VALUES ('change', NEW.at_ms,
    CASE NEW.entity WHEN 'olt' THEN NEW.entity_id END, NEW.entity || '.' || NEW.action, NEW.entity_id, NEW.id);
END;
CREATE TRIGGER coordinator_logs_event AFTER INSERT ON coordinator_logs BEGIN
  INSERT INTO events (kind, at_ms, olt_id, what, ref)
    VALUES ('decision', NEW.at_ms, NEW.olt_id, NEW.event_type, NEW.id);
END;
CREATE TRIGGER executions_event AFTER INSERT ON executions WHEN NEW.finished_ms IS NOT NULL BEGIN
  INSERT INTO events (kind, at_ms, olt_id, what, subject)
    VALUES ('execution', NEW.finished_ms, NEW.olt_id, NEW.state, NEW.id);
END;
CREATE TRIGGER executions_end_event AFTER UPDATE OF finished_ms ON executions
  WHEN OLD.finished_ms IS NULL AND NEW.finished_ms IS NOT NULL BEGIN
  INSERT INTO events (kind, at_ms, olt_id, what, subject)
    VALUES ('execution', NEW.finished_ms, NEW.olt_id, NEW.state, NEW.id);
END;
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (1, '0001_schema.sqlite.sql', 1);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (10, '0010_causes.sqlite.sql', 10);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (11, '0011_search.sqlite.sql', 11);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (12, '0012_watch.sqlite.sql', 12);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (13, '0013_port_figures.sqlite.sql', 13);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (14, '0014_busy.sqlite.sql', 14);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (15, '0015_light.sqlite.sql', 15);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (16, '0016_waited.sqlite.sql', 16);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (17, '0017_events.sqlite.sql', 17);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (2, '0002_records.sqlite.sql', 2);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (3, '0003_values.sqlite.sql', 3);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (4, '0004_serving.sqlite.sql', 4);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (5, '0005_quotas.sqlite.sql', 5);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (6, '0006_olt_values.sqlite.sql', 6);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (7, '0007_orders.sqlite.sql', 7);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (8, '0008_event_types.sqlite.sql', 8);
INSERT INTO facho_migrations ("version", "name", "applied_ms") VALUES (9, '0009_slices.sqlite.sql', 9);
INSERT INTO settings ("key", "value", "updated_ms", "updated_by") VALUES ('site.name', 'Norte', 2, 'ana');
INSERT INTO settings ("key", "value", "updated_ms", "updated_by") VALUES ('vault.check', '016fc97b350e9fbb294f71c2eb734c3e5d93d912ae5a3f6f006d9b124d628bc3a22092449c3c403be17d5d3cf62bf17b57c409bedfe194371f4e91ca3e0d7032', 1, '');
INSERT INTO users ("id", "name", "password", "role", "full_name", "email", "language", "enabled", "created_ms", "updated_ms", "last_login_ms") VALUES (1, 'admin', '$argon2id$none', 'admin', 'Ana López', 'ana@example.net', 'es', 1, 10, 11, 12);
INSERT INTO users ("id", "name", "password", "role", "full_name", "email", "language", "enabled", "created_ms", "updated_ms", "last_login_ms") VALUES (2, 'ver', '$argon2id$none', 'viewer', '', '', '', 1, 10, 11, NULL);
INSERT INTO sessions ("token_hash", "user_id", "csrf_hash", "created_ms", "expires_ms", "last_used_ms", "address", "agent") VALUES (X'0102', 1, X'0304', 20, 30, 25, '192.0.2.9', 'browser');
INSERT INTO tokens ("id", "user_id", "name", "token_hash", "role", "created_ms", "expires_ms", "last_used_ms", "revoked_ms") VALUES (1, 1, 'script', X'0506', 'viewer', 21, NULL, 22, NULL);
INSERT INTO tokens ("id", "user_id", "name", "token_hash", "role", "created_ms", "expires_ms", "last_used_ms", "revoked_ms") VALUES (2, 1, 'old', X'0507', 'operator', 21, 99, NULL, 23);
INSERT INTO audit_log ("id", "at_ms", "user_id", "user_name", "address", "action", "entity", "entity_id", "value_before", "value_after") VALUES (1, 40, 1, 'admin', '192.0.2.9', 'create', 'olt', 1, NULL, '{"name":"centro"}');
INSERT INTO audit_log ("id", "at_ms", "user_id", "user_name", "address", "action", "entity", "entity_id", "value_before", "value_after") VALUES (2, 41, NULL, 'cli', '', 'delete', 'olt', 2, '{}', NULL);
INSERT INTO brands ("id", "name", "description", "builtin_key", "is_edited", "deleted_ms", "created_ms", "updated_ms") VALUES (1, 'Generic', 'Any brand', 'generic', 0, NULL, 0, 0);
INSERT INTO brands ("id", "name", "description", "builtin_key", "is_edited", "deleted_ms", "created_ms", "updated_ms") VALUES (20, 'Acme', 'of people', NULL, 0, NULL, 50, 51);
INSERT INTO brands ("id", "name", "description", "builtin_key", "is_edited", "deleted_ms", "created_ms", "updated_ms") VALUES (21, 'Gone', '', NULL, 0, 52, 50, 52);
INSERT INTO models ("id", "brand_id", "name", "profile", "technology", "slots", "ports", "onus_per_port", "notes", "builtin_key", "is_edited", "deleted_ms", "created_ms", "updated_ms") VALUES (20, 20, 'A1', 'huawei_smartax', 'gpon', 8, 16, 128, 'n', NULL, 0, NULL, 53, 54);
INSERT INTO oids ("id", "brand_id", "model_id", "profile", "table_name", "name", "oid", "purpose", "formula", "transform", "unit", "invalid", "keep_previous", "is_slow", "enabled", "builtin_key", "is_edited", "deleted_ms", "created_ms", "updated_ms", "in_metrics") VALUES (900, 20, 20, '', 'onu', 'rx', '1.3.6.1.4.1.99999.1', 'onu_rx', 'f', '{"div":100}', 'dBm', '[2147483647]', 1, 1, 1, NULL, 0, NULL, 55, 56, 0);
INSERT INTO oids ("id", "brand_id", "model_id", "profile", "table_name", "name", "oid", "purpose", "formula", "transform", "unit", "invalid", "keep_previous", "is_slow", "enabled", "builtin_key", "is_edited", "deleted_ms", "created_ms", "updated_ms", "in_metrics") VALUES (901, 20, NULL, '', 'onu', 'own', '1.3.6.1.4.1.99999.2', 'custom:own', '', '', '', '', 0, 0, 0, NULL, 0, NULL, 55, 56, 1);
INSERT INTO index_formulas ("id", "brand_id", "model_id", "profile", "name", "definition", "builtin_key", "is_edited", "deleted_ms", "created_ms", "updated_ms") VALUES (90, 20, NULL, '', 'f', '{"parts":["port","onu"]}', NULL, 0, NULL, 57, 58);
INSERT INTO state_labels ("id", "brand_id", "profile", "column_name", "purpose", "raw", "label", "meaning", "builtin_key", "is_edited", "deleted_ms", "created_ms", "updated_ms") VALUES (900, 20, '', '', 'run_state', '1', 'arriba', 'online', NULL, 0, NULL, 59, 60);
INSERT INTO snmp_settings ("operation", "timeout_ms", "retries", "repetitions", "in_flight", "batch", "updated_ms") VALUES ('bulk', NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO snmp_settings ("operation", "timeout_ms", "retries", "repetitions", "in_flight", "batch", "updated_ms") VALUES ('discovery', NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO snmp_settings ("operation", "timeout_ms", "retries", "repetitions", "in_flight", "batch", "updated_ms") VALUES ('general', NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO snmp_settings ("operation", "timeout_ms", "retries", "repetitions", "in_flight", "batch", "updated_ms") VALUES ('get', 3000, 1, NULL, NULL, '200,50,1', 61);
INSERT INTO snmp_settings ("operation", "timeout_ms", "retries", "repetitions", "in_flight", "batch", "updated_ms") VALUES ('table', NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO snmp_settings ("operation", "timeout_ms", "retries", "repetitions", "in_flight", "batch", "updated_ms") VALUES ('walk', NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO olts ("id", "name", "brand_id", "model_id", "profile", "address", "port", "snmp_version", "community", "v3_user", "v3_context", "v3_auth", "v3_auth_key", "v3_priv", "v3_priv_key", "description", "site", "latitude", "longitude", "enabled", "timeout_ms", "retries", "repetitions", "in_flight", "batch", "deleted_ms", "deleted_by", "deleted_why", "created_ms", "updated_ms", "governor_in_flight", "governor_bytes", "governor_repetitions", "governor_rtt_us", "failures", "suspended_ms", "suspended_why", "hold_walks", "hold_seen", "last_walk_ms", "last_answer_ms", "roster", "fence", "not_answering_ms", "up_since_ms") VALUES (1, 'centro', 20, 20, 'huawei_smartax', '192.0.2.1', 161, '2c', X'016FC97B350E9FBB29F12F5A0D57D76DF102716F9F34162E5744AC26FA031BB8ADE09C297FE00267C44A7A335A68C4623F478BF17B994F444EA092A7DF06E7', '', '', '', NULL, '', NULL, 'Ñandú', 'norte', -34.6, -58.38, 1, 2500, NULL, NULL, NULL, NULL, NULL, '', '', 100, 101, 4, 1400, 20, 5300, 0, NULL, '', 0, 0, 102, 103, 1, 0, NULL, NULL);
INSERT INTO olts ("id", "name", "brand_id", "model_id", "profile", "address", "port", "snmp_version", "community", "v3_user", "v3_context", "v3_auth", "v3_auth_key", "v3_priv", "v3_priv_key", "description", "site", "latitude", "longitude", "enabled", "timeout_ms", "retries", "repetitions", "in_flight", "batch", "deleted_ms", "deleted_by", "deleted_why", "created_ms", "updated_ms", "governor_in_flight", "governor_bytes", "governor_repetitions", "governor_rtt_us", "failures", "suspended_ms", "suspended_why", "hold_walks", "hold_seen", "last_walk_ms", "last_answer_ms", "roster", "fence", "not_answering_ms", "up_since_ms") VALUES (2, 'viejo', 1, NULL, '', '192.0.2.2', 1161, '3', NULL, 'u', '', 'SHA', X'016FC97B350E9FBB295FB205DBC6BC9A0A90D429E2DD67B5BD1B229BE1AB7B997AE444D1A0E84CC53C0FC1DDB20884BE0295215972ADC41C093B576BE3FCBA', 'AES', X'016FC97B350E9FBB299B418CD7AC781D110C25F59B4A0B9100780A5FC1F17C6B53684C93E5D2C7855228CE0FFF73C99DCB8C48C575B04813E541243897C64A', '', '', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 105, 'admin', 'closed', 100, 105, NULL, NULL, NULL, NULL, 3, 104, 'TIMEOUT', 0, 0, NULL, NULL, 0, 0, NULL, NULL);
INSERT INTO olt_columns ("olt_id", "oid", "state", "since_ms") VALUES (1, '1.3.6.1.4.1.99999.1', 'answers', 110);
INSERT INTO olt_columns ("olt_id", "oid", "state", "since_ms") VALUES (1, '1.3.6.1.4.1.99999.2', 'unsupported', 111);
INSERT INTO jobs ("id", "name", "description", "brand_id", "type", "interval_ms", "cron", "priority", "max_retries", "retry_delay_ms", "retry_grows", "timeout_ms", "lane", "enabled", "target", "target_brand_id", "target_model_id", "target_site", "deleted_ms", "created_ms", "updated_ms", "task_type") VALUES (1, 'discovery', '', 1, 'discovery', 300000, NULL, 80, 2, 120000, 0, NULL, 'discovery', 1, 'all', NULL, NULL, NULL, NULL, 120, 121, 'discovery');
INSERT INTO jobs ("id", "name", "description", "brand_id", "type", "interval_ms", "cron", "priority", "max_retries", "retry_delay_ms", "retry_grows", "timeout_ms", "lane", "enabled", "target", "target_brand_id", "target_model_id", "target_site", "deleted_ms", "created_ms", "updated_ms", "task_type") VALUES (2, 'optics', 'levels', 20, 'get', NULL, '*/5 * * * *', 40, 1, 60000, 1, 90000, 'polling', 0, 'filter', 20, 20, 'norte', NULL, 120, 121, 'get_optics');
INSERT INTO jobs ("id", "name", "description", "brand_id", "type", "interval_ms", "cron", "priority", "max_retries", "retry_delay_ms", "retry_grows", "timeout_ms", "lane", "enabled", "target", "target_brand_id", "target_model_id", "target_site", "deleted_ms", "created_ms", "updated_ms", "task_type") VALUES (3, 'gone', '', 1, 'walk', 60000, NULL, 40, 2, 120000, 0, NULL, 'polling', 1, 'picked', NULL, NULL, NULL, 122, 120, 122, 'walk_gone');
INSERT INTO job_oids ("job_id", "oid_id", "place") VALUES (2, 900, 0);
INSERT INTO job_oids ("job_id", "oid_id", "place") VALUES (2, 901, 1);
INSERT INTO workflows ("id", "olt_id", "enabled", "created_ms", "updated_ms") VALUES (1, 1, 1, 130, 131);
INSERT INTO nodes ("id", "workflow_id", "olt_id", "job_id", "master_id", "enabled", "interval_ms", "cron", "priority", "next_run_ms", "last_run_ms", "last_success_ms", "last_failure_ms", "failures", "skipped", "created_ms", "updated_ms") VALUES (1, 1, 1, 1, NULL, 1, 600000, NULL, 90, 9000, 8000, 8000, 7000, 0, 2, 132, 133);
INSERT INTO nodes ("id", "workflow_id", "olt_id", "job_id", "master_id", "enabled", "interval_ms", "cron", "priority", "next_run_ms", "last_run_ms", "last_success_ms", "last_failure_ms", "failures", "skipped", "created_ms", "updated_ms") VALUES (2, 1, 1, 2, 1, 0, NULL, NULL, NULL, NULL, 8000, NULL, 8000, 4, 0, 132, 133);
INSERT INTO executions ("id", "olt_id", "node_id", "job_id", "type", "lane", "state", "error", "message", "attempts", "max_attempts", "queued_ms", "started_ms", "finished_ms", "late_ms", "poller", "asked_by", "requests", "retransmits", "timeouts", "varbinds", "bytes", "onus_seen", "onus_ok", "onus_failed", "onus_absent", "onus_new", "onus_changed", "due_ms", "fence", "asked", "answered", "next_slice_ms", "busy_ms", "slices", "answers", "rtt_us", "rtt_max_us", "waited_on", "waited_for") VALUES (1, 1, 1, 1, 'discovery', 'discovery', 'SUCCESS', '', '', 1, 3, 140, 141, 150, 1, 2, '', 10, 1, 0, 64, 4096, 2, 2, 0, 0, 2, 0, NULL, 0, 2, 2, NULL, 0, 0, 9, 90000, 12000, 'waits_olt', 1);
INSERT INTO executions ("id", "olt_id", "node_id", "job_id", "type", "lane", "state", "error", "message", "attempts", "max_attempts", "queued_ms", "started_ms", "finished_ms", "late_ms", "poller", "asked_by", "requests", "retransmits", "timeouts", "varbinds", "bytes", "onus_seen", "onus_ok", "onus_failed", "onus_absent", "onus_new", "onus_changed", "due_ms", "fence", "asked", "answered", "next_slice_ms", "busy_ms", "slices", "answers", "rtt_us", "rtt_max_us", "waited_on", "waited_for") VALUES (2, 1, 2, 2, 'get', 'polling', 'FAILED', 'TIMEOUT', 'no answer', 2, 2, 151, 152, 160, 0, 3, 'ana', 4, 2, 2, 0, 0, 0, 0, 2, 0, 0, 0, NULL, 0, 0, 0, NULL, 0, 0, 0, 0, 0, '', NULL);
INSERT INTO executions ("id", "olt_id", "node_id", "job_id", "type", "lane", "state", "error", "message", "attempts", "max_attempts", "queued_ms", "started_ms", "finished_ms", "late_ms", "poller", "asked_by", "requests", "retransmits", "timeouts", "varbinds", "bytes", "onus_seen", "onus_ok", "onus_failed", "onus_absent", "onus_new", "onus_changed", "due_ms", "fence", "asked", "answered", "next_slice_ms", "busy_ms", "slices", "answers", "rtt_us", "rtt_max_us", "waited_on", "waited_for") VALUES (3, 1, NULL, NULL, 'walk', 'high', 'RUNNING', '', '', 1, 1, 161, 162, NULL, 0, 1, 'admin', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0, 0, 0, NULL, 0, 0, 0, 0, 0, '', NULL);
INSERT INTO attempts ("execution_id", "number", "started_ms", "finished_ms", "error", "message", "requests", "retransmits", "timeouts", "varbinds", "bytes") VALUES (1, 1, 141, 150, '', '', 10, 1, 0, 64, 4096);
INSERT INTO attempts ("execution_id", "number", "started_ms", "finished_ms", "error", "message", "requests", "retransmits", "timeouts", "varbinds", "bytes") VALUES (2, 1, 152, 155, 'TIMEOUT', 'no answer', 2, 1, 1, 0, 0);
INSERT INTO attempts ("execution_id", "number", "started_ms", "finished_ms", "error", "message", "requests", "retransmits", "timeouts", "varbinds", "bytes") VALUES (2, 2, 156, 160, 'TIMEOUT', 'no answer', 2, 1, 1, 0, 0);
INSERT INTO onus ("id", "olt_id", "pos_has", "rack", "frame", "slot", "port", "onu", "index_serial", "place", "serial", "is_present", "is_duplicate", "missed", "first_seen_ms", "last_seen_ms", "mac", "description", "name", "subscriber", "admin_code", "admin_label", "admin_state", "run_code", "run_label", "run_state", "cause_code", "cause_label", "cause_state", "last_up_ms", "last_down_ms", "model", "hw_version", "sw_version", "line_profile", "service_profile", "ip", "run_since_ms") VALUES (1, 1, 30, 0, 0, 1, 3, 12, NULL, '0/1/3:12', 'HWTC12345678', 1, 0, 0, 170, 171, '00:11:22:33:44:55', 'Ana López', 'n1', 'C-77', 1, 'enabled', 'enabled', 1, 'online', 'online', NULL, NULL, NULL, 172, 173, 'HG8245', 'A', 'V5', 'line', 'srv', '198.51.100.7', 174);
INSERT INTO onus ("id", "olt_id", "pos_has", "rack", "frame", "slot", "port", "onu", "index_serial", "place", "serial", "is_present", "is_duplicate", "missed", "first_seen_ms", "last_seen_ms", "mac", "description", "name", "subscriber", "admin_code", "admin_label", "admin_state", "run_code", "run_label", "run_state", "cause_code", "cause_label", "cause_state", "last_up_ms", "last_down_ms", "model", "hw_version", "sw_version", "line_profile", "service_profile", "ip", "run_since_ms") VALUES (2, 1, 30, 0, 0, 1, 3, 13, X'5A54', '0/1/3:13', '', 0, 1, 3, 170, 171, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2, 'los', 'offline', 3, 'dying gasp', 'power', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO onu_positions ("id", "onu_id", "olt_id", "place", "since_ms", "until_ms") VALUES (1, 1, 1, '0/1/2:9', 170, 180);
INSERT INTO onu_positions ("id", "onu_id", "olt_id", "place", "since_ms", "until_ms") VALUES (2, 1, 1, '0/1/3:12', 180, NULL);
INSERT INTO onu_events ("id", "onu_id", "olt_id", "kind", "at_ms", "value_before", "value_after", "execution_id", "state", "cause") VALUES (1, 1, 1, 'moved', 180, '0/1/2:9', '0/1/3:12', 1, 'offline', 'power');
INSERT INTO onu_events ("id", "onu_id", "olt_id", "kind", "at_ms", "value_before", "value_after", "execution_id", "state", "cause") VALUES (2, 2, 1, 'absent', 181, '', '', NULL, '', '');
INSERT INTO pon_ports ("id", "olt_id", "pos_has", "rack", "frame", "slot", "port", "place", "name", "description", "state_code", "state_label", "state", "onus", "tx_dbm", "in_octets", "out_octets", "first_seen_ms", "updated_ms", "onus_present", "onus_online", "onus_offline", "onus_unknown", "onus_disabled", "rx_median_dbm", "rx_worst_dbm", "rx_change_db", "condition", "condition_ms", "traffic_ms", "in_bps", "out_bps") VALUES (1, 1, 12, 0, 0, 1, 3, '0/1/3', 'gpon 0/1/3', 'calle 1', 1, 'up', 'up', 2, 3.5, 77, 78, 190, 191, 1, 1, 0, 0, 0, NULL, NULL, NULL, 'unknown', NULL, NULL, NULL, NULL);
INSERT INTO chassis_health ("olt_id", "part", "cpu_percent", "memory_percent", "temperature_c", "uptime_s", "updated_ms") VALUES (1, '', 12.5, 40.25, 38.0, 99, 192);
INSERT INTO chassis_health ("olt_id", "part", "cpu_percent", "memory_percent", "temperature_c", "uptime_s", "updated_ms") VALUES (1, 'slot 1', NULL, NULL, 44.0, NULL, 193);
INSERT INTO history_metrics ("metric", "name", "scale") VALUES (1, 'onu_rx', 1);
INSERT INTO history_metrics ("metric", "name", "scale") VALUES (2, 'custom:own', 1);
INSERT INTO history_rosters ("olt_id", "version", "created_ms", "bytes") VALUES (1, 1, 200, X'01');
INSERT INTO history_blocks ("olt_id", "metric", "time_ms", "bytes") VALUES (1, 1, 201, X'02');
INSERT INTO history_blocks ("olt_id", "metric", "time_ms", "bytes") VALUES (1, 1, 202, X'03');
INSERT INTO history_hours ("olt_id", "metric", "time_ms", "bytes") VALUES (1, 1, 203, X'04');
INSERT INTO plans ("id", "olt_id", "period_start_ms", "period_end_ms", "status", "runs", "fits", "total", "completed", "failed", "created_ms", "updated_ms") VALUES (1, 1, 0, 3600000, 'COMPLETED', '[]', 1, 12, 1, 1, 215, 216);
INSERT INTO plans ("id", "olt_id", "period_start_ms", "period_end_ms", "status", "runs", "fits", "total", "completed", "failed", "created_ms", "updated_ms") VALUES (2, 1, 3600000, 7200000, 'ACTIVE', '[]', 0, 24, 0, 0, 217, 218);
INSERT INTO coordinator_logs ("id", "olt_id", "event_type", "level", "message", "details", "at_ms", "key") VALUES (1, 1, 'OLT_ADDED', 'INFO', 'centro was added', '{"by":"admin"}', 220, NULL);
INSERT INTO coordinator_logs ("id", "olt_id", "event_type", "level", "message", "details", "at_ms", "key") VALUES (2, NULL, 'STARTED', 'WARNING', 'x', NULL, 220, NULL);
INSERT INTO poller_stats ("at_ms", "machine", "total", "busy", "busy_percent", "queue", "is_saturated", "completed", "delayed", "late_p50_ms", "late_p99_ms") VALUES (230, 'nodo1', 50, 3, 6.0, 2, 0, 10, 1, 5, 90);
INSERT INTO onu_numbers ("onu_id", "distance_m", "onu_rx_dbm", "onu_tx_dbm", "olt_rx_dbm", "temperature_c", "voltage_v", "bias_ma", "uptime_s", "in_octets", "out_octets", "values_ms", "execution_id", "stamps") VALUES (1, 1234, -21.5, 2.25, -22.75, 41.5, 3.3, 12.5, 86400, 9000000000, 8000000000, 175, 1, X'0102');
INSERT INTO onu_numbers ("onu_id", "distance_m", "onu_rx_dbm", "onu_tx_dbm", "olt_rx_dbm", "temperature_c", "voltage_v", "bias_ma", "uptime_s", "in_octets", "out_octets", "values_ms", "execution_id", "stamps") VALUES (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO value_stamps ("olt_id", "purpose", "at_ms", "execution_id") VALUES (1, 'custom:own', 301, 1);
INSERT INTO value_stamps ("olt_id", "purpose", "at_ms", "execution_id") VALUES (1, 'onu_rx', 300, 1);
INSERT INTO onu_custom ("olt_id", "name", "onu_id", "kind", "int_value", "real_value", "text_value", "state", "at_ms", "execution_id") VALUES (1, 'own', 1, 'state', 7, NULL, 'siete', 'online', 302, 1);
INSERT INTO onu_custom ("olt_id", "name", "onu_id", "kind", "int_value", "real_value", "text_value", "state", "at_ms", "execution_id") VALUES (1, 'own', 2, 'real', NULL, 1.5, NULL, NULL, NULL, NULL);
INSERT INTO serving ("one", "run", "what", "machine", "place", "pid", "born", "since_ms", "beat", "beat_ms") VALUES (1, 'f00d', 'serve', 'nodo1', 'boot pid:[1]', 77, 1234, 400, 3, 430);
INSERT INTO quota_trackers ("id", "olt_id", "job_id", "task_type", "period_start_ms", "period_end_ms", "required", "completed", "partial", "failed", "skipped", "pending", "total_duration_ms", "status", "created_ms", "updated_ms", "at_risk") VALUES (1, 1, NULL, 'discovery', 0, 3600000, 12, 1, 0, 0, 1, 0, 9, 'QUOTA_NOT_MET', 210, 211, 0);
INSERT INTO quota_trackers ("id", "olt_id", "job_id", "task_type", "period_start_ms", "period_end_ms", "required", "completed", "partial", "failed", "skipped", "pending", "total_duration_ms", "status", "created_ms", "updated_ms", "at_risk") VALUES (2, 1, NULL, 'get', 0, 3600000, 12, 0, 0, 1, 0, 0, 8, 'INTERRUPTED', 210, 211, 0);
INSERT INTO quota_trackers ("id", "olt_id", "job_id", "task_type", "period_start_ms", "period_end_ms", "required", "completed", "partial", "failed", "skipped", "pending", "total_duration_ms", "status", "created_ms", "updated_ms", "at_risk") VALUES (3, 1, 1, 'discovery', 7200000, 10800000, 12, 3, 2, 1, 0, 2, 9, 'IN_PROGRESS', 500, 501, 0);
INSERT INTO violations ("id", "olt_id", "job_id", "task_type", "period_start_ms", "period_end_ms", "severity", "report", "notified_ms", "acked_ms", "acked_by", "created_ms") VALUES (1, 1, NULL, 'discovery', 0, 3600000, 'CRITICAL', '{"missing":11}', NULL, 213, 'ana', 214);
INSERT INTO violations ("id", "olt_id", "job_id", "task_type", "period_start_ms", "period_end_ms", "severity", "report", "notified_ms", "acked_ms", "acked_by", "created_ms") VALUES (2, 1, 1, 'discovery', 7200000, 10800000, 'LOW', '{"missing":1}', NULL, NULL, '', 502);
INSERT INTO olt_values ("id", "olt_id", "name", "idx", "idx_order", "place", "oid", "unit", "kind", "int_value", "real_value", "text_value", "state", "is_counter", "rate", "first_seen_ms", "at_ms", "execution_id") VALUES (1, 1, 'own', '0', '0', '', '1.3.6.1.4.1.99999.2.0', 'C', 'real', NULL, 41.5, NULL, NULL, 0, NULL, 600, 601, 1);
INSERT INTO olt_values ("id", "olt_id", "name", "idx", "idx_order", "place", "oid", "unit", "kind", "int_value", "real_value", "text_value", "state", "is_counter", "rate", "first_seen_ms", "at_ms", "execution_id") VALUES (2, 1, 'octets', '1.10', '01.0010', '0/1/3', '1.3.6.1.4.1.99999.3.1.10', '', 'int', 9000000000, NULL, NULL, NULL, 1, 12.5, 600, 601, 1);
INSERT INTO olt_watches ("olt_id", "from_ms", "until_ms", "step_ms") VALUES (1, 150, 150, 0);
INSERT INTO olt_watches ("olt_id", "from_ms", "until_ms", "step_ms") VALUES (1, 700, 900, 100);
INSERT INTO onu_light ("onu_id", "olt_id", "onu_rx_7d_db", "onu_rx_30d_db", "olt_rx_7d_db", "olt_rx_30d_db", "change_7d_db", "change_30d_db") VALUES (1, 1, -2.5, -3.25, NULL, -0.75, -2.5, -3.25);
INSERT INTO olt_light ("olt_id", "hour_ms") VALUES (1, 3600000);
INSERT INTO olt_hours ("olt_id", "hour_ms", "succeeded", "partial", "failed", "interrupted", "duration_ms", "duration_max_ms", "late_ms", "late_max_ms", "requests", "retransmits", "timeouts", "answers", "rtt_us", "rtt_max_us") VALUES (1, 0, 1, 0, 1, 0, 17, 9, 1, 1, 14, 3, 2, 0, 0, 0);
INSERT INTO olt_hours ("olt_id", "hour_ms", "succeeded", "partial", "failed", "interrupted", "duration_ms", "duration_max_ms", "late_ms", "late_max_ms", "requests", "retransmits", "timeouts", "answers", "rtt_us", "rtt_max_us") VALUES (1, 7200000, 3, 0, 1, 0, 4000, 0, 0, 0, 40, 0, 0, 39, 390000, 25000);
INSERT INTO events ("id", "tx", "kind", "at_ms", "olt_id", "what", "subject", "ref", "n") VALUES (1000001, 0, 'onus', 1700000000000, 1, 'changed', 1, NULL, 2);
INSERT INTO event_horizons ("kind", "tx", "id") VALUES ('decision', 0, 999);
INSERT INTO event_readers ("name", "tx", "id", "at_ms") VALUES ('watcher', 0, 1000, 1700000000000);
INSERT INTO part_events ("id", "olt_id", "execution_id", "at_ms", "part", "place", "what", "value_before", "value_after") VALUES (1, 1, 1, 1700000000000, 'port', '1/1', 'state', 'online', 'offline');
PRAGMA foreign_keys = ON;
