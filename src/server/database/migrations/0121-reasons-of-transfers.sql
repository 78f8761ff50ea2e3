-- Why an import, an export or a schedule failed, with places for its values: each reader is told in their own language.
-- `error` and `trouble` keep it in English.
alter table app.imports add column reasons jsonb;
alter table app.exports add column reasons jsonb;
alter table app.transfer_schedules add column reasons jsonb;

create or replace view app.sys_import with (security_invoker = true) as
select tenant_id, id, name, format, status, row_count, done_count, created_count, updated_count, rejected_count, model_key,
  error, created_at, created_by, started_at, ended_at,
  case when status = 'running' and done_count > 0
    then round(done_count / greatest(extract(epoch from clock_timestamp() - started_at), 0.1))::integer end as pace,
  schedule_id,
  coalesce(reasons, case when error is not null then jsonb_build_array(jsonb_build_object('message', error)) end) as reasons
from app.imports;

create or replace view app.sys_export with (security_invoker = true) as
select tenant_id, id, name, format, case when status = 'done' and expires_at <= now() then 'expired' else status end as status,
  row_count, done_count, size, model_key, error, created_at, created_by, started_at, ended_at, expires_at,
  case when status = 'running' and done_count > 0
    then round(done_count / greatest(extract(epoch from clock_timestamp() - started_at), 0.1))::integer end as pace,
  schedule_id,
  coalesce(reasons, case when error is not null then jsonb_build_array(jsonb_build_object('message', error)) end) as reasons
from app.exports;

create or replace view app.sys_schedule_run with (security_invoker = true) as
select tenant_id, id, schedule_id, 'export' as kind, due_at, status, done_count, 0 as rejected_count, error, created_by, created_at, ended_at,
  coalesce(reasons, case when error is not null then jsonb_build_array(jsonb_build_object('message', error)) end) as reasons
from app.exports where schedule_id is not null
union all
select tenant_id, id, schedule_id, 'import', due_at, status, done_count, rejected_count, error, created_by, created_at, ended_at,
  coalesce(reasons, case when error is not null then jsonb_build_array(jsonb_build_object('message', error)) end)
from app.imports where schedule_id is not null;

create or replace view app.sys_schedule with (security_invoker = true) as
select s.tenant_id, s.id, s.user_id, s.name, s.kind, s.plan, s.zone, s.model_key,
  s.settings ->> 'format' as format, nullif(s.settings -> 'query', 'null') as query,
  (s.settings ->> 'keep_days')::integer as keep_days, (s.settings ->> 'keep_count')::integer as keep_count,
  s.source, s.settings ->> 'key' as key, s.settings ->> 'mode' as mode, s.active,
  case
    when s.trouble is not null and not s.active then 'stopped'
    when not s.active then 'paused'
    when s.failures > 0 then 'failing'
    else 'active'
  end as status,
  s.next_at, s.trouble, s.failures, r.status as last_status, r.created_at as last_at, s.created_at,
  coalesce(s.reasons, case when s.trouble is not null then jsonb_build_array(jsonb_build_object('message', s.trouble)) end) as reasons
from app.transfer_schedules s
left join lateral (
  select x.status, x.created_at from app.exports x where s.kind = 'export' and x.tenant_id = s.tenant_id and x.schedule_id = s.id
  union all
  select i.status, coalesce(i.due_at, i.started_at, i.created_at) from app.imports i
    where s.kind = 'import' and i.tenant_id = s.tenant_id and i.schedule_id = s.id
  order by 2 desc limit 1
) r on true;
