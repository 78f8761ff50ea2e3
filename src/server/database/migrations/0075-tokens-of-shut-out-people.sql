-- Whoever is banned or removed does not go on by a token of theirs: their sign-ins end, and so does what they made for programs.
-- Service accounts have no account to sign in with, and are none of them.

create or replace function app.enter_token(p_hash bytea, p_tenant uuid, p_subdomain text, p_mode text)
returns table (outcome text, tenant_id uuid, tenant_name text, subdomain text, role text, release_id uuid, slots_id uuid,
  token_id uuid, token_name text, own_role text, user_id uuid, email text, user_name text)
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  place uuid;
  token record;
  suspended boolean;
begin
  enter_token.outcome := 'unauthorized';
  select d.tenant_id into place from app.token_directory d where d.token_hash = p_hash and d.kind = 'api';
  perform set_config('app.tenant', coalesce(place::text, ''), true);
  select k.revoked_at, k.expires_at, t.subdomain into token
    from app.api_tokens k join app.tenants t on t.id = k.tenant_id
    where k.tenant_id = place and k.token_hash = p_hash;
  if not found or token.expires_at <= now() then
    perform set_config('app.tenant', '', true);
    return next;
    return;
  end if;
  if token.revoked_at is not null then
    enter_token.outcome := 'revoked';
    perform set_config('app.tenant', '', true);
    return next;
    return;
  end if;
  if p_subdomain is not null and p_subdomain is distinct from token.subdomain then
    enter_token.outcome := case when p_tenant is null then 'not_found' else 'tenant_mismatch' end;
    perform set_config('app.tenant', '', true);
    return next;
    return;
  end if;
  if p_tenant is not null and p_tenant <> place then
    enter_token.outcome := 'not_found';
    perform set_config('app.tenant', '', true);
    return next;
    return;
  end if;
  perform app.lock_workspace(place, p_mode);
  select t.id, t.name, t.subdomain, coalesce(k.role, m.role), t.release_id, t.slots_id, k.id, k.name, m.role, k.user_id,
      app.verified_email(k.user_id), u.display_name, t.suspended_at is not null or m.suspended_at is not null
    into enter_token.tenant_id, enter_token.tenant_name, enter_token.subdomain, enter_token.role, enter_token.release_id,
      enter_token.slots_id, enter_token.token_id, enter_token.token_name, enter_token.own_role, enter_token.user_id,
      enter_token.email, enter_token.user_name, suspended
    from app.api_tokens k
    join app.tenants t on t.id = k.tenant_id
    join app.memberships m on m.tenant_id = k.tenant_id and m.user_id = k.user_id
    join app.users u on u.id = k.user_id
    where k.tenant_id = place and k.token_hash = p_hash and k.revoked_at is null
      and not exists (
        select from auth.users a where a.id = k.user_id and (a.deleted_at is not null or a.banned_until > now())
      );
  if not found then
    perform set_config('app.tenant', '', true);
    return next;
    return;
  end if;
  if suspended then
    enter_token.outcome := 'suspended';
    perform set_config('app.tenant', '', true);
    return next;
    return;
  end if;
  enter_token.outcome := 'ok';
  perform set_config('app.user', enter_token.user_id::text, true);
  perform set_config('app.role', enter_token.role, true);
  perform set_config('app.release', enter_token.release_id::text, true);
  perform set_config('app.via', enter_token.token_name, true);
  return next;
end
$$;
