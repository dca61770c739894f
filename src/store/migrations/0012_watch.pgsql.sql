-- Is an OLT there, and since when is it up?

ALTER TABLE olts ADD COLUMN not_answering_ms BIGINT; -- since; NULL: it answers
ALTER TABLE olts ADD COLUMN up_since_ms BIGINT; -- the device, as it says
