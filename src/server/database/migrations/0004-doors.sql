-- The only ways from request traffic to the tables of 0001. Each runs as the owner with nothing on its search path, and
-- checks for itself: the workspace is always the one of the transaction.

-- Two locks a workspace: whoever writes holds it shared, whoever changes rights or releases holds it alone. So a write
-- is finished before a right is taken away, or sees that it is gone.
create function app.lock_workspace(p_tenant uuid, p_mode text) returns void language plpgsql as $$
begin
  if p_mode = 'write' then
    perform pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('app.tenant:' || p_tenant::text, 0));
  elsif p_mode = 'release' then
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('app.tenant:' || p_tenant::text, 0));
  end if;
end
$$;

-- Whether a sign-in still counts. Replaced at start by the one that fits: embedded or hosted.
create function app.session_is_alive(p_session uuid, p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$ select false $$;

-- Opens a request's transaction: who is this, which workspace, as what, by which release. Sets what row-level security
-- reads, for this transaction only. `outcome`: ok, unauthorized, not_found, tenant_mismatch, selection, suspended.
create function app.enter(p_user uuid, p_session uuid, p_tenant uuid, p_subdomain text, p_mode text)
returns table (outcome text, tenant_id uuid, tenant_name text, subdomain text, role text, release_id uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  chosen uuid := p_tenant;
  host uuid;
  several integer;
  suspended boolean;
begin
  if not app.session_is_alive(p_session, p_user) then
    return query select 'unauthorized', null::uuid, null, null, null, null::uuid;
    return;
  end if;
  if p_subdomain is not null then
    select t.id into host from app.tenants t join app.memberships m on m.tenant_id = t.id
      where t.subdomain = p_subdomain and m.user_id = p_user;
    if p_tenant is not null and p_tenant is distinct from host then
      return query select 'tenant_mismatch', null::uuid, null, null, null, null::uuid;
      return;
    end if;
    chosen := host;
  elsif chosen is null then
    select count(*), min(m.tenant_id::text)::uuid into several, chosen
      from app.memberships m where m.user_id = p_user and m.suspended_at is null;
    if several <> 1 then
      return query select 'selection', null::uuid, null, null, null, null::uuid;
      return;
    end if;
  end if;
  if chosen is null then
    return query select 'not_found', null::uuid, null, null, null, null::uuid;
    return;
  end if;
  perform app.lock_workspace(chosen, p_mode);
  select t.id, t.name, t.subdomain, m.role, t.release_id, t.suspended_at is not null or m.suspended_at is not null
    into enter.tenant_id, enter.tenant_name, enter.subdomain, enter.role, enter.release_id, suspended
    from app.memberships m join app.tenants t on t.id = m.tenant_id
    where m.user_id = p_user and m.tenant_id = chosen;
  if not found then
    return query select 'not_found', null::uuid, null, null, null, null::uuid;
    return;
  end if;
  if suspended then
    return query select 'suspended', null::uuid, null, null, null, null::uuid;
    return;
  end if;
  perform set_config('app.tenant', enter.tenant_id::text, true);
  perform set_config('app.user', p_user::text, true);
  perform set_config('app.role', enter.role, true);
  perform set_config('app.release', enter.release_id::text, true);
  enter.outcome := 'ok';
  return next;
end
$$;

-- Opens a transaction outside any workspace.
create function app.enter_user(p_user uuid, p_session uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not app.session_is_alive(p_session, p_user) then
    return false;
  end if;
  perform set_config('app.tenant', '00000000-0000-0000-0000-000000000000', true);
  perform set_config('app.user', p_user::text, true);
  perform set_config('app.role', '', true);
  perform set_config('app.release', '', true);
  return true;
end
$$;

-- The address a person has proven to be theirs, from where they sign in; null when there is none.
create function app.verified_email(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select lower(u.email) from auth.users u where u.id = p_user and u.email_confirmed_at is not null);
end
$$;

-- What a person says about themselves; the address is the proven one. Null leaves what is there.
create function app.save_profile(p_name text, p_avatar text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into app.users as u (id, email, display_name, avatar_url)
  values (app.current_user_id(), app.verified_email(app.current_user_id()), p_name, p_avatar)
  on conflict (id) do update set
    email = coalesce(excluded.email, u.email),
    display_name = coalesce(excluded.display_name, u.display_name),
    avatar_url = coalesce(excluded.avatar_url, u.avatar_url),
    updated_at = now()
$$;

create function app.my_profile() returns table (id uuid, email text, display_name text, avatar_url text)
language sql stable security definer set search_path = '' as $$
  select u.id, u.email, u.display_name, u.avatar_url from app.users u where u.id = app.current_user_id()
$$;

create function app.my_tenants()
returns table (id uuid, name text, subdomain text, role text, selected boolean)
language sql stable security definer set search_path = '' as $$
  select t.id, t.name, t.subdomain, m.role, coalesce(u.selected_tenant_id = t.id, false)
  from app.memberships m
  join app.tenants t on t.id = m.tenant_id
  left join app.users u on u.id = m.user_id
  where m.user_id = app.current_user_id() and m.suspended_at is null and t.suspended_at is null
  order by lower(t.name), t.id
$$;

-- False when the person is not in that workspace.
create function app.select_tenant(p_tenant uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (
    select from app.memberships m where m.user_id = app.current_user_id() and m.tenant_id = p_tenant and m.suspended_at is null
  ) then
    return false;
  end if;
  update app.users set selected_tenant_id = p_tenant where id = app.current_user_id();
  return true;
end
$$;

-- A workspace with its first, empty release and its owner. False when the subdomain is taken.
create function app.create_tenant(p_tenant uuid, p_name text, p_subdomain text, p_release uuid, p_event uuid, p_request text)
returns boolean language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid := app.current_user_id();
begin
  begin
    insert into app.tenants (id, name, subdomain, created_by) values (p_tenant, p_name, p_subdomain, person);
  exception when unique_violation then
    return false;
  end;
  insert into app.memberships (tenant_id, user_id, role) values (p_tenant, person, 'owner');
  perform set_config('app.tenant', p_tenant::text, true);
  insert into app.releases (tenant_id, id, number, note, created_by) values (p_tenant, p_release, 0, null, person);
  insert into app.events (tenant_id, id, actor_id, kind, subject, record_id, after, request_id)
    values (p_tenant, p_event, person, 'created', 'tenant', p_tenant, jsonb_build_object('name', p_name), p_request);
  update app.tenants set release_id = p_release where id = p_tenant;
  perform set_config('app.tenant', '00000000-0000-0000-0000-000000000000', true);
  return true;
end
$$;

-- Name and subdomain of the workspace of the transaction. False when the subdomain is taken.
create function app.update_tenant(p_name text, p_subdomain text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update app.tenants set name = p_name, subdomain = p_subdomain where id = app.current_tenant();
  return true;
exception when unique_violation then
  return false;
end
$$;

create function app.set_release(p_release uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update app.tenants set release_id = p_release where id = app.current_tenant();
  perform set_config('app.release', p_release::text, true);
end
$$;

create function app.list_members()
returns table (tenant_id uuid, id uuid, name text, email text, avatar_url text, role text, status text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select m.tenant_id, m.user_id,
    coalesce(nullif(u.display_name, ''), split_part(u.email, '@', 1), 'Somebody'),
    u.email, u.avatar_url, m.role,
    case when m.suspended_at is null then 'active' else 'suspended' end,
    m.created_at
  from app.memberships m
  join app.users u on u.id = m.user_id
  where m.tenant_id = app.current_tenant()
$$;

create function app.set_member_role(p_user uuid, p_role text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update app.memberships m set role = p_role where m.tenant_id = app.current_tenant() and m.user_id = p_user;
  return found;
end
$$;

create function app.remove_member(p_user uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from app.memberships m where m.tenant_id = app.current_tenant() and m.user_id = p_user;
  if found then
    update app.users u set selected_tenant_id = null
      where u.id = p_user and u.selected_tenant_id = app.current_tenant();
    return true;
  end if;
  return false;
end
$$;

-- A workspace never loses its last owner: looked at when the transaction ends, alone in this workspace.
create function app_private.keep_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.role = 'owner' and exists (select from app.tenants t where t.id = old.tenant_id) then
    perform app.lock_workspace(old.tenant_id, 'release');
    if not exists (
      select from app.memberships m where m.tenant_id = old.tenant_id and m.role = 'owner' and m.suspended_at is null
    ) then
      raise exception 'last owner' using errcode = 'FW001';
    end if;
  end if;
  return null;
end
$$;

create constraint trigger keep_an_owner after update or delete on app.memberships
  deferrable initially deferred for each row execute function app_private.keep_an_owner();

create function app.remember_token(p_hash bytea, p_kind text, p_expires timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into app.token_directory (token_hash, tenant_id, kind, expires_at)
  values (p_hash, app.current_tenant(), p_kind, p_expires)
$$;

create function app.forget_token(p_hash bytea) returns void
language sql volatile security definer set search_path = '' as $$
  delete from app.token_directory d where d.token_hash = p_hash and d.tenant_id = app.current_tenant()
$$;

-- What an invitation says to whoever holds its link. No row: there is none.
create function app.find_invite(p_hash bytea)
returns table (tenant_id uuid, tenant_name text, email text, role text, expires_at timestamptz, open boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid;
begin
  select d.tenant_id into place from app.token_directory d where d.token_hash = p_hash and d.kind = 'invite';
  if place is null then
    return;
  end if;
  perform set_config('app.tenant', place::text, true);
  return query
    select i.tenant_id, t.name, i.email, i.role, i.expires_at,
      i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
    from app.invites i join app.tenants t on t.id = i.tenant_id
    where i.tenant_id = place and i.token_hash = p_hash;
  perform set_config('app.tenant', '00000000-0000-0000-0000-000000000000', true);
end
$$;

-- Joins a workspace, once. `outcome`: ok, not_found, gone, other_address.
create function app.accept_invite(p_hash bytea, p_event uuid, p_request text)
returns table (outcome text, tenant_id uuid, tenant_name text, subdomain text, role text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid;
  person uuid := app.current_user_id();
  invite record;
begin
  select d.tenant_id into place from app.token_directory d where d.token_hash = p_hash and d.kind = 'invite';
  if place is null then
    return query select 'not_found', null::uuid, null, null, null;
    return;
  end if;
  perform app.lock_workspace(place, 'release');
  perform set_config('app.tenant', place::text, true);
  select i.* into invite from app.invites i where i.tenant_id = place and i.token_hash = p_hash for update;
  if not found then
    return query select 'not_found', null::uuid, null, null, null;
  elsif invite.email is distinct from app.verified_email(person) then
    return query select 'other_address', null::uuid, null, null, null;
  elsif invite.accepted_at is not null or invite.revoked_at is not null or invite.expires_at <= now() then
    return query select 'gone', null::uuid, null, null, null;
  else
    update app.invites i set accepted_at = now(), accepted_by = person
      where i.tenant_id = place and i.id = invite.id;
    -- Who is a member already keeps the role they have.
    insert into app.memberships as m (tenant_id, user_id, role) values (place, person, invite.role)
      on conflict on constraint memberships_pkey do nothing;
    insert into app.events (tenant_id, id, actor_id, kind, subject, record_id, after, request_id)
      values (place, p_event, person, 'joined', 'member', person, jsonb_build_object('role', invite.role), p_request);
    return query
      select 'ok', t.id, t.name, t.subdomain, m.role
      from app.tenants t join app.memberships m on m.tenant_id = t.id
      where t.id = place and m.user_id = person;
  end if;
  perform set_config('app.tenant', '00000000-0000-0000-0000-000000000000', true);
end
$$;

-- A repeated write finds its answer here. `state`: new (this transaction holds the key), busy, known.
create function app.claim_key(p_route text, p_key text)
returns table (state text, request_hash bytea, status integer, answer text)
language plpgsql volatile set search_path = '' as $$
declare
  scope text := app.current_tenant()::text || app.current_user_id()::text || p_route || ' ' || p_key;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(scope, 1)) then
    return query select 'busy', null::bytea, null::integer, null::text;
    return;
  end if;
  return query
    select 'known', k.request_hash, k.status, k.answer
    from app.idempotency_keys k
    where k.tenant_id = app.current_tenant() and k.user_id = app.current_user_id() and k.route = p_route and k.key = p_key
      and k.created_at > now() - interval '24 hours';
  if not found then
    delete from app.idempotency_keys k
      where k.tenant_id = app.current_tenant() and k.created_at <= now() - interval '24 hours';
    return query select 'new', null::bytea, null::integer, null::text;
  end if;
end
$$;

-- A script element carries no token, so the name (SHA-256 of workspace and code) is the permission.
create function app.keep_validator(p_name text, p_code text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into app.validators (tenant_id, name, code) values (app.current_tenant(), p_name, p_code)
    on conflict on constraint validators_pkey do nothing;
  insert into app.token_directory (token_hash, tenant_id, kind, expires_at)
    values (decode(p_name, 'hex'), app.current_tenant(), 'validator', 'infinity')
    on conflict (token_hash) do nothing;
end
$$;

create function app.read_validator(p_name text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid;
begin
  select d.tenant_id into place from app.token_directory d
    where d.token_hash = decode(p_name, 'hex') and d.kind = 'validator';
  perform set_config('app.tenant', coalesce(place::text, ''), true);
  return (select v.code from app.validators v where v.tenant_id = place and v.name = p_name);
end
$$;

create function app.hold_mail(p_to text, p_channel text, p_subject text, p_text text, p_html text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into app_private.mailbox (recipient, channel, subject, body_text, body_html)
  values (p_to, p_channel, p_subject, p_text, p_html)
$$;

create function app.read_mailbox(p_to text)
returns table (recipient text, channel text, subject text, body_text text, body_html text, sent_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select m.recipient, m.channel, m.subject, m.body_text, m.body_html, m.sent_at
  from app_private.mailbox m
  where p_to is null or lower(m.recipient) = lower(p_to)
  order by m.id desc
  limit 200
$$;
