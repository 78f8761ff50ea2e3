-- Exports of everything a workspace holds, as one archive.
alter table app.exports drop constraint exports_format_check;
alter table app.exports add constraint exports_format_check check (format in ('csv', 'xlsx', 'json', 'jsonl', 'zip'));
