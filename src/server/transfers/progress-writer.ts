import type { Services } from '../services.ts'
import type { Transfer } from './in-transfer.ts'

interface Progress {
  /** Notes how far it is; nobody waits for it. */
  tell(done: number, bad?: number): void
  /** Whether somebody said stop, as of the last note. */
  cancelled(): boolean
}

const notes: Record<Transfer['kind'], string> = {
  import: `
    update app.imports set done_count = $3, rejected_count = $4, attempts = 0, heartbeat_at = now()
    where tenant_id = $1 and id = $2 and status = 'running' returning cancel_requested`,
  export: `
    update app.exports set done_count = $3, row_count = greatest(row_count, $3), attempts = 0
    where tenant_id = $1 and id = $2 and status = 'running' and $4::integer = 0 returning cancel_requested`,
}

/**
 * Tells others how far a transfer is while its own transaction is not committed yet, and hears whether it is to stop. It
 * goes past the workspace's locks (the transfer may hold one) and writes nothing but a few columns of one row.
 */
export function progressWriter({ database, log }: Services, { kind, tenantId, id }: Transfer): Progress {
  let busy = false
  let stop = false
  const write = async (done: number, bad: number): Promise<void> => {
    const client = await database.owner.connect()
    try {
      await client.query('begin')
      await client.query(
        "select set_config('app.tenant', $1, true), set_config('lock_timeout', '200ms', true)",
        [tenantId],
      )
      const { rows } = await client.query<{ cancel_requested: boolean }>(notes[kind], [
        tenantId,
        id,
        done,
        bad,
      ])
      await client.query('commit')
      stop = rows[0]?.cancel_requested === true
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  return {
    tell(done, bad = 0) {
      if (busy) return
      busy = true
      write(done, bad)
        .catch((error: unknown) =>
          log.warn('The progress of a transfer could not be noted', { kind, id, why: String(error) }),
        )
        .finally(() => (busy = false))
    },
    cancelled: () => stop,
  }
}
