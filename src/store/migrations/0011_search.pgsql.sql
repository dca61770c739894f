-- Searches without accents: "Perú" and "PERU" are the same. base/fold.c folds what is typed in the
-- same way. The last characters of the first text have none in the second: they go.
CREATE FUNCTION facho_fold(TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT pg_catalog.translate($1,
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ' ||
    'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿ' ||
    U&'\0300\0301\0302\0303\0308\030A\0327',
    'abcdefghijklmnopqrstuvwxyz' ||
    'aaaaaaceeeeiiiinoooooouuuuyaaaaaaceeeeiiiinoooooouuuuyy')
$$;
DROP VIEW onu_search;
ALTER TABLE onus DROP COLUMN search_text;
ALTER TABLE onus ADD COLUMN search_text TEXT NOT NULL GENERATED ALWAYS AS (facho_fold(serial || ' ' ||
  place || ' ' || COALESCE(mac, '') || ' ' || COALESCE(description, '') || ' ' || COALESCE(name, '') ||
  ' ' || COALESCE(subscriber, ''))) STORED;
CREATE INDEX onus_search ON onus USING gin (search_text gin_trgm_ops);
CREATE VIEW onu_search AS SELECT id AS rowid, search_text FROM onus;
CREATE VIEW onu_words AS SELECT id, olt_id, search_text FROM onus;

-- A position is asked for without its OLT.
CREATE INDEX onus_place_text ON onus (place);
