-- Change numbers: every event of a workspace gets the next one, right after its commit, in the order of the commits and
-- without gaps. Writers only put their events down as unnumbered; nobody waits for a counter while writing.
--
-- The order: a statement takes its position while its transaction still holds the locks of what it changed, so of two
-- transactions that touched one record the later has the later position, and a transaction that began after another
-- ended has later positions altogether. What is visible here is committed, so numbering everything visible, one
-- numberer at a time, gives numbers that a reader may trust: whoever sees number n sees every change up to n.

create sequence app_private.change_order;

-- Not in `app`: only the two functions below touch it, and it holds no content.
create table app_private.unnumbered (
  position bigint primary key,
  tenant_id uuid not null,
  xid xid8 not null,
  event_ids uuid[] not null
);

create index unnumbered_tenant_idx on app_private.unnumbered (tenant_id);

-- Which events have the numbers first_number to last_number, in this order; at most 1,000 a row. Old rows may be
-- removed, from the lowest number on and never the last one: whoever asks for what came before is told to read anew.
create table app.change_sets (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  last_number bigint not null,
  first_number bigint not null,
  event_ids uuid[] not null,
  numbered_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, last_number),
  check (cardinality(event_ids) = last_number - first_number + 1)
);

select app_private.protect('app.change_sets', 'select');
select app_private.make_append_only('app.change_sets');

create function app_private.put_down_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into app_private.unnumbered (position, tenant_id, xid, event_ids)
  select nextval('app_private.change_order'), part.tenant_id, pg_current_xact_id(), part.ids
  from (
    select a.tenant_id, a.part, array_agg(a.id order by a.id) as ids
    from (
      select tenant_id, id, (row_number() over (partition by tenant_id order by id) - 1) / 1000 as part from added
    ) a
    group by a.tenant_id, a.part
    order by a.tenant_id, a.part
  ) part;
  return null;
end
$$;

create trigger put_down after insert on app.events
  referencing new table as added for each statement execute function app_private.put_down_events();

-- Numbers what these workspaces have committed, or everything there is. One numberer a workspace at a time; whoever
-- waits for another finds little or nothing left. Answers the last number of each workspace that got one.
create function app_private.number_changes(p_tenants uuid[] default null)
returns table (tenant_id uuid, number bigint)
language plpgsql set search_path = '' as $$
declare
  workspace uuid;
  last bigint;
begin
  for workspace in
    select distinct u.tenant_id from app_private.unnumbered u
    where p_tenants is null or u.tenant_id = any (p_tenants) order by 1
  loop
    -- A statement after the lock sees what the numberer before has committed.
    perform pg_advisory_xact_lock(72150044, hashtext(workspace::text));
    perform set_config('app.tenant', workspace::text, true);
    if not exists (select from app.tenants t where t.id = workspace) then
      delete from app_private.unnumbered u where u.tenant_id = workspace;
      continue;
    end if;
    select coalesce(max(s.last_number), 0) into last from app.change_sets s where s.tenant_id = workspace;
    with taken as (
      delete from app_private.unnumbered u where u.tenant_id = workspace returning u.position, u.xid, u.event_ids
    ), ended as (
      -- The events of one transaction stay together, at the place of its last statement.
      select t.*, max(t.position) over (partition by t.xid) as commit_place from taken t
    ), placed as (
      select e.event_ids, sum(cardinality(e.event_ids)) over (order by e.commit_place, e.position) as upto from ended e
    )
    insert into app.change_sets (tenant_id, first_number, last_number, event_ids)
    select workspace, last + p.upto - cardinality(p.event_ids) + 1, last + p.upto, p.event_ids from placed p
    order by p.upto;
    if found then
      select max(s.last_number) into last from app.change_sets s where s.tenant_id = workspace;
      perform pg_notify('formwork_changes', workspace::text || ' ' || last::text);
      tenant_id := workspace;
      number := last;
      return next;
    end if;
  end loop;
end
$$;

-- The last numbers of some workspaces, past their policies: for the process that waits for news in several.
create function app_private.last_changes(p_tenants uuid[]) returns table (tenant_id uuid, number bigint)
language plpgsql set search_path = '' as $$
declare
  workspace uuid;
begin
  foreach workspace in array p_tenants loop
    perform set_config('app.tenant', workspace::text, true);
    tenant_id := workspace;
    select coalesce(max(s.last_number), 0) into number from app.change_sets s where s.tenant_id = workspace;
    return next;
  end loop;
end
$$;

-- The number an answer is as of: every change up to it is in what this transaction sees.
create function app.last_change() returns bigint language plpgsql stable as $$
begin
  return (select coalesce(max(s.last_number), 0) from app.change_sets s where s.tenant_id = app.current_tenant());
end
$$;

revoke execute on function app.last_change() from public;
grant execute on function app.last_change() to formwork_app;

-- What happened before there were numbers gets them in the order of its ids.
do $$
declare
  workspace uuid;
begin
  for workspace in select id from app.tenants loop
    perform set_config('app.tenant', workspace::text, true);
    insert into app_private.unnumbered (position, tenant_id, xid, event_ids)
    select nextval('app_private.change_order'), workspace, pg_current_xact_id(), p.ids
    from (
      select a.part, array_agg(a.id order by a.id) as ids
      from (select id, (row_number() over (order by id) - 1) / 1000 as part from app.events where tenant_id = workspace) a
      group by a.part order by a.part
    ) p;
  end loop;
  perform set_config('app.tenant', '', true);
end
$$;

select app_private.number_changes();
