-- Calendars of a person: dates of records they may read, for programs that ask by an address which is its own secret.
alter table app.token_directory drop constraint token_directory_kind_check;
alter table app.token_directory add constraint token_directory_kind_check
  check (kind in ('invite', 'share', 'validator', 'api', 'hook', 'calendar'));

create table app.calendar_feeds (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  user_id uuid not null default app.current_user_id(),
  token_hash bytea not null check (length(token_hash) = 32),
  -- [{model, field}] by their keys.
  dates jsonb not null,
  -- Only records that name the person.
  mine boolean not null,
  created_at timestamptz not null default now(),
  -- When it was last asked for, to the nearest minutes.
  read_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id)
);
create index calendar_feeds_user_idx on app.calendar_feeds (tenant_id, user_id, id);
select app_private.protect('app.calendar_feeds', 'select, insert');
grant update (revoked_at) on app.calendar_feeds to formwork_app;
create policy own on app.calendar_feeds as restrictive to formwork_app using (user_id = app.current_user_id());

-- Enters the workspace of a calendar as its person, to read. No row: it was taken back, never was, or its person may not be
-- there now.
create function app.enter_calendar(p_hash bytea)
returns table (tenant_id uuid, tenant_name text, release_id uuid, slots_id uuid, user_id uuid, email text, name text, role text,
  record_id uuid, dates jsonb, mine boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid;
begin
  select d.tenant_id into place from app.token_directory d where d.token_hash = p_hash and d.kind = 'calendar';
  perform set_config('app.tenant', coalesce(place::text, ''), true);
  select t.id, t.name, t.release_id, t.slots_id, f.user_id, app.verified_email(f.user_id), u.display_name, m.role, m.record_id,
      f.dates, f.mine
    into enter_calendar.tenant_id, enter_calendar.tenant_name, enter_calendar.release_id, enter_calendar.slots_id,
      enter_calendar.user_id, enter_calendar.email, enter_calendar.name, enter_calendar.role, enter_calendar.record_id,
      enter_calendar.dates, enter_calendar.mine
    from app.calendar_feeds f
    join app.tenants t on t.id = f.tenant_id and t.suspended_at is null
    join app.memberships m on m.tenant_id = f.tenant_id and m.user_id = f.user_id and m.suspended_at is null
    join app.users u on u.id = f.user_id
    where f.tenant_id = place and f.token_hash = p_hash and f.revoked_at is null
      and not exists (
        select from auth.users a where a.id = f.user_id and (a.deleted_at is not null or a.banned_until > now())
      );
  if not found then
    perform set_config('app.tenant', '', true);
    return;
  end if;
  perform set_config('app.user', enter_calendar.user_id::text, true);
  perform set_config('app.role', enter_calendar.role, true);
  perform set_config('app.release', enter_calendar.release_id::text, true);
  return next;
end
$$;

create function app.note_calendar_read(p_hash bytea) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid;
begin
  select d.tenant_id into place from app.token_directory d where d.token_hash = p_hash and d.kind = 'calendar';
  perform set_config('app.tenant', coalesce(place::text, ''), true);
  update app.calendar_feeds f set read_at = now()
    where f.tenant_id = place and f.token_hash = p_hash and coalesce(f.read_at, '-infinity') < now() - interval '5 minutes';
  perform set_config('app.tenant', '', true);
end
$$;

revoke execute on function app.enter_calendar(bytea), app.note_calendar_read(bytea) from public;
grant execute on function app.enter_calendar(bytea), app.note_calendar_read(bytea) to formwork_app;
