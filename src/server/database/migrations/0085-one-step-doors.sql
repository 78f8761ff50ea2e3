-- The door of a workspace for a session in one call: sign-in, membership, second step, change number and address were four
-- calls in one statement, each with rights, settings and a plan of its own; together half of what PostgreSQL did for a read.
-- A procedure, because to call one nothing is planned. Answers and their order are those of 0010; `factor_missing` says what
-- 0036 says, of who would be let in. The function of 0010 stays for processes of the version before, which still call it
-- while this one is rolled out.
create procedure app.enter(p_user uuid, p_session uuid, p_aal text, p_client text, p_tenant uuid, p_subdomain text, p_mode text,
  out outcome text, out tenant_id uuid, out tenant_name text, out subdomain text, out role text, out release_id uuid, out slots_id uuid,
  out factor_missing boolean, out change_number double precision)
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  chosen uuid := p_tenant;
  host uuid;
  several integer;
  suspended boolean;
  -- What the settings answer. Assigned, they need no statement of their own.
  told text;
begin
  enter.outcome := 'ok';
  told := set_config('app.client', p_client, true);
  if not app.session_is_alive(p_session, p_user) then
    enter.outcome := 'unauthorized';
    return;
  end if;
  if p_subdomain is not null then
    select t.id into host from app.tenants t join app.memberships m on m.tenant_id = t.id
      where t.subdomain = p_subdomain and m.user_id = p_user;
    if p_tenant is not null and p_tenant is distinct from host then
      enter.outcome := 'tenant_mismatch';
      return;
    end if;
    chosen := host;
  elsif chosen is null then
    select count(*), min(m.tenant_id::text)::uuid into several, chosen
      from app.memberships m where m.user_id = p_user and m.suspended_at is null;
    if several <> 1 then
      enter.outcome := 'selection';
      return;
    end if;
  end if;
  if chosen is null then
    enter.outcome := 'not_found';
    return;
  end if;
  if p_mode <> 'read' then
    perform app.lock_workspace(chosen, p_mode);
  end if;
  -- Row-level security holds for the owner too, where it is no superuser: the numbers are those of the workspace that is set.
  told := set_config('app.tenant', chosen::text, true);
  select t.id, t.name, t.subdomain, m.role, t.release_id, t.slots_id, t.suspended_at is not null or m.suspended_at is not null,
      t.second_factor_required or exists (select from auth.mfa_factors f where f.user_id = p_user and f.status = 'verified'),
      (select coalesce(max(s.last_number), 0) from app.change_sets s where s.tenant_id = t.id)
    into enter.tenant_id, enter.tenant_name, enter.subdomain, enter.role, enter.release_id, enter.slots_id, suspended,
      enter.factor_missing, enter.change_number
    from app.memberships m join app.tenants t on t.id = m.tenant_id
    where m.user_id = p_user and m.tenant_id = chosen;
  if not found then
    told := set_config('app.tenant', '', true);
    enter.outcome := 'not_found';
    return;
  end if;
  if suspended then
    told := set_config('app.tenant', '', true);
    enter.outcome := 'suspended';
    enter.tenant_id := null;
    enter.tenant_name := null;
    enter.subdomain := null;
    enter.role := null;
    enter.release_id := null;
    enter.slots_id := null;
    enter.factor_missing := null;
    enter.change_number := null;
    return;
  end if;
  told := set_config('app.user', p_user::text, true);
  told := set_config('app.role', enter.role, true);
  told := set_config('app.release', enter.release_id::text, true);
  if enter.factor_missing then
    enter.factor_missing := app.second_factor_missing(enter.tenant_id, p_user, p_session, p_aal);
  end if;
end
$$;

revoke execute on procedure app.enter(uuid, uuid, text, text, uuid, text, text) from public;
grant execute on procedure app.enter(uuid, uuid, text, text, uuid, text, text) to formwork_app;
