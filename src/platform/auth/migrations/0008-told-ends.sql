-- Who is suspended or removed, and whose session is ended, listens no longer: their channels ask again at once. `*`: in every
-- workspace.
create function auth.tell_ended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'users' then
    perform pg_notify('formwork_rights', '* ' || old.id::text);
  else
    perform pg_notify('formwork_rights', '* ' || old.user_id::text);
  end if;
  return null;
end
$$;
revoke all on function auth.tell_ended() from public;

create trigger tell_ended after update of banned_until, deleted_at on auth.users
  for each row when (old.banned_until is distinct from new.banned_until or old.deleted_at is distinct from new.deleted_at)
  execute function auth.tell_ended();
create trigger tell_ended after delete on auth.sessions for each row execute function auth.tell_ended();
