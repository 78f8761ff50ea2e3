-- Those who do not work in a workspace: its customers, who are signed in, and the public, which is not.

-- Their roles are built in, but what they may is the workspace's.
create or replace view app.sys_role with (security_invoker = true) as
select tenant_id, id, key, body ->> 'label' as label, body ->> 'description' as description,
  body -> 'grants' as grants, coalesce(body -> 'manage', '[]') as manage, false as built_in,
  created_at, updated_at, updated_by
from app.released where kind = 'role' and key not in ('owner', 'admin', 'member', 'customer', 'public')
union all
select app.current_tenant(), app.stock_id('role', r.key), r.key, r.label, null, d.body -> 'grants', '[]'::jsonb, true,
  d.created_at, d.updated_at, d.updated_by
from (values ('owner', 'Owner'), ('admin', 'Administrator'), ('member', 'Member'), ('customer', 'Customer'), ('public', 'Public')) as r (key, label)
left join app.released d on d.kind = 'role' and d.key = r.key and r.key in ('customer', 'public');

-- The record of the workspace that stands for a person: a customer's own, for one. Row rules know it as `user.record`.
alter table app.memberships add column record_id uuid,
  add constraint memberships_record_fkey foreign key (tenant_id, record_id)
    references app.objects (tenant_id, id) on delete set null (record_id);
create index memberships_record_idx on app.memberships (tenant_id, record_id) where record_id is not null;
alter table app.invites add column record_id uuid,
  add constraint invites_record_fkey foreign key (tenant_id, record_id)
    references app.objects (tenant_id, id) on delete set null (record_id);
create index invites_record_idx on app.invites (tenant_id, record_id) where record_id is not null;

create function app.record_of(p_user uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.record_id from app.memberships m where m.tenant_id = app.current_tenant() and m.user_id = p_user
$$;

create function app.set_member_record(p_user uuid, p_record uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update app.memberships m set record_id = p_record where m.tenant_id = app.current_tenant() and m.user_id = p_user;
  return found;
end
$$;

-- As before; the record that an invitation names comes with it.
create or replace function app.accept_invite(p_hash bytea, p_event uuid, p_request text)
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
    insert into app.memberships as m (tenant_id, user_id, role, record_id) values (place, person, invite.role, invite.record_id)
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

-- A record shown to whoever holds a link: which fields, until when. The secret itself is stored nowhere.
create table app.shares (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  record_id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32),
  fields text[] not null check (cardinality(fields) between 1 and 200),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, record_id) references app.objects (tenant_id, id) on delete cascade
);
create index shares_record_idx on app.shares (tenant_id, record_id);
select app_private.protect('app.shares', 'insert');
grant select (tenant_id, id, record_id, fields, expires_at, revoked_at, created_at, created_by),
  update (revoked_at) on app.shares to formwork_app;

-- The door of the public: a workspace by its address. No row: there is none that counts.
create function app.enter_public(p_subdomain text, p_mode text)
returns table (tenant_id uuid, tenant_name text, release_id uuid, slots_id uuid)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform set_config('app.tenant', '', true);
  select t.id into enter_public.tenant_id from app.tenants t where t.subdomain = p_subdomain;
  if not found then
    return;
  end if;
  perform app.lock_workspace(enter_public.tenant_id, p_mode);
  select t.name, t.release_id, t.slots_id into enter_public.tenant_name, enter_public.release_id, enter_public.slots_id
    from app.tenants t where t.id = enter_public.tenant_id and t.suspended_at is null;
  if not found then
    return;
  end if;
  perform set_config('app.tenant', enter_public.tenant_id::text, true);
  perform set_config('app.user', '', true);
  perform set_config('app.role', 'public', true);
  perform set_config('app.release', enter_public.release_id::text, true);
  return next;
end
$$;

-- The door of whoever holds the link of a shared record. No row: it never was, has expired or was taken back.
create function app.enter_share(p_hash bytea)
returns table (tenant_id uuid, tenant_name text, release_id uuid, slots_id uuid, model_id uuid, record_id uuid, fields text[],
  expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid;
begin
  select d.tenant_id into place from app.token_directory d where d.token_hash = p_hash and d.kind = 'share';
  perform set_config('app.tenant', coalesce(place::text, ''), true);
  select t.id, t.name, t.release_id, t.slots_id, o.model_id, s.record_id, s.fields, s.expires_at
    into enter_share.tenant_id, enter_share.tenant_name, enter_share.release_id, enter_share.slots_id,
      enter_share.model_id, enter_share.record_id, enter_share.fields, enter_share.expires_at
    from app.shares s
    join app.tenants t on t.id = s.tenant_id
    join app.objects o on o.tenant_id = s.tenant_id and o.id = s.record_id and o.deleted_at is null
    where s.tenant_id = place and s.token_hash = p_hash and s.revoked_at is null and s.expires_at > now()
      and t.suspended_at is null;
  if not found then
    perform set_config('app.tenant', '', true);
    return;
  end if;
  perform set_config('app.user', '', true);
  perform set_config('app.role', 'public', true);
  perform set_config('app.release', enter_share.release_id::text, true);
  return next;
end
$$;

revoke execute on function app.record_of(uuid), app.set_member_record(uuid, uuid), app.enter_public(text, text),
  app.enter_share(bytea) from public;
grant execute on function app.record_of(uuid), app.set_member_record(uuid, uuid), app.enter_public(text, text),
  app.enter_share(bytea) to formwork_app;
