-- Which program writes to this database: one row while one does (store/serving.h).
--
-- run is a key on purpose: a transaction that writes locks the row FOR KEY SHARE, which a beat
-- (no key changes) does not wait for and a take-over (run changes) does.
CREATE TABLE serving (
  one BIGINT NOT NULL UNIQUE CHECK (one = 1),
  run TEXT PRIMARY KEY, -- random, new at each start
  what TEXT NOT NULL, -- the command
  machine TEXT NOT NULL, -- its name
  place TEXT NOT NULL, -- boot and pid namespace: where pid means something; '' when unknown
  pid BIGINT NOT NULL,
  born BIGINT NOT NULL, -- when the process began, in the kernel's ticks since the boot
  since_ms BIGINT NOT NULL,
  beat BIGINT NOT NULL, -- counts
  beat_ms BIGINT NOT NULL
);
