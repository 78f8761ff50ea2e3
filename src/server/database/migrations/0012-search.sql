-- Search: `app.objects.search` holds the searchable values of a record in lower case, one a line; it is kept like a slot
-- (`s01`, field `*`). Neither trigrams nor LIKE are leakproof, so row-level security would keep them from any index: one
-- function looks for them past the policy. It takes the workspace from the transaction and answers ids only, so few that
-- whoever asks can look at each of them again through the reader's own rights; null when there are more.
create extension if not exists pg_trgm with schema app_private;
create extension if not exists btree_gin with schema app_private;

alter table app.field_slots drop constraint field_slots_slot_check;
alter table app.field_slots add constraint field_slots_slot_check check (slot ~ '^([tn][0-9]{2}|s01)$');

do $$
declare
  trigrams text;
  ids text;
begin
  -- Where the extensions were before, they may be in another schema.
  select format('%I.gin_trgm_ops', n.nspname) into strict trigrams
    from pg_opclass c join pg_namespace n on n.oid = c.opcnamespace where c.opcname = 'gin_trgm_ops';
  select format('%I.uuid_ops', n.nspname) into strict ids
    from pg_opclass c join pg_namespace n on n.oid = c.opcnamespace join pg_am a on a.oid = c.opcmethod
    where c.opcname = 'uuid_ops' and a.amname = 'gin';
  -- Without a pending list: a writer never pays for the writers before.
  execute format(
    'create index objects_search_idx on app.objects using gin (tenant_id %1$s, model_id %1$s, search %2$s) with (fastupdate = off)
       where deleted_at is null and search <> ''''', ids, trigrams);
end
$$;

create function app.search_ids(p_model uuid, p_patterns text[], p_most integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  found uuid[];
begin
  select array_agg(few.id) into found from (
    select o.id from app.objects o
    where o.tenant_id = nullif(current_setting('app.tenant', true), '')::uuid and o.model_id = p_model
      and o.deleted_at is null and o.search <> ''
      and o.search like p_patterns[1] and o.search like coalesce(p_patterns[2], p_patterns[1])
      and o.search like all (p_patterns)
    limit p_most + 1
  ) few;
  return case when coalesce(cardinality(found), 0) <= p_most then coalesce(found, '{}') end;
end
$$;

revoke execute on function app.search_ids(uuid, text[], integer) from public;
grant execute on function app.search_ids(uuid, text[], integer) to formwork_app;
update app.tenants set slots_due = true where slots_id is not null;
