-- Which records list an id among several: people who are to do it, records it is linked to. No comparison of lists is
-- leakproof, so row-level security would keep them from any index: one function looks for them past the policy. It takes the
-- workspace from the transaction and answers ids only; whoever asks looks at each of them again through their own rights.
--
-- The path gathers what looks like an id in the lists of a free map. A record without one is not in the index.
create index objects_listed_ids_idx on app.objects
  using gin (jsonb_path_query_array(attributes,
    'strict $.* ? (@.type() == "array")[*] ? (@.type() == "string" && @ like_regex "^[0-9a-f]{8}-[0-9a-f]{4}-")'))
  with (fastupdate = off)
  where deleted_at is null and jsonb_path_query_array(attributes,
    'strict $.* ? (@.type() == "array")[*] ? (@.type() == "string" && @ like_regex "^[0-9a-f]{8}-[0-9a-f]{4}-")') <> '[]';

create function app.ids_listing(p_id text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(o.id), '{}') from app.objects o
  where o.tenant_id = nullif(current_setting('app.tenant', true), '')::uuid and o.deleted_at is null
    and jsonb_path_query_array(o.attributes,
      'strict $.* ? (@.type() == "array")[*] ? (@.type() == "string" && @ like_regex "^[0-9a-f]{8}-[0-9a-f]{4}-")') <> '[]'
    and jsonb_path_query_array(o.attributes,
      'strict $.* ? (@.type() == "array")[*] ? (@.type() == "string" && @ like_regex "^[0-9a-f]{8}-[0-9a-f]{4}-")') ? p_id
$$;

revoke execute on function app.ids_listing(text) from public;
grant execute on function app.ids_listing(text) to formwork_app;
