-- As 0012 has it, with `p_look`: so many records are looked at first (where there are so many), half of them the oldest,
-- half the newest. Words that more than one of them holds are often there, and the index would count them for long: null
-- at once. Whoever asks then goes through the records in their order for a while, and asks without a look when that is
-- not enough.
drop function app.search_ids(uuid, text[], integer);

create function app.search_ids(p_model uuid, p_patterns text[], p_most integer, p_look integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  place uuid := nullif(current_setting('app.tenant', true), '')::uuid;
  found uuid[];
begin
  if p_look > 0 and (
    select count(*) = p_look and count(*) filter (where seen.search like all (p_patterns)) > 1 from (
      (select o.search from app.objects o
       where o.tenant_id = place and o.model_id = p_model and o.deleted_at is null order by o.id limit p_look / 2)
      union all
      (select o.search from app.objects o
       where o.tenant_id = place and o.model_id = p_model and o.deleted_at is null order by o.id desc limit p_look / 2)
    ) seen
  ) then
    return null;
  end if;
  select array_agg(few.id) into found from (
    select o.id from app.objects o
    where o.tenant_id = place and o.model_id = p_model
      and o.deleted_at is null and o.search <> ''
      and o.search like p_patterns[1] and o.search like coalesce(p_patterns[2], p_patterns[1])
      and o.search like all (p_patterns)
    limit p_most + 1
  ) few;
  return case when coalesce(cardinality(found), 0) <= p_most then coalesce(found, '{}') end;
end
$$;

revoke execute on function app.search_ids(uuid, text[], integer, integer) from public;
grant execute on function app.search_ids(uuid, text[], integer, integer) to formwork_app;
