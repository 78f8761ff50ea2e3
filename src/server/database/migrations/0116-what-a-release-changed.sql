-- What a release changed against the one before it, by kind and by what people call it: most releases are made by saving a
-- model or a workflow and carry no note. Field permissions are kept under the id of a model, which names nothing.
create function app.release_changes(p_tenant uuid, p_release uuid, p_base uuid)
returns table (kind text, name text) language sql stable as $$
  select kind, case when kind not in ('field_permissions', 'settings')
    then coalesce(v.body->>'label', v.body->>'title', v.body->>'path', v.body->>'name', key) end
  from (select * from app.release_entries where tenant_id = p_tenant and release_id = p_release) after
  full join (select * from app.release_entries where tenant_id = p_tenant and release_id = p_base) before using (kind, key)
  join app.definition_versions v on v.tenant_id = p_tenant and v.id = coalesce(after.version_id, before.version_id)
  where after.version_id is distinct from before.version_id
$$;
revoke execute on function app.release_changes(uuid, uuid, uuid) from public;
grant execute on function app.release_changes(uuid, uuid, uuid) to formwork_app;

create or replace view app.sys_release with (security_invoker = true) as
select tenant_id, id, number, note, id = app.current_release() as current, created_at, created_by,
  case number when 0 then '["workspace"]'::jsonb else
    (select coalesce(jsonb_agg(distinct kind), '[]') from app.release_changes(tenant_id, id, base_release_id)) end as changed,
  case when number > 0 then
    (select left(string_agg(distinct name, ', '), 500) from app.release_changes(tenant_id, id, base_release_id)) end as names
from app.releases;
