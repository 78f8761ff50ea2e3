import type pg from 'pg'
import { newId } from '#base/ids.ts'
import { feedOf } from '../changes/change-feed.ts'
import type { Logger } from '../log/logger.ts'

// A token's last use is told to the nearest minutes: most calls of one write nothing.
const every = 5 * 60_000
const most = 20_000
const noted = new Map<string, number>()

/** Notes that a token was used, now and then and without anybody waiting for it. `hash` in hex. */
export function noteTokenUse(pool: pg.Pool, log: Logger, hash: string): void {
  const now = performance.now()
  const last = noted.get(hash)
  if (last !== undefined && now - last < every) return
  noted.delete(hash)
  noted.set(hash, now)
  const [oldest] = noted.keys()
  if (noted.size > most && oldest !== undefined) noted.delete(oldest)
  pool
    .query("select app.note_token_use(decode($1, 'hex'))", [hash])
    .catch((error: unknown) => log.warn('The last use of a token was not noted', { why: String(error) }))
}

/** Notes in the workspace's history that somebody tried a token after it was revoked, at most once an hour. */
export async function noteRefusedToken(pool: pg.Pool, hash: string, requestId: string): Promise<void> {
  const { rows } = await pool.query<{ place: string | null }>(
    "select app.note_refused_token(decode($1, 'hex'), $2, $3) as place",
    [hash, newId(), requestId],
  )
  const place = rows[0]?.place
  if (place) feedOf(pool)?.committed(place)
}
