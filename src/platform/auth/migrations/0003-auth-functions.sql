-- What policies and the product ask about the caller. The functions give away nothing the asker does not hold.
grant usage on schema auth to public;

create function auth.uid() returns uuid
language sql stable set search_path = '' as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create function auth.role() returns text
language sql stable set search_path = '' as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

create function auth.email() returns text
language sql stable set search_path = '' as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

create function auth.jwt() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

-- Whether a signed, unexpired token still counts: its session was not ended and its user not banned or removed.
-- 60 days without a refresh end a session (the same number stands in sessions.ts).
create function auth.session_is_alive(session_id uuid, user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    where s.id = session_is_alive.session_id
      and s.user_id = session_is_alive.user_id
      and (s.not_after is null or s.not_after > now())
      and coalesce(s.refreshed_at, s.created_at) > now() - interval '60 days'
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null
  )
$$;
