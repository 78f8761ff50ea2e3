import { inBackground } from '../database/in-background.ts'
import type { Tx } from '../database/in-tenant.ts'
import type { Services } from '../services.ts'
import type { Job } from './job-loop.ts'

/** Things of any workspace that have a time, as one table of `app_private` keeps it. */
interface Clocks {
  /** The job's name and what its errors call the things. */
  name: string
  /** Answers `id` and `tenant_id` of what is due, earliest first. */
  due: string
  /** Answers a row where the thing `$1` is still due and nobody else has it; it is then ours to the end of the transaction. */
  hold: string
  /** Looks at one thing and puts its next time down, in the transaction that holds it. */
  attend(tx: Tx, services: Services, tenantId: string, id: string): Promise<void>
}

/** Attends each second to what is due, whichever process looks first; one that fails leaves the others their turn and is tried again. */
export const attendDue = (services: () => Services, { name, due, hold, attend }: Clocks): Job => ({
  name,
  every: 1,
  async run() {
    const now = services()
    const { rows } = await now.database.owner.query<{ id: string; tenant_id: string }>(due)
    const failed: unknown[] = []
    for (const { id, tenant_id: tenantId } of rows)
      await inBackground(now.database, tenantId, async (tx) => {
        const { rowCount } = await tx.query(hold, [id])
        if (rowCount > 0) await attend(tx, now, tenantId, id)
      }).catch((error: unknown) => failed.push(error))
    if (failed.length > 0) throw new Error(`${failed.length} ${name} wait.`, { cause: failed[0] })
  },
})
