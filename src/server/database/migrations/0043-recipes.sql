-- What the database itself holds true of recipes: versions are numbered without twins, and once one is published neither it nor
-- its components change. The tables follow the records in the same transaction; by them is found what uses what.

create table app.recipe_versions (
  tenant_id uuid not null,
  id uuid not null,
  recipe_id uuid not null,
  -- Null until the product has numbered it, in the transaction that makes it.
  version_no integer,
  status text not null,
  -- Published, and everything worked out.
  frozen boolean not null,
  primary key (tenant_id, id),
  constraint one_version_of_a_number unique (tenant_id, recipe_id, version_no) deferrable initially deferred,
  foreign key (tenant_id, id) references app.objects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, recipe_id) references app.objects (tenant_id, id) on delete cascade
);
select app_private.protect('app.recipe_versions', 'select, insert, update, delete');

create table app.recipe_components (
  tenant_id uuid not null,
  id uuid not null,
  version_id uuid not null,
  child_id uuid,
  -- The item, or all of a crew.
  item_ids uuid[] not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references app.objects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, version_id) references app.objects (tenant_id, id) on delete cascade
);
create index recipe_components_version_idx on app.recipe_components (tenant_id, version_id);
create index recipe_components_child_idx on app.recipe_components (tenant_id, child_id) where child_id is not null;
create index recipe_components_items_idx on app.recipe_components using gin (tenant_id, item_ids);
select app_private.protect('app.recipe_components', 'select, insert, update, delete');

create function app_private.keep_recipe_version() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.attributes ->> 'status' <> 'draft' and old.attributes ? 'checksum' and (
    new.deleted_at is not null and old.deleted_at is null or new.attributes ->> 'status' = 'draft'
    or exists (
      select from unnest(array['recipe', 'version_no', 'valid_from', 'currency', 'region', 'params', 'rate', 'labour', 'material',
        'equipment', 'subcontract', 'other', 'hours', 'issues', 'checksum']) k
      where old.attributes -> k is distinct from new.attributes -> k))
  then
    raise exception 'A published recipe version does not change. Make a new version of the recipe.' using errcode = 'FW004';
  end if;
  return new;
end
$$;
create trigger keep_recipe_version before update of attributes, deleted_at on app.objects for each row
  when (old.standard = 'recipe_versions') execute function app_private.keep_recipe_version();

create function app_private.follow_recipe_version() returns trigger language plpgsql set search_path = '' as $$
declare
  found_status text := new.attributes ->> 'status';
begin
  if new.deleted_at is not null then
    delete from app.recipe_versions v where v.tenant_id = new.tenant_id and v.id = new.id;
  else
    insert into app.recipe_versions as v (tenant_id, id, recipe_id, version_no, status, frozen)
    values (new.tenant_id, new.id, (new.attributes ->> 'recipe')::uuid, (new.attributes ->> 'version_no')::integer, found_status,
      found_status <> 'draft' and new.attributes ? 'checksum')
    on conflict (tenant_id, id) do update set recipe_id = excluded.recipe_id, version_no = excluded.version_no,
      status = excluded.status, frozen = excluded.frozen;
  end if;
  return null;
end
$$;
create trigger follow_recipe_version after insert or update on app.objects for each row
  when (new.standard = 'recipe_versions') execute function app_private.follow_recipe_version();

create function app_private.keep_recipe_component() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if new.deleted_at is not distinct from old.deleted_at and not exists (
      select from unnest(array['version', 'sort', 'kind', 'key', 'name', 'item', 'child_recipe', 'child_params', 'unit', 'qty_expr',
        'waste_pct', 'mode', 'output_per_hour', 'crew', 'percent_of', 'condition_expr', 'price_source', 'fixed_price', 'type',
        'quantity', 'price', 'amount', 'price_note']) k
      where old.attributes -> k is distinct from new.attributes -> k)
    then
      return new;
    end if;
  end if;
  if exists (
    select from app.recipe_versions v where v.tenant_id = new.tenant_id and v.frozen and v.id in
      ((new.attributes ->> 'version')::uuid, case when tg_op = 'UPDATE' then (old.attributes ->> 'version')::uuid end)
  ) then
    raise exception 'A published recipe version does not change. Make a new version of the recipe.' using errcode = 'FW004';
  end if;
  return new;
end
$$;
create trigger keep_recipe_component before insert or update of attributes, deleted_at on app.objects for each row
  when (new.standard = 'recipe_components') execute function app_private.keep_recipe_component();

create function app_private.follow_recipe_component() returns trigger language plpgsql set search_path = '' as $$
declare
  crew jsonb := case when jsonb_typeof(new.attributes -> 'crew') = 'array' then new.attributes -> 'crew' else '[]' end;
  items uuid[] := array(
    select distinct found.id::uuid from (
      select new.attributes ->> 'item' as id union select one ->> 'item' from jsonb_array_elements(crew) one
    ) found where found.id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
begin
  if new.deleted_at is not null then
    delete from app.recipe_components c where c.tenant_id = new.tenant_id and c.id = new.id;
  else
    insert into app.recipe_components as c (tenant_id, id, version_id, child_id, item_ids)
    values (new.tenant_id, new.id, (new.attributes ->> 'version')::uuid, (new.attributes ->> 'child_recipe')::uuid, items)
    on conflict (tenant_id, id) do update set version_id = excluded.version_id, child_id = excluded.child_id, item_ids = excluded.item_ids
      where (c.version_id, c.child_id, c.item_ids) is distinct from (excluded.version_id, excluded.child_id, excluded.item_ids);
  end if;
  return null;
end
$$;
create trigger follow_recipe_component after insert or update on app.objects for each row
  when (new.standard = 'recipe_components') execute function app_private.follow_recipe_component();
