import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid } from '#base/ids.ts'
import { assert } from '#base/assert.ts'
import type { Database } from '../database/database.ts'
import { inEveryTenant } from '../jobs/in-every-tenant.ts'
import type { Job } from '../jobs/job-loop.ts'

/** The last entry of a workspace's audit log at some time; the hash in hex. */
export interface AuditHead {
  number: number
  hash: string
}

const folderOf = (dataDir: string): string => join(dataDir, 'audit-heads')
/** Where the heads of a workspace's audit log are noted. */
export function headsFile(dataDir: string, tenantId: string): string {
  assert(isUuid(tenantId), 'ids are made by the server')
  return join(folderOf(dataDir), tenantId)
}

/** The heads this server noted beside the database, oldest first. */
export async function readHeads(dataDir: string, tenantId: string): Promise<AuditHead[]> {
  const text = await readFile(headsFile(dataDir, tenantId), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    const [number, hash] = line.split(' ')
    // A line whose writing was interrupted has no whole hash.
    return number && hash?.length === 64 ? [{ number: Number(number), hash }] : []
  })
}

/**
 * Notes each hour in the data folder how far every audit log is: whoever changes the end of a log and its head in the
 * database must change these files too.
 */
export const noteHeads = (database: Database, dataDir: string): Job => ({
  name: 'note the heads of audit logs',
  every: 3600,
  run: () =>
    inEveryTenant(database, 'note the heads of audit logs', async (client, tenantId) => {
      const { rows } = await client.query<{ number: string; hash: string }>('select * from app.audit_head()')
      const [head] = rows
      const last = (await readHeads(dataDir, tenantId)).at(-1)
      // One that went back is somebody's doing, and the note of before is what tells of it.
      if (!head || (last && last.number >= Number(head.number))) return
      await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
      await appendFile(headsFile(dataDir, tenantId), `${head.number} ${head.hash}\n`, { mode: 0o600 })
    }),
})
