-- Imports and exports that begin by themselves, at the times of a plan, on behalf of one person.

create table app.transfer_schedules (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  -- Whose rights count at each run; nobody else sees it, as nobody else sees what they export.
  user_id uuid not null default app.current_user_id(),
  -- The API token it was made by, if it was: no run has more rights than the token has then.
  token_id uuid,
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('export', 'import')),
  -- When: a cron expression of five parts, in a time zone.
  plan text not null check (length(plan) <= 100),
  zone text not null check (length(zone) <= 60),
  model_key text not null,
  -- The rest of what is to be done, as its contract says.
  settings jsonb not null,
  -- Imports: the name that files are uploaded under.
  source text,
  active boolean not null default true,
  -- Null while it is switched off.
  next_at timestamptz,
  -- Failed runs since one that went well; the server switches it off when there are too many, and says why.
  failures integer not null default 0,
  trouble text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index transfer_schedules_source_idx on app.transfer_schedules (tenant_id, user_id, source)
  where source is not null;

select app_private.protect('app.transfer_schedules', 'select, insert, update, delete');
create policy own_only on app.transfer_schedules as restrictive for insert with check (user_id = app.current_user_id());

-- Which run it was. `due_at` is null for one that somebody asked for.
alter table app.exports
  add column schedule_id uuid,
  add column due_at timestamptz,
  add column keep_days integer not null default 7,
  -- Whether its schedule has heard how it ended.
  add column told boolean not null default true,
  add foreign key (tenant_id, schedule_id) references app.transfer_schedules (tenant_id, id) on delete set null (schedule_id);
alter table app.imports
  add column schedule_id uuid,
  add column due_at timestamptz,
  add column told boolean not null default true,
  -- Under which name it was uploaded, for the schedule that waits for it.
  add column source text,
  add foreign key (tenant_id, schedule_id) references app.transfer_schedules (tenant_id, id) on delete set null (schedule_id);
-- One run for each time, whatever happens.
create unique index exports_due_idx on app.exports (tenant_id, schedule_id, due_at) where schedule_id is not null;
create unique index imports_due_idx on app.imports (tenant_id, schedule_id, due_at) where schedule_id is not null;
create index imports_source_idx on app.imports (tenant_id, created_by, source, created_at)
  where source is not null and status = 'staged';

-- When schedules want to be looked at: a time has come, or a run has ended. For the process that looks in all workspaces at
-- once; holds no content. Kept by the triggers below.
create table app_private.schedule_due (
  schedule_id uuid primary key,
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  due_at timestamptz not null
);
create index schedule_due_idx on app_private.schedule_due (due_at);

create function app_private.follow_schedule() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from app_private.schedule_due d where d.schedule_id = old.id;
  elsif new.next_at is null then
    delete from app_private.schedule_due d where d.schedule_id = new.id;
  else
    insert into app_private.schedule_due as d (schedule_id, tenant_id, due_at) values (new.id, new.tenant_id, new.next_at)
    on conflict (schedule_id) do update set due_at = excluded.due_at;
  end if;
  return null;
end
$$;
create trigger follow_schedule after insert or delete or update of next_at on app.transfer_schedules
  for each row execute function app_private.follow_schedule();

create function app_private.hear_of_run() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into app_private.schedule_due as d (schedule_id, tenant_id, due_at) values (new.schedule_id, new.tenant_id, now())
  on conflict (schedule_id) do update set due_at = least(d.due_at, excluded.due_at);
  return null;
end
$$;
create trigger hear_of_export after update of status on app.exports for each row
  when (old.status = 'running' and new.status <> 'running' and new.schedule_id is not null and not new.told)
  execute function app_private.hear_of_run();
create trigger hear_of_import after update of status on app.imports for each row
  when (old.status = 'running' and new.status <> 'running' and new.schedule_id is not null and not new.told)
  execute function app_private.hear_of_run();

-- Who leaves a workspace leaves no schedules behind.
create function app_private.end_schedules() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before text := current_setting('app.tenant', true);
begin
  perform set_config('app.tenant', old.tenant_id::text, true);
  delete from app.transfer_schedules s where s.tenant_id = old.tenant_id and s.user_id = old.user_id;
  perform set_config('app.tenant', coalesce(before, ''), true);
  return null;
end
$$;
create trigger end_schedules after delete on app.memberships
  for each row execute function app_private.end_schedules();

create view app.sys_schedule with (security_invoker = true) as
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
  s.next_at, s.trouble, s.failures, r.status as last_status, r.created_at as last_at, s.created_at
from app.transfer_schedules s
left join lateral (
  select x.status, x.created_at from app.exports x where s.kind = 'export' and x.tenant_id = s.tenant_id and x.schedule_id = s.id
  union all
  select i.status, coalesce(i.due_at, i.started_at, i.created_at) from app.imports i
    where s.kind = 'import' and i.tenant_id = s.tenant_id and i.schedule_id = s.id
  order by 2 desc limit 1
) r on true;

create view app.sys_schedule_run with (security_invoker = true) as
select tenant_id, id, schedule_id, 'export' as kind, due_at, status, done_count, 0 as rejected_count, error, created_by, created_at, ended_at
from app.exports where schedule_id is not null
union all
select tenant_id, id, schedule_id, 'import', due_at, status, done_count, rejected_count, error, created_by, created_at, ended_at
from app.imports where schedule_id is not null;

grant select on app.sys_schedule, app.sys_schedule_run to formwork_app;

drop view app.sys_import;
create view app.sys_import with (security_invoker = true) as
select tenant_id, id, name, format, status, row_count, done_count, created_count, updated_count, rejected_count, model_key,
  error, created_at, created_by, started_at, ended_at,
  case when status = 'running' and done_count > 0
    then round(done_count / greatest(extract(epoch from clock_timestamp() - started_at), 0.1))::integer end as pace,
  schedule_id
from app.imports;

drop view app.sys_export;
create view app.sys_export with (security_invoker = true) as
select tenant_id, id, name, format, case when status = 'done' and expires_at <= now() then 'expired' else status end as status,
  row_count, done_count, size, model_key, error, created_at, created_by, started_at, ended_at, expires_at,
  case when status = 'running' and done_count > 0
    then round(done_count / greatest(extract(epoch from clock_timestamp() - started_at), 0.1))::integer end as pace,
  schedule_id
from app.exports;

grant select on app.sys_import, app.sys_export to formwork_app;
