import type pg from 'pg'
import type { Logger } from '../log/logger.ts'

/** Who asked for a workspace they may not be in, from where. */
export interface Denied {
  /** Null: a program, by an API token of another workspace. */
  userId: string | null
  tenantId: string | null
  subdomain: string | null
  address: string
  requestId: string
}

/** Puts it into that workspace's audit log, at most once an hour for a person. The refusal stands, noted or not. */
export async function noteDenied(pool: pg.Pool, log: Logger | null, denied: Denied): Promise<void> {
  const { userId, tenantId, subdomain, address, requestId } = denied
  await pool
    .query('select app.note_denied($1, $2, $3, $4, $5)', [userId, tenantId, subdomain, address, requestId])
    .catch((error: unknown) => log?.error('A denial was not noted', { requestId, why: String(error) }))
}
