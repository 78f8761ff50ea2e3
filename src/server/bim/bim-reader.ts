import { must } from '#base/assert.ts'
import type { Database } from '../database/database.ts'
import { inEveryTenant } from '../jobs/in-every-tenant.ts'
import type { Job } from '../jobs/job-loop.ts'
import type { Services } from '../services.ts'
import { leaveRead, ReadGone, takeRead } from './claimed-read.ts'
import { endSpareReaders } from './read-ifc/spare-readers.ts'
import { readVersion } from './read-version.ts'
import { onWakeBimReader } from './wake-bim-reader.ts'

const waiting = `
  select from app.bim_reads where tenant_id = $1 and waiting and (claimed_until is null or claimed_until < now()) limit 1`

/**
 * Reads the IFC files that wait, one at a time in one process: a large one takes gigabytes. What there is to read and how
 * far it is stands in the database: killed anywhere, this or another process goes on after the last portion.
 */
export class BimReader {
  /** Looks in every workspace for what another process left. */
  readonly job: Job
  private readonly worker: string
  private readonly stopping = new AbortController()
  private readonly stopListening: () => void
  private readonly asked = new Set<string>()
  private services: Services | null = null
  private working: Promise<void> = Promise.resolve()

  constructor(database: Database, worker: string) {
    this.worker = worker
    this.stopListening = onWakeBimReader((tenantId) => this.look(tenantId))
    this.job = {
      name: 'read building models',
      every: 15,
      run: () =>
        inEveryTenant(database, 'read building models', async (client, tenantId) => {
          const { rowCount } = await client.query(waiting, [tenantId])
          if (rowCount) this.look(tenantId)
        }),
    }
  }

  start(services: Services): void {
    this.services = services
  }

  /** Takes nothing more up; the file under way is free for another process at once. */
  async stop(): Promise<void> {
    this.stopListening()
    this.stopping.abort(new ReadGone())
    await this.working
    endSpareReaders()
  }

  /** Reads all that waits in a workspace when those before are through; nobody waits for it. */
  private look(tenantId: string): void {
    if (this.asked.has(tenantId)) return
    this.asked.add(tenantId)
    this.working = this.working.then(() => {
      this.asked.delete(tenantId)
      return this.work(tenantId)
    })
  }

  private async work(tenantId: string): Promise<void> {
    try {
      while (!this.stopping.signal.aborted && (await this.readOne(must(this.services), tenantId)));
    } catch (error) {
      must(this.services).log.error('Reading a building model was interrupted', {
        tenantId,
        why: String(error),
      })
    }
  }

  private async readOne(services: Services, tenantId: string): Promise<boolean> {
    const claim = await takeRead(services, tenantId, this.worker)
    if (!claim) return false
    try {
      await readVersion(services, claim, this.stopping.signal)
    } catch (error) {
      if (this.stopping.signal.aborted) await leaveRead(services, claim)
      else if (!(error instanceof ReadGone)) throw error
    }
    return true
  }
}
