-- Which program writes to this database: one row while one does (store/serving.h).
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
