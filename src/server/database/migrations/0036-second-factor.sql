-- Whether everybody needs a second factor to work in a workspace.
alter table app.tenants add column second_factor_required boolean not null default false;

-- Whether somebody still lacks the second step: their workspace asks for it, or they have a factor themselves. `p_aal` is
-- what their token says; the session must say so too, so that neither an old token nor a session that was lowered counts.
-- Leaves no workspace behind then: what is sent behind the door in the same round trip sees nothing.
create function app.second_factor_missing(p_tenant uuid, p_user uuid, p_session uuid, p_aal text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_aal = 'aal2' and exists (select from auth.sessions s where s.id = p_session and s.aal <> 'aal1') then
    return false;
  end if;
  if exists (select from app.tenants t where t.id = p_tenant and t.second_factor_required)
    or exists (select from auth.mfa_factors f where f.user_id = p_user and f.status = 'verified')
  then
    perform set_config('app.tenant', '', true), set_config('app.user', '', true);
    return true;
  end if;
  return false;
end
$$;

create function app.require_second_factor(p_required boolean) returns void
language sql volatile security definer set search_path = '' as $$
  update app.tenants set second_factor_required = p_required where id = app.current_tenant()
$$;

drop view app.sys_tenant;
drop function app.own_tenant();

create function app.own_tenant()
returns table (tenant_id uuid, id uuid, name text, subdomain text, second_factor_required boolean, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select t.id, t.id, t.name, t.subdomain, t.second_factor_required, t.created_at
  from app.tenants t where t.id = app.current_tenant()
$$;

create view app.sys_tenant with (security_invoker = true) as
select tenant_id, id, name, subdomain, second_factor_required, created_at from app.own_tenant();

-- The sessions of whoever asks, wherever they were begun: their own list, newest use first.
create function app.my_sessions()
returns table (id uuid, created_at timestamptz, last_seen_at timestamptz, user_agent text, address text, aal text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select s.id, s.created_at::timestamptz, coalesce(s.updated_at, s.created_at)::timestamptz, s.user_agent::text,
      host(s.ip), s.aal::text
    from auth.sessions s
    where s.user_id = app.current_user_id() and (s.not_after is null or s.not_after > now())
    order by 3 desc
    limit 200;
end
$$;

-- Ends one session of whoever asks, or (null) all but one. Answers how many ended.
create function app.end_my_sessions(p_only uuid, p_except uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended integer;
begin
  delete from auth.sessions s
  where s.user_id = app.current_user_id() and (p_only is null or s.id = p_only) and (p_except is null or s.id <> p_except);
  get diagnostics ended = row_count;
  return ended;
end
$$;

revoke execute on function app.own_tenant(), app.second_factor_missing(uuid, uuid, uuid, text),
  app.require_second_factor(boolean), app.my_sessions(), app.end_my_sessions(uuid, uuid) from public;
grant execute on function app.own_tenant(), app.second_factor_missing(uuid, uuid, uuid, text),
  app.require_second_factor(boolean), app.my_sessions(), app.end_my_sessions(uuid, uuid) to formwork_app;
grant select on app.sys_tenant to formwork_app;
