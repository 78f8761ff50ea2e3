import type pg from 'pg'

const bodies = {
  embedded: 'auth.session_is_alive(p_session, p_user)',
  hosted: `exists (
    select from auth.sessions s
    where s.id = p_session and s.user_id = p_user and (s.not_after is null or s.not_after > now()))`,
}

/** Makes `app.session_is_alive` ask whoever keeps the sessions: our own platform, or the hosted service. */
export async function prepareDatabase(owner: pg.Pool, mode: keyof typeof bodies): Promise<void> {
  const body = ` begin return ${bodies[mode]}; end `
  const { rows } = await owner.query<{ prosrc: string }>(
    "select prosrc from pg_proc where oid = 'app.session_is_alive(uuid, uuid)'::regprocedure",
  )
  // Two processes that start together must not both replace it.
  if (rows[0]?.prosrc === body) return
  await owner.query(
    `begin;
     select pg_advisory_xact_lock(7215004432);
     create or replace function app.session_is_alive(p_session uuid, p_user uuid) returns boolean
     language plpgsql stable security definer set search_path = '' as $$${body}$$;
     commit`,
  )
}
