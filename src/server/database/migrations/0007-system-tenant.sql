-- The workspace itself as a record of the system, so that its name and address are a form like any other.
create function app.own_tenant()
returns table (tenant_id uuid, id uuid, name text, subdomain text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select t.id, t.id, t.name, t.subdomain, t.created_at from app.tenants t where t.id = app.current_tenant()
$$;

create view app.sys_tenant with (security_invoker = true) as
select tenant_id, id, name, subdomain, created_at from app.own_tenant();

revoke execute on function app.own_tenant() from public;
grant execute on function app.own_tenant() to formwork_app;
grant select on app.sys_tenant to formwork_app;
