-- How a workspace looks: its colour and its logo. The logo is small and lives here, so that nothing is left of one that
-- was replaced.
create table app.brands (
  tenant_id uuid primary key references app.tenants (id) on delete cascade,
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  -- Another one for every logo: what is behind an address never changes.
  logo_id uuid,
  logo bytea check (octet_length(logo) <= 300 * 1024),
  logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  check ((logo_id is null) = (logo is null) and (logo is null) = (logo_type is null))
);
select app_private.protect('app.brands', 'select, insert, update');

-- The brands of a person's workspaces.
create function app.my_brands() returns table (tenant_id uuid, accent text, logo_id uuid)
language sql stable security definer set search_path = '' as $$
  select b.tenant_id, b.accent, b.logo_id
  from app.memberships m join app.brands b on b.tenant_id = m.tenant_id
  where m.user_id = app.current_user_id() and m.suspended_at is null
$$;

-- A logo by its whole address: mails and pages for outsiders show it, so whoever knows the address may see it.
create function app.read_logo(p_tenant uuid, p_logo uuid) returns table (logo bytea, logo_type text)
language sql stable security definer set search_path = '' as $$
  select b.logo, b.logo_type from app.brands b where b.tenant_id = p_tenant and b.logo_id = p_logo
$$;

revoke execute on function app.my_brands(), app.read_logo(uuid, uuid) from public;
grant execute on function app.my_brands(), app.read_logo(uuid, uuid) to formwork_app;
