-- Telling: who is told of incidents, by what, and what became of each message (docs/design/notifications.md).
-- People write the configuration; the watcher writes told and adds to the outbox; the courier delivers.

-- ---- who and by what -----------------------------------------------------------------------------

CREATE TABLE channels (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('telegram', 'email', 'webhook')),
  name TEXT NOT NULL UNIQUE,
  settings TEXT NOT NULL DEFAULT '{}', -- JSON, by kind: model/notify.h
  secret BLOB, -- sealed: a bot token, a password, a key
  enabled INTEGER NOT NULL DEFAULT 1,
  -- What the courier found out.
  state TEXT NOT NULL DEFAULT 'ok' CHECK (state IN ('ok', 'failing', 'off')),
  last_ok_ms INTEGER, -- NULL: nothing was delivered yet
  last_error TEXT NOT NULL DEFAULT '',
  last_error_ms INTEGER,
  failing_since_ms INTEGER,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE contacts (
  id INTEGER PRIMARY KEY,
  user_id INTEGER UNIQUE REFERENCES users (id) ON DELETE SET NULL,
  name TEXT NOT NULL UNIQUE,
  language TEXT NOT NULL DEFAULT '', -- 'es', 'en'; '': that of the program
  zone TEXT NOT NULL DEFAULT '', -- 'America/La_Paz'; '': that of the program
  quiet_from TEXT NOT NULL DEFAULT '', -- '22:00', local; '': no quiet hours
  quiet_until TEXT NOT NULL DEFAULT '',
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE contact_addresses (
  id INTEGER PRIMARY KEY,
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  verified_ms INTEGER, -- NULL: the person has not shown that it is theirs
  UNIQUE (contact_id, channel_id)
) STRICT;
CREATE INDEX contact_addresses_address ON contact_addresses (channel_id, address);

CREATE TABLE targets (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  contact_id INTEGER REFERENCES contacts (id),
  address TEXT NOT NULL DEFAULT '', -- a chat, a mail address, a URL; '': that of the contact or the channel
  thread TEXT NOT NULL DEFAULT '', -- of a chat with topics
  language TEXT NOT NULL DEFAULT '',
  zone TEXT NOT NULL DEFAULT '',
  template_set TEXT NOT NULL DEFAULT '', -- '': those that ship
  enabled INTEGER NOT NULL DEFAULT 1,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX targets_channel ON targets (channel_id);
CREATE INDEX targets_contact ON targets (contact_id);

-- ---- when ------------------------------------------------------------------------------------------

CREATE TABLE routes (
  id INTEGER PRIMARY KEY,
  place INTEGER NOT NULL DEFAULT 0, -- the lowest is looked at first
  name TEXT NOT NULL UNIQUE,
  enabled INTEGER NOT NULL DEFAULT 1,
  filter TEXT NOT NULL DEFAULT '[]', -- JSON: notify/filter.h
  targets TEXT NOT NULL DEFAULT '[]', -- JSON: their ids, in order
  delay_s INTEGER, -- NULL: by severity
  is_continue INTEGER NOT NULL DEFAULT 0,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE silences (
  id INTEGER PRIMARY KEY,
  filter TEXT NOT NULL DEFAULT '[]', -- JSON; of one incident: '[]'
  incident_id INTEGER, -- no reference: a silence stays when its incident is removed
  from_ms INTEGER NOT NULL,
  until_ms INTEGER, -- NULL: until the incident ends
  who TEXT NOT NULL DEFAULT '',
  why TEXT NOT NULL DEFAULT '',
  source TEXT NOT NULL DEFAULT 'api' CHECK (source IN ('web', 'telegram', 'cli', 'api')),
  ended_ms INTEGER, -- ended early by a person, or with its incident
  ended_by TEXT NOT NULL DEFAULT '',
  hidden INTEGER NOT NULL DEFAULT 0, -- how many incidents it has hidden
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX silences_open ON silences (until_ms) WHERE ended_ms IS NULL;
CREATE INDEX silences_incident ON silences (incident_id);

CREATE TABLE maintenances (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  filter TEXT NOT NULL DEFAULT '[]', -- JSON
  mode TEXT NOT NULL DEFAULT 'mute' CHECK (mode IN ('mute', 'hold', 'plan')),
  from_ms INTEGER NOT NULL, -- of a recurring one: the first
  until_ms INTEGER, -- of one that recurs: NULL
  rrule TEXT NOT NULL DEFAULT '', -- RFC 5545, 'FREQ=WEEKLY;BYDAY=SU'; '': once
  zone TEXT NOT NULL DEFAULT '',
  length_s INTEGER, -- of one that recurs
  who TEXT NOT NULL DEFAULT '',
  why TEXT NOT NULL DEFAULT '',
  ended_ms INTEGER, -- ended by a person, whatever else it says
  ended_by TEXT NOT NULL DEFAULT '',
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX maintenances_open ON maintenances (until_ms) WHERE ended_ms IS NULL;

CREATE TABLE templates (
  id INTEGER PRIMARY KEY,
  set_name TEXT NOT NULL,
  language TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  UNIQUE (set_name, language, kind)
) STRICT;

-- ---- what was told, and what is on its way --------------------------------------------------------

-- The ledger: what each target was last told of an incident (notify/notify.h: struct notify_told).
CREATE TABLE told (
  incident_id INTEGER NOT NULL, -- 0: the rolling message of a storm
  target_id INTEGER NOT NULL REFERENCES targets (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  state TEXT NOT NULL,
  severity INTEGER NOT NULL,
  peak INTEGER NOT NULL DEFAULT 0, -- the greatest severity told
  cause_class TEXT NOT NULL,
  affected INTEGER NOT NULL DEFAULT 0,
  reopened INTEGER NOT NULL DEFAULT 0,
  flags INTEGER NOT NULL DEFAULT 0,
  act TEXT NOT NULL DEFAULT 'send', -- of the last decision, and its reason
  reason TEXT NOT NULL DEFAULT '',
  round INTEGER NOT NULL DEFAULT 0,
  first_ms INTEGER NOT NULL DEFAULT 0,
  sound_ms INTEGER NOT NULL DEFAULT 0,
  at_ms INTEGER NOT NULL, -- of the last decision
  sent_ms INTEGER NOT NULL DEFAULT 0, -- when a message was first sent; 0: none was
  message_ref TEXT NOT NULL DEFAULT '', -- the message that edits change; the courier writes it
  thread_ref TEXT NOT NULL DEFAULT '', -- the first message, which answers refer to; the courier too
  sent_at_ms INTEGER, -- when the newest message was accepted; the courier too
  PRIMARY KEY (incident_id, target_id)
) STRICT;
CREATE INDEX told_target ON told (target_id);
CREATE INDEX told_at ON told (at_ms);

-- More messages than a person reads become one (notify/notify.h: struct notify_storm).
CREATE TABLE storms (
  target_id INTEGER PRIMARY KEY REFERENCES targets (id) ON DELETE CASCADE,
  began_ms INTEGER NOT NULL DEFAULT 0, -- 0: no storm now
  edited_ms INTEGER NOT NULL DEFAULT 0,
  recent TEXT NOT NULL DEFAULT '[]' -- JSON: moments of new messages, the latest last
) STRICT;

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE, -- the decision: the same one twice is one row
  incident_id INTEGER NOT NULL DEFAULT 0, -- 0: about no single one
  target_id INTEGER NOT NULL, -- no references: what was sent stays
  channel_id INTEGER NOT NULL,
  target_name TEXT NOT NULL DEFAULT '', -- as they were called then
  channel_name TEXT NOT NULL DEFAULT '',
  channel_kind TEXT NOT NULL DEFAULT '',
  act TEXT NOT NULL CHECK (act IN ('send', 'edit', 'reply')),
  priority INTEGER NOT NULL DEFAULT 2, -- 0 critical, 1 recovery, 2 others, 3 digest
  body TEXT NOT NULL, -- JSON: the rendered document
  version INTEGER NOT NULL DEFAULT 0, -- of the incident
  not_before_ms INTEGER NOT NULL DEFAULT 0,
  expires_ms INTEGER,
  state TEXT NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'sending', 'sent', 'confirmed', 'unsure', 'dead', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  claimed_by TEXT NOT NULL DEFAULT '', -- the token of the claim
  claimed_ms INTEGER,
  last_error TEXT NOT NULL DEFAULT '',
  code INTEGER, -- of the last answer
  provider_id TEXT NOT NULL DEFAULT '', -- of the message, at the other end
  is_test INTEGER NOT NULL DEFAULT 0,
  is_expired INTEGER NOT NULL DEFAULT 0, -- dead, because it was too old to be sent
  may_repeat INTEGER NOT NULL DEFAULT 0, -- an attempt before may have arrived
  created_ms INTEGER NOT NULL,
  sent_ms INTEGER,
  confirmed_ms INTEGER
) STRICT;
CREATE INDEX outbox_due ON outbox (priority, not_before_ms, id) WHERE state IN ('queued', 'unsure');
CREATE INDEX outbox_open ON outbox (target_id, incident_id, id) WHERE state IN ('queued', 'sending', 'unsure');
CREATE INDEX outbox_claimed ON outbox (claimed_by) WHERE state = 'sending';
CREATE INDEX outbox_incident ON outbox (incident_id, id);
CREATE INDEX outbox_created ON outbox (created_ms);

CREATE TABLE outbox_attempts (
  outbox_id INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  took_ms INTEGER NOT NULL DEFAULT 0,
  code INTEGER,
  error TEXT NOT NULL DEFAULT '',
  answer TEXT NOT NULL DEFAULT '', -- its first 500 bytes, without secrets
  PRIMARY KEY (outbox_id, n)
) STRICT;

-- ---- Telegram ---------------------------------------------------------------------------------------

-- How far the updates of a bot were read.
CREATE TABLE telegram_state (
  channel_id INTEGER PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
  update_offset INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Codes with which a person shows that a chat is theirs. Each is for one use.
CREATE TABLE telegram_links (
  code_hash TEXT PRIMARY KEY,
  contact_id INTEGER NOT NULL REFERENCES contacts (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  expires_ms INTEGER NOT NULL
) STRICT;

-- ---- events -------------------------------------------------------------------------------------------

-- A message that is queued, sent or given up is an event.
CREATE TRIGGER outbox_event AFTER INSERT ON outbox BEGIN
  INSERT INTO events (kind, at_ms, what, subject, ref)
    VALUES ('delivery', COALESCE(NEW.sent_ms, NEW.claimed_ms, NEW.created_ms), NEW.state, NEW.id, NULLIF(NEW.incident_id, 0));
END;
CREATE TRIGGER outbox_change_event AFTER UPDATE OF state ON outbox
  WHEN OLD.state <> NEW.state AND NEW.state <> 'sending' BEGIN
  INSERT INTO events (kind, at_ms, what, subject, ref)
    VALUES ('delivery', COALESCE(NEW.sent_ms, NEW.claimed_ms, NEW.created_ms), NEW.state, NEW.id, NULLIF(NEW.incident_id, 0));
END;
