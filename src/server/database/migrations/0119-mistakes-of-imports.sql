-- What was wrong with a row, with places for its values: each reader is told in their own language. `message` keeps it in English.
alter table app.import_errors add column said jsonb;
