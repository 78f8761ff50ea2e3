-- Typed, indexed columns beside the free map of a record. A model's fields own some of them (`app.field_slots`); a column
-- is shared by all models and workspaces, so a new field needs no DDL and no lock.
--
-- t01…t24: text in code point order (texts, choices, links as ids, days, moments, 'true' and 'false').
-- k01…k16: a number as text whose order is the number's order; n01…n16: the same number exactly, for sums.
-- Texts, because under row-level security only leakproof comparisons may use an index: those of text are, of numeric not.
-- Why 24 and 16: more than twice what the widest shipped model uses (10 and 4); every index more costs every statement planning
-- time. A field that finds no column is read from the map, as before.

do $$
declare
  slot text;
begin
  for slot in
    select 't' || lpad(n::text, 2, '0') || ' text collate "C"' from generate_series(1, 24) n
    union all select 'k' || lpad(n::text, 2, '0') || ' text collate "C"' from generate_series(1, 16) n
    union all select 'n' || lpad(n::text, 2, '0') || ' numeric' from generate_series(1, 16) n
  loop
    execute 'alter table app.objects add column ' || slot;
  end loop;
  for slot in
    select 't' || lpad(n::text, 2, '0') from generate_series(1, 24) n
    union all select 'k' || lpad(n::text, 2, '0') from generate_series(1, 16) n
  loop
    -- A record of a model that does not use the column is not in its index and costs nothing there.
    execute format(
      'create index objects_%1$s_idx on app.objects (tenant_id, model_id, %1$s, id) where %1$s is not null and deleted_at is null', slot);
  end loop;
end
$$;

-- `slot` t01… or n01… (its key is k01…). `reading`: how the value is taken from the map, so that a change of type is seen.
-- filling: writers write it, nobody reads it yet; up to `done_to` it is filled. leaving: its field is gone.
create table app.field_slots (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  model_id uuid not null,
  slot text not null check (slot ~ '^[tn][0-9]{2}$'),
  field_key text,
  reading text not null,
  state text not null check (state in ('filling', 'ready', 'leaving')),
  done_to uuid,
  primary key (tenant_id, model_id, slot),
  foreign key (tenant_id, model_id) references app.definitions (tenant_id, id) on delete cascade,
  check ((field_key is null) = (state = 'leaving'))
);

create unique index field_slots_field_idx on app.field_slots (tenant_id, model_id, field_key) where field_key is not null;

select app_private.protect('app.field_slots', 'select, insert, update, delete');

-- `slots_id` is another with every change of the workspace's slots, so that processes know what they compiled is old.
-- `slots_due`: there is something to fill or to empty, or (here, for workspaces older than this file) to give out.
alter table app.tenants add column slots_id uuid, add column slots_due boolean not null default true;
alter table app.tenants alter column slots_due set default false;
create index tenants_slots_due_idx on app.tenants (id) where slots_due;

-- How the version that ran last took values from the map.
create table app_private.slot_readings (
  single boolean primary key default true check (single),
  readings text not null
);

create function app.change_slots(p_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update app.tenants set slots_id = p_id, slots_due = true where id = app.current_tenant()
$$;

-- A text as its slot keeps it. U+10FFFF stands for "no value" and comes after every text; texts that begin with it or
-- the character before it are moved behind that one. Only the first 200 characters are kept: who compares looks the rest
-- up in the map.
create function app.slot_text(p_value text) returns text language sql immutable parallel safe
  return coalesce(
    case when p_value collate "C" < U&'\+10FFFE' then left(p_value, 200) else U&'\+10FFFE' || left(p_value, 200) end,
    U&'\+10FFFF');

-- A number as text: sign, place of the first digit, digits. 12.5 → p500002125; those below zero as complements.
create function app.slot_number(p_value numeric) returns text language plpgsql immutable parallel safe as $$
declare
  plain text;
  point integer;
  digits text;
  place integer;
begin
  if p_value is null then
    return '~';
  end if;
  if p_value = 0 then
    return 'n';
  end if;
  plain := trim_scale(abs(p_value))::text;
  point := strpos(plain, '.');
  if point = 0 then
    place := length(plain);
    digits := rtrim(plain, '0');
  elsif left(plain, 2) = '0.' then
    digits := ltrim(substr(plain, 3), '0');
    place := length(digits) - (length(plain) - 2);
  else
    place := point - 1;
    digits := left(plain, point - 1) || substr(plain, point + 1);
  end if;
  if p_value > 0 then
    return 'p' || (500000 + place)::text || left(digits, 400);
  end if;
  return 'm' || (499999 - place)::text || translate(left(digits, 400), '0123456789', '9876543210') || '~';
end
$$;

-- As 0004 has it, with `slots_id`.
drop function app.enter(uuid, uuid, uuid, text, text);

create function app.enter(p_user uuid, p_session uuid, p_tenant uuid, p_subdomain text, p_mode text)
returns table (outcome text, tenant_id uuid, tenant_name text, subdomain text, role text, release_id uuid, slots_id uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  chosen uuid := p_tenant;
  host uuid;
  several integer;
  suspended boolean;
begin
  enter.outcome := 'ok';
  if not app.session_is_alive(p_session, p_user) then
    enter.outcome := 'unauthorized';
    return next;
    return;
  end if;
  if p_subdomain is not null then
    select t.id into host from app.tenants t join app.memberships m on m.tenant_id = t.id
      where t.subdomain = p_subdomain and m.user_id = p_user;
    if p_tenant is not null and p_tenant is distinct from host then
      enter.outcome := 'tenant_mismatch';
      return next;
      return;
    end if;
    chosen := host;
  elsif chosen is null then
    select count(*), min(m.tenant_id::text)::uuid into several, chosen
      from app.memberships m where m.user_id = p_user and m.suspended_at is null;
    if several <> 1 then
      enter.outcome := 'selection';
      return next;
      return;
    end if;
  end if;
  if chosen is null then
    enter.outcome := 'not_found';
    return next;
    return;
  end if;
  perform app.lock_workspace(chosen, p_mode);
  select t.id, t.name, t.subdomain, m.role, t.release_id, t.slots_id, t.suspended_at is not null or m.suspended_at is not null
    into enter.tenant_id, enter.tenant_name, enter.subdomain, enter.role, enter.release_id, enter.slots_id, suspended
    from app.memberships m join app.tenants t on t.id = m.tenant_id
    where m.user_id = p_user and m.tenant_id = chosen;
  if not found then
    enter.outcome := 'not_found';
    return next;
    return;
  end if;
  if suspended then
    return query select 'suspended', null::uuid, null, null, null, null::uuid, null::uuid;
    return;
  end if;
  perform set_config('app.tenant', enter.tenant_id::text, true);
  perform set_config('app.user', p_user::text, true);
  perform set_config('app.role', enter.role, true);
  perform set_config('app.release', enter.release_id::text, true);
  return next;
end
$$;

revoke execute on function app.change_slots(uuid), app.slot_text(text), app.slot_number(numeric), app.enter(uuid, uuid, uuid, text, text) from public;
grant execute on function app.change_slots(uuid), app.slot_text(text), app.slot_number(numeric), app.enter(uuid, uuid, uuid, text, text) to formwork_app;
