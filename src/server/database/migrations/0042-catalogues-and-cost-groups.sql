-- What the database itself holds true of catalogues and cost groups, beside the rules of the server, which refuse first and
-- in better words. The tables follow the records in the same transaction.

create extension if not exists btree_gist with schema app_private;

-- No two items of a catalogue have one code, in capitals or not.
create table app.catalogue_items (
  tenant_id uuid not null,
  id uuid not null,
  catalogue_id uuid not null,
  code text collate "C" not null,
  primary key (tenant_id, id),
  constraint one_item_of_a_code unique (tenant_id, catalogue_id, code) deferrable initially deferred,
  foreign key (tenant_id, id) references app.objects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, catalogue_id) references app.objects (tenant_id, id) on delete cascade
);
select app_private.protect('app.catalogue_items', 'select, insert, update, delete');

create function app_private.follow_catalogue_item() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.deleted_at is not null then
    delete from app.catalogue_items i where i.tenant_id = new.tenant_id and i.id = new.id;
  else
    insert into app.catalogue_items as i (tenant_id, id, catalogue_id, code)
    values (new.tenant_id, new.id, (new.attributes ->> 'catalogue')::uuid, lower(new.attributes ->> 'code'))
    on conflict (tenant_id, id) do update set catalogue_id = excluded.catalogue_id, code = excluded.code
      where (i.catalogue_id, i.code) is distinct from (excluded.catalogue_id, excluded.code);
  end if;
  return null;
end
$$;
create trigger follow_catalogue_item after insert or update on app.objects for each row
  when (new.standard = 'catalogue_items') execute function app_private.follow_catalogue_item();

-- An item costs one thing at a time, for each currency, region and quantity. A price that ends before it begins holds on
-- no day and is not here.
create table app.catalogue_prices (
  tenant_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  currency text not null,
  region text not null,
  min_qty numeric not null,
  unit_price numeric not null check (unit_price >= 0),
  validity daterange not null check (not isempty(validity)),
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references app.objects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, item_id) references app.objects (tenant_id, id) on delete cascade,
  constraint one_price_at_a_time exclude using gist
    (tenant_id with =, item_id with =, currency with =, region with =, min_qty with =, validity with &&) deferrable initially deferred
);
create index catalogue_prices_item_idx on app.catalogue_prices (tenant_id, item_id);
select app_private.protect('app.catalogue_prices', 'select, insert, update, delete');

create function app_private.follow_catalogue_price() returns trigger language plpgsql set search_path = '' as $$
declare
  first date := (new.attributes ->> 'valid_from')::date;
  last date := (new.attributes ->> 'valid_to')::date;
begin
  if new.deleted_at is not null or last < first then
    delete from app.catalogue_prices p where p.tenant_id = new.tenant_id and p.id = new.id;
  else
    insert into app.catalogue_prices (tenant_id, id, item_id, currency, region, min_qty, unit_price, validity)
    values (new.tenant_id, new.id, (new.attributes ->> 'item')::uuid, new.attributes ->> 'currency',
      coalesce(new.attributes ->> 'region', ''), coalesce((new.attributes ->> 'min_qty')::numeric, 0),
      (new.attributes ->> 'unit_price')::numeric, daterange(first, last, '[]'))
    on conflict (tenant_id, id) do update set item_id = excluded.item_id, currency = excluded.currency, region = excluded.region,
      min_qty = excluded.min_qty, unit_price = excluded.unit_price, validity = excluded.validity;
  end if;
  return null;
end
$$;
create trigger follow_catalogue_price after insert or update on app.objects for each row
  when (new.standard = 'catalogue_prices') execute function app_private.follow_catalogue_price();

-- A group stays here while it is in the bin: what is part of it may come back with it.
create table app.cost_groups (
  tenant_id uuid not null,
  id uuid not null,
  set_id uuid not null,
  parent_id uuid,
  code text not null,
  deleted boolean not null,
  primary key (tenant_id, id),
  unique (tenant_id, set_id, id),
  foreign key (tenant_id, id) references app.objects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, set_id) references app.objects (tenant_id, id) on delete cascade,
  -- A part belongs to the set of the whole.
  constraint part_of_its_set foreign key (tenant_id, set_id, parent_id) references app.cost_groups (tenant_id, set_id, id)
    on delete set null (parent_id) deferrable initially deferred
);
create index cost_groups_parent_idx on app.cost_groups (tenant_id, parent_id) where parent_id is not null;
select app_private.protect('app.cost_groups', 'select, insert, update, delete');

create function app_private.follow_cost_group() returns trigger language plpgsql set search_path = '' as $$
declare
  in_set uuid := (new.attributes ->> 'set')::uuid;
  part_of uuid := (new.attributes ->> 'parent')::uuid;
  coded text := new.attributes ->> 'code';
begin
  -- Where the set stays it is not named: else whoever makes a group part of this one would wait for its writer.
  update app.cost_groups g set parent_id = part_of, code = coded, deleted = new.deleted_at is not null
    where g.tenant_id = new.tenant_id and g.id = new.id and g.set_id = in_set;
  if not found then
    insert into app.cost_groups (tenant_id, id, set_id, parent_id, code, deleted)
    values (new.tenant_id, new.id, in_set, part_of, coded, new.deleted_at is not null)
    on conflict (tenant_id, id) do update set set_id = excluded.set_id, parent_id = excluded.parent_id, code = excluded.code,
      deleted = excluded.deleted;
  end if;
  return null;
end
$$;
create trigger follow_cost_group after insert or update on app.objects for each row
  when (new.standard = 'cost_groups') execute function app_private.follow_cost_group();

create function app_private.refuse_cost_group_circle() returns trigger language plpgsql set search_path = '' as $$
declare
  at uuid := new.parent_id;
begin
  for step in 1..100 loop
    exit when at is null;
    if at = new.id then
      raise exception 'A cost group cannot be part of itself.' using errcode = 'FW003';
    end if;
    select g.parent_id into at from app.cost_groups g where g.tenant_id = new.tenant_id and g.id = at;
  end loop;
  return null;
end
$$;
create constraint trigger refuse_circle after insert or update of parent_id on app.cost_groups deferrable initially deferred
  for each row when (new.parent_id is not null) execute function app_private.refuse_cost_group_circle();

create table app.cost_group_maps (
  tenant_id uuid not null,
  id uuid not null,
  from_id uuid not null,
  to_id uuid not null,
  weight numeric not null check (weight between 0 and 100),
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references app.objects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, from_id) references app.cost_groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, to_id) references app.cost_groups (tenant_id, id) on delete cascade
);
create index cost_group_maps_from_idx on app.cost_group_maps (tenant_id, from_id);
create index cost_group_maps_to_idx on app.cost_group_maps (tenant_id, to_id);
select app_private.protect('app.cost_group_maps', 'select, insert, update, delete');

create function app_private.follow_cost_group_map() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.deleted_at is not null then
    delete from app.cost_group_maps m where m.tenant_id = new.tenant_id and m.id = new.id;
  else
    insert into app.cost_group_maps (tenant_id, id, from_id, to_id, weight)
    values (new.tenant_id, new.id, (new.attributes ->> 'from_group')::uuid, (new.attributes ->> 'to_group')::uuid,
      (new.attributes ->> 'weight')::numeric)
    on conflict (tenant_id, id) do update set from_id = excluded.from_id, to_id = excluded.to_id, weight = excluded.weight;
  end if;
  return null;
end
$$;
create trigger follow_cost_group_map after insert or update on app.objects for each row
  when (new.standard = 'cost_group_maps') execute function app_private.follow_cost_group_map();

-- What one group stands for in another set is never more than all of it.
create function app_private.refuse_weights_over_100() returns trigger language plpgsql set search_path = '' as $$
begin
  if exists (
    select from app.cost_group_maps m join app.cost_groups g on g.tenant_id = m.tenant_id and g.id = m.to_id
    where m.tenant_id = new.tenant_id and m.from_id = new.from_id group by g.set_id having sum(m.weight) > 100
  ) then
    raise exception 'The weights of a cost group add up to more than 100 %%.' using errcode = 'FW003';
  end if;
  return null;
end
$$;
create constraint trigger refuse_weights after insert or update on app.cost_group_maps deferrable initially deferred
  for each row execute function app_private.refuse_weights_over_100();
