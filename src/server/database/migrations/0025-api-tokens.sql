-- API tokens: a person's rights in one workspace, or fewer, for a program. The secret itself is stored nowhere.

alter table app.token_directory drop constraint token_directory_kind_check;
alter table app.token_directory add constraint token_directory_kind_check
  check (kind in ('invite', 'share', 'validator', 'api'));

create table app.api_tokens (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  user_id uuid not null default app.current_user_id(),
  name text not null check (length(name) between 1 and 100),
  -- Null: the role its person has. Otherwise what this role and theirs may both.
  role text,
  token_hash bytea not null check (length(token_hash) = 32),
  -- How the token begins, to tell one from another.
  hint text not null,
  valid_days integer not null check (valid_days between 1 and 366),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  -- When it was last tried after it was revoked.
  refused_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, token_hash)
);
create index api_tokens_user_idx on app.api_tokens (tenant_id, user_id);

select app_private.protect('app.api_tokens', 'insert');
-- Everything but the hash; of a token only its end can be written.
grant select (tenant_id, id, user_id, name, role, hint, valid_days, expires_at, last_used_at, revoked_at, created_at),
  update (revoked_at, revoked_by) on app.api_tokens to formwork_app;
-- Nobody makes one for somebody else, whatever a statement says.
create policy own_only on app.api_tokens as restrictive for insert with check (user_id = app.current_user_id());

create view app.sys_api_token with (security_invoker = true) as
select tenant_id, id, name, user_id, role, hint, valid_days::text as valid_days,
  case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'active' end as status,
  expires_at, last_used_at, created_at
from app.api_tokens;
grant select on app.sys_api_token to formwork_app;

-- By which token something was done, for its name in the history. Set with the transaction, kept with each event.
alter table app.events add column via text;
alter table app.events alter column via set default nullif(current_setting('app.via', true), '');

create or replace view app.sys_event with (security_invoker = true) as
select e.tenant_id, e.id, e.at, e.actor_id, e.kind, e.model_id, e.record_id, e.request_id, e.subject, o.token, e.via
from app.events e
left join app.objects o on o.tenant_id = e.tenant_id and o.id = e.record_id and o.deleted_at is null;

-- What a program does is no step of its person: their undo must not take it back.
create or replace function app_private.put_down_steps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.undo_steps as s (tenant_id, user_id, request_id, applied_request, first_id, last_id, state)
  select a.tenant_id, a.actor_id, a.request_id, a.request_id, a.ids[1], a.ids[cardinality(a.ids)],
    case when a.released then 'released' else 'done' end
  from (
    select tenant_id, actor_id, request_id, array_agg(id order by id) as ids, bool_or(subject = 'release') as released
    from added
    where actor_id is not null and via is null and request_id like '________-____-____-____-____________'
      and subject in ('record', 'release') and kind <> 'purged'
    group by tenant_id, actor_id, request_id
  ) a
  on conflict (tenant_id, user_id, request_id) do update
    set first_id = least(s.first_id, excluded.first_id), last_id = greatest(s.last_id, excluded.last_id),
      state = case when excluded.state = 'released' then 'released' else s.state end;
  return null;
end
$$;

-- As app.enter, for a token: it stands for its person in its workspace, as long as both do. `role` is what it acts as,
-- `own_role` what its person may now. `outcome` as there, and revoked. Who is not let in leaves no workspace behind: what is
-- sent behind the door in the same round trip sees nothing.
create function app.enter_token(p_hash bytea, p_tenant uuid, p_subdomain text, p_mode text)
returns table (outcome text, tenant_id uuid, tenant_name text, subdomain text, role text, release_id uuid, slots_id uuid,
  token_id uuid, token_name text, own_role text, user_id uuid, email text, user_name text)
language plpgsql volatile security definer set search_path = '' as $$
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
    where k.tenant_id = place and k.token_hash = p_hash and k.revoked_at is null;
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

-- That a token was used, to the nearest minutes: whoever asks more often finds nothing to do.
create function app.note_token_use(p_hash bytea) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid;
begin
  select d.tenant_id into place from app.token_directory d where d.token_hash = p_hash and d.kind = 'api';
  perform set_config('app.tenant', coalesce(place::text, ''), true);
  update app.api_tokens k set last_used_at = date_trunc('minute', now())
    where k.tenant_id = place and k.token_hash = p_hash and k.revoked_at is null
      and (k.last_used_at is null or k.last_used_at < now() - interval '4 minutes');
  perform set_config('app.tenant', '', true);
end
$$;

-- That somebody tried a revoked token, once an hour. Answers the workspace when something was noted.
create function app.note_refused_token(p_hash bytea, p_event uuid, p_request text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid;
  token record;
begin
  select d.tenant_id into place from app.token_directory d where d.token_hash = p_hash and d.kind = 'api';
  perform set_config('app.tenant', coalesce(place::text, ''), true);
  update app.api_tokens k set refused_at = now()
    where k.tenant_id = place and k.token_hash = p_hash and k.revoked_at is not null
      and (k.refused_at is null or k.refused_at < now() - interval '1 hour')
    returning k.id, k.name into token;
  if found then
    insert into app.events (tenant_id, id, kind, subject, record_id, after, request_id)
      values (place, p_event, 'refused', 'api_token', token.id, jsonb_build_object('name', token.name), p_request);
  else
    place := null;
  end if;
  perform set_config('app.tenant', '', true);
  return place;
end
$$;

-- Who leaves a workspace leaves their tokens behind them: they do not come to life when the person comes back.
create function app_private.revoke_tokens() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before text := current_setting('app.tenant', true);
begin
  perform set_config('app.tenant', old.tenant_id::text, true);
  update app.api_tokens k set revoked_at = now(), revoked_by = app.current_user_id()
    where k.tenant_id = old.tenant_id and k.user_id = old.user_id and k.revoked_at is null;
  perform set_config('app.tenant', coalesce(before, ''), true);
  return null;
end
$$;
create trigger revoke_tokens after delete on app.memberships
  for each row execute function app_private.revoke_tokens();

revoke execute on function app.enter_token(bytea, uuid, text, text), app.note_token_use(bytea),
  app.note_refused_token(bytea, uuid, text) from public;
grant execute on function app.enter_token(bytea, uuid, text, text), app.note_token_use(bytea),
  app.note_refused_token(bytea, uuid, text) to formwork_app;
