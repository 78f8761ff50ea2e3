import type pg from 'pg'

const bodies = {
  embedded: 'select auth.session_is_alive(p_session, p_user)',
  hosted: `select exists (
    select from auth.sessions s
    where s.id = p_session and s.user_id = p_user and (s.not_after is null or s.not_after > now()))`,
}

/** Makes `app.session_is_alive` ask whoever keeps the sessions: our own platform, or the hosted service. */
export async function prepareDatabase(owner: pg.Pool, mode: keyof typeof bodies): Promise<void> {
  await owner.query(
    `create or replace function app.session_is_alive(p_session uuid, p_user uuid) returns boolean
     language sql stable security definer set search_path = '' as $$ ${bodies[mode]} $$`,
  )
}
