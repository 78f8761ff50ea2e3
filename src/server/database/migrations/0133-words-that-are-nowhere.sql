-- As 0028 has it, for words that are hardly anywhere. Planning took most of the time: two statements for each model, each beside 46
-- indexes. Now they are planned once a connection. So that such a plan, made for an average model, serves the largest one too,
-- no index but that of searches can be asked: all others begin with the workspace, which is compared in a way that none serves.
-- And before `p_look` records are looked at, some of them are glanced at for each three letters of the words: where three are
-- in none of them the index has few records to go through, and is asked at once. Two that hold the words are enough.
create or replace function app.search_ids(p_model uuid, p_patterns text[], p_most integer, p_look integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  place uuid := nullif(current_setting('app.tenant', true), '')::uuid;
  glance integer := least(p_look / 2, 200);
  glanced text;
  found uuid[];
begin
  if p_look > 0 then
    select string_agg(seen.search, e'\n') into glanced from (
      (select o.search from app.objects o
       where o.tenant_id = place and o.model_id = p_model and o.deleted_at is null order by o.id limit glance)
      union all
      (select o.search from app.objects o
       where o.tenant_id = place and o.model_id = p_model and o.deleted_at is null order by o.id desc limit glance)
    ) seen;
    -- The index is asked for two of the words, and knows only letters and digits that stand together.
    if not exists (
      select from unnest(p_patterns[1:2]) word cross join generate_series(1, length(word) - 2) start
      where strpos(glanced, substr(word, start, 3)) = 0 and substr(word, start, 3) ~ '^[[:alnum:]]{3}$'
    ) and exists (
      select from (
        (select o.search from app.objects o
         where o.tenant_id = place and o.model_id = p_model and o.deleted_at is null order by o.id limit p_look / 2)
        union all
        (select o.search from app.objects o
         where o.tenant_id = place and o.model_id = p_model and o.deleted_at is null order by o.id desc limit p_look / 2)
      ) seen where seen.search like all (p_patterns) offset 1
    ) and exists (
      select from app.objects o
      where o.tenant_id = place and o.model_id = p_model and o.deleted_at is null order by o.id offset p_look / 2 - 1
    ) then
      return null;
    end if;
  end if;
  select array_agg(few.id) into found from (
    select o.id from app.objects o
    where o.tenant_id is not distinct from place and o.model_id = p_model
      and o.deleted_at is null and o.search <> ''
      and o.search like p_patterns[1] and o.search like coalesce(p_patterns[2], p_patterns[1])
      and o.search like all (p_patterns)
    limit p_most + 1
  ) few;
  return case when coalesce(cardinality(found), 0) <= p_most then coalesce(found, '{}') end;
end
$$;
