-- The system's own models as views (`kernel/models/system-models.ts` names their columns). They run as whoever asks, so
-- row-level security holds, and show the release of the transaction.

create function app.stock_id(p_kind text, p_key text) returns uuid language sql immutable parallel safe
  return md5('stock:' || p_kind || ':' || p_key)::uuid;

create view app.released with (security_invoker = true) as
select e.tenant_id, e.kind, e.key, e.definition_id as id, v.body, d.created_at, d.created_by,
  v.created_at as updated_at, v.created_by as updated_by, v.id as version_id
from app.release_entries e
join app.definition_versions v on v.tenant_id = e.tenant_id and v.id = e.version_id
join app.definitions d on d.tenant_id = e.tenant_id and d.id = e.definition_id
where e.release_id = app.current_release();

create view app.sys_model with (security_invoker = true) as
select tenant_id, id, key, body ->> 'label' as label, body ->> 'construct_type' as construct_type,
  body ->> 'description' as description, body ->> 'icon' as icon,
  (body ->> 'default_archetype_id')::uuid as default_archetype_id, body -> 'schema' as schema,
  created_at, updated_at, updated_by
from app.released where kind = 'model';

create view app.sys_archetype with (security_invoker = true) as
select tenant_id, id, body ->> 'name' as name, body ->> 'description' as description, body -> 'schema' as schema,
  created_at, updated_at, updated_by
from app.released where kind = 'archetype';

create view app.sys_role with (security_invoker = true) as
select tenant_id, id, key, body ->> 'label' as label, body ->> 'description' as description,
  body -> 'grants' as grants, coalesce(body -> 'manage', '[]') as manage, false as built_in,
  created_at, updated_at, updated_by
from app.released where kind = 'role'
union all
select app.current_tenant(), app.stock_id('role', r.key), r.key, r.label, null, null, '[]'::jsonb, true,
  null::timestamptz, null::timestamptz, null::uuid
from (values ('owner', 'Owner'), ('admin', 'Administrator'), ('member', 'Member'), ('customer', 'Customer')) as r (key, label);

create view app.sys_field_permission with (security_invoker = true) as
select r.tenant_id, r.key || ':' || f.key as id, r.key::uuid as model_id, f.key as field_key,
  f.value -> 'read_roles' as read_roles, f.value -> 'write_roles' as write_roles
from app.released r, jsonb_each(r.body -> 'fields') as f
where r.kind = 'field_permissions';

create view app.sys_route with (security_invoker = true) as
select r.tenant_id, r.id, r.body ->> 'path' as path, r.body ->> 'layout' as layout, r.body ->> 'title' as title,
  r.body ->> 'icon' as icon, (r.body ->> 'order')::numeric::integer as position, r.body ->> 'parent' as parent,
  coalesce((r.body ->> 'nav')::boolean, false) as nav, r.body -> 'access' as access, r.body -> 'params' as params,
  case when s.key is null then 'own' else 'customised' end as origin,
  r.created_at, r.updated_at, r.updated_by
from app.released r
left join app.stock_screens s on s.kind = 'route' and s.key = r.key
where r.kind = 'route'
union all
select app.current_tenant(), app.stock_id('route', s.key), s.body ->> 'path', s.body ->> 'layout', s.body ->> 'title',
  s.body ->> 'icon', (s.body ->> 'order')::numeric::integer, s.body ->> 'parent',
  coalesce((s.body ->> 'nav')::boolean, false), s.body -> 'access', s.body -> 'params', 'stock',
  null, null, null
from app.stock_screens s
where s.kind = 'route'
  and not exists (select from app.released r where r.tenant_id = app.current_tenant() and r.kind = 'route' and r.key = s.key);

create function app.layout_title(p_body jsonb) returns text language sql immutable parallel safe
  return case jsonb_typeof(p_body -> 'title') when 'string' then p_body ->> 'title' else p_body ->> 'key' end;

create view app.sys_layout with (security_invoker = true) as
select r.tenant_id, r.id, r.key, app.layout_title(r.body) as title,
  case when s.key is null then 'own' else 'customised' end as origin,
  exists (select from app.drafts d where d.tenant_id = r.tenant_id and d.kind = 'layout' and d.key = r.key) as draft,
  r.created_at, r.updated_at, r.updated_by
from app.released r
left join app.stock_screens s on s.kind = 'layout' and s.key = r.key
where r.kind = 'layout'
union all
select app.current_tenant(), app.stock_id('layout', s.key), s.key, app.layout_title(s.body), 'stock',
  exists (select from app.drafts d where d.tenant_id = app.current_tenant() and d.kind = 'layout' and d.key = s.key),
  null, null, null
from app.stock_screens s
where s.kind = 'layout'
  and not exists (select from app.released r where r.tenant_id = app.current_tenant() and r.kind = 'layout' and r.key = s.key)
union all
-- Not released yet: it exists as a draft only.
select d.tenant_id, app.stock_id('draft', d.key), d.key, app.layout_title(d.body), 'own', true,
  d.updated_at, d.updated_at, d.updated_by
from app.drafts d
where d.kind = 'layout' and d.body is not null
  and not exists (select from app.stock_screens s where s.kind = 'layout' and s.key = d.key)
  and not exists (select from app.released r where r.tenant_id = d.tenant_id and r.kind = 'layout' and r.key = d.key);

create view app.sys_member with (security_invoker = true) as
select tenant_id, id, name, email, role, status, created_at from app.list_members();

create view app.sys_invite with (security_invoker = true) as
select tenant_id, id, email, role,
  case
    when accepted_at is not null then 'accepted'
    when revoked_at is not null then 'withdrawn'
    when expires_at <= now() then 'expired'
    else 'open'
  end as status,
  expires_at, accepted_at, created_at, created_by
from app.invites;

create view app.sys_event with (security_invoker = true) as
select tenant_id, id, at, actor_id, kind, model_id, record_id, request_id from app.events;

create view app.sys_release with (security_invoker = true) as
select tenant_id, id, number, note, id = app.current_release() as current, created_at, created_by from app.releases;

create view app.sys_import with (security_invoker = true) as
select tenant_id, id, name, status, row_count, done_count, created_count, model_key, created_at, created_by
from app.imports;

grant select on app.released, app.sys_model, app.sys_archetype, app.sys_role, app.sys_field_permission, app.sys_route,
  app.sys_layout, app.sys_member, app.sys_invite, app.sys_event, app.sys_release, app.sys_import to formwork_app;

-- Functions are open to everybody unless told; ours only to request traffic.
revoke execute on all functions in schema app from public;
grant execute on all functions in schema app to formwork_app;
