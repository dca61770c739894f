-- The event log (events/event.h): a row for each change, in the transaction of the change. A row says what
-- happened to which thing; the details are in the table of its kind, once: onu_events, part_events,
-- executions, coordinator_logs, audit_log.
--
-- SQLite has one writer at a time: ids are in the order of commits, and tx is 0.
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

-- What retention has removed of each kind: the last place. A reader that is before it has lost something.
CREATE TABLE event_horizons (
  kind TEXT PRIMARY KEY,
  tx INTEGER NOT NULL,
  id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How far each consumer has read.
CREATE TABLE event_readers (
  name TEXT PRIMARY KEY,
  tx INTEGER NOT NULL,
  id INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- As on PostgreSQL, where they are numbers of transactions.
CREATE VIEW event_limits AS SELECT 1 AS readable_below, 1 AS newest;

-- What happened to ports and cards.
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

-- The tables whose every row is an event write it themselves: whoever adds a row cannot forget it.
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
