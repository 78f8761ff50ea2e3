-- Workflows: what is done by itself when something happens. What one does is a released definition; here stand when each
-- wants to be looked at, its runs, and what every step of a run did.

alter table app.definitions drop constraint definitions_kind_check;
alter table app.definitions add constraint definitions_kind_check
  check (kind in ('model', 'archetype', 'role', 'field_permissions', 'route', 'layout', 'view', 'settings', 'workflow'));
alter table app.drafts drop constraint drafts_kind_check;
alter table app.drafts add constraint drafts_kind_check
  check (kind in ('model', 'archetype', 'role', 'field_permissions', 'route', 'layout', 'view', 'settings', 'workflow'));
alter table app.token_directory drop constraint token_directory_kind_check;
alter table app.token_directory add constraint token_directory_kind_check
  check (kind in ('invite', 'share', 'validator', 'api', 'hook'));

-- What is known of a released workflow beside its text. Follows each release.
create table app.workflow_states (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  workflow_id uuid not null,
  version_id uuid not null,
  -- Who released this version: no run may more than they may.
  user_id uuid not null,
  trigger_kind text not null,
  active boolean not null,
  -- What changed before is none of its business.
  since_at timestamptz not null default clock_timestamp(),
  -- When a plan or a date is looked at next; null where there is none.
  next_at timestamptz,
  -- Dates up to this moment were looked at.
  looked_at timestamptz not null default now(),
  -- Of the address other programs call.
  hook_hash bytea check (length(hook_hash) = 32),
  primary key (tenant_id, workflow_id),
  foreign key (tenant_id, workflow_id) references app.definitions (tenant_id, id) on delete cascade
);

create table app.workflow_runs (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  workflow_id uuid not null,
  -- The version it began with, which it keeps.
  version_id uuid not null,
  key text not null,
  title text not null,
  -- running: wants to be worked at · waiting: until next_at · approval: until somebody decides · failed: given up, to be
  -- tried again by hand · stopped: it was begun by too long a chain of workflows.
  status text not null default 'running'
    check (status in ('running', 'waiting', 'approval', 'done', 'failed', 'stopped', 'cancelled')),
  trigger_kind text not null,
  trigger jsonb not null default '{}',
  model_id uuid,
  record_id uuid,
  -- The change that began it.
  event_id uuid,
  -- What must not begin it twice.
  once text,
  user_id uuid not null,
  -- The role it acts as; null: the one its person has.
  role text,
  -- Who released the version.
  owner_id uuid not null,
  -- How many workflows began one another before it.
  depth integer not null default 0,
  parent_id uuid,
  replay_of uuid,
  -- Where it is: `workflows/run-state.ts`.
  state jsonb not null default '{}',
  steps integer not null default 0,
  -- Failed tries of the step it is at.
  attempts integer not null default 0,
  error text,
  next_at timestamptz default now(),
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, workflow_id) references app.definitions (tenant_id, id) on delete cascade,
  foreign key (tenant_id, version_id) references app.definition_versions (tenant_id, id) on delete cascade
);
create index workflow_runs_workflow_idx on app.workflow_runs (tenant_id, workflow_id, id);
create index workflow_runs_version_idx on app.workflow_runs (tenant_id, version_id);
create index workflow_runs_ended_idx on app.workflow_runs (tenant_id, ended_at) where ended_at is not null;
create unique index workflow_runs_once_idx on app.workflow_runs (tenant_id, workflow_id, once) where once is not null;

-- What each step of a run was given and what came of it, every try.
create table app.workflow_steps (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  number integer not null,
  step_id text not null,
  kind text not null,
  title text not null default '',
  -- Which turn of the loops around it: `0`, `2.1`.
  turn text,
  status text not null check (status in ('done', 'skipped', 'failed', 'waiting')),
  attempt integer not null default 1,
  input jsonb,
  output jsonb,
  error text,
  took_ms integer not null default 0,
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references app.workflow_runs (tenant_id, id) on delete cascade
);
create index workflow_steps_run_idx on app.workflow_steps (tenant_id, run_id, number);
-- A step of a run is taken once, whatever happens.
create unique index workflow_steps_once_idx on app.workflow_steps (tenant_id, run_id, number) where status in ('done', 'skipped');

select app_private.protect('app.workflow_states', 'select, insert, update, delete');
select app_private.protect('app.workflow_runs', 'select, insert, update');
select app_private.protect('app.workflow_steps', 'select, insert');

-- Which runs want to be worked at, when, and which process is at them: as `transfer_queue`, with a time. Holds no content.
create table app_private.workflow_queue (
  run_id uuid primary key,
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  due_at timestamptz not null,
  worker uuid
);
create index workflow_queue_idx on app_private.workflow_queue (due_at);

create function app_private.queue_run() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' and new.status in ('running', 'waiting') then
    insert into app_private.workflow_queue as q (run_id, tenant_id, due_at)
    values (new.id, new.tenant_id, coalesce(new.next_at, now()))
    on conflict (run_id) do update set due_at = excluded.due_at where q.due_at <> excluded.due_at;
  elsif tg_op = 'DELETE' then
    delete from app_private.workflow_queue q where q.run_id = old.id;
  else
    delete from app_private.workflow_queue q where q.run_id = new.id;
  end if;
  return null;
end
$$;
create trigger queue_run after insert or delete or update of status, next_at on app.workflow_runs
  for each row execute function app_private.queue_run();

-- Gives a process the run that waits longest and that nobody alive is at, four of a workspace at a time at most. `p_at`:
-- what the process is at; what it let go of while the database was away is free for it again.
create function app_private.take_run(p_worker uuid, p_at uuid[]) returns table (run_id uuid, tenant_id uuid)
language sql volatile set search_path = '' as $$
  update app_private.workflow_queue q set worker = p_worker
  where q.run_id in (
    select c.run_id from app_private.workflow_queue c
    where c.due_at <= clock_timestamp()
      and c.run_id <> all (p_at)
      and (c.worker is null or c.worker = p_worker
        or pg_try_advisory_xact_lock_shared(hashtextextended('formwork process ' || c.worker::text, 0)))
      and (select count(*) from app_private.workflow_queue o where o.tenant_id = c.tenant_id and o.run_id = any (p_at)) < 4
    order by c.due_at limit 1 for update skip locked
  )
  returning q.run_id, q.tenant_id
$$;

-- When plans and dates are looked at next, in all workspaces. Kept by the trigger.
create table app_private.workflow_clocks (
  workflow_id uuid primary key,
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  due_at timestamptz not null
);
create index workflow_clocks_idx on app_private.workflow_clocks (due_at);

-- Up to which change number a workspace's workflows were asked whether it concerns them.
create table app_private.workflow_feeds (
  tenant_id uuid primary key references app.tenants (id) on delete cascade,
  cursor bigint not null
);

create function app_private.follow_workflow() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from app_private.workflow_clocks c where c.workflow_id = old.workflow_id;
    delete from app.token_directory d where d.token_hash = old.hook_hash;
    return null;
  end if;
  if new.active and new.next_at is not null then
    insert into app_private.workflow_clocks as c (workflow_id, tenant_id, due_at) values (new.workflow_id, new.tenant_id, new.next_at)
    on conflict (workflow_id) do update set due_at = excluded.due_at;
  else
    delete from app_private.workflow_clocks c where c.workflow_id = new.workflow_id;
  end if;
  if new.active and new.trigger_kind = 'change' then
    insert into app_private.workflow_feeds (tenant_id, cursor) values (new.tenant_id, app.last_change()) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger follow_workflow after insert or delete or update on app.workflow_states
  for each row execute function app_private.follow_workflow();

-- What a workflow did tells so in the history: by its name (`via`) and by the run.
alter table app.events add column workflow_run_id uuid;
alter table app.events alter column workflow_run_id set default nullif(current_setting('app.workflow_run', true), '')::uuid;

-- Opens a transaction of a run on behalf of the person or role it acts for, with the rights they and whoever released it
-- have now, and holds the run until its end. `outcome`: ok, gone (it does not run any more), not_found (the person left),
-- ownerless (who released it left), suspended.
create function app.enter_workflow_run(p_tenant uuid, p_run uuid, p_mode text)
returns table (outcome text, tenant_name text, user_id uuid, email text, name text, role text, own_role text, release_id uuid,
  slots_id uuid, run jsonb, body jsonb)
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_run app.workflow_runs;
  suspended boolean;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  perform app.lock_workspace(p_tenant, p_mode);
  select r.* into found_run from app.workflow_runs r
    where r.tenant_id = p_tenant and r.id = p_run and r.status in ('running', 'waiting') for update;
  if not found then
    enter_workflow_run.outcome := 'gone';
    return next;
    return;
  end if;
  select m.role, t.name, t.release_id, t.slots_id, t.suspended_at is not null or m.suspended_at is not null
    into enter_workflow_run.own_role, enter_workflow_run.tenant_name, enter_workflow_run.release_id, enter_workflow_run.slots_id, suspended
    from app.memberships m join app.tenants t on t.id = m.tenant_id
    where m.tenant_id = p_tenant and m.user_id = found_run.owner_id;
  if not found or suspended then
    enter_workflow_run.outcome := 'ownerless';
    return next;
    return;
  end if;
  select m.role, u.display_name, m.suspended_at is not null
    into enter_workflow_run.role, enter_workflow_run.name, suspended
    from app.memberships m join app.users u on u.id = m.user_id
    where m.tenant_id = p_tenant and m.user_id = found_run.user_id;
  if not found or suspended then
    enter_workflow_run.outcome := case when suspended then 'suspended' else 'not_found' end;
    return next;
    return;
  end if;
  enter_workflow_run.role := coalesce(found_run.role, enter_workflow_run.role);
  enter_workflow_run.user_id := found_run.user_id;
  enter_workflow_run.email := app.verified_email(found_run.user_id);
  select v.body into enter_workflow_run.body from app.definition_versions v
    where v.tenant_id = p_tenant and v.id = found_run.version_id;
  enter_workflow_run.run := to_jsonb(found_run);
  perform set_config('app.user', found_run.user_id::text, true);
  perform set_config('app.role', enter_workflow_run.role, true);
  perform set_config('app.release', enter_workflow_run.release_id::text, true);
  perform set_config('app.via', found_run.title, true);
  perform set_config('app.workflow_run', found_run.id::text, true);
  enter_workflow_run.outcome := 'ok';
  return next;
end
$$;
revoke execute on function app.enter_workflow_run(uuid, uuid, text) from public;
grant execute on function app.enter_workflow_run(uuid, uuid, text) to formwork_app;

create view app.sys_workflow with (security_invoker = true) as
select r.tenant_id, r.id, r.key, r.body ->> 'title' as title, r.body ->> 'description' as description,
  (r.body ->> 'active')::boolean as active, r.body -> 'trigger' ->> 'on' as trigger,
  r.body -> 'trigger' ->> 'model' as model, r.body ->> 'runs_as' as runs_as,
  s.user_id, s.next_at, l.status as last_status, l.created_at as last_at,
  (select count(*)::integer from app.workflow_runs f
    where f.tenant_id = r.tenant_id and f.workflow_id = r.id and f.status in ('failed', 'stopped')) as failed,
  r.created_at, r.updated_at, r.updated_by
from app.released r
left join app.workflow_states s on s.tenant_id = r.tenant_id and s.workflow_id = r.id
left join lateral (
  select w.status, w.created_at from app.workflow_runs w
  where w.tenant_id = r.tenant_id and w.workflow_id = r.id order by w.id desc limit 1
) l on true
where r.kind = 'workflow';

create view app.sys_workflow_run with (security_invoker = true) as
select w.tenant_id, w.id, w.workflow_id, w.key, w.title, w.status, w.trigger_kind, w.model_id, w.record_id, w.user_id, w.role,
  w.depth, w.parent_id, w.replay_of, w.steps, w.attempts, w.error, case when w.status = 'waiting' then w.next_at end as next_at,
  w.created_at, w.ended_at
from app.workflow_runs w;

create view app.sys_workflow_step with (security_invoker = true) as
select s.tenant_id, s.id, s.run_id, s.number, s.step_id, s.kind, s.title, s.turn, s.status, s.attempt, s.input, s.output, s.error,
  s.took_ms, s.at
from app.workflow_steps s;

grant select on app.sys_workflow, app.sys_workflow_run, app.sys_workflow_step to formwork_app;
