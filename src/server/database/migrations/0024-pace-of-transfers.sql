-- Rows a second of what runs, for the lists of imports and exports.
create or replace view app.sys_import with (security_invoker = true) as
select tenant_id, id, name, format, status, row_count, done_count, created_count, updated_count, rejected_count, model_key,
  error, created_at, created_by, started_at, ended_at,
  case when status = 'running' and done_count > 0
    then round(done_count / greatest(extract(epoch from clock_timestamp() - started_at), 0.1))::integer end as pace
from app.imports;

create or replace view app.sys_export with (security_invoker = true) as
select tenant_id, id, name, format, case when status = 'done' and expires_at <= now() then 'expired' else status end as status,
  row_count, done_count, size, model_key, error, created_at, created_by, started_at, ended_at, expires_at,
  case when status = 'running' and done_count > 0
    then round(done_count / greatest(extract(epoch from clock_timestamp() - started_at), 0.1))::integer end as pace
from app.exports;
