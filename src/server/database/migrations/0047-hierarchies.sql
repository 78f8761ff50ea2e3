-- Nodes of hierarchies beside their records: what the database itself holds true of them. A node stays here while it is in
-- the bin: what is part of it may come back with it.
create table app.hierarchy_nodes (
  tenant_id uuid not null,
  id uuid not null,
  hierarchy_id uuid not null,
  parent_id uuid,
  node_type_id uuid,
  code text not null,
  name text not null,
  deleted boolean not null,
  primary key (tenant_id, id),
  unique (tenant_id, hierarchy_id, id),
  foreign key (tenant_id, id) references app.objects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, hierarchy_id) references app.objects (tenant_id, id) on delete cascade,
  -- A part belongs to the hierarchy of the whole.
  constraint part_of_its_hierarchy foreign key (tenant_id, hierarchy_id, parent_id)
    references app.hierarchy_nodes (tenant_id, hierarchy_id, id) on delete set null (parent_id) deferrable initially deferred
);
create index hierarchy_nodes_parent_idx on app.hierarchy_nodes (tenant_id, parent_id) where parent_id is not null;
select app_private.protect('app.hierarchy_nodes', 'select, insert, update, delete');

create function app_private.follow_hierarchy_node() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into app.hierarchy_nodes as n (tenant_id, id, hierarchy_id, parent_id, node_type_id, code, name, deleted)
  values (new.tenant_id, new.id, (new.attributes ->> 'hierarchy')::uuid, (new.attributes ->> 'parent')::uuid,
    (new.attributes ->> 'node_type')::uuid, coalesce(new.attributes ->> 'code', ''), new.attributes ->> 'name', new.deleted_at is not null)
  on conflict (tenant_id, id) do update set hierarchy_id = excluded.hierarchy_id, parent_id = excluded.parent_id,
    node_type_id = excluded.node_type_id, code = excluded.code, name = excluded.name, deleted = excluded.deleted
    where (n.hierarchy_id, n.parent_id, n.node_type_id, n.code, n.name, n.deleted)
      is distinct from (excluded.hierarchy_id, excluded.parent_id, excluded.node_type_id, excluded.code, excluded.name, excluded.deleted);
  return null;
end
$$;
create trigger follow_hierarchy_node after insert or update on app.objects for each row
  when (new.standard = 'hierarchy_nodes') execute function app_private.follow_hierarchy_node();

create function app_private.refuse_hierarchy_circle() returns trigger language plpgsql set search_path = '' as $$
declare
  at uuid := new.parent_id;
begin
  for step in 1..100 loop
    exit when at is null;
    if at = new.id then
      raise exception 'A node cannot be part of itself.' using errcode = 'FW004';
    end if;
    select n.parent_id into at from app.hierarchy_nodes n where n.tenant_id = new.tenant_id and n.id = at;
  end loop;
  return null;
end
$$;
create constraint trigger refuse_circle after insert or update of parent_id on app.hierarchy_nodes deferrable initially deferred
  for each row when (new.parent_id is not null) execute function app_private.refuse_hierarchy_circle();
