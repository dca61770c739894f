-- A program that had the database when the copy was made.
INSERT INTO serving VALUES (1, 'f00d', 'serve', 'nodo1', 'boot pid:[1]', 77, 1234, 400, 3, 430);
