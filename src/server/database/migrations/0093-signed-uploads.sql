-- Whoever signed an address to upload to may go on by it as what they are now: null once they are no member any more, or
-- they or the workspace are shut out. app.is_member of 0037 stays for processes of the version before, which still call it while
-- this one is rolled out.
create function app.role_now(p_user uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select m.role
    from app.memberships m join app.tenants t on t.id = m.tenant_id
    where m.tenant_id = app.current_tenant() and m.user_id = p_user
      and m.suspended_at is null and t.suspended_at is null
      and not exists (
        select from auth.users a where a.id = p_user and (a.deleted_at is not null or a.banned_until > now())
      )
  );
end
$$;
revoke execute on function app.role_now(uuid) from public;
grant execute on function app.role_now(uuid) to formwork_app;
