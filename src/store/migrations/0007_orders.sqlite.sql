-- Lists by serial go on behind any row, also behind those that have none: an index over all of them.
DROP INDEX onus_serial;
CREATE INDEX onus_serial ON onus (serial); -- and the id, as every index has it
