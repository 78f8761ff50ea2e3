-- As 0020 has it, but a role begins with one view of a list, whatever was saved before: with the one that was saved last. Released
-- definitions are never changed, and an earlier release may count again, so it is the view that answers each role once.
create or replace view app.sys_view with (security_invoker = true) as
select r.tenant_id, r.id, r.body ->> 'title' as title, r.body ->> 'list' as list, r.body ->> 'model' as model,
  true as shared, (
    select coalesce(jsonb_agg(named.role order by named.place), '[]')
    from jsonb_array_elements_text(r.body -> 'default_for') with ordinality as named (role, place)
    where not exists (
      select from app.released later
      where later.tenant_id = r.tenant_id and later.kind = 'view' and later.body ->> 'list' = r.body ->> 'list'
        and later.body -> 'default_for' ? named.role
        and (later.updated_at, later.version_id) > (r.updated_at, r.version_id)
    )
  ) as default_for, null::uuid as base_id, r.body -> 'settings' as settings,
  r.created_at, r.created_by, r.updated_at, r.updated_by
from app.released r where r.kind = 'view'
union all
select p.tenant_id, p.id, p.title, p.list, p.model, false, '[]'::jsonb, p.base_id, p.settings,
  p.created_at, p.user_id, p.updated_at, p.user_id
from app.personal_views p;
