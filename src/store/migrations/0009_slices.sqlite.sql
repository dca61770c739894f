-- A sweep between two slices waits: it is PENDING then, and this is when it goes on.
ALTER TABLE executions ADD COLUMN next_slice_ms INTEGER;
