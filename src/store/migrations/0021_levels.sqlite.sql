-- What the levels of an OLT's ONUs usually are, made anew once a day from the hourly history, so that a
-- reading is compared without reading a week of it.
CREATE TABLE olt_levels (
  olt_id INTEGER PRIMARY KEY REFERENCES olts (id) ON DELETE CASCADE,
  until_ms INTEGER NOT NULL, -- the end of the newest hour that it is made of
  onus INTEGER NOT NULL, -- that have a usual level
  body BLOB NOT NULL -- of each ONU both usual levels and the medians of 14 days (store/history/level_base.h)
) STRICT;
