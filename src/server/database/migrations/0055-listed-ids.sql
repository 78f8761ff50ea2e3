-- Which records of a model list an id among several: people who are to do it, records it is linked to. No comparison of lists is
-- leakproof, so row-level security would keep them from any index: one function looks for them past the policy. It takes the
-- workspace from the transaction and answers ids only; whoever asks looks at each of them again through their own rights.

-- What looks like an id in the lists of a free map. A record without one is not in the index.
create function app.listed_ids(p_attributes jsonb) returns jsonb language sql immutable parallel safe
  return jsonb_path_query_array(p_attributes,
    'strict $.* ? (@.type() == "array")[*] ? (@.type() == "string" && @ like_regex "^[0-9a-f]{8}-[0-9a-f]{4}-")');

do $$
declare
  ids text;
begin
  -- Where the extension was before 0012, it may be in another schema.
  select format('%I.uuid_ops', n.nspname) into strict ids
    from pg_opclass c join pg_namespace n on n.oid = c.opcnamespace join pg_am a on a.oid = c.opcmethod
    where c.opcname = 'uuid_ops' and a.amname = 'gin';
  execute format(
    'create index objects_listed_ids_idx on app.objects using gin (tenant_id %1$s, model_id %1$s, app.listed_ids(attributes))
       with (fastupdate = off) where deleted_at is null and app.listed_ids(attributes) <> ''[]''', ids);
end
$$;

create function app.ids_listing(p_model uuid, p_id text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(o.id), '{}') from app.objects o
  where o.tenant_id = nullif(current_setting('app.tenant', true), '')::uuid and o.model_id = p_model and o.deleted_at is null
    and app.listed_ids(o.attributes) <> '[]' and app.listed_ids(o.attributes) ? p_id
$$;

revoke execute on function app.listed_ids(jsonb), app.ids_listing(uuid, text) from public;
grant execute on function app.listed_ids(jsonb), app.ids_listing(uuid, text) to formwork_app;
