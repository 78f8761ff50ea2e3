-- As 0055 has it, with a bound: so few ids that whoever asks can look at each of those records again; null when there are more.
-- It is asked before a question and not within it, so that the plan of the question knows how many there are. The function of
-- 0055 stays for processes of the version before, which still call it while this one is rolled out.
create function app.ids_listing(p_model uuid, p_id text, p_most integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  place uuid := nullif(current_setting('app.tenant', true), '')::uuid;
  found uuid[];
begin
  select array_agg(few.id) into found from (
    select o.id from app.objects o
    where o.tenant_id = place and o.model_id = p_model and o.deleted_at is null
      and app.listed_ids(o.attributes) <> '[]' and app.listed_ids(o.attributes) ? p_id
    limit p_most + 1
  ) few;
  return case when coalesce(cardinality(found), 0) <= p_most then coalesce(found, '{}') end;
end
$$;

revoke execute on function app.ids_listing(uuid, text, integer) from public;
grant execute on function app.ids_listing(uuid, text, integer) to formwork_app;
