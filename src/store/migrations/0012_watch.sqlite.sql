-- Is an OLT there, and since when is it up?

ALTER TABLE olts ADD COLUMN not_answering_ms INTEGER; -- since; NULL: it answers
ALTER TABLE olts ADD COLUMN up_since_ms INTEGER; -- the device, as it says
