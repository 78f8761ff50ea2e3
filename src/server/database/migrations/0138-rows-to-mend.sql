-- The cells of a row that was left out, as JSON text, with the first of its mistakes: whoever uploaded the file mends these rows
-- alone and imports them again. Text, because a file may hold what jsonb does not.
alter table app.import_errors add column cells text;
