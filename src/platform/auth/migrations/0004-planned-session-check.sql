-- Asked in every request of the product. PostgreSQL plans a function in SQL anew at every call, one in plpgsql once a
-- connection.
create or replace function auth.session_is_alive(session_id uuid, user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    where s.id = session_is_alive.session_id
      and s.user_id = session_is_alive.user_id
      and (s.not_after is null or s.not_after > now())
      and coalesce(s.refreshed_at, s.created_at) > now() - interval '60 days'
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null
  );
end
$$;
