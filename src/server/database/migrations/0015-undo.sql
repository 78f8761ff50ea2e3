-- What each person did, one row a request, so that they can take it back and do it again, also after a reload.

create sequence app.step_order;
grant usage on sequence app.step_order to formwork_app;

create table app.undo_steps (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  user_id uuid not null,
  -- The request that did it.
  request_id text not null,
  position bigint not null default nextval('app.step_order'),
  -- done: can be taken back · undone: can be done again · released: it changed the workspace's rules or screens as well,
  -- so only what made it can take it back · closed: neither.
  state text not null default 'done' check (state in ('done', 'undone', 'released', 'closed')),
  undone_position bigint,
  -- The request whose events the next undo or redo turns round, and between which ids they are.
  applied_request text not null,
  first_id uuid not null,
  last_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, user_id, request_id)
);

create index undo_steps_order_idx on app.undo_steps (tenant_id, user_id, position);

select app_private.protect('app.undo_steps', 'select, update, delete');

alter table app.imports add column request_id text;

-- Requests of people have a UUID; what the server does by itself (installing a demo) is nobody's step.
create function app_private.put_down_steps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.undo_steps as s (tenant_id, user_id, request_id, applied_request, first_id, last_id, state)
  select a.tenant_id, a.actor_id, a.request_id, a.request_id, a.ids[1], a.ids[cardinality(a.ids)],
    case when a.released then 'released' else 'done' end
  from (
    select tenant_id, actor_id, request_id, array_agg(id order by id) as ids, bool_or(subject = 'release') as released
    from added
    where actor_id is not null and request_id like '________-____-____-____-____________' and subject in ('record', 'release') and kind <> 'purged'
    group by tenant_id, actor_id, request_id
  ) a
  on conflict (tenant_id, user_id, request_id) do update
    set first_id = least(s.first_id, excluded.first_id), last_id = greatest(s.last_id, excluded.last_id),
      state = case when excluded.state = 'released' then 'released' else s.state end;
  return null;
end
$$;

create trigger put_down_steps after insert on app.events
  referencing new table as added for each statement execute function app_private.put_down_steps();

-- Steps nobody will go back to.
create function app_private.forget_steps() returns void language plpgsql set search_path = '' as $$
declare
  workspace uuid;
begin
  for workspace in select id from app.tenants loop
    perform set_config('app.tenant', workspace::text, true);
    delete from app.undo_steps where tenant_id = workspace and at < now() - interval '7 days';
  end loop;
end
$$;

-- The bin. Deleted records are found by model, the last one first.
create index objects_bin_idx on app.objects (tenant_id, model_id, deleted_at, id) where deleted_at is not null;

-- Records that were purged: who and when, nothing else of them.
create table app.purged_records (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  record_id uuid not null,
  model_id uuid not null,
  purged_at timestamptz not null default clock_timestamp(),
  purged_by uuid,
  primary key (tenant_id, record_id)
);

select app_private.protect('app.purged_records', 'select');
select app_private.make_append_only('app.purged_records');

-- History stays as it was written, with one exception: the values in the events of a purged record may be emptied.
drop trigger append_only on app.events;
create trigger append_only before truncate on app.events
  for each statement execute function app_private.refuse_change();

create function app_private.refuse_but_purge() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.before is null and new.after is null
    and (to_jsonb(new) - 'before' - 'after') = (to_jsonb(old) - 'before' - 'after')
    and exists (select from app.purged_records p where p.tenant_id = old.tenant_id and p.record_id = old.record_id)
  then
    return new;
  end if;
  raise exception 'events is append-only' using errcode = 'insufficient_privilege';
end
$$;

create trigger append_only_rows before update on app.events
  for each row execute function app_private.refuse_but_purge();

-- Removes deleted records for good, their values in history and in kept answers included. Whoever calls it has checked
-- the right; only records of this workspace that are in the bin and have nothing below them are touched. Answers which.
create function app.purge_records(p_model uuid, p_ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  workspace uuid := app.current_tenant();
  chosen uuid[];
begin
  select coalesce(array_agg(o.id), '{}') into chosen from (
    select o.id from app.objects o
    where o.tenant_id = workspace and o.model_id = p_model and o.id = any (p_ids) and o.deleted_at is not null
      and not exists (
        select from app.objects c where c.tenant_id = workspace and c.parent_id = o.id and c.id <> all (p_ids)
      )
    for update
  ) o;
  insert into app.purged_records (tenant_id, record_id, model_id, purged_by)
  select workspace, id, p_model, app.current_user_id() from unnest(chosen) as id
  on conflict do nothing;
  update app.events set before = null, after = null where tenant_id = workspace and record_id = any (chosen);
  delete from app.idempotency_keys k
  where k.tenant_id = workspace and exists (select from unnest(chosen) as id where position(id::text in k.answer) > 0);
  delete from app.objects where tenant_id = workspace and id = any (chosen);
  return query select unnest(chosen);
end
$$;

revoke execute on function app.purge_records(uuid, uuid[]) from public;
grant execute on function app.purge_records(uuid, uuid[]) to formwork_app;
