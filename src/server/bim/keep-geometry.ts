import { createHash } from 'node:crypto'
import { newId } from '#base/ids.ts'
import type { Services } from '../services.ts'
import { inRead, noteVersion, type Claim } from './claimed-read.ts'

// Announced as removed: if the process dies before the bytes are there, upkeep takes the row away again.
const announce = `insert into app.files (tenant_id, id, name, type, size, sha256, storage_key, created_by, deleted_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, now())`
const arrive = 'update app.files set deleted_at = null, held_at = now() where tenant_id = $1 and id = $2'

/**
 * Keeps the packed geometry of a version as a file of its record, and with it what else the version says then: who may read
 * the record's field may read the file, and nobody else.
 */
export async function keepGeometry(
  services: Services,
  claim: Claim,
  bytes: Uint8Array,
  said: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { tenantId, askedBy } = claim
  const file = { id: newId(), name: 'model.geometry', type: 'application/gzip', size: bytes.byteLength }
  const key = services.files.newKey(tenantId)
  const digest = createHash('sha256').update(bytes).digest()
  const row = [tenantId, file.id, file.name, file.type, file.size, digest, key, askedBy]
  await inRead(services, claim, ({ context }) => context.tx.query(announce, row))
  await services.files.put(key, bytes)
  await inRead(services, claim, async (step) => {
    await step.context.tx.query(arrive, [tenantId, file.id])
    await noteVersion(step, claim, { ...said, geometry: [file] })
  })
}
