-- What happened to a workspace beside its records: who, when, from where, what, before and after. Every entry holds the
-- hash of the one before it, so that an entry changed, removed or put in between is found out (`audit/verify-audit.ts`).

create table app.audit (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  -- 1, 2, 3 … without gaps, in the order of the commits.
  number bigint not null check (number > 0),
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  -- What the person was called then.
  actor text,
  -- By which API token.
  via text,
  -- The network address the call came from.
  address text,
  kind text not null,
  subject text not null,
  subject_id uuid,
  model_id uuid,
  before jsonb,
  after jsonb,
  request_id text,
  previous bytea not null check (length(previous) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (tenant_id, number),
  unique (tenant_id, id)
);
create index audit_kind_idx on app.audit (tenant_id, kind, at);

select app_private.protect('app.audit', 'select');
select app_private.make_append_only('app.audit');

-- Gone only with the whole workspace.
create function app_private.keep_audit() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_setting('app.removing', true) is distinct from old.tenant_id::text then
    raise exception 'audit is append-only' using errcode = 'insufficient_privilege';
  end if;
  return old;
end
$$;
create trigger keep_audit before delete on app.audit for each row execute function app_private.keep_audit();

-- The last entry of each workspace, kept apart: entries cut off at the end are missed.
create table app_private.audit_heads (
  tenant_id uuid primary key references app.tenants (id) on delete cascade,
  number bigint not null,
  hash bytea not null
);

-- What is hashed of an entry: each part with its length in bytes before it, absent ones as a hyphen.
create function app_private.audit_form(p_parts text[]) returns bytea language sql immutable set search_path = '' as $$
  select convert_to(string_agg(coalesce(octet_length(part) || ':' || part, '-'), ',' order by place), 'UTF8')
  from unnest(p_parts) with ordinality as p (part, place)
$$;

create function app_private.append_audit(p_tenant uuid, p_id uuid, p_at timestamptz, p_actor uuid, p_name text, p_via text,
  p_kind text, p_subject text, p_subject_id uuid, p_model uuid, p_before jsonb, p_after jsonb, p_request text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  standing text := current_setting('app.tenant', true);
  address text := nullif(current_setting('app.client', true), '');
  secrets text[] := array['secret', 'token', 'token_hash', 'password'];
  head record;
  next bigint;
  form bytea;
begin
  -- One writer at a time, and only while it commits: whoever waits sees what the one before has committed.
  perform pg_advisory_xact_lock(hashtextextended('app.audit:' || p_tenant::text, 0));
  select h.number, h.hash into head from app_private.audit_heads h where h.tenant_id = p_tenant;
  next := coalesce(head.number, 0) + 1;
  p_before := p_before - secrets;
  p_after := p_after - secrets;
  form := app_private.audit_form(array[p_tenant::text, next::text, p_id::text,
    to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), p_actor::text, p_name, p_via, address, p_kind,
    p_subject, p_subject_id::text, p_model::text, p_before::text, p_after::text, p_request]);
  head.hash := coalesce(head.hash, decode(repeat('00', 32), 'hex'));
  perform set_config('app.tenant', p_tenant::text, true);
  insert into app.audit (tenant_id, number, id, at, actor_id, actor, via, address, kind, subject, subject_id, model_id,
      before, after, request_id, previous, hash)
    values (p_tenant, next, p_id, p_at, p_actor, p_name, p_via, address, p_kind, p_subject, p_subject_id, p_model,
      p_before, p_after, p_request, head.hash, sha256(head.hash || form));
  insert into app_private.audit_heads as h (tenant_id, number, hash) values (p_tenant, next, sha256(head.hash || form))
    on conflict (tenant_id) do update set number = excluded.number, hash = excluded.hash;
  perform set_config('app.tenant', coalesce(standing, ''), true);
end
$$;

-- What roles and field rules were before and after a release.
create function app_private.released_access(p_tenant uuid, p_release uuid, p_changes jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(e.kind || ' ' || e.key, v.body)
  from app.release_entries e
  join app.definition_versions v on v.tenant_id = e.tenant_id and v.id = e.version_id
  join jsonb_to_recordset(p_changes) as c (kind text, key text) on c.kind = e.kind and c.key = e.key
  where e.tenant_id = p_tenant and e.release_id = p_release and e.kind in ('role', 'field_permissions')
$$;

-- Every event that is not a record's content, and what is removed for good.
create function app_private.audit_event(p_event app.events) returns void
language plpgsql security definer set search_path = '' as $$
declare
  name text;
  base uuid;
  earlier jsonb := p_event.before;
  later jsonb := p_event.after;
begin
  select coalesce(nullif(u.display_name, ''), u.email) into name from app.users u where u.id = p_event.actor_id;
  if p_event.kind = 'released' and jsonb_typeof(later -> 'changes') = 'array' then
    select r.base_release_id into base from app.releases r where r.tenant_id = p_event.tenant_id and r.id = p_event.record_id;
    earlier := jsonb_build_object('access', app_private.released_access(p_event.tenant_id, base, later -> 'changes'));
    later := later || jsonb_build_object('access',
      app_private.released_access(p_event.tenant_id, p_event.record_id, later -> 'changes'));
    earlier := nullif(jsonb_strip_nulls(earlier), '{}');
    later := jsonb_strip_nulls(later);
  elsif p_event.subject = 'record' then
    earlier := null;
    later := null;
  end if;
  perform app_private.append_audit(p_event.tenant_id, p_event.id, p_event.at, p_event.actor_id, name, p_event.via,
    p_event.kind, p_event.subject, p_event.record_id, p_event.model_id, earlier, later, p_event.request_id);
end
$$;

create function app_private.put_down_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  standing text := current_setting('app.tenant', true);
begin
  perform set_config('app.tenant', new.tenant_id::text, true);
  perform app_private.audit_event(new);
  perform set_config('app.tenant', coalesce(standing, ''), true);
  return null;
end
$$;

-- In the transaction of the change, at its very end: nobody waits for the chain while they work.
create constraint trigger put_down_audit after insert on app.events deferrable initially deferred
  for each row when (new.subject <> 'record' or new.kind = 'purged') execute function app_private.put_down_audit();

-- That somebody asked for a workspace they may not be in, once an hour each. Says nothing back: whoever asks must not
-- learn whether there is such a workspace.
create function app.note_denied(p_user uuid, p_tenant uuid, p_subdomain text, p_address text, p_request text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid;
begin
  select t.id into place from app.tenants t
    where case when p_tenant is null then t.subdomain = p_subdomain else t.id = p_tenant end;
  if place is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('app.audit:' || place::text, 0));
  perform set_config('app.tenant', place::text, true);
  perform set_config('app.client', coalesce(p_address, ''), true);
  if not exists (
    select from app.audit a
    where a.tenant_id = place and a.kind = 'tenant_denied' and a.actor_id is not distinct from p_user
      and a.at > now() - interval '1 hour'
  ) then
    perform app_private.append_audit(place, gen_random_uuid(), clock_timestamp(), p_user, null, null, 'tenant_denied',
      'tenant', place, null, null, null, p_request);
  end if;
  perform set_config('app.tenant', '', true);
end
$$;

revoke execute on function app.note_denied(uuid, uuid, text, text, text) from public;
grant execute on function app.note_denied(uuid, uuid, text, text, text) to formwork_app;

-- The last entry there should be, to compare with what is there.
create function app.audit_head() returns table (number text, hash text)
language sql stable security definer set search_path = '' as $$
  select h.number::text, encode(h.hash, 'hex') from app_private.audit_heads h where h.tenant_id = app.current_tenant()
$$;
revoke execute on function app.audit_head() from public;
grant execute on function app.audit_head() to formwork_app;

create view app.sys_audit with (security_invoker = true) as
select tenant_id, id, number::integer as number, at, actor_id, actor, via, address, kind, subject, subject_id, model_id, before, after,
  request_id, encode(hash, 'hex') as hash
from app.audit;
grant select on app.sys_audit to formwork_app;

-- What happened until now.
do $$
declare
  workspace uuid;
  event app.events;
begin
  for workspace in select id from app.tenants order by id loop
    perform set_config('app.tenant', workspace::text, true);
    for event in
      select e.* from app.events e
      where e.tenant_id = workspace and (e.subject <> 'record' or e.kind = 'purged') order by e.id
    loop
      perform app_private.audit_event(event);
    end loop;
  end loop;
  perform set_config('app.tenant', '', true);
end
$$;
