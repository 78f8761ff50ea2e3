-- What an import by key met that somebody else had changed since the file was made.

-- What the record holds instead; null for every other mistake.
alter table app.import_errors add column theirs text;

-- Rows that wait for a decision: what the file says, the fields in conflict, and what the records held when they met.
create table app.import_conflicts (
  tenant_id uuid not null,
  import_id uuid not null,
  line integer not null,
  object_id uuid not null,
  mine jsonb not null,
  theirs jsonb not null,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references app.imports (tenant_id, id) on delete cascade
);
select app_private.protect('app.import_conflicts', 'select, insert, update, delete');
