-- What the database service (`/rest/v1`) offers: the schema `exposed` and nothing beside it. Whoever asks becomes
-- `authenticated`, a role that can name nothing else, and policies show them what is their own. On the hosted service the
-- same schema is exposed by its settings.

do $$
declare
  wanted text;
begin
  for attempt in 1..20 loop
    begin
      foreach wanted in array array['anon', 'authenticated'] loop
        if not exists (select from pg_roles where rolname = wanted) then
          execute format('create role %I nologin noinherit', wanted);
        end if;
      end loop;
      -- `formwork_app` inherits nothing: the login of requests may take the role on, and has none of its rights before.
      if not pg_has_role('formwork_app', 'authenticated', 'member') then
        grant authenticated to formwork_app;
      end if;
      exit;
    exception
      when insufficient_privilege then
        exit; -- a managed server, which serves its own database service
      when duplicate_object or unique_violation or internal_error then
        perform pg_sleep(0.05); -- roles belong to the whole server: a neighbour database makes the same one
    end;
  end loop;
end
$$;

create schema exposed;
grant usage on schema exposed to authenticated;

-- Who asks, by the claims of the request; null outside of one.
create function app.request_user() returns uuid
language sql stable set search_path = '' as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub')::uuid
$$;
revoke execute on function app.request_user() from public;
grant execute on function app.request_user() to authenticated;

-- What a person's programs remember for them.
create table app.personal_settings (
  user_id uuid not null default app.request_user() references app.users (id) on delete cascade,
  key text not null check (length(key) between 1 and 100),
  value jsonb not null check (octet_length(value::text) <= 10000),
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);
alter table app.personal_settings enable row level security;

create function app_private.limit_personal_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := now();
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('app.personal_settings ' || new.user_id::text, 0));
    if (select count(*) from app.personal_settings s where s.user_id = new.user_id) >= 200 then
      raise exception 'a person has at most 200 settings' using errcode = '23514';
    end if;
  end if;
  return new;
end
$$;
create trigger limit_personal_settings before insert or update on app.personal_settings
  for each row execute function app_private.limit_personal_settings();

-- What somebody says of themselves here is what their next token says.
create function app_private.tell_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if length(new.display_name) > 200 or length(new.avatar_url) > 2000 or new.avatar_url !~ '^(https://|/api/avatars/)' then
    raise exception 'a name has at most 200 signs, a picture an address that begins with https' using errcode = '23514';
  end if;
  update auth.users u
  set raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_strip_nulls(jsonb_build_object(
    'display_name', new.display_name, 'avatar_url', new.avatar_url)), updated_at = now()
  where u.id = new.id;
  return null;
end
$$;
create trigger tell_profile after update of display_name, avatar_url on app.users
  for each row when (nullif(current_setting('request.jwt.claims', true), '') is not null)
  execute function app_private.tell_profile();

create policy own_profile on app.users for select to authenticated using (id = app.request_user());
create policy change_own_profile on app.users for update to authenticated
  using (id = app.request_user()) with check (id = app.request_user());
create policy own_memberships on app.memberships for select to authenticated
  using (user_id = app.request_user() and suspended_at is null);
create policy own_tenants on app.tenants for select to authenticated using (
  suspended_at is null
  and exists (select from app.memberships m where m.tenant_id = id and m.user_id = app.request_user() and m.suspended_at is null)
);
create policy own_settings on app.personal_settings to authenticated
  using (user_id = app.request_user()) with check (user_id = app.request_user());

grant select (id, email, display_name, avatar_url, created_at, updated_at), update (display_name, avatar_url) on app.users
  to authenticated;
grant select (tenant_id, user_id, role, suspended_at, created_at) on app.memberships to authenticated;
grant select (id, name, subdomain, suspended_at, created_at) on app.tenants to authenticated;
grant select, insert, update (key, value), delete on app.personal_settings to authenticated;

create view exposed.profiles with (security_invoker = true, security_barrier = true) as
select id, email, display_name, avatar_url, created_at, updated_at from app.users;
create view exposed.tenants with (security_invoker = true, security_barrier = true) as
select id, name, subdomain, created_at from app.tenants;
create view exposed.memberships with (security_invoker = true, security_barrier = true) as
select tenant_id, user_id, role, created_at from app.memberships;
create view exposed.settings with (security_invoker = true, security_barrier = true) as
select user_id, key, value, updated_at from app.personal_settings;

grant select, update (display_name, avatar_url) on exposed.profiles to authenticated;
grant select on exposed.tenants, exposed.memberships to authenticated;
grant select, insert, update (key, value), delete on exposed.settings to authenticated;

create function exposed.my_role(tenant_id uuid) returns text
language sql stable set search_path = '' as $$
  select m.role from exposed.memberships m where m.tenant_id = my_role.tenant_id
$$;
create function exposed.forget_settings(prefix text default '') returns integer
language plpgsql volatile set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from exposed.settings s where starts_with(s.key, prefix);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
revoke execute on all functions in schema exposed from public;
grant execute on all functions in schema exposed to authenticated;
