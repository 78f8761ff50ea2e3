-- A workspace that is closed lets nobody in (suspended_at) for 30 days, in which an owner can bring it back. Then it is
-- removed with everything in it.

alter table app.tenants add column closed_at timestamptz, add column closed_by uuid, add column remove_at timestamptz,
  add constraint tenants_closed check ((closed_at is null) = (remove_at is null) and (closed_at is null or suspended_at is not null));

-- An address that was given up is kept from others for a while: links and mails still lead there.
create table app_private.resting_subdomains (
  subdomain text primary key,
  -- Who may have it back at once.
  tenant_id uuid not null,
  until timestamptz not null
);

create function app_private.rest_subdomain() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.subdomain is not null and (tg_op = 'DELETE' or new.subdomain is distinct from old.subdomain) then
    insert into app_private.resting_subdomains (subdomain, tenant_id, until)
      values (old.subdomain, old.id, now() + interval '90 days')
      on conflict (subdomain) do update set tenant_id = excluded.tenant_id, until = excluded.until;
  end if;
  -- After the row is written: whoever gave the address up at the same moment has committed, or was waited for.
  if tg_op <> 'DELETE' and new.subdomain is not null and exists (
    select from app_private.resting_subdomains r
    where r.subdomain = new.subdomain and r.tenant_id <> new.id and r.until > now()
  ) then
    raise exception 'the address rests' using errcode = 'unique_violation';
  end if;
  return null;
end
$$;
create trigger rest_subdomain after insert or update of subdomain or delete on app.tenants
  for each row execute function app_private.rest_subdomain();

-- Whether a workspace could take this address now; its own old ones count as free.
create function app.subdomain_is_free(p_subdomain text, p_tenant uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from app.tenants t where t.subdomain = p_subdomain and t.id is distinct from p_tenant)
    and not exists (
      select from app_private.resting_subdomains r
      where r.subdomain = p_subdomain and r.until > now()
        and (r.tenant_id is distinct from p_tenant or not exists (
          select from app.memberships m where m.tenant_id = r.tenant_id and m.user_id = app.current_user_id())))
$$;

-- Closes the workspace of the transaction; answers when it will be removed.
create function app.close_tenant(p_days integer) returns timestamptz
language sql volatile security definer set search_path = '' as $$
  update app.tenants set suspended_at = now(), closed_at = now(), closed_by = app.current_user_id(),
    remove_at = now() + make_interval(days => p_days)
  where id = app.current_tenant() and closed_at is null
  returning remove_at
$$;

-- The closed workspaces of a person.
create function app.my_closed_tenants() returns table (id uuid, name text, role text, closed_at timestamptz, remove_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select t.id, t.name, m.role, t.closed_at, t.remove_at
  from app.memberships m join app.tenants t on t.id = m.tenant_id
  where m.user_id = app.current_user_id() and m.suspended_at is null and t.closed_at is not null
  order by lower(t.name), t.id
$$;

-- Opens a closed workspace again, for an owner. `outcome`: ok, not_found, forbidden.
create function app.reopen_tenant(p_tenant uuid, p_event uuid, p_request text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid := app.current_user_id();
  mine text;
begin
  perform app.lock_workspace(p_tenant, 'release');
  select m.role into mine from app.memberships m join app.tenants t on t.id = m.tenant_id
    where m.tenant_id = p_tenant and m.user_id = person and m.suspended_at is null and t.closed_at is not null;
  if mine is null then
    return 'not_found';
  end if;
  if mine <> 'owner' then
    return 'forbidden';
  end if;
  update app.tenants set suspended_at = null, closed_at = null, closed_by = null, remove_at = null where id = p_tenant;
  perform set_config('app.tenant', p_tenant::text, true);
  insert into app.events (tenant_id, id, actor_id, kind, subject, record_id, request_id)
    values (p_tenant, p_event, person, 'reopened', 'tenant', p_tenant, p_request);
  perform set_config('app.tenant', '00000000-0000-0000-0000-000000000000', true);
  return 'ok';
end
$$;

-- What is left of a workspace that was removed: that it was, and how far its audit log went.
create table app_private.removed_tenants (
  tenant_id uuid primary key,
  removed_at timestamptz not null default now(),
  closed_by uuid,
  audit_number bigint,
  audit_hash bytea
);

-- Removes a workspace whose time is over, with everything in it; its files must be gone by then. False when it was
-- brought back meanwhile.
create function app_private.remove_tenant(p_tenant uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  closer uuid;
begin
  perform app.lock_workspace(p_tenant, 'release');
  select t.closed_by into closer from app.tenants t where t.id = p_tenant and t.remove_at <= now() for update;
  if not found then
    return false;
  end if;
  insert into app_private.removed_tenants (tenant_id, closed_by, audit_number, audit_hash)
    select p_tenant, closer, h.number, h.hash from (values (1)) one
    left join app_private.audit_heads h on h.tenant_id = p_tenant;
  perform set_config('app.tenant', p_tenant::text, true);
  perform set_config('app.removing', p_tenant::text, true);
  update app.users set selected_tenant_id = null where selected_tenant_id = p_tenant;
  delete from app.tenants where id = p_tenant;
  delete from app_private.unnumbered where tenant_id = p_tenant;
  perform set_config('app.removing', '', true);
  return true;
end
$$;

-- Owner to owner, in one statement: never two, never none.
create function app.hand_over_tenant(p_user uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from app.memberships m where m.tenant_id = app.current_tenant() and m.user_id = p_user and m.suspended_at is null) then
    return false;
  end if;
  update app.memberships m set role = case when m.user_id = p_user then 'owner' else 'admin' end
    where m.tenant_id = app.current_tenant() and m.user_id in (p_user, app.current_user_id());
  return true;
end
$$;

revoke execute on function app.subdomain_is_free(text, uuid), app.close_tenant(integer), app.my_closed_tenants(),
  app.reopen_tenant(uuid, uuid, text), app.hand_over_tenant(uuid) from public;
grant execute on function app.subdomain_is_free(text, uuid), app.close_tenant(integer), app.my_closed_tenants(),
  app.reopen_tenant(uuid, uuid, text), app.hand_over_tenant(uuid) to formwork_app;
