-- Imports and exports that go on by themselves, in steps of one transaction each, until they are through: whichever process
-- is there takes them up where the last committed step left them.

alter table app.imports drop constraint imports_status_check;
alter table app.imports add constraint imports_status_check
  check (status in ('staged', 'running', 'done', 'failed', 'cancelled', 'undone'));

alter table app.imports
  -- Rows of the file that are dealt with: moves in the transaction that writes their records.
  add column position integer not null default 0,
  -- How often it was taken up without getting on since.
  add column attempts integer not null default 0,
  add column cancel_requested boolean not null default false,
  -- The API token that started it, if one did: it goes on with no more rights than the token has.
  add column token_id uuid,
  add column started_at timestamptz,
  add column ended_at timestamptz;

-- What was wrong with which row; the first ones (`mostErrors`) of an import.
create table app.import_errors (
  tenant_id uuid not null,
  import_id uuid not null,
  number integer not null,
  line integer not null,
  path text not null,
  value text,
  message text not null,
  primary key (tenant_id, import_id, number),
  foreign key (tenant_id, import_id) references app.imports (tenant_id, id) on delete cascade
);

create table app.exports (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  name text not null,
  model_key text not null,
  format text not null check (format in ('csv', 'xlsx', 'json', 'jsonl')),
  -- The question as it was asked; rows and fields are narrowed by what its asker may see when it runs.
  request jsonb not null,
  status text not null default 'running' check (status in ('running', 'done', 'failed', 'cancelled', 'expired')),
  row_count integer not null default 0,
  done_count integer not null default 0,
  size bigint,
  storage_key text,
  error text,
  attempts integer not null default 0,
  cancel_requested boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  token_id uuid,
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz,
  primary key (tenant_id, id)
);

create index exports_created_idx on app.exports (tenant_id, created_at, id);
create index imports_created_idx on app.imports (tenant_id, created_at, id);

select app_private.protect('app.import_errors', 'select, insert, delete');
select app_private.protect('app.exports', 'select, insert, update, delete');

-- Which transfers run and which process is at them. Not in `app`: it holds no content, and who looks for work looks in all
-- workspaces at once. Kept by the triggers below.
create table app_private.transfer_queue (
  kind text not null check (kind in ('import', 'export')),
  id uuid not null,
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  worker uuid,
  queued_at timestamptz not null default clock_timestamp(),
  primary key (kind, id)
);

create function app_private.queue_transfer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' and new.status = 'running' then
    insert into app_private.transfer_queue (kind, id, tenant_id) values (tg_argv[0], new.id, new.tenant_id)
    on conflict do nothing;
  elsif tg_op = 'DELETE' then
    delete from app_private.transfer_queue q where q.kind = tg_argv[0] and q.id = old.id;
  else
    delete from app_private.transfer_queue q where q.kind = tg_argv[0] and q.id = new.id;
  end if;
  return null;
end
$$;

create trigger queue_import after insert or delete or update of status on app.imports
  for each row execute function app_private.queue_transfer('import');
create trigger queue_export after insert or delete or update of status on app.exports
  for each row execute function app_private.queue_transfer('export');

-- Gives a process the oldest transfer that nobody is at. A process that lives holds the lock of its name; one that died
-- holds nothing, and what it was at is free again at once.
create function app_private.take_transfer(p_worker uuid, p_kind text)
returns table (id uuid, tenant_id uuid) language sql volatile set search_path = '' as $$
  update app_private.transfer_queue q set worker = p_worker
  where (q.kind, q.id) in (
    select c.kind, c.id from app_private.transfer_queue c
    where c.kind = p_kind
      and (c.worker is null
        or (c.worker <> p_worker and pg_try_advisory_xact_lock_shared(hashtextextended('formwork process ' || c.worker::text, 0))))
      -- One of a kind at a time in a workspace, in turn.
      and not exists (
        select from app_private.transfer_queue o
        where o.kind = c.kind and o.tenant_id = c.tenant_id and o.worker is not null and o.queued_at < c.queued_at
      )
    order by c.queued_at limit 1 for update skip locked
  )
  returning q.id, q.tenant_id
$$;

-- Opens a transaction of a running transfer on behalf of the person who asked for it, with the rights they (and the token they
-- asked by) have now. There is no sign-in to check: what lets it in is that the transfer is there and runs. `outcome`: ok, gone
-- (the transfer no longer runs), not_found (the person left), revoked (the token did), suspended.
create function app.enter_transfer(p_tenant uuid, p_kind text, p_id uuid, p_mode text)
returns table (outcome text, tenant_name text, user_id uuid, email text, role text, release_id uuid, slots_id uuid,
  token_id uuid, token_name text, own_role text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  suspended boolean;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  perform app.lock_workspace(p_tenant, p_mode);
  if p_kind = 'import' then
    select i.created_by, i.token_id into enter_transfer.user_id, enter_transfer.token_id from app.imports i
      where i.tenant_id = p_tenant and i.id = p_id and i.status = 'running';
  elsif p_kind = 'export' then
    select x.created_by, x.token_id into enter_transfer.user_id, enter_transfer.token_id from app.exports x
      where x.tenant_id = p_tenant and x.id = p_id and x.status = 'running';
  end if;
  if enter_transfer.user_id is null then
    enter_transfer.outcome := 'gone';
    return next;
    return;
  end if;
  select t.name, m.role, m.role, t.release_id, t.slots_id, t.suspended_at is not null or m.suspended_at is not null
    into enter_transfer.tenant_name, enter_transfer.role, enter_transfer.own_role, enter_transfer.release_id,
      enter_transfer.slots_id, suspended
    from app.memberships m join app.tenants t on t.id = m.tenant_id
    where m.user_id = enter_transfer.user_id and m.tenant_id = p_tenant;
  if not found or suspended then
    enter_transfer.outcome := case when suspended then 'suspended' else 'not_found' end;
    return next;
    return;
  end if;
  if enter_transfer.token_id is not null then
    select k.name, coalesce(k.role, enter_transfer.own_role) into enter_transfer.token_name, enter_transfer.role
      from app.api_tokens k
      where k.tenant_id = p_tenant and k.id = enter_transfer.token_id and k.user_id = enter_transfer.user_id
        and k.revoked_at is null and k.expires_at > now();
    if not found then
      enter_transfer.outcome := 'revoked';
      return next;
      return;
    end if;
    perform set_config('app.via', enter_transfer.token_name, true);
  end if;
  enter_transfer.email := app.verified_email(enter_transfer.user_id);
  perform set_config('app.user', enter_transfer.user_id::text, true);
  perform set_config('app.role', enter_transfer.role, true);
  perform set_config('app.release', enter_transfer.release_id::text, true);
  enter_transfer.outcome := 'ok';
  return next;
end
$$;

revoke execute on function app.enter_transfer(uuid, text, uuid, text) from public;
grant execute on function app.enter_transfer(uuid, text, uuid, text) to formwork_app;

-- What the lists of imports and exports show.
drop view app.sys_import;
create view app.sys_import with (security_invoker = true) as
select tenant_id, id, name, format, status, row_count, done_count, created_count, updated_count, rejected_count, model_key,
  error, created_at, created_by, started_at, ended_at
from app.imports;

create view app.sys_export with (security_invoker = true) as
select tenant_id, id, name, format, case when status = 'done' and expires_at <= now() then 'expired' else status end as status,
  row_count, done_count, size, model_key, error, created_at, created_by, started_at, ended_at, expires_at
from app.exports;

grant select on app.sys_import, app.sys_export to formwork_app;
