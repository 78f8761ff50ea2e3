-- Development only: the workspace in which everybody of this server may look around.
create table app_private.test_tenant (
  single boolean primary key default true check (single),
  tenant_id uuid not null references app.tenants (id) on delete cascade
);
create index test_tenant_idx on app_private.test_tenant (tenant_id);

-- Brings whoever asks into the test workspace; the first one makes and owns it. Who is there keeps the role they have.
-- Called as the owner, by a call that exists in development only.
create function app_private.join_test_tenant(p_user uuid, p_name text, p_tenant uuid, p_release uuid, p_event uuid, p_request text)
returns table (id uuid, name text, role text)
language plpgsql volatile set search_path = '' as $$
declare
  place uuid;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('app.test_tenant', 0));
  perform set_config('app.user', p_user::text, true), set_config('app.tenant', '00000000-0000-0000-0000-000000000000', true);
  perform app.save_profile(p_name, null);
  select t.tenant_id into place from app_private.test_tenant t;
  if place is null then
    perform app.create_tenant(p_tenant, 'Test workspace', null, p_release, p_event, p_request);
    insert into app_private.test_tenant (tenant_id) values (p_tenant);
    place := p_tenant;
  else
    insert into app.memberships as m (tenant_id, user_id, role) values (place, p_user, 'member')
      on conflict on constraint memberships_pkey do nothing;
    if found then
      perform set_config('app.tenant', place::text, true);
      insert into app.events (tenant_id, id, actor_id, kind, subject, record_id, after, request_id)
        values (place, p_event, p_user, 'joined', 'member', p_user, jsonb_build_object('role', 'member'), p_request);
    end if;
  end if;
  return query
    select t.id, t.name, m.role from app.tenants t join app.memberships m on m.tenant_id = t.id
    where t.id = place and m.user_id = p_user;
end
$$;

-- The pictures of people. Small, like logos, and kept beside them: nothing is left of one that was replaced.
create table app_private.avatars (
  user_id uuid primary key references app.users (id) on delete cascade,
  -- Another one for every picture: what is behind an address never changes.
  id uuid not null,
  picture bytea not null check (octet_length(picture) <= 200 * 1024),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp'))
);

-- Gives whoever asks a picture, or takes it away (null). Answers its address.
create function app.set_avatar(p_id uuid, p_picture bytea, p_type text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid := app.current_user_id();
  address text := case when p_picture is not null then '/api/avatars/' || person::text || '/' || p_id::text end;
begin
  perform app.save_profile(null, null);
  if p_picture is null then
    delete from app_private.avatars a where a.user_id = person;
  else
    insert into app_private.avatars (user_id, id, picture, type) values (person, p_id, p_picture, p_type)
      on conflict (user_id) do update set id = excluded.id, picture = excluded.picture, type = excluded.type;
  end if;
  update app.users u set avatar_url = address, updated_at = now() where u.id = person;
  return address;
end
$$;

-- A picture by its whole address, which only those learn who are shown the person.
create function app.read_avatar(p_user uuid, p_id uuid) returns table (picture bytea, type text)
language sql stable security definer set search_path = '' as $$
  select a.picture, a.type from app_private.avatars a where a.user_id = p_user and a.id = p_id
$$;

-- Whether somebody wants mails of a kind; they do unless they said otherwise in their profile.
create function app.wants_mail(p_user uuid, p_kind text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (
    select from auth.users u where u.id = p_user and u.raw_user_meta_data -> 'mails' ->> p_kind = 'false'
  );
end
$$;

revoke execute on function app.set_avatar(uuid, bytea, text), app.read_avatar(uuid, uuid), app.wants_mail(uuid, text) from public;
grant execute on function app.set_avatar(uuid, bytea, text), app.read_avatar(uuid, uuid), app.wants_mail(uuid, text) to formwork_app;
