-- Views of a list that somebody keeps for themselves. Those for everybody are released definitions of kind `view`.

create table app.personal_views (
  tenant_id uuid not null references app.tenants (id) on delete cascade,
  id uuid not null,
  user_id uuid not null default app.current_user_id(),
  title text not null,
  list text not null,
  model text not null,
  -- The shared view it stands over; the view may be gone.
  base_id uuid,
  settings jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index on app.personal_views (tenant_id, user_id, list);

select app_private.protect('app.personal_views', 'select, insert, update, delete');
-- Nobody sees or changes another person's, whatever a statement says.
create policy own_only on app.personal_views as restrictive for all
  using (user_id = app.current_user_id()) with check (user_id = app.current_user_id());

create view app.sys_view with (security_invoker = true) as
select r.tenant_id, r.id, r.body ->> 'title' as title, r.body ->> 'list' as list, r.body ->> 'model' as model,
  true as shared, r.body -> 'default_for' as default_for, null::uuid as base_id, r.body -> 'settings' as settings,
  r.created_at, r.created_by, r.updated_at, r.updated_by
from app.released r where r.kind = 'view'
union all
select p.tenant_id, p.id, p.title, p.list, p.model, false, '[]'::jsonb, p.base_id, p.settings,
  p.created_at, p.user_id, p.updated_at, p.user_id
from app.personal_views p;

grant select on app.sys_view to formwork_app;
