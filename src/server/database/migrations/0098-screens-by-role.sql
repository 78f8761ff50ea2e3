-- Which screen an address opens for which role.
create or replace view app.sys_route with (security_invoker = true) as
select r.tenant_id, r.id, r.body ->> 'path' as path, r.body ->> 'layout' as layout, r.body ->> 'title' as title,
  r.body ->> 'icon' as icon, (r.body ->> 'order')::numeric::integer as position, r.body ->> 'parent' as parent,
  coalesce((r.body ->> 'nav')::boolean, false) as nav, r.body -> 'access' as access, r.body -> 'params' as params,
  case when s.key is null then 'own' else 'customised' end as origin,
  r.created_at, r.updated_at, r.updated_by, r.body -> 'access' -> 'roles' as roles, r.body -> 'by_role' as by_role
from app.released r
left join app.stock_screens s on s.kind = 'route' and s.key = r.key
where r.kind = 'route'
union all
select app.current_tenant(), app.stock_id('route', s.key), s.body ->> 'path', s.body ->> 'layout', s.body ->> 'title',
  s.body ->> 'icon', (s.body ->> 'order')::numeric::integer, s.body ->> 'parent',
  coalesce((s.body ->> 'nav')::boolean, false), s.body -> 'access', s.body -> 'params', 'stock',
  null, null, null, s.body -> 'access' -> 'roles', s.body -> 'by_role'
from app.stock_screens s
where s.kind = 'route'
  and not exists (select from app.released r where r.tenant_id = app.current_tenant() and r.kind = 'route' and r.key = s.key);
