-- Searches without accents: "Perú" and "PERU" are the same. base/fold.c folds what is typed in the
-- same way. SQLite has no function for it that other programs have too, so a view does it letter by
-- letter, in steps that its parser can hold; a text of ASCII alone is taken as it is.
DROP TRIGGER onus_search_insert;
DROP TRIGGER onus_search_delete;
DROP TRIGGER onus_search_update;
DROP TABLE onu_search;
CREATE VIEW onu_words AS SELECT id, olt_id,
  CASE WHEN length(w0) = length(CAST(w0 AS BLOB)) THEN w0 ELSE
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(w4, 'ü', 'u'),
    'ý', 'y'), 'ÿ', 'y'), char(768), ''), char(769), ''), char(770), ''), char(771), ''), char(776),
    ''), char(778), ''), char(807), '')
  END AS search_text
FROM (SELECT id, olt_id, w0,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(w3,
  'í', 'i'), 'î', 'i'), 'ï', 'i'), 'ñ', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'),
  'ø', 'o'), 'ù', 'u'), 'ú', 'u'), 'û', 'u') AS w4
FROM (SELECT id, olt_id, w0,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(w2,
  'Ý', 'y'), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ç', 'c'), 'è', 'e'),
  'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'ì', 'i') AS w3
FROM (SELECT id, olt_id, w0,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(w1,
  'Î', 'i'), 'Ï', 'i'), 'Ñ', 'n'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ø', 'o'),
  'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u') AS w2
FROM (SELECT id, olt_id, w0,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(w0,
  'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'Ç', 'c'), 'È', 'e'), 'É', 'e'),
  'Ê', 'e'), 'Ë', 'e'), 'Ì', 'i'), 'Í', 'i') AS w1
FROM (SELECT id, olt_id, search_text AS w0 FROM onus)))));

-- Any part of it, three characters or more: WHERE search_text LIKE '%part%'. Triggers keep it, and leave
-- it alone when only values change.
CREATE VIRTUAL TABLE onu_search USING fts5 (
  search_text, content = 'onu_words', content_rowid = 'id', tokenize = 'trigram', detail = 'none'
);
INSERT INTO onu_search (onu_search) VALUES ('rebuild');
CREATE TRIGGER onus_search_insert AFTER INSERT ON onus BEGIN
  INSERT INTO onu_search (rowid, search_text) SELECT id, search_text FROM onu_words WHERE id = new.id;
END;
CREATE TRIGGER onus_search_delete BEFORE DELETE ON onus BEGIN
  INSERT INTO onu_search (onu_search, rowid, search_text)
  SELECT 'delete', id, search_text FROM onu_words WHERE id = old.id;
END;
CREATE TRIGGER onus_search_before
BEFORE UPDATE OF serial, place, mac, description, name, subscriber ON onus
WHEN old.search_text <> new.search_text BEGIN
  INSERT INTO onu_search (onu_search, rowid, search_text)
  SELECT 'delete', id, search_text FROM onu_words WHERE id = old.id;
END;
CREATE TRIGGER onus_search_after
AFTER UPDATE OF serial, place, mac, description, name, subscriber ON onus
WHEN old.search_text <> new.search_text BEGIN
  INSERT INTO onu_search (rowid, search_text) SELECT id, search_text FROM onu_words WHERE id = new.id;
END;

-- A position is asked for without its OLT.
CREATE INDEX onus_place_text ON onus (place);
