-- The number of the last change of a workspace of the person who asks, past its policies: for the answer that says which
-- workspace they are in, which is read before any is entered. Null where they are no member.
create function app.number_of_tenant(p_tenant uuid) returns double precision
language plpgsql security definer set search_path = '' as $$
declare
  found double precision;
begin
  if not exists (
    select from app.memberships m
    where m.tenant_id = p_tenant and m.user_id = app.current_user_id() and m.suspended_at is null
  ) then
    return null;
  end if;
  select number::float8 into found from app_private.last_changes(array[p_tenant]);
  -- Whoever asks has entered no workspace yet.
  perform set_config('app.tenant', '00000000-0000-0000-0000-000000000000', true);
  return found;
end
$$;
revoke execute on function app.number_of_tenant(uuid) from public;
grant execute on function app.number_of_tenant(uuid) to formwork_app;
